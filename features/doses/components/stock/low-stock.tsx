import { Link } from "@tanstack/react-router";
import type { Notebook } from "../../../../lib/api.ts";
import { getShownId } from "../../../../lib/shown-id.ts";
import { placeSideBySide } from "../../../../lib/side-by-side.ts";
import { useNow } from "../../../../ui/use-now.ts";
import type { PlanStock } from "../../client/use-stock.ts";
import { countDaysLeft, formatLeft, isLow } from "../../rules/stock.ts";
import styles from "./stock.module.css";

/** One quiet line with the medicines below their warning level; nothing when there are none. */
export function LowStock({
  notebook,
  stocks,
}: {
  notebook: Pick<Notebook, "_id" | "shortId">;
  stocks: readonly PlanStock[];
}) {
  const now = useNow();
  const low = stocks.filter(({ stock, warning }) => stock && isLow(stock, warning, now));
  if (low.length === 0) return null;
  return (
    <p className={styles.lowLine}>
      <strong>Little left: </strong>
      {low.map((plan) => formatLowStock(plan, now)).join("; ")}
      {". "}
      <Link to="/care/$diaryId/plans" params={{ diaryId: getShownId(notebook) }}>
        All medicines
      </Link>
    </p>
  );
}

/** "ramipril 5 mg, 6 tablets left, about 3 days". */
function formatLowStock({ name, strength, doseUnit, stock }: PlanStock, now: number): string {
  const days = countDaysLeft(stock!.supply, now);
  const lasts = days === null ? "" : days === 1 ? ", about 1 day" : `, about ${days} days`;
  return `${placeSideBySide([name || "A plan", strength])}, ${formatLeft(stock!.amount, doseUnit).toLowerCase()}${lasts}`;
}

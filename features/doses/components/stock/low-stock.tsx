import { Link } from "@tanstack/react-router";
import type { Notebook } from "../../../../lib/api.ts";
import { getShownId } from "../../../../lib/shown-id.ts";
import { placeSideBySide } from "../../../../lib/side-by-side.ts";
import { t } from "../../../../lib/words/t.ts";
import { Rich } from "../../../../ui/rich.tsx";
import { useNow } from "../../../../ui/use-now.ts";
import { formatAmount } from "../../../plans/rules/amount-words.ts";
import { joinParts } from "../../../plans/rules/schedule-words.ts";
import type { PlanStock } from "../../client/use-stock.ts";
import { countDaysLeft, isLow } from "../../rules/stock.ts";
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
      <Rich
        text="stock.low"
        values={{
          b: (words) => <strong>{words}</strong>,
          medicines: joinParts(
            "schedule.semicolon",
            low.map((plan) => formatLowStock(plan, now)),
          ),
          link: (words) => (
            <Link to="/care/$diaryId/plans" params={{ diaryId: getShownId(notebook) }}>
              {words}
            </Link>
          ),
        }}
      />
    </p>
  );
}

/** "ramipril 5 mg, 6 tablets left, about 3 days". */
function formatLowStock({ name, strength, doseUnit, stock }: PlanStock, now: number): string {
  const { amount, supply } = stock!;
  const days = countDaysLeft(supply, now);
  return t("stock.lowOne", {
    medicine: placeSideBySide([name || t("stock.aPlan"), strength]),
    isLeft: String(amount > 0),
    amount: formatAmount(amount, doseUnit),
    isTimed: String(days !== null),
    days: days ?? 0,
  });
}

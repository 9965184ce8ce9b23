import { Button } from "@mantine/core";
import { useState } from "react";
import type { Notebook } from "../../../../lib/api.ts";
import { toDayInZone } from "../../../../lib/dates/zone-day.ts";
import { t } from "../../../../lib/words/t.ts";
import { createLazyPart } from "../../../../ui/lazy-part.tsx";
import { Rich } from "../../../../ui/rich.tsx";
import { useNow } from "../../../../ui/use-now.ts";
import { useStock } from "../../client/use-stock.ts";
import { formatLeft, formatSupply, isLow } from "../../rules/stock.ts";
import styles from "./stock.module.css";

const StockDialog = createLazyPart(() => import("./stock-dialog.tsx").then((m) => m.StockDialog));

type StockLineProps = {
  notebook: Notebook;
  planId: string;
  /** Only a stock below its warning level, without the way to count it. */
  isOnlyLow?: boolean;
};

/** The stock of a plan's medicine and how long it lasts, with a way to count it; nothing for a plan that has ended. */
export function StockLine({ notebook, planId, isOnlyLow = false }: StockLineProps) {
  const now = useNow();
  const plan = useStock(notebook)?.find((each) => each.planId === planId);
  const [isOpen, setIsOpen] = useState(false);
  const mayCount = notebook.permissions.includes("doses.give");
  if (!plan || (!plan.stock && !mayCount)) return null;
  const { stock, doseUnit, warning } = plan;
  if (isOnlyLow && !(stock && isLow(stock, warning, now))) return null;
  const toDay = (at: number) => toDayInZone(at, notebook.timeZone);
  return (
    <div className={styles.line}>
      <p className={styles.words}>
        {stock ? (
          <>
            {isLow(stock, warning, now) && (
              <>
                <strong className={styles.low}>{t("stock.littleLeft")}</strong>{" "}
              </>
            )}
            <Rich
              text="stock.line"
              values={{
                b: (left) => <strong>{left}</strong>,
                left: formatLeft(stock.amount, doseUnit),
                supply: formatSupply(stock, { now, dayOf: toDay }),
              }}
            />
          </>
        ) : (
          t("stock.notCounted")
        )}
      </p>
      {!isOnlyLow && (
        <Button variant="default" className="no-print" onClick={() => setIsOpen(true)}>
          {t("stock.open")}
        </Button>
      )}
      {isOpen && <StockDialog notebook={notebook} plan={plan} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

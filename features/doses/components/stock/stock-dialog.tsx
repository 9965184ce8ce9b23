import { useQuery } from "convex/react";
import { api, type Notebook } from "../../../../lib/api.ts";
import { dateInWords } from "../../../../lib/dates/moment-words.ts";
import { toDayInZone } from "../../../../lib/dates/zone-day.ts";
import { placeSideBySide } from "../../../../lib/side-by-side.ts";
import { t } from "../../../../lib/words/t.ts";
import { Loading } from "../../../../ui/loading.tsx";
import { Modal } from "../../../../ui/modal.tsx";
import { Rich } from "../../../../ui/rich.tsx";
import { Section } from "../../../../ui/section.tsx";
import { Soft } from "../../../../ui/text.tsx";
import { useNow } from "../../../../ui/use-now.ts";
import { formatAmount } from "../../../plans/rules/amount-words.ts";
import type { PlanStock } from "../../client/use-stock.ts";
import { formatLeft, formatSupply } from "../../rules/stock.ts";
import styles from "./stock.module.css";
import { StockForm } from "./stock-form.tsx";
import { WarningForm } from "./warning-form.tsx";

type StockDialogProps = { notebook: Notebook; plan: PlanStock; onClose: () => void };

/** The stock of a plan's medicine: the amount left, a form for an entry, the warning level, and all entries. */
export function StockDialog({ notebook, plan, onClose }: StockDialogProps) {
  const now = useNow();
  const { name, strength, stock, doseUnit } = plan;
  const toDay = (at: number) => toDayInZone(at, notebook.timeZone);
  const mayCount = notebook.permissions.includes("doses.give");
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("stockdialog.title", { medicine: placeSideBySide([name, strength]) })}
      size="md"
    >
      {stock && (
        <p>
          <Rich
            text="stock.line"
            values={{
              b: (left) => <strong>{left}</strong>,
              left: formatLeft(stock.amount, doseUnit),
              supply: formatSupply(stock, { now, dayOf: toDay }),
            }}
          />
        </p>
      )}
      {mayCount && <StockForm notebook={notebook} plan={plan} />}
      {mayCount && <WarningForm plan={plan} />}
      <Section title={t("stockdialog.entries")} isApart>
        <Entries notebook={notebook} plan={plan} now={now} />
      </Section>
    </Modal>
  );
}

function Entries({ notebook, plan, now }: { notebook: Notebook; plan: PlanStock; now: number }) {
  const events = useQuery(api.stock.listStockEvents, { planId: plan.planId });
  const { timeZone } = notebook;
  if (!events) return <Loading label={t("stockdialog.loading")} />;
  if (events.length === 0) return <Soft>{t("stockdialog.none")}</Soft>;
  return (
    <ul className={styles.history}>
      {events.map(({ _id, kind, amount, at, by }) => (
        <li key={_id}>
          {t("stockdialog.entry", {
            kind,
            amount: formatAmount(amount, plan.doseUnit),
            when: dateInWords({ day: toDayInZone(at, timeZone), at }, timeZone, now),
            name: by || t("dosewords.formerMember"),
          })}
        </li>
      ))}
    </ul>
  );
}

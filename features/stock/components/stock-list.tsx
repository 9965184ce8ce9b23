import type { Notebook } from "../../../lib/api.ts";
import { Section } from "../../../ui/section.tsx";
import { useStock } from "../client/use-stock.ts";
import styles from "./stock.module.css";
import { StockLine } from "./stock-line.tsx";

/** What is left of the medicine of each running plan, below the list of plans. */
export function StockList({ notebook }: { notebook: Notebook }) {
  const mayCount = notebook.permissions.includes("doses.give");
  const plans = useStock(notebook)?.filter(({ stock }) => stock || mayCount) ?? [];
  if (plans.length === 0) return null;
  return (
    <Section title="What is left" isApart>
      <ul className={styles.history} aria-label="What is left">
        {plans.map(({ planId, name, strength }) => (
          <li key={planId}>
            <strong dir="auto">{[name || "A plan", strength].filter(Boolean).join(" ")}</strong>
            <StockLine notebook={notebook} planId={planId} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

import { Button } from "@mantine/core";
import { shortDay } from "../../../lib/dates/zone-day.ts";
import { placeSideBySide } from "../../../lib/side-by-side.ts";
import { LinkButton } from "../../../ui/link-button.tsx";
import { List } from "../../../ui/list.tsx";
import { formatMedicationLabel } from "../../notes/rules/medication-words.ts";
import type { Comparison, Plan } from "../client/use-plans.ts";
import styles from "./row-choices.module.css";

type RowChoicesProps = { comparison: Comparison; diaryId: string };

/** The rows of the valid list, each the beginning of a plan; rows with a plan are marked. */
export function RowChoices({ comparison: { list, rows }, diaryId }: RowChoicesProps) {
  if (rows.length === 0) return null;
  return (
    <section className={styles.choices} aria-labelledby="from-the-list">
      <h3 id="from-the-list" className={styles.title}>{`From the list of ${shortDay(list.noteDay)}`}</h3>
      <List gap="none" isRuled className={styles.rows}>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list as it is; nothing in it moves
          <li key={index} className={styles.row}>
            <span className={styles.says}>
              <strong>{formatMedicationLabel(row)}</strong>
              {row.timing && ` · ${row.timing}`}
              {row.planIds.length > 0 && <span className={styles.soft}> · has a plan</span>}
            </span>
            <LinkButton
              to="/care/$diaryId/plans/new"
              params={{ diaryId }}
              search={{ row: index }}
              variant="default"
              aria-label={`Plan ${formatMedicationLabel(row)}`}
            >
              Plan
            </LinkButton>
          </li>
        ))}
      </List>
    </section>
  );
}

type EarlierChoicesProps = { plans: readonly Plan[]; onChoose: (plan: Plan) => void };

/** How many of them are offered; others are typed. */
const SHOWN = 8;

/** Medicines that had a plan before. */
export function EarlierChoices({ plans, onChoose }: EarlierChoicesProps) {
  const getKey = ({ name, strength }: Plan) => `${name} ${strength}`.trim().toLowerCase();
  const running = new Set(plans.filter(({ endedAt }) => endedAt === null).map(getKey));
  const ended = new Map(
    plans.filter((plan) => !running.has(getKey(plan)) && !plan.isLost).map((plan) => [getKey(plan), plan]),
  );
  if (ended.size === 0) return null;
  return (
    <section className={styles.choices} aria-labelledby="entered-before">
      <h3 id="entered-before" className={styles.title}>
        Entered before
      </h3>
      <List gap="none" isRuled className={styles.rows}>
        {[...ended].slice(0, SHOWN).map(([key, plan]) => (
          <li key={key} className={styles.row}>
            <span className={styles.says}>
              <strong>{placeSideBySide([plan.name, plan.strength])}</strong>
              {plan.form && ` · ${plan.form}`}
            </span>
            <Button variant="default" aria-label={`Use ${plan.name}`} onClick={() => onChoose(plan)}>
              Use
            </Button>
          </li>
        ))}
      </List>
    </section>
  );
}

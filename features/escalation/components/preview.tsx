import { describeMinute } from "../../../lib/dates/minute-words.ts";
import { t } from "../../../lib/words/t.ts";
import { List } from "../../../ui/list.tsx";
import { formatPreview } from "../rules/preview.ts";
import type { EscalatedKind, EscalationSetup } from "../rules.ts";
import styles from "./escalation.module.css";

type PreviewProps = {
  kind: EscalatedKind;
  setup: EscalationSetup;
  nameOf: (userId: string) => string;
};

/** The time that the preview takes as an example. */
const EXAMPLE_MINUTE = 8 * 60;

/** Shows which member is notified when, for a reminder that is due at eight. */
export function Preview({ kind, setup, nameOf }: PreviewProps) {
  const lines = formatPreview(setup, { kind, dueMinute: EXAMPLE_MINUTE, nameOf, clockOf: describeMinute });
  const time = describeMinute(EXAMPLE_MINUTE);
  return (
    <div className={styles.preview}>
      <p className={styles.example}>
        {kind === "task-due" ? t("escalation.exampleTask", { time }) : t("escalation.exampleDose", { time })}
      </p>
      <List as="ol" gap="xs">
        {lines.map(({ times, who }) => (
          <li key={times} className={styles.line}>
            <span className={styles.times}>{times}</span> <span dir="auto">{who}</span>
          </li>
        ))}
      </List>
    </div>
  );
}

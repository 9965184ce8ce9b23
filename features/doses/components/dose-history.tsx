import type { DoseEntry, DosePlan } from "../../../lib/api.ts";
import { FORMER_MEMBER } from "../../../lib/product.ts";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import { formatEntry, formatMoment, getEntryReason, type Reading } from "../client/dose-words.ts";
import styles from "./record-form.module.css";

type DoseHistoryProps = { entries: readonly DoseEntry[]; plan: DosePlan; reading: Reading };

/** Everything that was written about a dose, oldest first. */
export function DoseHistory({ entries, plan, reading }: DoseHistoryProps) {
  return (
    <Section title="What was written">
      <ol className={styles.history}>
        {entries.map((entry) => (
          <li key={entry.revision}>
            <p>{formatEntry(entry, plan, reading)}</p>
            {entry.note && <p dir="auto">{entry.note}</p>}
            {getEntryReason(entry) && <p dir="auto">Why: {getEntryReason(entry)}</p>}
            <Soft>
              Written by {entry.byId === reading.myId ? "you" : (entry.by ?? FORMER_MEMBER)},{" "}
              <RelativeTime at={getEntryTime(entry)}>
                {formatMoment(getEntryTime(entry), reading)}
              </RelativeTime>
            </Soft>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Shows when the entry was made; an offline entry was made before it was saved. */
const getEntryTime = ({ at, values }: DoseEntry): number => values.saidAt ?? at;

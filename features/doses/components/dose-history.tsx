import type { DoseEntry, DosePlan } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Rich } from "../../../ui/rich.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import { formatMoment, getWho, type Reading } from "../client/dose-words.ts";
import { formatEntry, getEntryReason } from "../client/entry-words.ts";
import styles from "./record-form.module.css";

type DoseHistoryProps = { entries: readonly DoseEntry[]; plan: DosePlan; reading: Reading };

/** Everything that was written about a dose, oldest first. */
export function DoseHistory({ entries, plan, reading }: DoseHistoryProps) {
  return (
    <Section title={t("dosesheet.history")}>
      <ol className={styles.history}>
        {entries.map((entry) => (
          <li key={entry.revision}>
            <p>{formatEntry(entry, plan, reading)}</p>
            {entry.note && <p dir="auto">{entry.note}</p>}
            {getEntryReason(entry) && (
              <p dir="auto">{t("dosesheet.why", { reason: getEntryReason(entry) })}</p>
            )}
            <Soft>
              <Rich
                text="dosesheet.entryBy"
                values={{
                  ...getWho(entry.byId, entry.by, reading.myId),
                  time: (when) => <RelativeTime at={getEntryTime(entry)}>{when}</RelativeTime>,
                  when: formatMoment(getEntryTime(entry), reading),
                }}
              />
            </Soft>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Shows when the entry was made; an offline entry was made before it was saved. */
const getEntryTime = ({ at, values }: DoseEntry): number => values.saidAt ?? at;

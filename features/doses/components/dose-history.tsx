import { api } from "../../../lib/api.ts";
import { clockInZone, dayInZone, shortDay } from "../../../lib/zone-day.ts";
import { Loading } from "../../../ui/loading.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { Soft } from "../../../ui/text.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { ENTRY_WORDS, MONTH_WORDS } from "../client/month-words.ts";
import { REASON_WORDS, reasonOf } from "../rules/reasons.ts";
import type { EntryValues } from "../schema.ts";
import styles from "./dose-history.module.css";

export type OpenedDoses = {
  /** The medicine and its time. */
  title: string;
  /** The dose that stands first, then those beside it. */
  doseIds: string[];
};

type DoseHistoryProps = { opened: OpenedDoses | null; timeZone: string; onClose: () => void };

/** Everything that was said about a dose, in a dialog. */
export function DoseHistory({ opened, timeZone, onClose }: DoseHistoryProps) {
  return (
    <Modal opened={opened !== null} onClose={onClose} title={opened?.title ?? ""} size="lg">
      {opened?.doseIds.map((doseId) => (
        <Entries key={doseId} doseId={doseId} timeZone={timeZone} />
      ))}
    </Modal>
  );
}

function Entries({ doseId, timeZone }: { doseId: string; timeZone: string }) {
  const entries = useLiveQuery(api.doses.listDoseEntries, { doseId });
  if (entries === undefined) return <Loading label="Loading the history..." rows={2} />;
  const moment = (ts: number) => `${shortDay(dayInZone(ts, timeZone))}, ${clockInZone(ts, timeZone)}`;
  if (!entries || entries.length === 0) return <Soft>{MONTH_WORDS.noEntry}</Soft>;
  return (
    <ol className={styles.entries}>
      {entries.map(({ revision, kind, by, at, values, note, why }) => (
        <li key={revision} className={styles.entry}>
          <b>{ENTRY_WORDS[kind] ?? kind}</b>
          {detailsOf(kind, values, moment)}
          <Soft>
            Written by {by || "Unknown"}, {moment(at)}
          </Soft>
          {note && <p>{note}</p>}
          {why && <p>{why}</p>}
        </li>
      ))}
    </ol>
  );
}

function detailsOf(
  kind: string,
  { reason, givenAt, state }: EntryValues,
  moment: (ts: number) => string,
): string {
  if (kind === "not_given") return `: ${REASON_WORDS[reasonOf(reason)]}`;
  return state === "given" && givenAt !== null ? `: ${moment(givenAt)}` : "";
}

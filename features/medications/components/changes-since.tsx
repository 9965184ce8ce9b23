import { Link, useParams } from "@tanstack/react-router";
import { api, type Note } from "../../../lib/api.ts";
import { shortDay } from "../../../lib/dates/zone-day.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { getMedicationName } from "../../notes/rules/medication-limits.ts";
import type { Medication } from "../../notes/rules/medication-schema.ts";
import { formatMedicationLabel } from "../../notes/rules/medication-words.ts";
import { compareMedications } from "../rules/changes.ts";
import styles from "./changes-since.module.css";

/** What changed since the previous list: medications started, stopped, or taken with another dose or timing. */
export function ChangesSince({ noteId, content }: { noteId: string; content: Note["content"] }) {
  const { diaryId } = useParams({ from: "/signed-in/care/$diaryId/note/$noteId" });
  const former = useLiveQuery(api.notes.formerMedications, { noteId });
  if (!former || former.isLost || content.type !== "current-medications") return null;
  const changes = compareMedications(former.medications, content.data.medications);
  const groups = [
    { title: "Started", lines: changes.started.map(formatMedicationLabel) },
    { title: "Stopped", lines: changes.stopped.map(formatMedicationLabel) },
    { title: "Dose changed", lines: changes.doseChanged.map((change) => changeLine("dosage", change)) },
    { title: "Timing changed", lines: changes.timingChanged.map((change) => changeLine("timing", change)) },
  ].filter(({ lines }) => lines.length > 0);
  return (
    <section className={styles.changes} aria-labelledby="medication-changes">
      <h2 id="medication-changes" className={styles.title}>
        Changes since{" "}
        <Link to="/care/$diaryId/note/$noteId" params={{ diaryId, noteId: getShownId(former) }}>
          the list of {shortDay(former.noteDay)}
        </Link>
      </h2>
      {groups.length === 0 && <p>Nothing was started, stopped or changed.</p>}
      <dl className={styles.groups}>
        {groups.map(({ title, lines }) => (
          <div key={title} className={styles.group}>
            <dt>{title}</dt>
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: something may be listed twice; nothing moves
              <dd key={index}>{line}</dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  );
}

/** "Ramipril: 5 mg → 10 mg". */
function changeLine(
  field: "dosage" | "timing",
  { before, after }: { before: Medication; after: Medication },
) {
  const formatText = (text: string) => text || "not said";
  return `${getMedicationName(after)}: ${formatText(before[field])} → ${formatText(after[field])}`;
}

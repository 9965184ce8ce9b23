import { Link, useParams } from "@tanstack/react-router";
import { api, type Note } from "../../../lib/api.ts";
import { shortDay } from "../../../lib/dates/zone-day.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { t } from "../../../lib/words/t.ts";
import { Rich } from "../../../ui/rich.tsx";
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
    { title: t("medicationnote.started"), lines: changes.started.map(formatMedicationLabel) },
    { title: t("medicationnote.stopped"), lines: changes.stopped.map(formatMedicationLabel) },
    {
      title: t("medicationnote.doseChanged"),
      lines: changes.doseChanged.map((change) => changeLine("dosage", change)),
    },
    {
      title: t("medicationnote.timingChanged"),
      lines: changes.timingChanged.map((change) => changeLine("timing", change)),
    },
  ].filter(({ lines }) => lines.length > 0);
  return (
    <section className={styles.changes} aria-labelledby="medication-changes">
      <h2 id="medication-changes" className={styles.title}>
        <Rich
          text="medicationnote.since"
          values={{
            list: (words) => (
              <Link to="/care/$diaryId/note/$noteId" params={{ diaryId, noteId: getShownId(former) }}>
                {words}
              </Link>
            ),
            day: shortDay(former.noteDay),
          }}
        />
      </h2>
      {groups.length === 0 && <p>{t("medicationnote.nothing")}</p>}
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
  const formatText = (text: string) => text || t("medicationnote.notSaid");
  return t("medicationnote.change", {
    name: getMedicationName(after),
    before: formatText(before[field]),
    after: formatText(after[field]),
  });
}

import type { Note, Notebook } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { Soft } from "../../../ui/text.tsx";
import { describeAuthor } from "../../notebooks/rules/authors.ts";
import { formatSummary } from "../../notes/rules/list-words.ts";
import { DEFAULT_SUMMARY } from "../../notes/rules/medication-limits.ts";
import { ChangesSince } from "./changes-since.tsx";
import { MedicationCards } from "./medication-cards.tsx";
import styles from "./medication-note.module.css";
import { MedicationTable } from "./medication-table.tsx";
import { NewerListNotice } from "./newer-list-notice.tsx";
import { formatPerson, PrintedFacts } from "./printed-list.tsx";

/** A list of medications with the changes since the previous one; a table where there is space. */
export function MedicationNote({ note, notebook }: { note: Note; notebook: Notebook }) {
  return (
    <>
      <NewerListNotice noteId={note._id} />
      <PrintedFacts notebook={notebook} noteDay={note.noteDay} author={describeAuthor(note)} />
      <MedicationReading note={note} person={formatPerson(notebook)} />
      <ChangesSince noteId={note._id} content={note.content} />
    </>
  );
}

type ReadingProps = {
  note: Pick<Note, "content">;
  /** Whose list it is, for paper. */
  person?: string;
};

/** The list without the changes. */
export function MedicationReading({ note: { content }, person }: ReadingProps) {
  if (content.type !== "current-medications") return null;
  const { medications, summary, reason } = content.data;
  return (
    <section className={styles.list}>
      {/* On paper there is only what was entered. */}
      <h2 className={summary === DEFAULT_SUMMARY ? `${styles.summary} no-print` : styles.summary}>
        {formatSummary(summary)}
      </h2>
      {reason && <p className={styles.reason}>{t("medicationnote.reason", { reason })}</p>}
      {medications.length === 0 && <Soft>{t("medicationlist.none")}</Soft>}
      {medications.length > 0 && (
        <>
          <MedicationTable medications={medications} {...(person && { person })} />
          <MedicationCards medications={medications} isNextToTable />
        </>
      )}
    </section>
  );
}

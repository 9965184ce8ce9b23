import type { Note } from "../../../lib/api.ts";
import { summaryText } from "../rules.ts";
import { ChangesSince } from "./changes-since.tsx";
import { MedicationCards } from "./medication-cards.tsx";
import styles from "./medication-note.module.css";
import { MedicationTable } from "./medication-table.tsx";
import { NewerListNotice } from "./newer-list-notice.tsx";

/** A list of medications with the changes since the previous one; a table where there is space. */
export function MedicationNote({ note }: { note: Pick<Note, "_id" | "content"> }) {
  return (
    <>
      <NewerListNotice noteId={note._id} />
      <MedicationReading note={note} />
      <ChangesSince noteId={note._id} content={note.content} />
    </>
  );
}

/** The list without the changes. */
export function MedicationReading({ note: { content } }: { note: Pick<Note, "content"> }) {
  if (content.type !== "current-medications") return null;
  const { medications, summary } = content.data;
  return (
    <section className={styles.list}>
      <h2 className={styles.summary}>{summaryText(summary)}</h2>
      <MedicationTable medications={medications} />
      <MedicationCards medications={medications} />
    </section>
  );
}

import type { ReactNode } from "react";
import type { Note, Notebook } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { joinClassNames } from "../../../ui/class-names.ts";
import { NoteText, type Reading } from "../../notes/client/public.ts";
import { HANDOVER_HEADINGS, listWrittenParts } from "../../notes/rules/handover-words.ts";
import styles from "./handover-reading.module.css";
import { HandoverTasks } from "./handover-tasks.tsx";

type Shown = Parameters<Reading>[0]["note"];

/** A handover note; its next steps can become tasks. */
export function HandoverNote({ note, notebook }: { note: Note; notebook: Notebook }) {
  const mayAdd = notebook.permissions.includes("tasks.create");
  return <HandoverReading note={note} toDo={mayAdd && <HandoverTasks note={note} />} />;
}

/** The parts of a handover note; `toDo` replaces the text of the next steps. */
export function HandoverReading({ note, toDo }: { note: Shown; toDo?: ReactNode }) {
  const { content, mentioned } = note;
  if (content.type !== "handover") return null;
  const { state } = content.data;
  return (
    <>
      <p
        className={joinClassNames(
          styles.state,
          state === "watch" && styles.watch,
          state === "urgent" && styles.urgent,
        )}
      >
        {t("handovernote.careState", { state })}
      </p>
      {listWrittenParts(content.data).map((part) => (
        <section key={part} className={styles.part}>
          <h2>{t(HANDOVER_HEADINGS[part])}</h2>
          {part === "nextSteps" && toDo ? toDo : <NoteText text={content.data[part]} mentioned={mentioned} />}
        </section>
      ))}
    </>
  );
}

import { IconLock } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Note, Notebook } from "../../../lib/api.ts";
import { formatExactTime, formatRelativeDays } from "../../../lib/dates/time.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { RoleMark } from "../../../ui/role-mark.tsx";
import { Tags } from "../../../ui/tags.tsx";
import { Fact, Facts } from "../../../ui/text.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { WaitingMark } from "../../../ui/waiting-mark.tsx";
import { getRoleName } from "../../notebooks/rules/roles.ts";
import { noteDateInWords, noteLongDate } from "../client/note-date-words.ts";
import type { Readings } from "../client/note-kind.ts";
import { useNote } from "../client/use-note.ts";
import { NoteActions } from "../components/note-actions.tsx";
import { NoteMissing } from "../components/note-missing.tsx";
import { VisibilityMark } from "../components/visibility-mark.tsx";
import { NOTE_MESSAGES } from "../rules/messages.ts";
import type { NoteType } from "../rules.ts";
import styles from "./note-detail.module.css";

type NoteDetailProps = {
  notebook: Notebook;
  /** How notes of other rooms' types are rendered. */
  layouts: Partial<Record<NoteType, (note: Note) => ReactNode>>;
  /** How their content alone is rendered, as in a former version. */
  readings: Readings;
  /** Sections of other rooms below a note, such as its comments. */
  panels?: (note: Note) => ReactNode;
};

/** `/care/:diaryId/note/:noteId`: one note, live. */
export function NoteDetailScreen({ notebook, layouts, readings, panels }: NoteDetailProps) {
  const { noteId } = useParams({ from: "/signed-in/care/$diaryId/note/$noteId" });
  const note = useNote(noteId, notebook._id);
  const now = useNow();
  const diaryId = getShownId(notebook);
  const { timeZone } = notebook;
  if (note === undefined) return <Loading label={t("note.loading")} />;
  if (note === null) return <NoteMissing diaryId={diaryId} />;
  const layout = layouts[note.content.type] ?? (() => <p>{writeMessage(NOTE_MESSAGES.unknownType)}</p>);
  return (
    <article className={note.type !== "current-medications" ? styles.note : `${styles.note} ${styles.wide}`}>
      <PageHeader title={note.title || t("notewords.untitled")} isDense>
        <NoteActions note={note} diaryId={diaryId} timeZone={timeZone} readings={readings} />
      </PageHeader>
      <Facts className={styles.meta}>
        <span>{note.creatorName ?? t("notewords.unknown")}</span>
        {note.byClinician && <RoleMark>{getRoleName("clinician")}</RoleMark>}
        <span className="no-print" title={noteLongDate(note, timeZone)}>
          {noteDateInWords(note, timeZone, now)}
        </span>
        <span className="no-print">
          <RelativeTime at={note.updatedAt}>
            {t("notewords.updated", { when: formatRelativeDays(note.updatedAt, now, 30) })}
          </RelativeTime>
        </span>
        {/* Paper doesn't know how long ago it was printed. */}
        <span className={styles.onPaper}>{noteLongDate(note, timeZone)}</span>
        <span className={styles.onPaper}>
          {t("notewords.updated", { when: formatExactTime(note.updatedAt) })}
        </span>
        <WaitingMark subject={note._id} />
        <VisibilityMark visibility={note.visibility} />
        {note.isEncrypted && (
          <Fact>
            <IconLock size={16} aria-hidden="true" /> {t("notewords.encrypted")}
          </Fact>
        )}
      </Facts>
      {note.isLost ? <p>{writeMessage(NOTE_MESSAGES.lostReason)}</p> : layout(note)}
      {note.tags.length > 0 && <Tags tags={note.tags} label={t("notewords.tags")} className={styles.tags} />}
      <div className="no-print">{panels?.(note)}</div>
    </article>
  );
}

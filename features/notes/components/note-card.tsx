import { IconLock, IconMessageCircle, IconPaperclip } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { memo } from "react";
import type { NoteSummary } from "../../../lib/api.ts";
import { formatRelativeDays } from "../../../lib/dates/time.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { t } from "../../../lib/words/t.ts";
import { Card } from "../../../ui/card.tsx";
import { joinClassNames } from "../../../ui/class-names.ts";
import { NewMark } from "../../../ui/new-mark.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { RoleMark } from "../../../ui/role-mark.tsx";
import { Tags } from "../../../ui/tags.tsx";
import { Fact, Facts } from "../../../ui/text.tsx";
import { UnsentStatus } from "../../../ui/unsent-status.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { useIsWaiting } from "../../../ui/waiting-changes.ts";
import { WaitingMark } from "../../../ui/waiting-mark.tsx";
import { getRoleName } from "../../notebooks/rules/roles.ts";
import { noteDateInWords } from "../client/note-date-words.ts";
import { isUnsent } from "../client/optimistic-notes.ts";
import { getTypeName } from "../client/type-words.ts";
import { formatMore, formatNewerList } from "../rules/list-words.ts";
import { noteIcon } from "../rules.ts";
import styles from "./note-card.module.css";
import { NotePictures } from "./note-pictures.tsx";
import { VisibilityMark } from "./visibility-mark.tsx";

type NoteCardProps = {
  note: NoteSummary;
  diaryId: string;
  /** The notebook's. */
  timeZone: string;
  /** Something about it is new to the reader. */
  isNew: boolean;
};

/** A note in the list. An unsaved one is marked as such, and can be opened once this device keeps it. */
export const NoteCard = memo(function NoteCard({ note, diaryId, timeZone, isNew }: NoteCardProps) {
  const now = useNow();
  const unsent = isUnsent(note);
  const isKept = useIsWaiting(note._id);
  return (
    <Card isLink isOneOfMany className={joinClassNames(styles.card, unsent && styles.unsent)}>
      <span className={styles.icon} role="img" aria-label={getTypeName(note.type, note.noteTypeName)}>
        {noteIcon(note.noteTypeIcon)}
      </span>
      <div className={styles.body}>
        <h2 className={styles.title}>
          {unsent && !isKept ? (
            note.title
          ) : (
            <Link to="/care/$diaryId/note/$noteId" params={{ diaryId, noteId: getShownId(note) }}>
              {note.title || t("notewords.untitled")}
            </Link>
          )}
        </h2>
        {note.newerList && <p className={styles.replaced}>{formatNewerList(note.newerList)}</p>}
        {note.medications ? (
          <ul className={styles.medications} aria-label={t("notes.medications")}>
            {note.medications.shown.map((medication, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: something may be listed twice; nothing moves
              <li key={index}>{medication}</li>
            ))}
            {note.medications.more && <li>{formatMore(note.medications.more)}</li>}
          </ul>
        ) : (
          <p className={styles.preview}>{note.preview}</p>
        )}
        {note.pictures && <NotePictures {...note.pictures} />}
        <Facts className={styles.meta}>
          {isNew && <NewMark />}
          <span>{note.creatorName ?? t("notewords.unknown")}</span>
          {note.byClinician && <RoleMark>{getRoleName("clinician")}</RoleMark>}
          <span>{noteDateInWords(note, timeZone, now)}</span>
          <WaitingMark subject={note._id} />
          {isKept ? null : unsent ? (
            <span>
              <UnsentStatus subject={note._id}>{t("notes.saving")}</UnsentStatus>
            </span>
          ) : (
            <RelativeTime at={note.updatedAt}>
              {t("notewords.updated", { when: formatRelativeDays(note.updatedAt, now, 30) })}
            </RelativeTime>
          )}
          <VisibilityMark visibility={note.visibility} />
          {note.isEncrypted && (
            <Fact>
              <IconLock size={16} aria-hidden="true" /> {t("notewords.encrypted")}
            </Fact>
          )}
          {note.commentCount > 0 && (
            <Fact>
              <IconMessageCircle size={16} aria-hidden="true" />{" "}
              {t("notes.comments", { count: note.commentCount })}
            </Fact>
          )}
          {note.attachmentCount > 0 && (
            <Fact>
              <IconPaperclip size={16} aria-hidden="true" />{" "}
              {t("notes.attachments", { count: note.attachmentCount })}
            </Fact>
          )}
        </Facts>
        {note.tags.length > 0 && (
          <Tags tags={note.tags} label={t("notewords.tags")} className={styles.tags} />
        )}
      </div>
    </Card>
  );
});

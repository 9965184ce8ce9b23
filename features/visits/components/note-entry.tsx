import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { getShownId } from "../../../lib/shown-id.ts";
import { t } from "../../../lib/words/t.ts";
import { RoleMark } from "../../../ui/role-mark.tsx";
import { Facts } from "../../../ui/text.tsx";
import { getRoleName } from "../../notebooks/rules/roles.ts";
import { getTextAfter } from "../rules.ts";
import type { VisitNote } from "../schema.ts";
import styles from "./note-entry.module.css";

type NoteEntryProps = {
  note: VisitNote;
  /** The notebook's id in addresses. */
  shownDiaryId: string;
  /** The level of its heading below the page's. */
  heading: "h3" | "h4";
  /** Its day, where it isn't shown above. */
  day?: string;
  /** What can be done with it. */
  action?: ReactNode;
};

/** A note of the page for a visit: its title, its beginning, and who wrote it. */
export function NoteEntry({ note, shownDiaryId, heading: Heading, day, action }: NoteEntryProps) {
  // The title of a question is how its text begins.
  const rest = getTextAfter(note.title, note.preview);
  return (
    <li className={styles.note}>
      <Heading className={styles.title}>
        <Link
          to="/care/$diaryId/note/$noteId"
          params={{ diaryId: shownDiaryId, noteId: getShownId(note) }}
          className={styles.link}
        >
          {note.title || t("visit.untitled")}
        </Link>
      </Heading>
      {rest && <p className={styles.preview}>{rest}</p>}
      <Facts className={styles.facts}>
        <span>{note.creatorName || t("visit.unknown")}</span>
        {note.byClinician && <RoleMark>{getRoleName("clinician")}</RoleMark>}
        {day && <span>{day}</span>}
        {note.commentCount > 0 && <span>{t("visit.comments", { count: note.commentCount })}</span>}
      </Facts>
      {action}
    </li>
  );
}

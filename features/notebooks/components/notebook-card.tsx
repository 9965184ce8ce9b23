import { Badge } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { NotebookSummary } from "../../../lib/api.ts";
import { counted } from "../../../lib/counted.ts";
import { shownId } from "../../../lib/shown-id.ts";
import { relativeTime } from "../../../lib/time.ts";
import { NotebookAvatar } from "../../../ui/notebook-avatar.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { ROLE_LABELS } from "../rules.ts";
import styles from "./notebook-card.module.css";
import { isOwn } from "./own-notebooks.ts";

type NotebookCardProps = {
  notebook: NotebookSummary;
  /** Epoch ms, for "Updated …"; one clock for all cards. */
  now: number;
  onShowMembers: (notebook: NotebookSummary) => void;
};

/** One notebook in the list; the whole card leads into it. */
export function NotebookCard({ notebook, now, onShowMembers }: NotebookCardProps) {
  const subject = notebook.details.fullName || "Unknown Subject";
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <NotebookAvatar name={subject} avatarUrl={notebook.avatarUrl} size={52} />
        <div className={styles.names}>
          <h3 className={styles.subject}>
            <Link to="/care/$diaryId" params={{ diaryId: shownId(notebook) }} className={styles.link}>
              {subject}
            </Link>
          </h3>
          <p className={styles.name}>{notebook.name}</p>
        </div>
        {notebook.unreadCount > 0 && (
          <Badge circle size="xl" color="red" aria-label={`${notebook.unreadCount} unread`}>
            {notebook.unreadCount > 9 ? "9+" : notebook.unreadCount}
          </Badge>
        )}
      </div>
      <p className={styles.counts}>
        <button
          type="button"
          className={styles.members}
          aria-label={`${counted(notebook.memberCount, "member")} of ${notebook.name}`}
          onClick={() => onShowMembers(notebook)}
        >
          {counted(notebook.memberCount, "member")}
        </button>
        {counted(notebook.noteCount, "note")}
      </p>
      <div className={styles.foot}>
        <Badge variant="outline">{ROLE_LABELS[notebook.userRole]}</Badge>
        <RelativeTime
          at={notebook.updatedAt}
        >{`Updated ${relativeTime(notebook.updatedAt, now)}`}</RelativeTime>
      </div>
      {!isOwn(notebook) && <p className={styles.owner}>Owned by {notebook.ownerName ?? "Unknown"}</p>}
    </li>
  );
}

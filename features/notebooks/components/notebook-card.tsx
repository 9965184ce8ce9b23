import { Link } from "@tanstack/react-router";
import { memo } from "react";
import type { NotebookSummary } from "../../../lib/api.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { t } from "../../../lib/words/t.ts";
import { Card } from "../../../ui/card.tsx";
import { PhotoAvatar } from "../../../ui/photo-avatar.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Soft } from "../../../ui/text.tsx";
import { isOwn } from "../client/own-notebooks.ts";
import { getRoleName } from "../rules/roles.ts";
import styles from "./notebook-card.module.css";

type NotebookCardProps = {
  notebook: NotebookSummary;
  /** The relative time of its last change. */
  age: string;
  onShowMembers: (notebook: NotebookSummary) => void;
};

/**
 * A card of the list, which is one link. Its badges are plain elements: the kit's take longer to render than the rest
 * of a card, and there may be two hundred cards.
 */
export const NotebookCard = memo(function NotebookCard({ notebook, age, onShowMembers }: NotebookCardProps) {
  const subject = notebook.details.fullName || t("shared.unknownSubject");
  return (
    <Card isLink isRaised isOneOfMany className={styles.card}>
      <div className={styles.head}>
        <PhotoAvatar name={subject} avatarUrl={notebook.avatarUrl} size={52} />
        <div className={styles.names}>
          <h3 className={styles.subject}>
            <Link to="/care/$diaryId" params={{ diaryId: getShownId(notebook) }}>
              {subject}
            </Link>
          </h3>
          <Soft>{notebook.name}</Soft>
        </div>
        {notebook.unreadCount > 0 && (
          <span
            className={styles.unread}
            role="img"
            aria-label={t("notebooks.unread", { count: notebook.unreadCount })}
          >
            {notebook.unreadCount > 9 ? "9+" : notebook.unreadCount}
          </span>
        )}
      </div>
      <Soft className={styles.counts}>
        <button
          type="button"
          className={styles.members}
          aria-label={t("notebooks.membersOf", { count: notebook.memberCount, name: notebook.name })}
          onClick={() => onShowMembers(notebook)}
        >
          {t("notebooks.members", { count: notebook.memberCount })}
        </button>
        {t("notebooks.notes", { count: notebook.noteCount })}
      </Soft>
      <div className={styles.foot}>
        <span className={styles.role}>{getRoleName(notebook.userRole)}</span>
        <RelativeTime at={notebook.updatedAt}>{t("notebooks.updated", { when: age })}</RelativeTime>
      </div>
      {!isOwn(notebook) && (
        <Soft>{t("notebooks.ownedBy", { name: notebook.ownerName || t("shared.unknown") })}</Soft>
      )}
    </Card>
  );
});

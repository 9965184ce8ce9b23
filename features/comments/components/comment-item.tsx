import { Button } from "@mantine/core";
import { IconEyeOff, IconUsers } from "@tabler/icons-react";
import { memo, useEffect, useRef } from "react";
import type { Comment } from "../../../lib/api.ts";
import { formatRelativeDays } from "../../../lib/dates/time.ts";
import type { MentionablePerson } from "../../../lib/mentions.ts";
import type { Visibility } from "../../../lib/visibility-levels.ts";
import { t } from "../../../lib/words/t.ts";
import { Actions } from "../../../ui/actions.tsx";
import { createLazyPart } from "../../../ui/lazy-part.tsx";
import { NewMark } from "../../../ui/new-mark.tsx";
import { PhotoAvatar } from "../../../ui/photo-avatar.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Rich } from "../../../ui/rich.tsx";
import { RoleMark } from "../../../ui/role-mark.tsx";
import { Fact, Facts } from "../../../ui/text.tsx";
import { UnsentStatus } from "../../../ui/unsent-status.tsx";
import { useIsWaiting } from "../../../ui/waiting-changes.ts";
import { WaitingMark } from "../../../ui/waiting-mark.tsx";
import { getRoleName } from "../../notebooks/rules/roles.ts";
import { describeVisibility } from "../../notes/client/public.ts";
import { isUnsent } from "../client/optimistic-comments.ts";
import type { CommentInput } from "../client/use-comment-writes.ts";
import styles from "./comment-item.module.css";
import { CommentText } from "./comment-text.tsx";

const EditComment = createLazyPart(() => import("./edit-comment.tsx").then((m) => m.EditComment));

/** Up to this age a comment's time is relative, then it is a date (care-core 9). */
const RELATIVE_DAYS = 7;

export const getCommentAuthor = ({ creatorName }: Pick<Comment, "creatorName">) =>
  creatorName.trim() || t("notewords.unknown");

type CommentItemProps = {
  comment: Comment;
  /** Now, up to a minute ago; epoch ms. */
  tick: number;
  /** The visibility of the target; a comment with a narrower one shows it. */
  widest: Visibility;
  isNew: boolean;
  mayEdit: boolean;
  mayDelete: boolean;
  /** The URL's hash names this comment. */
  isNamed: boolean;
  isEditing: boolean;
  peopleFor: (visibility: Visibility) => readonly MentionablePerson[];
  onEdit: (comment: Comment | null) => void;
  onChange: (commentId: string, change: CommentInput) => Promise<boolean>;
  onDelete: (comment: Comment) => void;
};

/** One comment: author, time, text, and the viewer's actions. */
export const CommentItem = memo(function CommentItem(props: CommentItemProps) {
  const { comment, tick, widest, isNew, mayEdit, mayDelete, isNamed, isEditing, onEdit, onDelete } = props;
  const author = getCommentAuthor(comment);
  const isKept = useIsWaiting(comment._id);
  const unsent = isUnsent(comment) && !isKept;
  const editButton = useFocusAfter(isEditing);
  return (
    <li
      id={`comment-${comment._id}`}
      data-unsent={unsent || undefined}
      data-named={isNamed || undefined}
      className={styles.comment}
    >
      <PhotoAvatar
        name={[...comment.creatorName.trim()][0] ?? "U"}
        avatarUrl={comment.creatorAvatarUrl}
        size={36}
      />
      <div className={styles.body}>
        <Facts className={styles.meta}>
          <strong className={styles.author}>{author}</strong>
          {comment.byClinician && <RoleMark>{getRoleName("clinician")}</RoleMark>}
          {isNew && <NewMark />}
          <WaitingMark subject={comment._id} />
          {unsent ? (
            <span>
              <UnsentStatus subject={comment._id}>{t("comments.sending")}</UnsentStatus>
            </span>
          ) : (
            <RelativeTime at={comment._creationTime}>
              {formatRelativeDays(
                comment._creationTime,
                Math.max(tick, comment._creationTime),
                RELATIVE_DAYS,
              )}
            </RelativeTime>
          )}
          {comment.isEdited && !unsent && (
            <RelativeTime at={comment.updatedAt}>{t("comments.edited")}</RelativeTime>
          )}
          {comment.visibility !== widest && <NarrowVisibility visibility={comment.visibility} />}
        </Facts>
        {isEditing ? (
          <EditComment
            comment={comment}
            people={props.peopleFor(comment.visibility)}
            onChange={props.onChange}
            onDone={() => onEdit(null)}
          />
        ) : comment.isLost ? (
          <p className={styles.lost}>{t("comments.lost")}</p>
        ) : (
          <CommentText text={comment.content} mentioned={comment.mentioned} />
        )}
        {!unsent && !isEditing && (mayEdit || mayDelete) && (
          <Actions isQuiet className="no-print">
            {mayEdit && !comment.isLost && (
              <Button ref={editButton} variant="subtle" onClick={() => onEdit(comment)}>
                <Rich text="comments.editOne" values={{ author }} />
              </Button>
            )}
            {mayDelete && (
              <Button variant="subtle" onClick={() => onDelete(comment)}>
                <Rich text="comments.deleteOne" values={{ author }} />
              </Button>
            )}
          </Actions>
        )}
      </div>
    </li>
  );
});

/** A ref for the button that opened something, which is focused again after it closes. */
function useFocusAfter(isOpen: boolean) {
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return opener;
}

function NarrowVisibility({ visibility }: { visibility: Visibility }) {
  const Icon = visibility === "private" ? IconEyeOff : IconUsers;
  return (
    <Fact>
      <Icon size={16} aria-hidden="true" /> {describeVisibility(visibility)}
    </Fact>
  );
}

import { useCallback, useEffect, useRef, useState } from "react";
import { api, type Comment, type Notebook } from "../../../lib/api.ts";
import { type Audience, seesComment, seesItem, toReader } from "../../../lib/visibility.ts";
import type { Visibility } from "../../../lib/visibility-levels.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { List } from "../../../ui/list.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { Question } from "../../../ui/question.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useTick } from "../../../ui/use-now.ts";
import { getHiddenCommentsLine, seesTeam } from "../../notebooks/rules/hidden-from-viewers.ts";
import { useOtherMembers } from "../../notes/client/public.ts";
import { useCommentNews } from "../client/use-comment-news.ts";
import { useCommentWrites } from "../client/use-comment-writes.ts";
import { COMMENT_MESSAGES, COMMENTS_SHOWN, type TargetType } from "../rules.ts";
import { CommentForm } from "./comment-form.tsx";
import { CommentItem } from "./comment-item.tsx";
import styles from "./comments-panel.module.css";

type CommentsPanelProps = {
  notebook: Pick<Notebook, "_id" | "permissions" | "permissionsOnOthers">;
  targetType: TargetType;
  targetId: string;
  /** The fields of the target that decide who sees it. */
  audience: Audience;
  /** Comments by others after this moment are new to the reader; null when none is. */
  newSince: number | null;
};

/** The comments on a note, a task or a program: live, with a form. */
export function CommentsPanel({ notebook, targetType, targetId, audience, newSince }: CommentsPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const tick = useTick();
  const comments = useLiveQuery(api.comments.listComments, { targetType, targetId });
  const writes = useCommentWrites({ diaryId: notebook._id, targetType, targetId });
  const myId = writes.me?._id;
  const { peopleFor, startLoading } = useMentionable(notebook._id, audience, myId);
  const news = useCommentNews(comments, myId);
  const [editing, setEditing] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<Comment | null>(null);
  const named = useCommentFromHash(comments !== undefined);

  const write = useRef(writes);
  write.current = writes;
  const change = useCallback<typeof writes.change>((...args) => write.current.change(...args), []);
  const edit = useCallback(
    (comment: Comment | null) => {
      setEditing(comment?._id ?? null);
      if (comment) startLoading();
    },
    [startLoading],
  );

  function remove() {
    if (deleting) void writes.remove(deleting._id);
    setDeleting(null);
    // The focused button disappears with its comment.
    setTimeout(() => heading.current?.focus({ preventScroll: true }));
  }

  return (
    <Section
      title={comments ? t("comments.titleWithCount", { count: comments.length }) : t("comments.title")}
      headingRef={heading}
      isApart
      id="comments"
    >
      <p className="visually-hidden" aria-live="polite">
        {news}
      </p>
      {!comments && <Loading label={t("comments.loading")} rows={1} />}
      {comments?.length === COMMENTS_SHOWN && <Soft>{t("comments.newest", { count: COMMENTS_SHOWN })}</Soft>}
      {comments?.length === 0 && (
        <Soft>{seesTeam(notebook) ? t("comments.none") : getHiddenCommentsLine()}</Soft>
      )}
      {comments && comments.length > 0 && (
        <List gap="none" isRuled>
          {comments.map((comment) => (
            <CommentItem
              key={comment._id}
              comment={comment}
              tick={tick}
              widest={audience.visibility}
              isNew={newSince !== null && comment._creationTime > newSince && comment.creatorId !== myId}
              mayEdit={comment.creatorId === myId}
              // The list is shared by many readers, so permissions per comment are computed here.
              mayDelete={
                comment.creatorId === myId || notebook.permissionsOnOthers.includes("comments.delete")
              }
              isNamed={`comment-${comment._id}` === named}
              isEditing={comment._id === editing}
              peopleFor={peopleFor}
              onEdit={edit}
              onChange={change}
              onDelete={setDeleting}
            />
          ))}
        </List>
      )}
      {comments && notebook.permissions.includes("comments.create") && (
        <CommentForm
          target={{ diaryId: notebook._id, targetType, targetId }}
          widest={audience.visibility}
          peopleFor={peopleFor}
          onFocus={startLoading}
          onCreate={writes.create}
        />
      )}
      <Question
        opened={deleting !== null}
        title={t("comments.deleteTitle")}
        confirm={t("comments.delete")}
        onConfirm={remove}
        onCancel={() => setDeleting(null)}
      >
        <p>{writeMessage(COMMENT_MESSAGES.deleteQuestion)}</p>
        {deleting && !deleting.isLost && <p className={styles.quoted}>{deleting.content}</p>}
      </Question>
    </Section>
  );
}

/** The people a comment can mention; loaded when the user begins to write. */
function useMentionable(
  diaryId: string,
  { visibility, noteAuthor, assignedTo }: Audience,
  myId: string | undefined,
) {
  const [isWanted, setIsWanted] = useState(false);
  const members = useOtherMembers(diaryId, myId, isWanted);
  const startLoading = useCallback(() => setIsWanted(true), []);
  const peopleFor = useCallback(
    (level: Visibility) => {
      const audience = { visibility, noteAuthor, assignedTo };
      const comment = { visibility: level, creatorId: myId ?? "" };
      return (members ?? []).filter(
        (member) => seesItem(audience, toReader(member)) && seesComment(comment, toReader(member)),
      );
    },
    [members, visibility, noteAuthor, assignedTo, myId],
  );
  return { peopleFor, startLoading };
}

/** The id of the comment in the URL's hash, as in a link from a mail; scrolled into view once it is rendered. */
function useCommentFromHash(isThere: boolean): string | null {
  const [named] = useState(() => (location.hash.startsWith("#comment-") ? location.hash.slice(1) : null));
  useEffect(() => {
    // The browser looked for the hash before the comments were loaded.
    if (isThere && named) document.getElementById(named)?.scrollIntoView({ block: "center" });
  }, [isThere, named]);
  return named;
}

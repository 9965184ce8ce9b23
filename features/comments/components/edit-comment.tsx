import { Button } from "@mantine/core";
import { useState } from "react";
import type { Comment } from "../../../lib/api.ts";
import { listMentionedPeople, type MentionablePerson } from "../../../lib/mentions.ts";
import { t } from "../../../lib/words/t.ts";
import { getDraftKey, readDraft, useKeepDraft, writeDraft } from "../../../ui/draft.ts";
import { MentionField } from "../../../ui/mention-field.tsx";
import type { CommentInput } from "../client/use-comment-writes.ts";
import { COMMENT_LENGTH } from "../rules.ts";
import styles from "./comment-form.module.css";

type EditCommentProps = {
  comment: Comment;
  people: readonly MentionablePerson[];
  onChange: (commentId: string, change: CommentInput) => Promise<boolean>;
  onDone: () => void;
};

/** Edits a comment's text in place. Unsaved or refused text stays as a draft. */
export function EditComment({ comment, people, onChange, onDone }: EditCommentProps) {
  const key = getDraftKey(comment.diaryId, "comment-edit", comment._id);
  const [typed, setTyped] = useState(() => readDraft<string>(key) ?? comment.content);
  useKeepDraft(key, typed, typed !== comment.content);

  function leave() {
    writeDraft(key, null);
    onDone();
  }

  async function save() {
    const content = typed.trim();
    if (content === "") return;
    if (content === comment.content) return leave();
    // People mentioned before may have left the notebook; they stay mentioned while the text contains their names.
    const known = [
      ...people,
      ...comment.mentioned.filter(({ userId }) => !people.some((p) => p.userId === userId)),
    ];
    const ids = listMentionedPeople(content, known);
    const saved = onChange(comment._id, {
      content,
      mentioned: known.filter(({ userId }) => ids.includes(userId)),
    });
    onDone();
    writeDraft(key, (await saved) ? null : typed);
  }

  return (
    <form
      className="no-print"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      noValidate
    >
      <MentionField
        label={t("comments.change")}
        value={typed}
        onChange={setTyped}
        people={people}
        maxLength={COMMENT_LENGTH}
        onSubmit={() => void save()}
        onCancel={leave}
        autoFocus
      />
      <div className={styles.actions}>
        <Button variant="default" onClick={leave}>
          {t("comments.cancel")}
        </Button>
        <Button type="submit">{t("comments.save")}</Button>
      </div>
    </form>
  );
}

import { Button, NativeSelect } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { type FormEvent, useRef } from "react";
import { listMentionedPeople, type MentionablePerson } from "../../../lib/mentions.ts";
import type { Visibility } from "../../../lib/visibility-levels.ts";
import { t } from "../../../lib/words/t.ts";
import { getDraftKey } from "../../../ui/draft.ts";
import { MentionField } from "../../../ui/mention-field.tsx";
import { describeVisibility } from "../../notes/client/public.ts";
import { useCommentDraft } from "../client/use-comment-draft.ts";
import type { CommentInput, CommentTarget } from "../client/use-comment-writes.ts";
import { COMMENT_LENGTH, listLevelsWithin } from "../rules.ts";
import styles from "./comment-form.module.css";

type CommentFormProps = {
  target: CommentTarget;
  /** The visibility of the target; a comment can narrow it. */
  widest: Visibility;
  /** The people who can be mentioned at that visibility. */
  peopleFor: (visibility: Visibility) => readonly MentionablePerson[];
  onFocus: () => void;
  /** Resolves to whether it was saved. */
  onCreate: (comment: CommentInput, visibility: Visibility) => Promise<boolean>;
};

/** The form of a new comment. It empties at once; an error restores the text. */
export function CommentForm({ target, widest, peopleFor, onFocus, onCreate }: CommentFormProps) {
  const key = getDraftKey(target.diaryId, "comment", target.targetId);
  const { typed, setTyped, visibility, setVisibility, hold } = useCommentDraft(key, widest);
  const form = useRef<HTMLFormElement>(null);
  const levels = listLevelsWithin(widest);
  const people = peopleFor(visibility);

  function send() {
    const content = typed.trim();
    if (content === "") {
      form.current?.querySelector("textarea")?.focus();
      return;
    }
    const ids = listMentionedPeople(content, people);
    const mentioned = people.filter(({ userId }) => ids.includes(userId));
    void hold(content, onCreate({ content, mentioned }, visibility));
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    send();
  }

  return (
    <form ref={form} className={`${styles.form} no-print`} onSubmit={submit} noValidate>
      <MentionField
        label={t("comments.write")}
        description={t("mentions.hint")}
        value={typed}
        onChange={setTyped}
        people={people}
        maxLength={COMMENT_LENGTH}
        onSubmit={send}
        onFocus={onFocus}
      />
      <div className={styles.actions}>
        {levels.length > 1 && (
          <NativeSelect
            label={t("comments.whoSees")}
            className={styles.level}
            value={visibility}
            onChange={(event) => setVisibility(event.currentTarget.value as Visibility)}
            data={levels.map((level) => ({ value: level, label: describeVisibility(level) }))}
          />
        )}
        <Button type="submit" leftSection={<IconSend size={20} aria-hidden="true" />}>
          {t("comments.send")}
        </Button>
      </div>
    </form>
  );
}

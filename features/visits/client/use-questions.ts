import { useConvex, useMutation } from "convex/react";
import { api, type Notebook } from "../../../lib/api.ts";
import { getFirstWords } from "../../../lib/cut-text.ts";
import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { notifyFailure, notifySuccess } from "../../../ui/notify.ts";
import { NOTE_TITLE_LENGTH } from "../../notes/rules.ts";
import { QUESTION_TAG, removeQuestionTag, VISIT_MESSAGES } from "../rules.ts";

/** Writes a question for the visit: a note of today for the care team, with the tag that the page lists. */
export function useAsk({ _id: diaryId, timeZone }: Notebook): (text: string) => Promise<string> {
  const create = useMutation(api.notes.createNote);
  return (text) =>
    create({
      diaryId,
      type: "default",
      title: getFirstWords(text, NOTE_TITLE_LENGTH - 1),
      content: text,
      noteDay: toDayInZone(Date.now(), timeZone),
      visibility: "team",
      tags: [QUESTION_TAG],
    });
}

/** Takes the tag from a question that was answered; the note itself stays as it is. */
export function useMarkAnswered(): (noteId: string) => Promise<void> {
  const convex = useConvex();
  const update = useMutation(api.notes.updateNote);
  return async (noteId) => {
    try {
      const note = await convex.query(api.notes.getNote, { noteId });
      if (!note) return;
      const { title, content, noteDay, visibility, tags, version } = note;
      await update({
        noteId,
        ...{ title, content, noteDay, visibility },
        tags: removeQuestionTag(tags),
        baseVersion: version,
      });
      notifySuccess(t("visit.nowAnswered"));
    } catch (error) {
      console.error(writeMessage(VISIT_MESSAGES.answerFailed), error);
      notifyFailure(getErrorMessage(error, writeMessage(VISIT_MESSAGES.answerFailed)));
    }
  };
}

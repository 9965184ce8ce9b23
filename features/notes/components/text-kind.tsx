import { getFirstWords } from "../../../lib/cut-text.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { MentionField } from "../../../ui/mention-field.tsx";
import type { NoteKind } from "../client/note-kind.ts";
import { NOTE_MESSAGES } from "../rules/messages.ts";
import { getNoteText, NOTE_CONTENT_LENGTH } from "../rules.ts";
import { NoteText } from "./note-text.tsx";

type TextBody = { text: string };

/** Short enough for one line of a list on a phone, nearly always. */
const SUGGESTED_TITLE_LENGTH = 50;

const NOTHING = { body: { text: "" }, basis: null };

/** A general note, whose body is one text. */
export const TEXT_KIND: NoteKind<TextBody> = {
  type: "default",
  name: "General note",
  icon: "FileText",
  failed: { create: NOTE_MESSAGES.createFailed, update: NOTE_MESSAGES.updateFailed },
  mayRepeat: true,
  newTitle: () => "",
  titleOf: ({ text }) => getFirstWords(text, SUGGESTED_TITLE_LENGTH),
  emptyBody: () => NOTHING.body,
  useStart: () => NOTHING,
  savedBody: (note) => ({ text: getNoteText(note.content) }),
  contentOf: ({ text }) => ({ type: "default", data: { text: text.trim() } }),
  problemsOf: ({ text }): Record<string, string> =>
    text.trim() ? {} : { text: writeMessage(NOTE_MESSAGES.content) },
  textOf: ({ text }) => text,
  Fields: ({ value, problems, onChange, people = [], onFocus, hasPeople }) => (
    <MentionField
      label={t("noteform.content")}
      description={hasPeople ? t("mentions.hint") : undefined}
      withAsterisk
      minRows={8}
      maxRows={24}
      maxLength={NOTE_CONTENT_LENGTH}
      value={value.text}
      onChange={(text) => onChange({ text })}
      people={people}
      onFocus={onFocus}
      error={problems.text}
    />
  ),
  Reading: ({ note }) => <NoteText text={getNoteText(note.content)} mentioned={note.mentioned} />,
};

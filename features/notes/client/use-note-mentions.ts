import { useMemo, useState } from "react";
import { api, type Note } from "../../../lib/api.ts";
import { type MentionablePerson, mentionedIn } from "../../../lib/mentions.ts";
import type { OfferedPerson } from "../../../ui/mention-field.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useOtherMembers } from "../../mentions/client/public.ts";
import { readerOf, seesNote } from "../rules/visibility.ts";
import { textOf } from "../rules.ts";

/** What of an existing note decides about mentions. */
export type MentioningNote = Pick<Note, "creatorId" | "content" | "mentioned">;

type Writing = {
  diaryId: string;
  /** The text in the form; null for kinds of notes without mentions. */
  text: string | null;
  visibility: Note["visibility"];
  /** The note as it is stored; null for a new one. */
  note: MentioningNote | null;
};

const HIDDEN = "can't see this note";

/** Whom a note that is being written can mention, and whom it mentions. */
export function useNoteMentions({ diaryId, text, visibility, note }: Writing) {
  const myId = useLiveQuery(api.users.getCurrentUser, {})?._id;
  const [isWriting, setIsWriting] = useState(false);
  // Also for a draft whose text nobody has touched yet.
  const others = useOtherMembers(diaryId, myId, text !== null && (isWriting || text.includes("@")));
  const authorId = note?.creatorId ?? myId ?? "";
  const people = useMemo(
    () =>
      others.map(
        (member): OfferedPerson =>
          seesNote({ visibility, authorId }, readerOf(member)) ? member : { ...member, hint: HIDDEN },
      ),
    [others, visibility, authorId],
  );
  const mentioned = useMemo(() => mentionedBy(text, people, note), [text, people, note]);
  return {
    people,
    startLoading: () => setIsWriting(true),
    /** Undefined for kinds of notes without mentions. */
    mentioned,
    /** Those whom saving won't tell, because they don't see the note. */
    untold: people.filter(({ userId, hint }) => hint && mentioned?.some((each) => each.userId === userId)),
  };
}

function mentionedBy(
  text: string | null,
  people: readonly OfferedPerson[],
  note: MentioningNote | null,
): MentionablePerson[] | undefined {
  if (text === null) return undefined;
  // A name in a text that stays as it is mentions nobody new.
  if (note && textOf(note.content) === text.trim()) return note.mentioned;
  // People mentioned before may have left the notebook; they stay mentioned while the text contains their names.
  const former = note?.mentioned.filter(({ userId }) => !people.some((each) => each.userId === userId)) ?? [];
  const known = [...people, ...former];
  const ids = mentionedIn(text, known);
  return known.flatMap(({ userId, name }) => (ids.includes(userId) ? { userId, name } : []));
}

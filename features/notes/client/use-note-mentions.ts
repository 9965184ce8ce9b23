import { useMemo, useRef, useState } from "react";
import { api, type Note } from "../../../lib/api.ts";
import { listMentionedPeople, type MentionablePerson } from "../../../lib/mentions.ts";
import { seesNote, toReader } from "../../../lib/visibility.ts";
import { t } from "../../../lib/words/t.ts";
import type { OfferedPerson } from "../../../ui/mention-field.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { getNoteText } from "../rules.ts";
import { useOtherMembers } from "./use-other-members.ts";

/** The fields of an existing note that determine its mentions. */
export type MentioningNote = Pick<Note, "creatorId" | "content" | "mentioned">;

type Writing = {
  diaryId: string;
  /** The text in the form; null for kinds of notes without mentions. */
  text: string | null;
  visibility: Note["visibility"];
  /** The note as it is stored; null for a new one. */
  note: MentioningNote | null;
};

/** How long saving waits for the list of members, in steps of `STEP_MS`. */
const STEPS = 40;
const STEP_MS = 50;

const NOBODY: readonly OfferedPerson[] = [];

/** The people that a note being written can mention, and those it mentions. */
export function useNoteMentions({ diaryId, text, visibility, note }: Writing) {
  const myId = useLiveQuery(api.users.getCurrentUser, {})?._id;
  const [isWriting, setIsWriting] = useState(false);
  // Also for a draft whose text nobody has touched yet.
  const isWanted = text !== null && (isWriting || text.includes("@"));
  const others = useOtherMembers(diaryId, myId, isWanted);
  const authorId = note?.creatorId ?? myId ?? "";
  const people = useMemo(
    () =>
      others?.map(
        (member): OfferedPerson =>
          seesNote({ visibility, authorId }, toReader(member))
            ? member
            : { ...member, hint: t("mentions.notSeen") },
      ) ?? NOBODY,
    [others, visibility, authorId],
  );
  const mentioned = useMemo(() => mentionedBy(text, people, note), [text, people, note]);
  const latest = useRef({ mentioned, isLoading: false });
  latest.current = { mentioned, isLoading: isWanted && others === undefined };

  return {
    people,
    startLoading: () => setIsWriting(true),
    /** Mentioned people who aren't notified on saving, because they don't see the note. */
    untold: mentioned?.flatMap(
      ({ userId }) => people.find((each) => each.userId === userId && each.hint) ?? [],
    ),
    /**
     * The people the text mentions; undefined for kinds of notes without mentions. Waits a moment for the members: a
     * user who writes a name and saves at once means it. Without a connection the note is saved without new mentions.
     */
    async settled(): Promise<MentionablePerson[] | undefined> {
      for (let step = 0; step < STEPS && latest.current.isLoading && text?.includes("@"); step++)
        await new Promise((resolve) => setTimeout(resolve, STEP_MS));
      return latest.current.mentioned;
    },
  };
}

function mentionedBy(
  text: string | null,
  people: readonly OfferedPerson[],
  note: MentioningNote | null,
): MentionablePerson[] | undefined {
  if (text === null) return undefined;
  // A name in a text that stays as it is mentions nobody new.
  if (note && getNoteText(note.content) === text.trim()) return note.mentioned;
  // People mentioned before may have left the notebook; they stay mentioned while the text contains their names.
  const known = [...people, ...(note?.mentioned ?? [])];
  return listMentionedPeople(text, known).map((userId) => {
    const { name } = known.find((each) => each.userId === userId)!;
    return { userId, name };
  });
}

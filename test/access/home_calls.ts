import type { FunctionSweep } from "./calls.ts";
import { joinLetters } from "./note_calls.ts";
import type { World } from "./world.ts";

type Recent = { recentNotes: { _id: string }[]; recentUpdates: { type: string; id: string }[] };

const noteNamesOf = ({ notes }: Pick<World, "notes">) =>
  Object.fromEntries(Object.entries(notes).map(([letter, { id }]) => [id, letter]));

/** The comments and programs of the world by their ids. */
function namesOfUpdates({ comments }: Pick<World, "comments">): Record<string, string> {
  const { free, team, private: hidden } = comments.program;
  return {
    ...Object.fromEntries(Object.entries(comments.ids).map(([name, id]) => [id, name])),
    [free.targetId]: "F",
    [team.targetId]: "T",
    [hidden.targetId]: "O",
  };
}

/** The same, with the notes in parentheses: "(E)" for everyone's. */
export const namesOfWorld = (world: World): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(noteNamesOf(world)).map(([id, letter]) => [id, `(${letter})`])),
  ...namesOfUpdates(world),
});

/**
 * Calls of the dashboard: the result is the world's notes and, after a slash, its comments, tasks and programs by
 * their names.
 */
export const HOME_CALLS: Record<string, FunctionSweep> = {
  "home.getHomeRecent": {
    cases: {
      "all notebooks": () => ({ notesLimit: 20, updatesLimit: 50 }),
    },
    summarize: ({ recentNotes, recentUpdates }: Recent, { notes, comments }) => {
      const noteNames = noteNamesOf({ notes });
      const names = namesOfUpdates({ comments });
      const known = (ids: string[], of: Record<string, string>) =>
        joinLetters(
          ids.filter((id) => id in of),
          of,
        );
      return `${known(
        recentNotes.map(({ _id }) => _id),
        noteNames,
      )}/${known(
        recentUpdates.map(({ id }) => id),
        names,
      )}`;
    },
  },
};

import type { FunctionSweep } from "./calls.ts";
import { joinLetters } from "./note_calls.ts";

type Recent = { recentNotes: { _id: string }[]; recentUpdates: { type: string; id: string }[] };

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
      const noteNames = Object.fromEntries(Object.entries(notes).map(([letter, { id }]) => [id, letter]));
      const names = Object.fromEntries(Object.entries(comments.ids).map(([name, id]) => [id, name]));
      const { free, team, private: hidden } = comments.program;
      Object.assign(names, { [free.targetId]: "F", [team.targetId]: "T", [hidden.targetId]: "O" });
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

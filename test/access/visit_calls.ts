import { secretsIn } from "./answers.ts";
import type { FunctionSweep } from "./calls.ts";
import { joinLetters, missingId } from "./note_calls.ts";

type Visit = {
  notes: { shown: { _id: string }[] };
  medications: { rows: { genericName: string }[] } | null;
  questions: { shown: { _id: string }[] };
};

/** The moment after the world's notes and lists were written. */
const at = Date.UTC(2026, 10, 21);

/**
 * Calls of the page for a visit: the result is the letters of its notes and, after a plus sign, those of the secrets in
 * its medications.
 */
export const VISIT_CALLS: Record<string, FunctionSweep> = {
  "visits.getVisit": {
    cases: {
      "the notebook": ({ diaryId }) => ({ diaryId, at }),
      "a notebook that doesn't exist": () => ({ diaryId: missingId(), at }),
      "something that isn't an id": () => ({ diaryId: "x", at }),
    },
    summarize: ({ notes, medications }: Visit, world) =>
      `${joinLetters(
        notes.shown.map(({ _id }) => _id),
        Object.fromEntries(Object.entries(world.notes).map(([letter, { id }]) => [id, letter])),
      )}+${secretsIn(medications).join("")}`,
  },
};

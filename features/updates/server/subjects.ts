import type { Kysely } from "kysely";
import type { Tables } from "../../../server/db/database.ts";
import { readNames } from "../../../server/db/names.ts";
import { runPipelined } from "../../../server/db/pipelined.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import { readNotebookNames } from "../../notebooks/server/public.ts";
import { readTitles } from "../../notes/server/public.ts";
import { readPlanNames } from "../../plans/server/public.ts";
import { readProgramHeadings } from "../../tasks/server/public.ts";
import type { Event } from "./events.ts";

type Db = Kysely<Tables>;

export type Subjects = {
  /** Where an update is: its notebook and, when the reader sees one, its note. */
  placeOf(event: Event): {
    diaryId: string;
    diaryShortId: string;
    diarySubject: string;
    noteId: string | null;
    noteShortId: string | null;
  };
  /** The title of the update's subject; "" when it has none. */
  titleOf(event: Event): string;
  names: Map<string, string>;
};

/**
 * The subjects of the updates, in words: names of people, notebooks and programs, and titles; titles of encrypted notes
 * are decrypted with one statement for each notebook that has one here.
 */
export async function readSubjects(db: Db, vault: Vault, events: readonly Event[]): Promise<Subjects> {
  const [notebooks, findHeading, names] = await runPipelined(
    readNotebookNames(
      db,
      events.map(({ diaryId }) => diaryId),
    ),
    readProgramHeadings(
      db,
      events.flatMap(({ program }) => program ?? []),
    ),
    readNames(
      db,
      events.flatMap(({ actorId }) => actorId ?? []),
    ),
  );
  const titles = await readTitles(db, vault, events);
  const plans = await readPlanNames(
    db,
    vault,
    events.flatMap(({ diaryId, planId }) => (planId === null ? [] : [{ diaryId, planId }])),
  );
  return {
    names,
    placeOf: ({ diaryId, note }) => ({
      diaryId,
      diaryShortId: notebooks.get(diaryId)!.short_id,
      diarySubject: notebooks.get(diaryId)!.full_name,
      noteId: note?.note_id ?? null,
      noteShortId: note?.note_short_id ?? null,
    }),
    titleOf: ({ title, program, planId, note, type, actorId }) =>
      title ??
      (planId === null ? undefined : plans.get(planId)) ??
      (program === null ? undefined : findHeading(program)?.name) ??
      (type === "member" ? names.get(actorId ?? "") : undefined) ??
      titles.get(note?.note_id ?? "") ??
      "",
  };
}

import { randomUUID } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import type { FunctionSweep } from "./calls.ts";
import type { Principal } from "./expected.ts";
import { missingId, noteCases } from "./note_calls.ts";
import { canary, type World } from "./world.ts";

type Args = Record<string, unknown>;
type Library = Record<"public" | "own" | "foreign", string>;

const libraries = new WeakMap<World, Promise<Library>>();

/** One public program, one of the notebook and one of another; created for the first case. */
export function libraryOf(world: World): Promise<Library> {
  const made = libraries.get(world) ?? makeLibrary(world);
  libraries.set(world, made);
  return made;
}

const shortId = () => randomUUID().slice(0, 6).replaceAll(/[01]/g, "x");

async function makeLibrary({ service, diaryId, elsewhereId }: World): Promise<Library> {
  const library = { public: uuidv7(), own: uuidv7(), foreign: uuidv7() };
  const content = (word: string) => JSON.stringify({ baselineEvent: null, phases: [], secret: word });
  await service.database.pool.query(
    `insert into programs (id, short_id, name, description, content, is_public, is_official, diary_id)
     values ($1, $8, 'For all', '', '{"baselineEvent": null, "phases": []}', true, true, null),
            ($2, $9, $4, $4, $5, false, false, $6),
            ($3, $10, 'Of another notebook', '', '{"baselineEvent": null, "phases": []}', false, false, $7)`,
    [
      library.public,
      library.own,
      library.foreign,
      canary("N", "program"),
      content(canary("N", "content")),
      diaryId,
      elsewhereId,
      shortId(),
      shortId(),
      shortId(),
    ],
  );
  return library;
}

const linkCases = (before: (world: World, args: Args) => Promise<unknown>): FunctionSweep["cases"] => ({
  ...Object.fromEntries(
    Object.entries(noteCases).map(([name, letter]) => [
      name,
      async (world: World) => {
        const args = { noteId: world.notes[letter].id, programId: (await libraryOf(world)).own };
        await before(world, args);
        return args;
      },
    ]),
  ),
  "a program of another notebook": async (world) => ({
    noteId: world.notes.E.id,
    programId: (await libraryOf(world)).foreign,
  }),
  "a program that doesn't exist": ({ notes }) => ({ noteId: notes.E.id, programId: missingId() }),
  "a note that doesn't exist": async (world) => ({
    noteId: missingId(),
    programId: (await libraryOf(world)).public,
  }),
});

/** A new program, uploaded by somebody to the notebook or to another one. */
const newUpload =
  (by: Principal, of: "diaryId" | "elsewhereId" = "diaryId"): FunctionSweep["cases"][string] =>
  async ({ service, actors, [of]: diaryId }) => {
    const programId = uuidv7();
    await service.database.pool.query(
      `insert into programs (id, short_id, name, content, diary_id, created_by)
       values ($1, $2, 'For the moment', '{"baselineEvent": null, "phases": []}', $3, $4)`,
      [programId, shortId(), diaryId, actors[by].userId],
    );
    return { programId };
  };

const unlinkAll = ({ service }: World) => service.database.pool.query("delete from note_programs");

const file = {
  programName: "Uploaded",
  phases: [
    { title: "A", dayRange: { start: 0, end: 1 }, activities: [{ title: "B", tasks: [{ title: "C" }] }] },
  ],
};

export const PROGRAM_CALLS: Record<string, FunctionSweep> = {
  "programs.listPrograms": {
    cases: {
      "the library": async (world) => {
        await libraryOf(world);
        return {};
      },
    },
    summarize: (list: { isPublic: boolean; diaryId: string | null }[], { diaryId, elsewhereId }) => {
      const kinds = list.map((program) =>
        program.isPublic
          ? "P"
          : program.diaryId === diaryId
            ? "N"
            : program.diaryId === elsewhereId
              ? "S"
              : "?",
      );
      return [...new Set(kinds)].sort().join("");
    },
  },
  "programs.getProgram": {
    cases: {
      "a public one": async (world) => ({ programId: (await libraryOf(world)).public }),
      "the notebook's": async (world) => ({ programId: (await libraryOf(world)).own }),
      "one of another notebook": async (world) => ({ programId: (await libraryOf(world)).foreign }),
      "one that doesn't exist": () => ({ programId: missingId() }),
      "something that isn't an id": () => ({ programId: "x" }),
    },
    summarize: () => "read",
  },
  "programs.createProgramFromUpload": {
    cases: {
      "for the notebook": ({ diaryId }) => ({ diaryId, programJson: JSON.stringify(file) }),
      "for the notebook, as an object": ({ diaryId }) => ({ diaryId, programJson: file }),
      "for a notebook that doesn't exist": () => ({ diaryId: missingId(), programJson: "{}" }),
    },
    effect:
      "select name = 'Uploaded' and is_active and not is_public as ok from programs where id = $1 and created_by = $2",
  },
  "programs.deleteProgram": {
    cases: {
      "the caregiver's upload": newUpload("caregiver"),
      "the admin's upload": newUpload("admin"),
      "one for everybody": async (world) => ({ programId: (await libraryOf(world)).public }),
      "one of another notebook": newUpload("caregiver", "elsewhereId"),
      "one that doesn't exist": () => ({ programId: missingId() }),
      "something that isn't an id": () => ({ programId: "x" }),
    },
    effect: `select $1::text is null and a.actor_id = $2
               and not exists (select from programs p where p.id::text = a.target_id) as ok
               from audit_events a where event_type = 'program.removed' order by a.id desc limit 1`,
  },
  "programs.linkProgram": {
    cases: linkCases(async () => {}),
    effect: "select $1::text is null and count(*) = 1 as ok from note_programs where linked_by = $2",
    undo: unlinkAll,
  },
  "programs.unlinkProgram": {
    cases: linkCases(({ service, diaryId, actors }, { noteId, programId }) =>
      service.database.pool.query(
        `insert into note_programs (diary_id, note_id, program_id, linked_by) values ($1, $2, $3, $4)
         on conflict do nothing`,
        [diaryId, noteId, programId, actors.owner.userId],
      ),
    ),
    effect: `select $1::text is null and a.actor_id = $2 and not exists (
               select from note_programs n where n.note_id::text = a.details ->> 'noteId') as ok
               from audit_events a where event_type = 'program.unlinked' order by a.id desc limit 1`,
  },
};

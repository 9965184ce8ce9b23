import { v7 as uuidv7 } from "uuid";
import { medicationArguments, noteArguments } from "../people.ts";
import { secretsIn } from "./answers.ts";
import type { FunctionSweep } from "./calls.ts";
import type { Principal } from "./expected.ts";
import { type Letter, newNote, secrets, type World } from "./world.ts";

type Args = Record<string, unknown>;

export const MISSING_SHORT_ID = "222222";
export const missingId = () => uuidv7();

/** The letters of the listed items, without duplicates. */
export const joinLetters = (ids: string[], names: Record<string, string>) =>
  ids.length === 0
    ? "none"
    : ids
        .map((id) => names[id] ?? "?")
        .sort()
        .join("");

export const noteCases = {
  "everyone's note": "E",
  "the team's note": "T",
  "the author's private note": "P",
  "the owner's private note": "O",
  "a private note of the removed member": "R",
} as const satisfies Record<string, Letter>;

type Ids = { id: string; shortId: string };

export const casesPerNote = (args: (note: Ids, letter: Letter) => Args, of: "notes" | "lists" = "notes") =>
  Object.fromEntries(
    Object.entries(noteCases).map(([name, letter]) => [
      name,
      (world: World) => args(world[of][letter], letter),
    ]),
  );

const visibilityOf = { E: "extended", T: "team", P: "private", O: "private", R: "private" } as const;

function changeArguments(noteId: string, letter: Letter): Args {
  const { diaryId: _, type: __, ...fields } = noteArguments("", secrets(letter, visibilityOf[letter]));
  // The changed note is as secret as before.
  return { noteId, ...fields, title: `Changed at ${performance.now()}, ${fields.title}` };
}

const lettersOf = (ids: string[], { notes, lists }: World) =>
  joinLetters(
    ids,
    Object.fromEntries(
      [...Object.entries(notes), ...Object.entries(lists)].map(([letter, { id }]) => [id, letter]),
    ),
  );

const summarizeNote: FunctionSweep["summarize"] = (note) => (note.canEdit ? "edit" : "read");
/** The listed notes and lists of medications: "ET+E". */
const summarizeList = (list: { _id: string; type: string }[], world: World) =>
  list.length === 0
    ? "none"
    : ["default", "current-medications"]
        .map((type) => list.filter((note) => note.type === type).map((note) => note._id))
        .map((ids) => lettersOf(ids, world).replace("none", "-"))
        .join("+");
const summarizePage: FunctionSweep["summarize"] = ({ page }, world) => summarizeList(page, world);
const summarizeMedications: FunctionSweep["summarize"] = ({ _id, medications }, world) =>
  medications.length === 1 ? lettersOf([_id], world) : `${medications.length} medications`;
/** The arguments to add a row to a list. */
const addingRow = (diaryId: string, noteId: string | null): Args => ({
  diaryId,
  list: noteId && { noteId, version: 1 },
  change: { kind: "add", medication: { brandName: "Tritace" } },
  title: "Current Medications - November 20, 2026",
});

/** The newest list that a principal sees; without one, everyone's. */
async function newestListOf({ service, diaryId, actors, lists }: World, principal: Principal) {
  const { rows } = await service.database.pool.query<{ id: string }>(
    `select n.id from notes n join members m on m.diary_id = n.diary_id and m.user_id = $2
      where n.diary_id = $1 and n.type = 'current-medications'
        and (n.created_by = $2 or n.visibility = 'extended' or (n.visibility = 'team' and m.role <> 'extended'))
      order by n.note_day desc, n.created_at desc, n.id desc limit 1`,
    [diaryId, actors[principal].userId],
  );
  return rows[0]?.id ?? lists.E.id;
}

const canariesOf = (result: unknown) => secretsIn(result).join("");

type NoteDay = { notes: number; medicationLists: number; tagged: number; tags: unknown };
const LIST_DAYS = { fromDay: "2026-01-02", toDay: "2026-01-06" };

const page = { paginationOpts: { numItems: 50, cursor: null } };

export const NOTE_CALLS: Record<string, FunctionSweep> = {
  "notes.listNotes": {
    cases: {
      "the notebook": ({ diaryId }) => ({ diaryId }),
      "a notebook that doesn't exist": () => ({ diaryId: missingId() }),
      "something that isn't an id": () => ({ diaryId: "x" }),
    },
    summarize: summarizeList,
  },
  "notes.pageNotes": {
    cases: {
      "the notebook": ({ diaryId }) => ({ diaryId, ...page }),
      "by words in all notes": ({ diaryId }) => ({ diaryId, text: "canary", ...page }),
      "by a tag of the author's private note": ({ diaryId }) => ({ diaryId, tag: "CANARY-P-tag", ...page }),
      "lists of medications": ({ diaryId }) => ({ diaryId, type: "current-medications", ...page }),
      "of the owner": ({ diaryId, actors }) => ({ diaryId, createdBy: actors.owner.userId, ...page }),
      "a notebook that doesn't exist": () => ({ diaryId: missingId(), ...page }),
    },
    summarize: summarizePage,
  },
  "notes.listNoteTags": {
    cases: {
      "the notebook": ({ diaryId }) => ({ diaryId }),
      "a notebook that doesn't exist": () => ({ diaryId: missingId() }),
    },
    summarize: canariesOf,
  },
  "notes.listNoteDays": {
    cases: {
      // The lists of medications: one a day from the second of January on, in the order E, T, P, O, R.
      "the days of the lists": ({ diaryId }) => ({ diaryId, ...LIST_DAYS }),
      "by a tag of the author's private note": ({ diaryId }) => ({
        diaryId,
        ...LIST_DAYS,
        tag: "CANARY-P-tag",
      }),
      "a notebook that doesn't exist": () => ({ diaryId: missingId(), ...LIST_DAYS }),
    },
    summarize: (days: NoteDay[]) =>
      days
        .map((one) => {
          const letters = canariesOf(one.tags) || "-";
          const isWhole = one.notes === 1 && one.medicationLists === 1;
          return `${isWhole ? letters : "?"}${one.tagged || ""}`;
        })
        .join(""),
  },
  "notes.latestMedications": {
    cases: {
      "the notebook": ({ diaryId }) => ({ diaryId }),
      "a notebook that doesn't exist": () => ({ diaryId: missingId() }),
    },
    summarize: summarizeMedications,
  },
  "notes.formerMedications": {
    cases: {
      ...casesPerNote(({ id }) => ({ noteId: id }), "lists"),
      "a note that doesn't exist": () => ({ noteId: missingId() }),
    },
    summarize: summarizeMedications,
  },
  "notes.newerMedications": {
    cases: {
      ...casesPerNote(({ id }) => ({ noteId: id }), "lists"),
      "a note that doesn't exist": () => ({ noteId: missingId() }),
    },
    summarize: (newer, world) => {
      if (newer.isShared) return lettersOf([newer._id], world);
      return JSON.stringify(newer) === '{"isShared":false}' ? "hidden" : "more than hidden";
    },
  },
  "notes.pageMedications": {
    cases: {
      "the notebook": ({ diaryId }) => ({ diaryId, ...page }),
      "a notebook that doesn't exist": () => ({ diaryId: missingId(), ...page }),
    },
    summarize: ({ page: lists }: { page: { _id: string }[] }, world) =>
      lettersOf(
        lists.map(({ _id }) => _id),
        world,
      ),
  },
  "notes.changeMedications": {
    cases: {
      "the newest list that one sees": async (world, principal) =>
        addingRow(world.diaryId, await newestListOf(world, principal)),
      "an older list": ({ diaryId, lists }) => addingRow(diaryId, lists.E.id),
      "a private list of the removed member": ({ diaryId, lists }) => addingRow(diaryId, lists.R.id),
      "no list, although there is one": ({ diaryId }) => addingRow(diaryId, null),
      "in a notebook that doesn't exist": ({ lists }) => addingRow(missingId(), lists.E.id),
    },
    effect: "select true as ok from notes where id = $1 and created_by = $2 and type = 'current-medications'",
  },
  "notes.undoMedications": {
    cases: {
      "an older list": ({ lists }) => ({ noteId: lists.E.id }),
      "a private list of the removed member": ({ lists }) => ({ noteId: lists.R.id }),
      "a note that doesn't exist": () => ({ noteId: missingId() }),
    },
  },
  "notes.getNote": {
    cases: {
      ...casesPerNote(({ id }) => ({ noteId: id })),
      "a note that doesn't exist": () => ({ noteId: missingId() }),
      "something that isn't an id": () => ({ noteId: "x" }),
    },
    summarize: summarizeNote,
  },
  "notes.getNoteByShortId": {
    cases: {
      ...casesPerNote(({ shortId }) => ({ shortId })),
      "a note that doesn't exist": () => ({ shortId: MISSING_SHORT_ID }),
    },
    summarize: summarizeNote,
  },
  "notes.listNoteVersions": {
    cases: {
      ...casesPerNote(({ id }) => ({ noteId: id })),
      "a note that doesn't exist": () => ({ noteId: missingId() }),
    },
    summarize: (list: { version: number }[]) => list.map(({ version }) => version).join(),
  },
  "notes.getNoteVersion": {
    cases: {
      "everyone's note while it was private": ({ notes }) => ({ noteId: notes.E.id, version: 1 }),
      "everyone's note while it was the team's": ({ notes }) => ({ noteId: notes.E.id, version: 2 }),
      "everyone's note as it is": ({ notes }) => ({ noteId: notes.E.id, version: 3 }),
      "the author's private note while it was everyone's": ({ notes }) => ({
        noteId: notes.P.id,
        version: 1,
      }),
      "the owner's private note": ({ notes }) => ({ noteId: notes.O.id, version: 1 }),
      "a version that doesn't exist": ({ notes }) => ({ noteId: notes.E.id, version: 4 }),
      "a note that doesn't exist": () => ({ noteId: missingId(), version: 1 }),
    },
    summarize: canariesOf,
  },
  "notes.createNote": {
    cases: {
      "in the notebook": ({ diaryId }) => noteArguments(diaryId),
      "a private note in the notebook": ({ diaryId }) => noteArguments(diaryId, { visibility: "private" }),
      "an encrypted note in the notebook": ({ diaryId }) => ({
        ...noteArguments(diaryId),
        isEncrypted: true,
      }),
      "a list of medications": ({ diaryId }) => medicationArguments(diaryId, [{ genericName: "Ramipril" }]),
      "mentioning the viewer": ({ diaryId, actors }) =>
        noteArguments(diaryId, { mentions: [actors.viewer.userId!] }),
      "mentioning the outsider": ({ diaryId, actors }) =>
        noteArguments(diaryId, { mentions: [actors.outsider.userId!] }),
      "in a notebook that doesn't exist": () => noteArguments(missingId()),
    },
    effect: "select true as ok from notes where id = $1 and created_by = $2",
  },
  "notes.updateNote": {
    cases: {
      ...casesPerNote(({ id }, letter) => changeArguments(id, letter)),
      "everyone's note, mentioning the outsider": ({ notes, actors }) => ({
        ...changeArguments(notes.E.id, "E"),
        mentions: [actors.outsider.userId],
      }),
      "a note that doesn't exist": () => changeArguments(missingId(), "T"),
    },
    effect: "select title like 'Changed at%' as ok from notes where id = $1 and updated_by = $2",
  },
  "notes.deleteNote": {
    cases: {
      ...Object.fromEntries(
        Object.entries(noteCases).map(([name, letter]) => [
          name,
          async (world: World) => ({ noteId: await newNote(world, letter) }),
        ]),
      ),
      "a note that doesn't exist": () => ({ noteId: missingId() }),
    },
    effect: `select $1::text is null and actor_id = $2 and not exists (select from notes n where n.id::text = target_id) as ok
               from audit_events where event_type = 'note.deleted' order by id desc limit 1`,
  },
  "noteTypes.listActiveNoteTypes": {
    cases: { "the types": () => ({}) },
    summarize: (list: { typeId: string }[]) => (list.length === 3 ? "types" : `${list.length} types`),
  },
};

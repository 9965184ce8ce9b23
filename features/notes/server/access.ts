import { isFullId } from "../../../lib/ids.ts";
import { listLevelsHidden, seesNote, seesTeam, toReader } from "../../../lib/visibility.ts";
import type { Visibility } from "../../../lib/visibility-levels.ts";
import {
  type AccessRule,
  authenticated,
  type Caller,
  denied,
  inNotebook,
  membership,
  type NotebookAccess,
} from "../../../server/access/gate.ts";
import { hasDeleted } from "../../../server/access/made_before.ts";
import { mayOn, type NotebookAction } from "../../../server/access/permissions.ts";

declare const proven: unique symbol;

type InNotebook = { diaryId: string };
type ByShortId = { shortId: string };
type OnNote = { noteId: string };

/** Which notes of a notebook a reader sees: those for everyone, those for the team, and one person's private ones. */
export type NotesAccess = {
  readonly [proven]: "notes";
  readonly diaryId: string;
  readonly seesTeam: boolean;
  /**
   * The reader's id when they have private notes here, or comments that others with their role don't see; else null, so
   * that everyone else shares one result.
   */
  readonly privateOf: string | null;
};

/** Access to the notes before one the caller sees. */
export type NotesBeforeAccess = NotesAccess & { readonly noteId: string };

/** Access to the former versions of a note that the caller sees now. */
export type VersionsAccess = {
  readonly [proven]: "versions";
  readonly diaryId: string;
  readonly noteId: string;
  readonly seesTeam: boolean;
  /** Whether the note is the caller's own, so that they also see versions from when it was private. */
  readonly isAuthor: boolean;
};

/** Access to one note that the caller sees. */
export type NoteAccess = {
  readonly [proven]: "note";
  readonly diaryId: string;
  readonly noteId: string;
  readonly canEdit: boolean;
};

/** Listing the notes of a notebook. */
export const mayListNotes = (): AccessRule<InNotebook, NotesAccess> => ({
  action: "notes.see",
  async resolve(caller, { diaryId }) {
    const access = await membership(caller, diaryId);
    if (!access) throw denied();
    return selectSeenNotes(caller, access);
  },
});

/** Listing the notes before one of them; null when that one is missing or hidden from the caller. */
export const mayListNotesBefore = (): AccessRule<OnNote, NotesBeforeAccess | null> => ({
  action: "notes.see",
  async resolve(caller, key) {
    const found = await noteWithMembership(caller, key);
    if (!found?.seen) return null;
    return { ...(await selectSeenNotes(caller, found.access)), noteId: found.proof.noteId };
  },
});

/**
 * Reading as the whole care team: the same for each member, without anybody's private notes, also not the reader's own.
 * For pages that are printed and handed over.
 */
export const mayReadAsTeam = (): AccessRule<InNotebook, NotesAccess> => ({
  action: ["notebook.seePersonInfo", "notes.see"],
  async resolve(caller, args) {
    const { diaryId, role } = await inNotebook("notebook.seePersonInfo").resolve(caller, args);
    if (!seesTeam(role)) throw denied();
    return { diaryId, seesTeam: true, privateOf: null } as NotesAccess;
  },
});

async function selectSeenNotes(
  { db }: Caller,
  { diaryId, userId, role }: NotebookAccess,
): Promise<NotesAccess> {
  const own = await db
    .selectNoFrom((eb) => [
      eb
        .exists(
          eb
            .selectFrom("notes as n")
            .select("n.id")
            .where("n.diary_id", "=", diaryId)
            .where("n.created_by", "=", userId)
            .where("n.visibility", "=", "private"),
        )
        .as("notes"),
      eb
        .exists(
          eb
            .selectFrom("comments as c")
            .select("c.id")
            .where("c.diary_id", "=", diaryId)
            .where("c.created_by", "=", userId)
            .where("c.visibility", "in", listLevelsHidden(seesTeam(role))),
        )
        .as("comments"),
    ])
    .executeTakeFirstOrThrow();
  return {
    diaryId,
    seesTeam: seesTeam(role),
    privateOf: own.notes || own.comments ? userId : null,
  } as NotesAccess;
}

/** Reading one note by id; null when it is missing or hidden from the caller. */
export const mayReadNote = (): AccessRule<OnNote | ByShortId, NoteAccess | null> => ({
  action: "notes.see",
  async resolve(caller, key) {
    const found = await noteWithMembership(caller, key);
    return found?.seen ? found.proof : null;
  },
});

/** Reading the versions of one note; null when it is missing or hidden from the caller. */
export const mayListVersions = (): AccessRule<OnNote, VersionsAccess | null> => ({
  action: "notes.see",
  async resolve(caller, key) {
    const found = await noteWithMembership(caller, key);
    if (!found?.seen) return null;
    const { diaryId, noteId } = found.proof;
    return { diaryId, noteId, seesTeam: seesTeam(found.access.role), isAuthor: found.own } as VersionsAccess;
  },
});

/**
 * Changing one note. A missing, a hidden and a read-only one give the same error.
 * @param later a further check of the function, once it knows the items that belong to the note
 */
export const mayChangeNote = (
  action: "notes.edit" | "notes.delete",
  ...later: NotebookAction[]
): AccessRule<OnNote, NotebookAccess & { readonly noteId: string }> => ({
  action: [action, ...later],
  async resolve(caller, { noteId }) {
    return allowChange(await noteWithMembership(caller, { noteId }), action);
  },
});

/** Deleting one note, as `mayChangeNote`; null when the caller has deleted it already. */
export const mayDeleteNote = (
  ...later: NotebookAction[]
): AccessRule<OnNote, (NotebookAccess & { readonly noteId: string }) | null> => ({
  action: ["notes.delete", ...later],
  async resolve(caller, on) {
    const found = await noteWithMembership(caller, on);
    if (!found && (await hasDeleted(caller, "notes", on.noteId))) return null;
    return allowChange(found, "notes.delete");
  },
});

function allowChange(
  found: Awaited<ReturnType<typeof noteWithMembership>>,
  action: "notes.edit" | "notes.delete",
): NotebookAccess & { readonly noteId: string } {
  if (!found || !mayOn(found.access.role, action, found)) throw denied();
  return { ...found.access, noteId: found.proof.noteId };
}

/**
 * The fields that decide who sees a note and everything that belongs to it. A separate statement: in a join, the access
 * check would depend on every note.
 */
export function getNote({ db }: Caller, key: OnNote | ByShortId) {
  let select = db.selectFrom("notes").select(["id", "diary_id", "visibility", "created_by", "is_encrypted"]);
  if ("shortId" in key) select = select.where("short_id", "=", key.shortId);
  else if (isFullId(key.noteId)) select = select.where("id", "=", key.noteId);
  else select = select.where("id", "is", null);
  return select.executeTakeFirst();
}

/** A note with the caller's membership of its notebook and their permissions; null when either is missing. */
export async function noteWithMembership(caller: Caller, key: OnNote | ByShortId) {
  authenticated(caller.identity);
  const note = await getNote(caller, key);
  const access = await membership(caller, note?.diary_id ?? "");
  if (!note || !access) return null;
  const own = note.created_by === access.userId;
  const visibility = note.visibility as Visibility;
  const isPrivate = visibility === "private";
  const seen = seesNote({ visibility, authorId: note.created_by }, toReader(access));
  const canEdit = mayOn(access.role, "notes.edit", { seen, own, isPrivate });
  const proof = { diaryId: note.diary_id, noteId: note.id, canEdit } as NoteAccess;
  return { access, proof, seen, own, isPrivate, isEncrypted: note.is_encrypted };
}

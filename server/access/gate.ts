import type { Kysely } from "kysely";
import { CareError } from "../../lib/errors.ts";
import { isFullId } from "../../lib/ids.ts";
import type { Identity } from "../auth/identity.ts";
import type { Tables } from "../db/database.ts";
import { type Action, grantOf, type NotebookAction, type Role, reaches, seesTeam } from "./permissions.ts";

/** What a check works with: the transaction of the call and who the verified token speaks for. */
export type Caller = { db: Kysely<Tables>; identity: Identity | null };

/**
 * How a function finds out whether its caller may. `resolve` runs in every execution, in the same
 * transaction as the work, and throws the specification's error or returns the access value that the
 * handler gets. For queries that value is also the key of the shared result.
 */
export type AccessRule<Args, Access> = {
  readonly action: Action;
  resolve(caller: Caller, args: Args): Promise<Access>;
};

declare const proven: unique symbol;

/** How the arguments of the wire name the thing that a call is about. */
type InNotebook = { diaryId: string };
type ByShortId = { shortId: string };
type OnNote = { noteId: string };
type OnMember = { memberId: string };

/** Proof that the gate let this member do this in this notebook; only the gate makes it. */
export type NotebookAccess = {
  readonly [proven]: "notebook";
  readonly diaryId: string;
  readonly userId: string;
  readonly role: Role;
};

/** Proof of membership for reads that come out alike for every member. */
export type NotebookReadAccess = { readonly [proven]: "read"; readonly diaryId: string };

/** Which notes of a notebook a reader sees: those for everyone, for the team, and one person's private ones. */
export type NotesAccess = {
  readonly [proven]: "notes";
  readonly diaryId: string;
  readonly seesTeam: boolean;
  /**
   * The reader's id when they have private notes here, or comments that others of their kind don't see; else null, so
   * that everyone else shares one result.
   */
  readonly privateOf: string | null;
};

/** The notes that come before one that the caller sees. */
export type NotesBeforeAccess = NotesAccess & { readonly noteId: string };

/** The former versions of a note that the caller sees now. */
export type VersionsAccess = {
  readonly [proven]: "versions";
  readonly diaryId: string;
  readonly noteId: string;
  readonly seesTeam: boolean;
  /** Whether the note is the caller's own, so that they see what it said while it was private. */
  readonly isAuthor: boolean;
};

/** Proof for one note that the caller sees. */
export type NoteAccess = {
  readonly [proven]: "note";
  readonly diaryId: string;
  readonly noteId: string;
  readonly canEdit: boolean;
};

/** Proof for one membership. `role` is the caller's own. */
export type MemberAccess = NotebookAccess & { readonly memberId: string };

/** A person known to the product. */
export type Person = {
  readonly userId: string;
  readonly isAdmin: boolean;
  readonly isSuperAdmin: boolean;
};

/** The verified claims of a token, for the calls that make or read the caller's own record. */
export type TokenAccess = Pick<Identity, "subject" | "email" | "emailVerified" | "name">;

export const denied = () => new CareError("access-denied", "Access denied");

export function authenticated(identity: Identity | null): Identity {
  if (!identity) throw new CareError("unauthenticated", "Not authenticated");
  return identity;
}

export const anyone = (): AccessRule<unknown, null> => ({ action: "anyone", resolve: async () => null });

export const token = (): AccessRule<unknown, TokenAccess> => ({
  action: "token",
  async resolve({ identity }) {
    const { subject, email, emailVerified, name } = authenticated(identity);
    return { subject, email, emailVerified, name };
  },
});

export const person = (): AccessRule<unknown, Person> => ({
  action: "person",
  resolve: (caller) => knownPerson(caller),
});

export const platformAdmin = (action: "admin" | "superAdmin" = "admin"): AccessRule<unknown, Person> => ({
  action,
  async resolve(caller) {
    const someone = await knownPerson(caller);
    if (!(action === "superAdmin" ? someone.isSuperAdmin : someone.isAdmin)) throw denied();
    return someone;
  },
});

/** The caller's record; throws when the token is missing or speaks for nobody known. */
export async function knownPerson({ db, identity }: Caller): Promise<Person> {
  const user = await db
    .selectFrom("users")
    .select(["id", "is_admin", "is_super_admin"])
    .where("clerk_user_id", "=", authenticated(identity).subject)
    .executeTakeFirst();
  if (!user) throw new CareError("unknown-user", "User not found");
  return { userId: user.id, isAdmin: user.is_admin, isSuperAdmin: user.is_super_admin };
}

/** An action in a notebook that doesn't depend on one thing in it. `refusal` is for members whose role may not. */
export const inNotebook = (
  action: NotebookAction,
  refusal: () => CareError = denied,
): AccessRule<InNotebook, NotebookAccess> => ({
  action,
  async resolve(caller, { diaryId }) {
    const access = await membership(caller, diaryId);
    if (!access) throw denied();
    if (grantOf(access.role, action) === "no") throw refusal();
    return access;
  },
});

/** A read whose result doesn't depend on who of the members asks, so that all share it. */
export const readIn = (action: NotebookAction): AccessRule<InNotebook, NotebookReadAccess> => ({
  action,
  async resolve(caller, args) {
    const { diaryId } = await inNotebook(action).resolve(caller, args);
    return { diaryId } as NotebookReadAccess;
  },
});

/** A notebook that is fetched by one of its ids; null when it is missing or the caller is no member. */
export const ofNotebook = (): AccessRule<InNotebook | ByShortId, NotebookAccess | null> => ({
  action: "notebook.see",
  async resolve(caller, by) {
    if ("diaryId" in by) return membership(caller, by.diaryId);
    authenticated(caller.identity);
    const diary = await caller.db
      .selectFrom("diaries")
      .select("id")
      .where("short_id", "=", by.shortId)
      .executeTakeFirst();
    return membership(caller, diary?.id ?? "");
  },
});

/** The notes of a notebook as far as the caller sees them. */
export const notesOf = (): AccessRule<InNotebook, NotesAccess> => ({
  action: "notes.see",
  async resolve(caller, { diaryId }) {
    const access = await membership(caller, diaryId);
    if (!access) throw denied();
    return notesSeenBy(caller, access);
  },
});

/** The notes of a notebook from the view of one of them; null when it is missing or hidden from the caller. */
export const notesBefore = (): AccessRule<OnNote, NotesBeforeAccess | null> => ({
  action: "notes.see",
  async resolve(caller, key) {
    const found = await noteWithMembership(caller, key);
    if (!found?.seen) return null;
    return { ...(await notesSeenBy(caller, found.access)), noteId: found.proof.noteId };
  },
});

async function notesSeenBy({ db }: Caller, { diaryId, userId, role }: NotebookAccess): Promise<NotesAccess> {
  const hidden = seesTeam(role) ? ["private"] : ["private", "team"];
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
            .where("c.visibility", "in", hidden),
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

/** One note by an id; null when it is missing or hidden from the caller. */
export const ofNote = (): AccessRule<OnNote | ByShortId, NoteAccess | null> => ({
  action: "notes.see",
  async resolve(caller, key) {
    const found = await noteWithMembership(caller, key);
    return found?.seen ? found.proof : null;
  },
});

/** The versions of one note; null when it is missing or hidden from the caller. */
export const versionsOf = (): AccessRule<OnNote, VersionsAccess | null> => ({
  action: "notes.see",
  async resolve(caller, key) {
    const found = await noteWithMembership(caller, key);
    if (!found?.seen) return null;
    const { diaryId, noteId } = found.proof;
    return { diaryId, noteId, seesTeam: seesTeam(found.access.role), isAuthor: found.own } as VersionsAccess;
  },
});

/** A change of one note. Answers alike for a note that is missing, hidden or not the caller's to change. */
export const onNote = (
  action: "notes.edit" | "notes.delete",
): AccessRule<OnNote, NotebookAccess & { readonly noteId: string }> => ({
  action,
  async resolve(caller, { noteId }) {
    const found = await noteWithMembership(caller, { noteId });
    if (!found || !reaches(grantOf(found.access.role, action), found)) throw denied();
    return { ...found.access, noteId: found.proof.noteId };
  },
});

export async function noteWithMembership(caller: Caller, key: OnNote | ByShortId) {
  authenticated(caller.identity);
  let select = caller.db
    .selectFrom("notes")
    .select(["id", "diary_id", "visibility", "created_by", "is_encrypted"]);
  if ("shortId" in key) select = select.where("short_id", "=", key.shortId);
  else if (isFullId(key.noteId)) select = select.where("id", "=", key.noteId);
  else select = select.where("id", "is", null);
  const note = await select.executeTakeFirst();
  const access = await membership(caller, note?.diary_id ?? "");
  if (!note || !access) return null;
  const own = note.created_by === access.userId;
  const isPrivate = note.visibility === "private";
  const seen = own
    ? note.visibility !== "team" || seesTeam(access.role)
    : note.visibility === "extended" || (note.visibility === "team" && seesTeam(access.role));
  const canEdit = reaches(grantOf(access.role, "notes.edit"), { seen, own, isPrivate });
  const proof = { diaryId: note.diary_id, noteId: note.id, canEdit } as NoteAccess;
  return { access, proof, seen, own, isPrivate, isEncrypted: note.is_encrypted };
}

/** A change of somebody's membership, found together with its notebook. */
export const onMember = (
  action: "members.remove" | "members.changeRole" | "notebook.transfer",
): AccessRule<OnMember, MemberAccess> => ({
  action,
  async resolve(caller, { memberId }) {
    authenticated(caller.identity);
    const member = isFullId(memberId)
      ? await caller.db
          .selectFrom("members")
          .select(["id", "diary_id"])
          .where("id", "=", memberId)
          .executeTakeFirst()
      : undefined;
    const access = await membership(caller, member?.diary_id ?? "");
    if (!member || !access || grantOf(access.role, action) === "no") throw denied();
    return { ...access, memberId: member.id };
  },
});

/** An upload of a photo: for a notebook by whoever may edit it, for one that is yet to be made by anybody known. */
export const photoUpload = (): AccessRule<{ diaryId?: string | undefined }, Person> => ({
  action: "person",
  async resolve(caller, { diaryId }) {
    if (diaryId !== undefined) await inNotebook("notebook.edit").resolve(caller, { diaryId });
    return knownPerson(caller);
  },
});

/** The caller's membership of a notebook, or null; throws when the caller isn't known at all. */
export async function membership(caller: Caller, diaryId: string): Promise<NotebookAccess | null> {
  const { subject } = authenticated(caller.identity);
  if (!isFullId(diaryId)) {
    await knownPerson(caller);
    return null;
  }
  const found = await caller.db
    .selectFrom("users as u")
    .leftJoin("members as m", (join) => join.onRef("m.user_id", "=", "u.id").on("m.diary_id", "=", diaryId))
    .select(["u.id", "m.role"])
    .where("u.clerk_user_id", "=", subject)
    .executeTakeFirst();
  if (!found) throw new CareError("unknown-user", "User not found");
  if (!found.role) return null;
  return { diaryId, userId: found.id, role: found.role as Role } as NotebookAccess;
}

import { isFullId } from "../../lib/ids.ts";
import {
  type AccessRule,
  authenticated,
  type Caller,
  denied,
  membership,
  type NotebookAccess,
  noteWithMembership,
  person,
} from "./gate.ts";
import { grantOf, reaches } from "./rules.ts";

declare const proven: unique symbol;

type OnProgram = { programId: string };

/** The library as somebody sees it: what is public, and what was uploaded for their notebooks. */
export type LibraryAccess = { readonly [proven]: "library"; readonly diaryIds: readonly string[] };

/** Proof for one program of the library that the caller sees. */
export type ProgramAccess = {
  readonly [proven]: "program";
  readonly programId: string;
  readonly canRemove: boolean;
};

/** Proof that a member may take this program, which was uploaded for their notebook, out of the library. */
export type RemovalAccess = NotebookAccess & { readonly programId: string };

/** Proof that a member may put this program, which they see, on this note or take it away. */
export type LinkAccess = NotebookAccess & { readonly noteId: string; readonly programId: string };

/** Nobody is in more notebooks than the list of them shows. */
const MOST_NOTEBOOKS = 500;

export const library = (): AccessRule<unknown, LibraryAccess> => ({
  action: "person",
  async resolve(caller, args) {
    const { userId } = await person().resolve(caller, args);
    const memberships = await caller.db
      .selectFrom("members")
      .select("diary_id")
      .where("user_id", "=", userId)
      .orderBy("diary_id")
      .limit(MOST_NOTEBOOKS)
      .execute();
    return { diaryIds: memberships.map((membership) => membership.diary_id) } as unknown as LibraryAccess;
  },
});

/** One program; null when it is missing or of a notebook that the caller isn't in. */
export const ofProgram = (): AccessRule<OnProgram, ProgramAccess | null> => ({
  action: "person",
  async resolve(caller, { programId }) {
    await person().resolve(caller, {});
    if (!(await seesProgram(caller, programId))) return null;
    const canRemove = (await removable(caller, programId)) !== null;
    return { programId, canRemove } as ProgramAccess;
  },
});

/** The removal of an upload. Answers alike for one that is missing, hidden, everybody's or not the caller's to remove. */
export const removing = (): AccessRule<OnProgram, RemovalAccess> => ({
  action: "programs.remove",
  async resolve(caller, { programId }) {
    authenticated(caller.identity);
    const access = isFullId(programId) ? await removable(caller, programId) : await membership(caller, "");
    if (!access) throw denied();
    return { ...access, programId };
  },
});

/** The caller's membership of the notebook that a program was uploaded for, when they may remove it; else null. */
async function removable(caller: Caller, programId: string): Promise<NotebookAccess | null> {
  const program = await caller.db
    .selectFrom("programs")
    .select(["diary_id", "is_public", "is_official", "created_by"])
    .where("id", "=", programId)
    .executeTakeFirst();
  const access = await membership(caller, program?.diary_id ?? "");
  if (!program || !access || program.is_public || program.is_official) return null;
  const own = program.created_by === access.userId;
  const isAllowed = reaches(grantOf(access.role, "programs.remove"), { seen: true, own, isPrivate: false });
  return isAllowed ? access : null;
}

/** A program on a note. Answers alike for a note or a program that is missing or hidden. */
export const linking = (): AccessRule<OnProgram & { noteId: string }, LinkAccess> => ({
  action: "programs.activate",
  async resolve(caller, { noteId, programId }) {
    const found = await noteWithMembership(caller, { noteId });
    if (!found?.seen || grantOf(found.access.role, "programs.activate") === "no") throw denied();
    if (!(await seesProgram(caller, programId))) throw denied();
    return { ...found.access, noteId: found.proof.noteId, programId };
  },
});

/** Whether a program is public or of a notebook that the caller is a member of. Throws for somebody who isn't known. */
export async function seesProgram(caller: Caller, programId: string): Promise<boolean> {
  if (!isFullId(programId)) return false;
  const program = await caller.db
    .selectFrom("programs")
    .select(["diary_id", "is_public"])
    .where("id", "=", programId)
    .executeTakeFirst();
  if (!program) return false;
  if (program.is_public) return true;
  return program.diary_id !== null && (await membership(caller, program.diary_id)) !== null;
}

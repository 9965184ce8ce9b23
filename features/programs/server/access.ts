import { isFullId } from "../../../lib/ids.ts";
import {
  type AccessRule,
  authenticated,
  type Caller,
  denied,
  membership,
  type NotebookAccess,
  person,
} from "../../../server/access/gate.ts";
import { grantOf, reaches } from "../../../server/access/permissions.ts";
import { noteWithMembership } from "../../notes/server/public.ts";

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
const MAX_NOTEBOOKS = 500;

export const mayReadLibrary = (): AccessRule<unknown, LibraryAccess> => ({
  action: "person",
  async resolve(caller, args) {
    const { userId } = await person().resolve(caller, args);
    const memberships = await caller.db
      .selectFrom("members")
      .select("diary_id")
      .where("user_id", "=", userId)
      .orderBy("diary_id")
      .limit(MAX_NOTEBOOKS)
      .execute();
    return { diaryIds: memberships.map((membership) => membership.diary_id) } as unknown as LibraryAccess;
  },
});

/** One program; null when it is missing or of a notebook that the caller isn't in. */
export const mayReadProgram = (): AccessRule<OnProgram, ProgramAccess | null> => ({
  action: "person",
  async resolve(caller, { programId }) {
    const found = await programFor(caller, programId);
    return sees(found) ? ({ programId, canRemove: removable(found) !== null } as ProgramAccess) : null;
  },
});

/** The removal of an upload. Answers alike for one that is missing, hidden, everybody's or not the caller's to remove. */
export const mayRemoveProgram = (): AccessRule<OnProgram, RemovalAccess> => ({
  action: "programs.remove",
  async resolve(caller, { programId }) {
    const access = removable(await programFor(caller, programId));
    if (!access) throw denied();
    return { ...access, programId };
  },
});

/** A program on a note. Answers alike for a note or a program that is missing or hidden. */
export const mayLinkProgram = (): AccessRule<OnProgram & { noteId: string }, LinkAccess> => ({
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
  return sees(await programFor(caller, programId));
}

/** A program, and the caller's membership of the notebook that it was uploaded for; null when it is missing. */
type Found = {
  program: { is_public: boolean; is_official: boolean; created_by: string | null };
  access: NotebookAccess | null;
} | null;

/** Throws for somebody who isn't known, whatever the program. */
async function programFor(caller: Caller, programId: string): Promise<Found> {
  authenticated(caller.identity);
  const program = isFullId(programId)
    ? await caller.db
        .selectFrom("programs")
        .select(["diary_id", "is_public", "is_official", "created_by"])
        .where("id", "=", programId)
        .executeTakeFirst()
    : undefined;
  const access = await membership(caller, program?.diary_id ?? "");
  return program ? { program, access } : null;
}

const sees = (found: Found): boolean => found !== null && (found.program.is_public || found.access !== null);

/** The membership by which the caller may remove a program; null when they may not. */
function removable(found: Found): NotebookAccess | null {
  if (!found?.access || found.program.is_public || found.program.is_official) return null;
  const { program, access } = found;
  const own = program.created_by === access.userId;
  const isAllowed = reaches(grantOf(access.role, "programs.remove"), { seen: true, own, isPrivate: false });
  return isAllowed ? access : null;
}

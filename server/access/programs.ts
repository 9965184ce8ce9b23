import { isFullId } from "../../lib/ids.ts";
import {
  type AccessRule,
  type Caller,
  denied,
  membership,
  type NotebookAccess,
  noteWithMembership,
  person,
} from "./gate.ts";
import { grantOf } from "./rules.ts";

declare const proven: unique symbol;

type OnProgram = { programId: string };

/** The library as somebody sees it: what is public, and what was uploaded for their notebooks. */
export type LibraryAccess = { readonly [proven]: "library"; readonly diaryIds: readonly string[] };

/** Proof for one program of the library that the caller sees. */
export type ProgramAccess = { readonly [proven]: "program"; readonly programId: string };

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
    return (await seesProgram(caller, programId)) ? ({ programId } as ProgramAccess) : null;
  },
});

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

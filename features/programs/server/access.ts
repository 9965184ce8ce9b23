import { isFullId } from "../../../lib/ids.ts";
import {
  type AccessRule,
  authenticated,
  type Caller,
  denied,
  membership,
  type NotebookAccess,
  person,
  readMemberships,
} from "../../../server/access/gate.ts";
import { may, mayOn } from "../../../server/access/permissions.ts";
import { noteWithMembership } from "../../notes/server/public.ts";

declare const proven: unique symbol;

type OnProgram = { programId: string };

/** Access to the library: public programs, and those uploaded for the person's notebooks. */
export type LibraryAccess = { readonly [proven]: "library"; readonly diaryIds: readonly string[] };

/** Access to one program of the library that the caller sees. */
export type ProgramAccess = {
  readonly [proven]: "program";
  readonly programId: string;
  readonly canRemove: boolean;
};

/** The right to remove this program, which was uploaded for the member's notebook, from the library. */
export type RemovalAccess = NotebookAccess & { readonly programId: string };

/** The right of a member to link this program, which they see, to this note or unlink it. */
export type LinkAccess = NotebookAccess & { readonly noteId: string; readonly programId: string };

export const mayReadLibrary = (): AccessRule<unknown, LibraryAccess> => ({
  action: "person",
  async resolve(caller, args) {
    const { userId } = await person().resolve(caller, args);
    const memberships = await readMemberships(caller, userId);
    const library: Omit<LibraryAccess, typeof proven> = {
      diaryIds: memberships.map(({ diaryId }) => diaryId),
    };
    return library as LibraryAccess;
  },
});

/** Reading one program; null when it is missing or of a notebook that the caller isn't in. */
export const mayReadProgram = (): AccessRule<OnProgram, ProgramAccess | null> => ({
  action: "person",
  async resolve(caller, { programId }) {
    const found = await findProgramWithRole(caller, programId);
    return sees(found) ? ({ programId, canRemove: removable(found) !== null } as ProgramAccess) : null;
  },
});

/** Removing an upload. A missing, a hidden, a public one and one the caller may not remove give the same error. */
export const mayRemoveProgram = (): AccessRule<OnProgram, RemovalAccess> => ({
  action: "programs.remove",
  async resolve(caller, { programId }) {
    const access = removable(await findProgramWithRole(caller, programId));
    if (!access) throw denied();
    return { ...access, programId };
  },
});

/** Linking a program to a note. A missing and a hidden note or program give the same error. */
export const mayLinkProgram = (): AccessRule<OnProgram & { noteId: string }, LinkAccess> => ({
  action: "programs.activate",
  async resolve(caller, { noteId, programId }) {
    const found = await noteWithMembership(caller, { noteId });
    if (!found?.seen || !may(found.access.role, "programs.activate")) throw denied();
    if (!(await seesProgram(caller, programId))) throw denied();
    return { ...found.access, noteId: found.proof.noteId, programId };
  },
});

/**
 * Whether a program is public or of a notebook that the caller is a member of. Throws for callers without a user
 * record.
 */
export async function seesProgram(caller: Caller, programId: string): Promise<boolean> {
  return sees(await findProgramWithRole(caller, programId));
}

/** A program, and the caller's membership of the notebook that it was uploaded for; null when it is missing. */
type Found = {
  program: { is_public: boolean; is_official: boolean; created_by: string | null };
  access: NotebookAccess | null;
} | null;

/** Throws for callers without a user record, for any program. */
async function findProgramWithRole(caller: Caller, programId: string): Promise<Found> {
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

/** The membership that lets the caller remove a program; null when they may not. */
function removable(found: Found): NotebookAccess | null {
  if (!found?.access || found.program.is_public || found.program.is_official) return null;
  const { program, access } = found;
  const own = program.created_by === access.userId;
  const isAllowed = mayOn(access.role, "programs.remove", {
    seen: true,
    own,
    isPrivate: false,
  });
  return isAllowed ? access : null;
}

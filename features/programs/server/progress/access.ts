import { isFullId } from "../../../../lib/ids.ts";
import { getAudience, seesItem, seesTeam, toReader } from "../../../../lib/visibility.ts";
import {
  type AccessRule,
  authenticated,
  type Caller,
  denied,
  membership,
  type NotebookAccess,
} from "../../../../server/access/gate.ts";
import { may, mayOn, mayOnOthers } from "../../../../server/access/permissions.ts";
import { getNote, noteWithMembership } from "../../../notes/server/public.ts";
import { seesProgram } from "../public.ts";

declare const proven: unique symbol;

type OnDiaryProgram = { diaryProgramId: string };

/** The programs that a reader may manage: all, those they activated, or none. */
type Manages = "all" | { readonly activatedBy: string } | null;

/** Which activated programs of a notebook a reader sees. Readers with equal values share one result. */
export type DiaryProgramsAccess = {
  readonly [proven]: "diary programs";
  readonly diaryId: string;
  readonly seesTeam: boolean;
  /** The reader's id when they have private notes here, else null. */
  readonly privateOf: string | null;
  readonly manages: Manages;
};

/** Access to the programs of one note that the caller sees. */
export type NoteProgramsAccess = {
  readonly [proven]: "note programs";
  readonly diaryId: string;
  readonly noteId: string;
  readonly manages: Manages;
};

/** Access to one activated program that the caller sees. */
export type DiaryProgramAccess = {
  readonly [proven]: "diary program";
  readonly diaryId: string;
  readonly diaryProgramId: string;
  readonly canManage: boolean;
};

/** Access to the tasks of one program, which are visible to everyone who sees the program. */
export type ProgramTasksAccess = {
  readonly [proven]: "program tasks";
  readonly diaryId: string;
  readonly diaryProgramId: string;
};

/** The right of a member to activate a program, which they see, in this notebook and on this note. */
export type ActivationAccess = NotebookAccess & {
  readonly programId: string;
  readonly noteId: string | null;
};

/** Listing the activated programs of a notebook. */
export const mayListActivatedPrograms = (): AccessRule<{ diaryId: string }, DiaryProgramsAccess> => ({
  action: "programs.see",
  async resolve(caller, { diaryId }) {
    const access = await membership(caller, diaryId);
    if (!access) throw denied();
    const ownNote = await caller.db
      .selectFrom("notes")
      .select("id")
      .where("diary_id", "=", diaryId)
      .where("created_by", "=", access.userId)
      .where("visibility", "=", "private")
      .limit(1)
      .executeTakeFirst();
    return {
      diaryId,
      seesTeam: seesTeam(access.role),
      privateOf: ownNote ? access.userId : null,
      manages: await manageRight(caller, access),
    } as DiaryProgramsAccess;
  },
});

/** Listing the programs of a note; null when it is missing or hidden from the caller. */
export const mayListProgramsOfNote = (): AccessRule<{ noteId: string }, NoteProgramsAccess | null> => ({
  action: "programs.see",
  async resolve(caller, key) {
    const found = await noteWithMembership(caller, key);
    if (!found?.seen) return null;
    const { diaryId, noteId } = found.proof;
    return { diaryId, noteId, manages: await manageRight(caller, found.access) } as NoteProgramsAccess;
  },
});

/** Reading one activated program; null when it is missing or hidden from the caller. */
export const mayReadActivatedProgram = (): AccessRule<OnDiaryProgram, DiaryProgramAccess | null> => ({
  action: "programs.see",
  async resolve(caller, on) {
    const found = await findSeenProgram(caller, on);
    if (!found) return null;
    const { diaryId } = found.access;
    const canManage = mayOn(found.access.role, "programs.manage", found);
    return { diaryId, diaryProgramId: on.diaryProgramId, canManage } as DiaryProgramAccess;
  },
});

/** Reading a program's tasks; equal for all who see it, as they belong to the same note as the program, or to none. */
export const mayListProgramTasks = (): AccessRule<OnDiaryProgram, ProgramTasksAccess> => ({
  action: "programs.see",
  async resolve(caller, on) {
    const found = await findSeenProgram(caller, on);
    if (!found) throw denied();
    const { diaryId } = found.access;
    return { diaryId, diaryProgramId: on.diaryProgramId } as ProgramTasksAccess;
  },
});

/** Changing one activated program. A missing, a hidden and another user's one give the same error. */
export const mayManageActivatedProgram = (): AccessRule<
  OnDiaryProgram,
  NotebookAccess & { readonly diaryProgramId: string }
> => ({
  action: "programs.manage",
  async resolve(caller, on) {
    const found = await findSeenProgram(caller, on);
    if (!found || !mayOn(found.access.role, "programs.manage", found)) throw denied();
    return { ...found.access, diaryProgramId: on.diaryProgramId };
  },
});

/** Activating a program. A program or note that is missing, hidden or of another notebook gives the same error. */
export const mayActivateProgram = (): AccessRule<
  { diaryId: string; programId: string; noteId?: string | undefined },
  ActivationAccess
> => ({
  action: "programs.activate",
  async resolve(caller, { diaryId, programId, noteId }) {
    const access = await membership(caller, diaryId);
    if (!access || !may(access.role, "programs.activate")) throw denied();
    if (noteId !== undefined) {
      const note = await noteWithMembership(caller, { noteId });
      if (!note?.seen || note.proof.diaryId !== diaryId) throw denied();
    }
    if (!(await seesProgram(caller, programId))) throw denied();
    return { ...access, programId, noteId: noteId ?? null };
  },
});

async function manageRight({ db }: Caller, { diaryId, userId, role }: NotebookAccess): Promise<Manages> {
  if (!may(role, "programs.manage")) return null;
  if (mayOnOthers(role, "programs.manage")) return "all";
  const own = await db
    .selectFrom("diary_programs")
    .select("id")
    .where("diary_id", "=", diaryId)
    .where("activated_by", "=", userId)
    .limit(1)
    .executeTakeFirst();
  return own ? { activatedBy: userId } : null;
}

/** A program that the caller sees, with their membership and the properties that permissions depend on; or null. */
export async function findSeenProgram(caller: Caller, { diaryProgramId }: OnDiaryProgram) {
  authenticated(caller.identity);
  const program = isFullId(diaryProgramId)
    ? await caller.db
        .selectFrom("diary_programs")
        .select(["diary_id", "note_id", "activated_by"])
        .where("id", "=", diaryProgramId)
        .executeTakeFirst()
    : undefined;
  const access = await membership(caller, program?.diary_id ?? "");
  if (!program || !access) return null;
  const note = program.note_id === null ? null : await getNote(caller, { noteId: program.note_id });
  const audience = getAudience(note);
  if (!seesItem(audience, toReader(access))) return null;
  return {
    access,
    noteId: program.note_id,
    seen: true,
    own: program.activated_by === access.userId,
    isPrivate: audience.visibility === "private",
  };
}

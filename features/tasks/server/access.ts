import { type RawBuilder, sql } from "kysely";
import { CareError } from "../../../lib/errors.ts";
import { isFullId } from "../../../lib/ids.ts";
import { getAudience, seesItem, toReader } from "../../../lib/visibility.ts";
import {
  type AccessRule,
  authenticated,
  type Caller,
  denied,
  findListedNotebooks,
  inNotebook,
  membership,
  type NotebookAccess,
} from "../../../server/access/gate.ts";
import { mayOn, type NotebookAction, type Role } from "../../../server/access/permissions.ts";
import { getNote, noteWithMembership } from "../../notes/server/public.ts";
import { TASK_MESSAGES } from "../rules.ts";

declare const proven: unique symbol;

/** A person's access to the tasks of their notebooks. */
export type TasksAccess = {
  readonly [proven]: "tasks";
  readonly userId: string;
  /** The requested notebooks by id. */
  readonly notebooks: readonly { readonly diaryId: string; readonly role: Role }[];
  /** Leaves out archived notebooks, unless one is named. */
  readonly withoutArchived?: boolean;
};

/** Access to the tasks of a note that the member sees. */
export type NoteTasksAccess = TasksAccess & { readonly noteId: string };

/** The right to take the requested action on one task that the caller sees. */
export type TaskAccess = NotebookAccess & { readonly taskId: string };

const grant = (checked: Omit<TasksAccess, typeof proven>): TasksAccess => checked as TasksAccess;

/** Listing the tasks of one notebook, or of all that the caller is a member of. */
export const mayListTasks = (): AccessRule<{ diaryId?: string | undefined }, TasksAccess> => ({
  action: "tasks.see",
  resolve: async (caller, { diaryId }) => grant(await findListedNotebooks(caller, "tasks.see", diaryId)),
});

/** Listing the tasks of a note; null when it is missing or hidden from the caller. */
export const mayListTasksOfNote = (): AccessRule<{ noteId: string }, NoteTasksAccess | null> => ({
  action: "tasks.see",
  async resolve(caller, key) {
    const found = await noteWithMembership(caller, key);
    if (!found?.seen) return null;
    const { userId, role, diaryId } = found.access;
    return { ...grant({ userId, notebooks: [{ diaryId, role }] }), noteId: found.proof.noteId };
  },
});

/** Reading one task; null when it is missing or hidden from the caller. */
export const mayReadTask = (): AccessRule<
  { taskId: string },
  (TasksAccess & { readonly taskId: string }) | null
> => ({
  action: "tasks.see",
  async resolve(caller, { taskId }) {
    const found = await seenTask(caller, taskId);
    if (!found) return null;
    const { userId, role, diaryId } = found.access;
    return { ...grant({ userId, notebooks: [{ diaryId, role }] }), taskId };
  },
});

/** Adding a task. Its note, if any, must be in the notebook and visible to the caller. */
export const mayAddTask = (): AccessRule<
  { diaryId: string; noteId?: string | undefined },
  NotebookAccess
> => ({
  action: "tasks.create",
  async resolve(caller, { diaryId, noteId }) {
    const access = await inNotebook("tasks.create").resolve(caller, { diaryId });
    if (noteId === undefined) return access;
    const note = await noteWithMembership(caller, { noteId });
    if (!note?.seen || note.access.diaryId !== diaryId) throw denied();
    return access;
  },
});

/**
 * Changing one task. `needs` selects which of several actions the arguments require; all of these must be allowed. A
 * missing and a hidden task give the same error.
 */
export const onTask = <Args extends { taskId: string }, const Asked extends NotebookAction>(
  actions: readonly Asked[],
  needs: (args: Args) => readonly Asked[] = () => actions,
): AccessRule<Args, TaskAccess> => ({
  action: actions,
  async resolve(caller, args) {
    const found = await seenTask(caller, args.taskId);
    if (!found) throw new CareError("not-found", TASK_MESSAGES.notFound);
    const { access, ...thing } = found;
    const may = (one: NotebookAction) => mayOn(access.role, one, { ...thing, seen: true });
    if (!needs(args).every(may)) throw denied();
    return { ...access, taskId: args.taskId };
  },
});

/**
 * Whether the reader may set the status of a task (alias `t`) that they see; the same rule as `getTaskRights` for a row.
 */
export function maySetStatus({ userId, notebooks }: TasksAccess): RawBuilder<boolean> {
  const where = (thing: { own: boolean; assigned: boolean }) =>
    sql<boolean>`t.diary_id = any(${notebooks
      .filter(({ role }) => getTaskRights(role, thing).canSetStatus)
      .map(({ diaryId }) => diaryId)}::uuid[])`;
  return sql<boolean>`(${where({ own: false, assigned: false })}
    or (t.assigned_to = ${userId} and ${where({ own: false, assigned: true })})
    or (t.created_by = ${userId} and ${where({ own: true, assigned: false })}))`;
}

/** A reader's rights on a task that they see. */
export function getTaskRights(role: Role, thing: { own: boolean; assigned: boolean }) {
  const may = (action: NotebookAction) => mayOn(role, action, { ...thing, seen: true, isPrivate: false });
  return {
    canSetStatus: may("tasks.setStatus"),
    canPlan: may("tasks.plan"),
    canEdit: may("tasks.edit"),
    canDelete: may("tasks.delete"),
  };
}

async function seenTask(caller: Caller, taskId: string) {
  authenticated(caller.identity);
  const task = isFullId(taskId)
    ? await caller.db
        .selectFrom("tasks")
        .select(["diary_id", "note_id", "assigned_to", "created_by"])
        .where("id", "=", taskId)
        .executeTakeFirst()
    : undefined;
  const access = await membership(caller, task?.diary_id ?? "");
  if (!task || !access) return null;
  const note = task.note_id === null ? null : await getNote(caller, { noteId: task.note_id });
  if (!seesItem(getAudience(note, task.assigned_to), toReader(access))) return null;
  return {
    access,
    own: task.created_by === access.userId,
    assigned: task.assigned_to === access.userId,
    isPrivate: false,
  };
}

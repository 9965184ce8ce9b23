import { type AccessRule, inNotebook, type NotebookAccess } from "../../../server/access/gate.ts";
import { runPipelined } from "../../../server/db/pipelined.ts";
import { mayListNotes, type NotesAccess } from "../../notes/server/public.ts";
import { maySeePlans, type PlansAccess } from "../../plans/server/public.ts";
import { mayListTasks, type TasksAccess } from "../../tasks/server/public.ts";
import { maySeeUpdates, type UpdatesAccess } from "../../updates/server/public.ts";
import { type AppointmentsAccess, toMemberAppointments } from "../../visits/server/public.ts";

/** Access to the handover of a notebook: what its member may see of each room. */
export type HandoverAccess = {
  readonly member: NotebookAccess;
  readonly updates: UpdatesAccess;
  readonly notes: NotesAccess;
  readonly plans: PlansAccess;
  readonly tasks: TasksAccess;
  readonly appointments: AppointmentsAccess;
};

const ACTIONS = [
  "notebook.see",
  "notes.see",
  "comments.see",
  "tasks.see",
  "plans.see",
  "doses.see",
  "appointments.see",
] as const;

export const maySeeHandover = (): AccessRule<{ diaryId: string }, HandoverAccess> => ({
  action: ACTIONS,
  async resolve(caller, { diaryId }) {
    const args = { diaryId };
    const [member, updates, notes, plans, tasks] = await runPipelined(
      inNotebook("notebook.see").resolve(caller, args),
      maySeeUpdates().resolve(caller, args),
      mayListNotes().resolve(caller, args),
      maySeePlans("plans.see").resolve(caller, args),
      mayListTasks().resolve(caller, args),
    );
    return { member, updates, notes, plans, tasks, appointments: toMemberAppointments(member) };
  },
});

/** Saying what one has read of a notebook. */
export const mayMarkHandover = (): AccessRule<
  { diaryId: string },
  Pick<HandoverAccess, "member" | "updates"> & { readonly userId: string }
> => ({
  action: "notebook.see",
  async resolve(caller, { diaryId }) {
    const [member, updates] = await runPipelined(
      inNotebook("notebook.see").resolve(caller, { diaryId }),
      maySeeUpdates().resolve(caller, { diaryId }),
    );
    return { member, updates, userId: member.userId };
  },
});

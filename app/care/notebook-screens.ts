import { lazyRouteComponent } from "@tanstack/react-router";
import type { ComponentType } from "react";
import type { Notebook } from "../../lib/api.ts";
import { whenIdle } from "../routes/when-idle.ts";
import { withNotebook } from "./notebook-context.tsx";

/** A screen of a notebook, loaded at its first use. */
const screenOf = (load: () => Promise<ComponentType<{ notebook: Notebook }>>) =>
  lazyRouteComponent(async () => ({ screen: withNotebook(await load()) }), "screen");

export const noteList = screenOf(() => import("./note-list-route.tsx").then((m) => m.NoteListRoute));
export const members = screenOf(() => import("./members-route.tsx").then((m) => m.MembersRoute));
export const info = screenOf(() => import("./info-route.tsx").then((m) => m.InfoRoute));
export const editNotebook = screenOf(() =>
  import("../../features/notebooks/screens/edit.tsx").then((m) => m.EditNotebookScreen),
);
export const newNote = screenOf(() => import("./new-note-route.tsx").then((m) => m.NewNoteRoute));
export const note = screenOf(() => import("./note-route.tsx").then((m) => m.NoteRoute));
export const editNote = screenOf(() => import("./edit-note-route.tsx").then((m) => m.EditNoteRoute));
export const medications = screenOf(() => import("./medications-route.tsx").then((m) => m.MedicationsRoute));
export const doses = screenOf(() => import("./doses-route.tsx").then((m) => m.DosesRoute));
export const doseMonth = screenOf(() => import("./dose-month-route.tsx").then((m) => m.DoseMonthRoute));
export const plans = screenOf(() => import("./plans-route.tsx").then((m) => m.PlansRoute));
export const newPlan = screenOf(() =>
  import("../../features/plans/screens/new-plan.tsx").then((m) => m.NewPlanScreen),
);
export const writeList = screenOf(() =>
  import("../../features/plans/screens/write-list.tsx").then((m) => m.WriteListScreen),
);
export const movePlans = screenOf(() =>
  import("../../features/plans/screens/move-plans.tsx").then((m) => m.MovePlansScreen),
);
export const plan = screenOf(() => import("./plan-route.tsx").then((m) => m.PlanRoute));
export const changePlan = screenOf(() =>
  import("../../features/plans/screens/change-plan.tsx").then((m) => m.ChangePlanScreen),
);
export const visit = screenOf(() =>
  import("../../features/visits/screens/visit.tsx").then((m) => m.VisitScreen),
);
export const escalation = screenOf(() =>
  import("../../features/escalation/screens/escalation.tsx").then((m) => m.EscalationScreen),
);
export const handover = screenOf(() => import("./handover-route.tsx").then((m) => m.HandoverRoute));
export const programList = screenOf(() =>
  import("../../features/progress/screens/program-list.tsx").then((m) => m.ProgramListScreen),
);
export const addProgram = screenOf(() => import("./add-program-route.tsx").then((m) => m.AddProgramRoute));
export const libraryProgram = screenOf(() =>
  import("./library-program-route.tsx").then((m) => m.LibraryProgramRoute),
);
export const activateProgram = screenOf(() =>
  import("../../features/activation/screens/activate.tsx").then((m) => m.ActivateScreen),
);
export const program = screenOf(() => import("./program-route.tsx").then((m) => m.ProgramRoute));

/**
 * Preloads the screens for daily writing, so that they open offline as well: one after the other, each when the page is
 * idle, because reading the script of one takes long enough on a phone to delay a tap.
 */
export async function fetchWritingScreens(): Promise<void> {
  for (const screen of [noteList, newNote, note, editNote]) {
    await whenIdle();
    // What can't be fetched now is fetched when it is opened.
    await screen.preload?.()?.catch(() => {});
  }
}

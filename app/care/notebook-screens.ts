import type { ComponentType } from "react";
import type { Notebook } from "../../lib/api.ts";
import { loadRare } from "../routes/load-rare.ts";
import { createScreen } from "../routes/screen.ts";
import { whenIdle } from "../routes/when-idle.ts";
import { withNotebook } from "./notebook-context.tsx";

/** A screen of a notebook. */
const getScreen = (load: () => Promise<ComponentType<{ notebook: Notebook }>>) =>
  createScreen(async () => withNotebook(await load()));

export const noteList = getScreen(() => import("./note-list-route.tsx").then((m) => m.NoteListRoute));
export const members = getScreen(loadRare("members"));
export const info = getScreen(loadRare("info"));
export const editNotebook = getScreen(loadRare("editNotebook"));
export const newNote = getScreen(() => import("./new-note-route.tsx").then((m) => m.NewNoteRoute));
export const note = getScreen(() => import("./note-route.tsx").then((m) => m.NoteRoute));
export const editNote = getScreen(() => import("./edit-note-route.tsx").then((m) => m.EditNoteRoute));
export const medications = getScreen(() => import("./medications-route.tsx").then((m) => m.MedicationsRoute));
export const doses = getScreen(() => import("./doses-route.tsx").then((m) => m.DosesRoute));
export const doseMonth = getScreen(loadRare("doseMonth"));
export const plans = getScreen(loadRare("plans"));
export const newPlan = getScreen(loadRare("newPlan"));
export const movePlans = getScreen(loadRare("movePlans"));
export const plan = getScreen(loadRare("plan"));
export const changePlan = getScreen(loadRare("changePlan"));
export const visit = getScreen(loadRare("visit"));
export const appointments = getScreen(loadRare("appointments"));
export const appointment = getScreen(loadRare("appointment"));
export const escalation = getScreen(loadRare("escalation"));
export const handover = getScreen(() => import("./handover-route.tsx").then((m) => m.HandoverRoute));
export const programList = getScreen(loadRare("programList"));
export const addProgram = getScreen(loadRare("addProgram"));
export const libraryProgram = getScreen(loadRare("libraryProgram"));
export const activateProgram = getScreen(loadRare("activateProgram"));
export const program = getScreen(loadRare("program"));

/**
 * Preloads the screens for daily writing, so that they open offline as well: one after the other, each when the page is
 * idle, because reading the script of one takes long enough on a phone to delay a tap.
 */
export async function fetchWritingScreens(): Promise<void> {
  for (const screen of [noteList, newNote, note, editNote]) {
    await whenIdle();
    // A screen that can't be fetched now is fetched when it is opened.
    await screen.preload?.()?.catch(() => {});
  }
}

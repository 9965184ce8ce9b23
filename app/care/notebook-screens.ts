import { lazyRouteComponent } from "@tanstack/react-router";
import type { ComponentType } from "react";
import type { Notebook } from "../../lib/api.ts";
import { loadRare } from "../routes/load-rare.ts";
import { whenIdle } from "../routes/when-idle.ts";
import { withNotebook } from "./notebook-context.tsx";

/** A screen of a notebook, loaded at its first use. */
const screenOf = (load: () => Promise<ComponentType<{ notebook: Notebook }>>) =>
  lazyRouteComponent(async () => ({ screen: withNotebook(await load()) }), "screen");

export const noteList = screenOf(() => import("./note-list-route.tsx").then((m) => m.NoteListRoute));
export const members = screenOf(loadRare("members"));
export const info = screenOf(loadRare("info"));
export const editNotebook = screenOf(loadRare("editNotebook"));
export const newNote = screenOf(() => import("./new-note-route.tsx").then((m) => m.NewNoteRoute));
export const note = screenOf(() => import("./note-route.tsx").then((m) => m.NoteRoute));
export const editNote = screenOf(() => import("./edit-note-route.tsx").then((m) => m.EditNoteRoute));
export const medications = screenOf(() => import("./medications-route.tsx").then((m) => m.MedicationsRoute));
export const doses = screenOf(() => import("./doses-route.tsx").then((m) => m.DosesRoute));
export const doseMonth = screenOf(loadRare("doseMonth"));
export const plans = screenOf(loadRare("plans"));
export const newPlan = screenOf(loadRare("newPlan"));
export const writeList = screenOf(loadRare("writeList"));
export const movePlans = screenOf(loadRare("movePlans"));
export const plan = screenOf(loadRare("plan"));
export const changePlan = screenOf(loadRare("changePlan"));
export const visit = screenOf(loadRare("visit"));
export const escalation = screenOf(loadRare("escalation"));
export const handover = screenOf(() => import("./handover-route.tsx").then((m) => m.HandoverRoute));
export const programList = screenOf(loadRare("programList"));
export const addProgram = screenOf(loadRare("addProgram"));
export const libraryProgram = screenOf(loadRare("libraryProgram"));
export const activateProgram = screenOf(loadRare("activateProgram"));
export const program = screenOf(loadRare("program"));

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

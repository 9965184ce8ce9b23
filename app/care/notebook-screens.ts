import { lazyRouteComponent } from "@tanstack/react-router";
import { whenIdle } from "../routes/when-idle.ts";
import { withNotebook } from "./notebook-context.tsx";

// The screens of a notebook, each loaded at its first use.

export const noteList = lazyRouteComponent(
  () =>
    import("./note-list-route.tsx").then((m) => ({
      screen: withNotebook(m.NoteListRoute),
    })),
  "screen",
);
export const members = lazyRouteComponent(
  () =>
    import("./members-route.tsx").then((m) => ({
      screen: withNotebook(m.MembersRoute),
    })),
  "screen",
);
export const info = lazyRouteComponent(
  () =>
    import("./info-route.tsx").then((m) => ({
      screen: withNotebook(m.InfoRoute),
    })),
  "screen",
);
export const editNotebook = lazyRouteComponent(
  () =>
    import("../../features/notebooks/screens/edit.tsx").then((m) => ({
      screen: withNotebook(m.EditNotebookScreen),
    })),
  "screen",
);
export const newNote = lazyRouteComponent(
  () =>
    import("./new-note-route.tsx").then((m) => ({
      screen: withNotebook(m.NewNoteRoute),
    })),
  "screen",
);
export const note = lazyRouteComponent(
  () =>
    import("./note-route.tsx").then((m) => ({
      screen: withNotebook(m.NoteRoute),
    })),
  "screen",
);
export const editNote = lazyRouteComponent(
  () =>
    import("./edit-note-route.tsx").then((m) => ({
      screen: withNotebook(m.EditNoteRoute),
    })),
  "screen",
);
export const medications = lazyRouteComponent(
  () =>
    import("../../features/medications/screens/medications.tsx").then((m) => ({
      screen: withNotebook(m.MedicationsScreen),
    })),
  "screen",
);
export const visit = lazyRouteComponent(
  () =>
    import("../../features/visits/screens/visit.tsx").then((m) => ({
      screen: withNotebook(m.VisitScreen),
    })),
  "screen",
);
export const programList = lazyRouteComponent(
  () =>
    import("../../features/progress/screens/program-list.tsx").then((m) => ({
      screen: withNotebook(m.ProgramListScreen),
    })),
  "screen",
);
export const addProgram = lazyRouteComponent(
  () =>
    import("./add-program-route.tsx").then((m) => ({
      screen: withNotebook(m.AddProgramRoute),
    })),
  "screen",
);
export const libraryProgram = lazyRouteComponent(
  () =>
    import("./library-program-route.tsx").then((m) => ({
      screen: withNotebook(m.LibraryProgramRoute),
    })),
  "screen",
);
export const activateProgram = lazyRouteComponent(
  () =>
    import("../../features/activation/screens/activate.tsx").then((m) => ({
      screen: withNotebook(m.ActivateScreen),
    })),
  "screen",
);
export const program = lazyRouteComponent(
  () =>
    import("./program-route.tsx").then((m) => ({
      screen: withNotebook(m.ProgramRoute),
    })),
  "screen",
);

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

import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { withNotebook } from "../care/notebook-context.tsx";
import { RecentNotebookRedirect } from "../care/recent-notebook.tsx";
import { signedInRoute } from "./root.ts";

const areaRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/care",
  component: lazyRouteComponent(() => import("../care/care-area.tsx"), "CareArea"),
});

const notebookRoute = createRoute({
  getParentRoute: () => areaRoute,
  path: "$diaryId",
  component: lazyRouteComponent(() => import("../care/notebook-gate.tsx"), "NotebookGate"),
});

const leadToList = () => {
  throw redirect({ to: "/care", replace: true });
};

const noteList = lazyRouteComponent(
  () =>
    import("../../features/notes/screens/note-list.tsx").then((m) => ({
      screen: withNotebook(m.NoteListScreen),
    })),
  "screen",
);
const members = lazyRouteComponent(
  () =>
    import("../../features/members/screens/members.tsx").then((m) => ({
      screen: withNotebook(m.MembersScreen),
    })),
  "screen",
);
const info = lazyRouteComponent(
  () =>
    import("../../features/notebooks/screens/info.tsx").then((m) => ({
      screen: withNotebook(m.NotebookInfoScreen),
    })),
  "screen",
);
const editNotebook = lazyRouteComponent(
  () =>
    import("../../features/notebooks/screens/edit.tsx").then((m) => ({
      screen: withNotebook(m.EditNotebookScreen),
    })),
  "screen",
);
const newNote = lazyRouteComponent(
  () =>
    import("../../features/notes/screens/new-note.tsx").then((m) => ({
      screen: withNotebook(m.NewNoteScreen),
    })),
  "screen",
);
const note = lazyRouteComponent(
  () =>
    import("../../features/notes/screens/note-detail.tsx").then((m) => ({
      screen: withNotebook(m.NoteDetailScreen),
    })),
  "screen",
);
const editNote = lazyRouteComponent(
  () =>
    import("../../features/notes/screens/edit-note.tsx").then((m) => ({
      screen: withNotebook(m.EditNoteScreen),
    })),
  "screen",
);

/** A note's type, as the address carries it: `?type=default`. */
function noteTypeSearch(search: Record<string, unknown>): { type?: string } {
  return { type: typeof search.type === "string" ? search.type : undefined };
}

const inNotebook = notebookRoute.addChildren([
  createRoute({ getParentRoute: () => notebookRoute, path: "/", component: noteList }),
  createRoute({ getParentRoute: () => notebookRoute, path: "members", component: members }),
  createRoute({ getParentRoute: () => notebookRoute, path: "info", component: info }),
  createRoute({ getParentRoute: () => notebookRoute, path: "edit", component: editNotebook }),
  createRoute({
    getParentRoute: () => notebookRoute,
    path: "note/new",
    validateSearch: noteTypeSearch,
    component: newNote,
  }),
  createRoute({ getParentRoute: () => notebookRoute, path: "note/$noteId", component: note }),
  createRoute({ getParentRoute: () => notebookRoute, path: "note/$noteId/edit", component: editNote }),
]);

/** The notebook area of workspace 2.1, and links into it that name no notebook. */
export const careRoute = areaRoute.addChildren([
  createRoute({
    getParentRoute: () => areaRoute,
    path: "/",
    component: lazyRouteComponent(() => import("../care/notebook-list-route.tsx"), "NotebookListRoute"),
  }),
  createRoute({
    getParentRoute: () => areaRoute,
    path: "new",
    component: lazyRouteComponent(
      () => import("../../features/notebooks/screens/new-notebook.tsx"),
      "NewNotebookScreen",
    ),
  }),
  createRoute({ getParentRoute: () => areaRoute, path: "members", component: RecentNotebookRedirect }),
  createRoute({ getParentRoute: () => areaRoute, path: "info", component: RecentNotebookRedirect }),
  createRoute({ getParentRoute: () => areaRoute, path: "edit", component: RecentNotebookRedirect }),
  createRoute({ getParentRoute: () => areaRoute, path: "note/new", component: RecentNotebookRedirect }),
  inNotebook,
  createRoute({ getParentRoute: () => areaRoute, path: "$", beforeLoad: leadToList }),
]);

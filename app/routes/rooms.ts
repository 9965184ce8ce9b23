import { createRoute, redirect } from "@tanstack/react-router";
import { toCalendarView } from "../../features/calendar/client/calendar-view.ts";
import { searchOfAddress } from "../../features/search/client/search-address.ts";
import { toTaskFilter } from "../../features/tasks/client/task-list-filter.ts";
import { isFullId } from "../../lib/ids.ts";
import { InvitationGuard, InvitationRoute } from "../invitations/invitation-route.tsx";
import { loadRare } from "./load-rare.ts";
import { rootRoute, signedInRoute } from "./root.ts";
import { createKitScreen, createScreen } from "./screen.ts";

const invitedRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "invited",
  component: InvitationGuard,
});

/** The invitation page, with its own guard, and its second address (care core 2). */
export const invitationRoutes = [
  invitedRoute.addChildren([
    createRoute({
      getParentRoute: () => invitedRoute,
      path: "/invitations/$token/accept",
      component: InvitationRoute,
    }),
  ]),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/invitation/$token",
    beforeLoad: ({ params }) => {
      throw redirect({ to: "/invitations/$token/accept", params, replace: true });
    },
  }),
];

/** Loaded by the one person who opens it. */
const loadFirstAdministrator = () => import("../admin/first-administrator-route.tsx");

/** The page of the link that the server prints while it has no administrator, with its own guard. */
const firstAdministratorGuard = createRoute({
  getParentRoute: () => rootRoute,
  id: "first-administrator-guard",
  component: createScreen(() => loadFirstAdministrator().then((m) => m.FirstAdministratorGuard)),
});

export const firstAdministratorRoute = firstAdministratorGuard.addChildren([
  createRoute({
    getParentRoute: () => firstAdministratorGuard,
    path: "/first-administrator/$token",
    component: createScreen(() => loadFirstAdministrator().then((m) => m.FirstAdministratorRoute)),
  }),
]);

/** The full id of the only notebook to show: `?notebook=`. */
function notebookOfSearch(search: Record<string, unknown>): { notebook?: string } {
  const notebook = String(search.notebook ?? "").toLowerCase();
  return isFullId(notebook) ? { notebook } : {};
}

/** The rooms besides notebooks: dashboard, tasks, calendar, recorder, account. */
export const roomRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/home",
    component: createScreen(() => import("../home/home-route.tsx").then((m) => m.HomeRoute)),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/updates",
    validateSearch: notebookOfSearch,
    component: createKitScreen(() => import("../updates/updates-route.tsx").then((m) => m.UpdatesRoute)),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/notifications",
    component: createKitScreen(() => import("../notifications/inbox-route.tsx").then((m) => m.InboxRoute)),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/notifications/settings",
    component: createKitScreen(loadRare("reminderSettings")),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/tasks",
    validateSearch: toTaskFilter,
    component: createKitScreen(() => import("../tasks/tasks-route.tsx").then((m) => m.TasksRoute)),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/tasks/repeated/$taskId",
    component: createKitScreen(loadRare("repeatedTask")),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/search",
    validateSearch: searchOfAddress,
    component: createKitScreen(() => import("../search/search-route.tsx").then((m) => m.SearchRoute)),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/calendar",
    validateSearch: toCalendarView,
    component: createKitScreen(() => import("../calendar/calendar-route.tsx").then((m) => m.CalendarRoute)),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/recording",
    component: createKitScreen(() =>
      import("../../features/recorder/screens/recorder.tsx").then((m) => m.RecorderScreen),
    ),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/share",
    component: createKitScreen(loadRare("share")),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/more",
    component: createKitScreen(() => import("../more/more-route.tsx").then((m) => m.MoreRoute)),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/more/help",
    component: createKitScreen(() => import("../more/help-route.tsx").then((m) => m.HelpRoute)),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/more/not-sent",
    component: createKitScreen(loadRare("notSent")),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/account",
    component: createKitScreen(loadRare("account")),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/account/webhooks",
    component: createKitScreen(loadRare("webhooks")),
  }),
];

import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { signedInRoute } from "./root.ts";

const invitation = lazyRouteComponent(
  () => import("../../features/members/screens/invitation.tsx"),
  "InvitationScreen",
);

/** The rooms beside the notebooks: dashboard, tasks, calendar, recorder, account, invitations. */
export const roomRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/home",
    component: lazyRouteComponent(() => import("../../features/home/screens/home.tsx"), "HomeScreen"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/tasks",
    component: lazyRouteComponent(() => import("../../features/tasks/screens/tasks.tsx"), "TasksScreen"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/calendar",
    component: lazyRouteComponent(
      () => import("../../features/calendar/screens/calendar.tsx"),
      "CalendarScreen",
    ),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/recording",
    component: lazyRouteComponent(
      () => import("../../features/recorder/screens/recorder.tsx"),
      "RecorderScreen",
    ),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/account",
    component: lazyRouteComponent(() => import("../auth/account-route.tsx"), "AccountRoute"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/invitations/$token/accept",
    component: invitation,
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/invitation/$token",
    beforeLoad: ({ params }) => {
      throw redirect({ to: "/invitations/$token/accept", params, replace: true });
    },
  }),
];

import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { signedInRoute } from "./root.ts";
import { screen } from "./screen.ts";

const layoutRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/admin",
  component: screen(() =>
    import("../../features/admin/components/admin-layout.tsx").then((m) => m.AdminLayout),
  ),
});

const statistics = lazyRouteComponent(
  () => import("../../features/admin/screens/statistics.tsx"),
  "StatisticsScreen",
);

/** The pages of the back-office (workspace 2.8); any other path below `/admin` redirects to its index. */
export const adminRoute = layoutRoute.addChildren([
  createRoute({ getParentRoute: () => layoutRoute, path: "/", component: statistics }),
  createRoute({ getParentRoute: () => layoutRoute, path: "stats", component: statistics }),
  createRoute({
    getParentRoute: () => layoutRoute,
    path: "manage-admins",
    component: lazyRouteComponent(
      () => import("../../features/admin/screens/manage-admins.tsx"),
      "ManageAdminsScreen",
    ),
  }),
  createRoute({
    getParentRoute: () => layoutRoute,
    path: "queues",
    component: lazyRouteComponent(() => import("../../features/admin/screens/queues.tsx"), "QueuesScreen"),
  }),
  createRoute({
    getParentRoute: () => layoutRoute,
    path: "$table",
    // The search words; the router parses `?q=12` as a number.
    validateSearch: ({ q }: { q?: unknown }): { q?: string } =>
      q === undefined || q === "" ? {} : { q: String(q) },
    component: lazyRouteComponent(() => import("../admin/table-route.tsx"), "TableRoute"),
  }),
  createRoute({
    getParentRoute: () => layoutRoute,
    path: "$",
    beforeLoad: () => {
      throw redirect({ to: "/admin", replace: true });
    },
  }),
]);

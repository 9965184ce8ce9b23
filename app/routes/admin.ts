import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { signedInRoute } from "./root.ts";

const layoutRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/admin",
  component: lazyRouteComponent(
    () => import("../../features/admin/components/admin-layout.tsx"),
    "AdminLayout",
  ),
});

const page = lazyRouteComponent(() => import("../../features/admin/screens/admin-page.tsx"), "AdminPage");

/** The pages of the back-office (workspace 2.8); any other path below `/admin` leads to its index. */
export const adminRoute = layoutRoute.addChildren([
  createRoute({ getParentRoute: () => layoutRoute, path: "/", component: page }),
  createRoute({ getParentRoute: () => layoutRoute, path: "stats", component: page }),
  createRoute({ getParentRoute: () => layoutRoute, path: "users", component: page }),
  createRoute({ getParentRoute: () => layoutRoute, path: "care", component: page }),
  createRoute({ getParentRoute: () => layoutRoute, path: "notes", component: page }),
  createRoute({ getParentRoute: () => layoutRoute, path: "note-types", component: page }),
  createRoute({ getParentRoute: () => layoutRoute, path: "attachments", component: page }),
  createRoute({ getParentRoute: () => layoutRoute, path: "tasks", component: page }),
  createRoute({ getParentRoute: () => layoutRoute, path: "comments", component: page }),
  createRoute({ getParentRoute: () => layoutRoute, path: "members", component: page }),
  createRoute({ getParentRoute: () => layoutRoute, path: "invitations", component: page }),
  createRoute({ getParentRoute: () => layoutRoute, path: "programs", component: page }),
  createRoute({ getParentRoute: () => layoutRoute, path: "diary-programs", component: page }),
  createRoute({ getParentRoute: () => layoutRoute, path: "phase-progress", component: page }),
  createRoute({ getParentRoute: () => layoutRoute, path: "activity-activations", component: page }),
  createRoute({ getParentRoute: () => layoutRoute, path: "program-exports", component: page }),
  createRoute({ getParentRoute: () => layoutRoute, path: "audit", component: page }),
  createRoute({ getParentRoute: () => layoutRoute, path: "manage-admins", component: page }),
  createRoute({
    getParentRoute: () => layoutRoute,
    path: "$",
    beforeLoad: () => {
      throw redirect({ to: "/admin", replace: true });
    },
  }),
]);

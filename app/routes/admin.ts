import { createRoute, redirect } from "@tanstack/react-router";
import type { FunctionComponent } from "react";
import { loadRare } from "./load-rare.ts";
import { signedInRoute } from "./root.ts";
import { createKitScreen, createScreen } from "./screen.ts";

/** A page inside the layout, which brings the UI kit. */
const page = (name: Parameters<typeof loadRare>[0]) =>
  createScreen(() => loadRare(name)() as Promise<FunctionComponent>);

const layoutRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/admin",
  component: createKitScreen(loadRare("adminLayout")),
});

const statistics = page("statistics");

/** The pages of the back-office (workspace 2.8); any other path below `/admin` redirects to its index. */
export const adminRoute = layoutRoute.addChildren([
  createRoute({ getParentRoute: () => layoutRoute, path: "/", component: statistics }),
  createRoute({ getParentRoute: () => layoutRoute, path: "stats", component: statistics }),
  createRoute({
    getParentRoute: () => layoutRoute,
    path: "manage-admins",
    component: page("manageAdmins"),
  }),
  createRoute({
    getParentRoute: () => layoutRoute,
    path: "queues",
    component: page("queues"),
  }),
  createRoute({
    getParentRoute: () => layoutRoute,
    path: "$table",
    // The search words; the router parses `?q=12` as a number.
    validateSearch: ({ q }: { q?: unknown }): { q?: string } =>
      q === undefined || q === "" ? {} : { q: String(q) },
    component: page("table"),
  }),
  createRoute({
    getParentRoute: () => layoutRoute,
    path: "$",
    beforeLoad: () => {
      throw redirect({ to: "/admin", replace: true });
    },
  }),
]);

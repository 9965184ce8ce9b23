import { createRoute, redirect } from "@tanstack/react-router";
import { rootRoute } from "./root.ts";

const leadTo = (path: "/care" | "/") => () => {
  throw redirect({ to: path, replace: true });
};

/** Old and unknown addresses. They redirect before the sign-in guard runs. */
export const redirectRoutes = [
  createRoute({ getParentRoute: () => rootRoute, path: "/diaries", beforeLoad: leadTo("/care") }),
  createRoute({ getParentRoute: () => rootRoute, path: "/diaries/$", beforeLoad: leadTo("/care") }),
  createRoute({ getParentRoute: () => rootRoute, path: "/app", beforeLoad: leadTo("/care") }),
  createRoute({ getParentRoute: () => rootRoute, path: "/app/$", beforeLoad: leadTo("/care") }),
  createRoute({ getParentRoute: () => rootRoute, path: "/$", beforeLoad: leadTo("/") }),
];

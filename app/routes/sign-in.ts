import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "./root.ts";
import { createScreen } from "./screen.ts";

type SignInSearch = { returnTo?: string; email?: string; error?: string };

const text = (value: unknown) => (typeof value === "string" ? value : undefined);

function validateSearch(search: Record<string, unknown>): SignInSearch {
  return { returnTo: text(search.returnTo), email: text(search.email), error: text(search.error) };
}

const signInScreen = createScreen(() => import("../auth/sign-in-route.tsx").then((m) => m.SignInRoute));
const signUpScreen = createScreen(() => import("../auth/sign-in-route.tsx").then((m) => m.SignUpRoute));

/** Sign-in and sign-up: the paths below them belong to the same form (workspace 2.1). */
export const signInRoutes = [
  createRoute({ getParentRoute: () => rootRoute, path: "/sign-in", validateSearch, component: signInScreen }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/sign-in/$",
    validateSearch,
    component: signInScreen,
  }),
  createRoute({ getParentRoute: () => rootRoute, path: "/sign-up", validateSearch, component: signUpScreen }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/sign-up/$",
    validateSearch,
    component: signUpScreen,
  }),
];

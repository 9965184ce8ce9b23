import { createRootRoute, createRoute } from "@tanstack/react-router";
import { Guard } from "../layouts/guard.tsx";
import { Root } from "../layouts/root.tsx";
import { afterPaint } from "./after-paint.ts";

/** The outermost frame: skip link, page title, error boundary. */
export const rootRoute = createRootRoute({ component: Root });

/** Everything below needs a signed-in person (workspace 2.1, sign-in guard). */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "signed-in",
  beforeLoad: afterPaint,
  component: Guard,
});

import { createRoute, redirect } from "@tanstack/react-router";
import { getPublicAddress } from "../../features/marketing/rules/addresses.ts";
import type { PublicPath } from "../../features/marketing/rules.ts";
import { LandingRoute } from "../layouts/landing-route.tsx";
import { rootRoute } from "./root.ts";

/**
 * A page outside the app: HTML from the server in the reader's language, in a document of its own
 * (docs/how/public-pages.md).
 */
const publicPageRoute = (path: Exclude<PublicPath, "/">) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    beforeLoad: ({ location: { searchStr, hash } }) => {
      throw redirect({
        href: `${getPublicAddress(path)}${searchStr}${hash && `#${hash}`}`,
        reloadDocument: true,
      });
    },
  });

/** The public pages (workspace 2.1), which the app only links to. */
export const publicRoutes = [
  createRoute({ getParentRoute: () => rootRoute, path: "/", component: LandingRoute }),
  publicPageRoute("/pricing"),
  publicPageRoute("/security"),
  publicPageRoute("/help"),
  publicPageRoute("/community"),
  publicPageRoute("/about"),
  publicPageRoute("/privacy"),
  publicPageRoute("/terms"),
  publicPageRoute("/intended-purpose"),
];

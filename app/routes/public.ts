import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { LandingRoute } from "../layouts/landing-route.tsx";
import { rootRoute } from "./root.ts";

const layoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "public",
  component: lazyRouteComponent(
    () => import("../../features/marketing/components/public-layout.tsx"),
    "PublicLayout",
  ),
});

/** The landing page and the seven public pages, in one layout with header and footer (workspace 2.2). */
export const publicRoutes = [
  layoutRoute.addChildren([
    createRoute({ getParentRoute: () => layoutRoute, path: "/", component: LandingRoute }),
    createRoute({
      getParentRoute: () => layoutRoute,
      path: "/pricing",
      component: lazyRouteComponent(
        () => import("../../features/marketing/screens/pricing.tsx"),
        "PricingScreen",
      ),
    }),
    createRoute({
      getParentRoute: () => layoutRoute,
      path: "/security",
      component: lazyRouteComponent(
        () => import("../../features/marketing/screens/security.tsx"),
        "SecurityScreen",
      ),
    }),
    createRoute({
      getParentRoute: () => layoutRoute,
      path: "/help",
      component: lazyRouteComponent(() => import("../../features/marketing/screens/help.tsx"), "HelpScreen"),
    }),
    createRoute({
      getParentRoute: () => layoutRoute,
      path: "/community",
      component: lazyRouteComponent(
        () => import("../../features/marketing/screens/community.tsx"),
        "CommunityScreen",
      ),
    }),
    createRoute({
      getParentRoute: () => layoutRoute,
      path: "/about",
      component: lazyRouteComponent(
        () => import("../../features/marketing/screens/about.tsx"),
        "AboutScreen",
      ),
    }),
    createRoute({
      getParentRoute: () => layoutRoute,
      path: "/privacy",
      component: lazyRouteComponent(
        () => import("../../features/marketing/screens/privacy.tsx"),
        "PrivacyScreen",
      ),
    }),
    createRoute({
      getParentRoute: () => layoutRoute,
      path: "/terms",
      component: lazyRouteComponent(
        () => import("../../features/marketing/screens/terms.tsx"),
        "TermsScreen",
      ),
    }),
  ]),
];

import { createRouter } from "@tanstack/react-router";
import { LoadingPage } from "./layouts/loading-page.tsx";
import { RouteError } from "./layouts/route-error.tsx";
import { adminRoute } from "./routes/admin.ts";
import { careRoute } from "./routes/care.ts";
import { publicRoutes } from "./routes/public.ts";
import { redirectRoutes } from "./routes/redirects.ts";
import { firstAdministratorRoute, invitationRoutes, roomRoutes } from "./routes/rooms.ts";
import { rootRoute, signedInRoute } from "./routes/root.ts";
import { signInRoutes } from "./routes/sign-in.ts";

const routeTree = rootRoute.addChildren([
  ...publicRoutes,
  ...signInRoutes,
  ...invitationRoutes,
  firstAdministratorRoute,
  ...redirectRoutes,
  signedInRoute.addChildren([careRoute, adminRoute, ...roomRoutes]),
]);

/** The route table of workspace 2.1. Every screen is loaded when it is first opened. */
export function createAppRouter() {
  return createRouter({
    routeTree,
    defaultPreload: "intent",
    defaultPendingComponent: LoadingPage,
    defaultErrorComponent: RouteError,
    scrollRestoration: true,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

import { useLocation, useParams } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { loadWithTexts } from "../../lib/words/waiting.ts";
import { Guard } from "../layouts/guard.tsx";
import { LoadingPage } from "../layouts/loading-page.tsx";
import { loadInKit } from "../theme/in-kit.ts";

const SignedOut = lazy(() =>
  loadWithTexts(() =>
    import("../../features/admin/screens/first-administrator-signed-out.tsx").then((m) => ({
      default: m.FirstAdministratorSignedOut,
    })),
  ),
);
const Screen = lazy(async () => ({
  default: await loadInKit(() =>
    import("../../features/admin/screens/first-administrator.tsx").then(
      (module) => module.FirstAdministratorScreen,
    ),
  ),
}));

/** The guard of the first administrator's page: who isn't signed in is asked to make an account, not to sign in. */
export function FirstAdministratorGuard() {
  const here = useLocation({ select: (location) => location.href });
  return (
    <Guard
      signedOut={
        <Suspense fallback={<LoadingPage />}>
          <SignedOut here={here} />
        </Suspense>
      }
    />
  );
}

/** The page of a signed-in user, loaded apart, so that others don't load it. */
export function FirstAdministratorRoute() {
  const { token } = useParams({ from: "/first-administrator-guard/first-administrator/$token" });
  return (
    <Suspense fallback={<LoadingPage />}>
      <Screen token={token} />
    </Suspense>
  );
}

import { lazy, Suspense } from "react";
import { loadWithTexts } from "../../lib/words/waiting.ts";
import { Guard } from "../layouts/guard.tsx";
import { LoadingPage } from "../layouts/loading-page.tsx";
import { loadInKit } from "../theme/in-kit.ts";

const SignedOutPage = lazy(() =>
  loadWithTexts(() => import("./signed-out-page.tsx").then((m) => ({ default: m.SignedOutPage }))),
);
const AcceptPage = lazy(async () => ({
  default: await loadInKit(() => import("./accept-page.tsx").then((module) => module.AcceptPage)),
}));

/** The guard of the invitation page: signed-out visitors see who invites them before they sign in. */
export function InvitationGuard() {
  return (
    <Guard
      signedOut={
        <Suspense fallback={<LoadingPage />}>
          <SignedOutPage />
        </Suspense>
      }
    />
  );
}

/**
 * The invitation page of a signed-in person. Not a lazy component of the route itself: the router would load it, with
 * the UI kit, for signed-out visitors as well.
 */
export function InvitationRoute() {
  return (
    <Suspense fallback={<LoadingPage />}>
      <AcceptPage />
    </Suspense>
  );
}

import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { useAuth } from "../auth/auth-context.tsx";
import { wasSignedIn } from "../auth/auth-store.ts";
import { GuardPage } from "./guard-page.tsx";
import { LoadingFrame } from "./loading-frame.tsx";
import { StartFailure } from "./start-failure.tsx";

const loadLayout = () => import("./signed-in-layout.tsx");
const SignedInLayout = lazy(() => loadLayout().then((module) => ({ default: module.SignedInLayout })));

type GuardProps = {
  /** What signed-out visitors see instead of the page. */
  signedOut?: ReactNode;
};

/** The sign-in guard: signed-out visitors see a request to sign in, never the page's content. */
export function Guard({ signedOut = <GuardPage /> }: GuardProps) {
  const { state, ready, failure } = useAuth();

  useEffect(() => {
    // Preloads the large part of the app while the server is still asked who is signed in.
    if (wasSignedIn()) void loadLayout();
  }, []);

  if (failure) return <StartFailure message={failure} />;
  if (!ready || state.status === "loading") return <LoadingFrame />;
  if (state.status === "signedOut") return signedOut;
  return (
    // A Suspense of its own, separate from the one for signed-out visitors: while that loads, React would keep these
    // screens, which can't be unmounted any more once the connection that they use is closed.
    <Suspense key="signed-in" fallback={<LoadingFrame />}>
      <SignedInLayout key={state.user.id} auth={ready.client} user={state.user} />
    </Suspense>
  );
}

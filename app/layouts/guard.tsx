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

/** The sign-in guard: signed-out visitors see who they have to be, never the page's content. */
export function Guard({ signedOut = <GuardPage /> }: GuardProps) {
  const { state, ready, failure } = useAuth();

  useEffect(() => {
    // The large part of the program arrives while the server is still asked who this is.
    if (wasSignedIn()) void loadLayout();
  }, []);

  if (failure) return <StartFailure message={failure} />;
  if (!ready || state.status === "loading") return <LoadingFrame />;
  if (state.status === "signedOut") return signedOut;
  return (
    // Its own, not the one of what signed-out visitors see: while that loads, React would keep these screens, which can't
    // be left any more once the connection that they hold is closed.
    <Suspense key="signed-in" fallback={<LoadingFrame />}>
      <SignedInLayout key={state.user.id} auth={ready.client} user={state.user} />
    </Suspense>
  );
}

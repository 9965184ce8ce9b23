import { type ReactNode, useEffect, useState } from "react";
import { useAuth } from "../auth/auth-context.tsx";
import { wasSignedIn } from "../auth/auth-store.ts";
import { GuardPage } from "./guard-page.tsx";
import { LoadingFrame } from "./loading-frame.tsx";
import { StartFailure } from "./start-failure.tsx";

type Loaded = { Layout: typeof import("./signed-in-layout.tsx").SignedInLayout } | { failure: unknown };
let loaded: Loaded | null = null;
let loading: Promise<void> | undefined;

/** Loads what all screens of a signed-in person need, once. */
function loadLayout(): Promise<void> {
  loading ??= import("./signed-in-layout.tsx").then(
    ({ SignedInLayout: Layout }) => {
      loaded = { Layout };
    },
    (failure: unknown) => {
      loaded = { failure };
    },
  );
  return loading;
}

/**
 * What was loaded, or null until then. Not `lazy` with `Suspense`: what follows a fallback, React shows 300 ms later at
 * the earliest, and that would delay the first screen of each visit.
 */
function useLayout(isWanted: boolean): Loaded | null {
  const [present, setPresent] = useState(loaded);
  useEffect(() => {
    if (isWanted) void loadLayout().then(() => setPresent(loaded));
  }, [isWanted]);
  return present;
}

type GuardProps = {
  /** What signed-out visitors see instead of the page. */
  signedOut?: ReactNode;
};

/** The sign-in guard: signed-out visitors see a request to sign in, never the page's content. */
export function Guard({ signedOut = <GuardPage /> }: GuardProps) {
  const { state, ready, failure } = useAuth();
  // Loads it also while the server is still asked who is signed in.
  const layout = useLayout(state.status === "signedIn" || wasSignedIn());

  if (failure) return <StartFailure message={failure} />;
  if (!ready || state.status === "loading") return <LoadingFrame />;
  if (state.status === "signedOut") return signedOut;
  if (!layout) return <LoadingFrame />;
  // The error boundary shows what can be done.
  if ("failure" in layout) throw layout.failure;
  return <layout.Layout key={state.user.id} auth={ready.client} user={state.user} />;
}

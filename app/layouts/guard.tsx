import { type ReactNode, startTransition, useEffect, useState, useSyncExternalStore } from "react";
import { loadWithTexts } from "../../lib/words/waiting.ts";
import { createQuietPart } from "../../ui/lazy-part.tsx";
import { useAuth } from "../auth/auth-context.tsx";
import { wasSignedIn } from "../auth/auth-store.ts";
import { isLocked, watchLock } from "../sync/kept/reading-key.ts";
import { GuardPage } from "./guard-page.tsx";
import { LoadingFrame } from "./loading-frame.tsx";
import { StartFailure } from "./start-failure.tsx";

const LockedPage = createQuietPart(
  () => import("./locked-page.tsx").then((module) => module.LockedPage),
  <LoadingFrame />,
);

type Loaded = { Layout: typeof import("./signed-in-layout.tsx").SignedInLayout };
let loaded: Loaded | null = null;

/** Loads the common code of all signed-in screens. */
async function loadLayout(): Promise<Loaded> {
  const { SignedInLayout: Layout } = await loadWithTexts(() => import("./signed-in-layout.tsx"));
  loaded ??= { Layout };
  return loaded;
}

/**
 * The layout or why it couldn't be loaded, null until then. Not `lazy` with `Suspense`: React shows the content after a
 * fallback 300 ms later at the earliest, and that would delay the first screen of each visit.
 */
function useLayout(isSignedIn: boolean): Loaded | { failure: unknown } | null {
  const [layout, setLayout] = useState<Loaded | { failure: unknown } | null>(loaded);
  useEffect(() => {
    // A user who was signed in before probably still is: the layout is loaded while the server is asked. A failure
    // doesn't matter yet, because it is tried again.
    // The frame is large: as a transition it is rendered in slices.
    const show = (result: Loaded | { failure: unknown }) => startTransition(() => setLayout(result));
    if (isSignedIn) loadLayout().then(show, (failure: unknown) => show({ failure }));
    else if (wasSignedIn()) loadLayout().then(show, () => {});
  }, [isSignedIn]);
  return layout;
}

type GuardProps = {
  /** The content for signed-out visitors in place of the page. */
  signedOut?: ReactNode;
};

/**
 * The sign-in guard: signed-out visitors see a request to sign in, never the page's content, and nobody does while the app
 * is locked on this device.
 */
export function Guard({ signedOut = <GuardPage /> }: GuardProps) {
  const { state, ready, failure } = useAuth();
  const layout = useLayout(state.status === "signedIn");
  const isShut = useSyncExternalStore(watchLock, () => state.user !== null && isLocked(state.user.id));

  if (failure) return <StartFailure message={failure} />;
  if (!ready || state.status === "loading") return <LoadingFrame />;
  if (state.status === "signedOut") return signedOut;
  if (isShut) return <LockedPage auth={ready.client} user={state.user} />;
  if (!layout) return <LoadingFrame />;
  // The error boundary shows the remedy.
  if ("failure" in layout) throw layout.failure;
  return <layout.Layout key={state.user.id} auth={ready.client} user={state.user} />;
}

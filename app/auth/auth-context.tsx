import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react";
import type { Key } from "../../lib/words/keys.ts";
import { type ClientSettings, loadSettings } from "../settings.ts";
import type { AuthClient, AuthState } from "./auth-client.ts";
import { createAuth } from "./create-auth.ts";

type Ready = { settings: ClientSettings; client: AuthClient };
type AuthValue = {
  state: AuthState;
  ready: Ready | null;
  /** A text, or the key of one. */
  failure: string | null;
};

const unknownState: AuthState = { status: "loading", user: null };
const AuthContext = createContext<AuthValue>({ state: unknownState, ready: null, failure: null });
const noSubscription = () => () => {};

/** Starts sign-in once per page load and provides its state to everything below. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const [ready, setReady] = useState<Ready | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => {
    loadSettings()
      .then(async (settings) => setReady({ settings, client: await createAuth(settings) }))
      .catch((error: unknown) =>
        setFailure(error instanceof Error ? error.message : ("start.signInFailed" satisfies Key)),
      );
  }, []);

  const state = useSyncExternalStore(
    ready?.client.subscribe ?? noSubscription,
    () => ready?.client.getState() ?? unknownState,
  );
  return <AuthContext value={{ state, ready, failure }}>{children}</AuthContext>;
}

/** The state of sign-in: `state` at once, `ready` (settings and client) as soon as the server has answered. */
export function useAuth(): AuthValue {
  return useContext(AuthContext);
}

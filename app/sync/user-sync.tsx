import { useConvexAuth, useMutation, useQuery } from "convex/react";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { api } from "../../lib/api.ts";
import { readStored, storePerson, writeStored } from "../../lib/browser-store.ts";
import { getErrorMessage } from "../../lib/error-message.ts";
import { pageLanguage } from "../../lib/words/page-language.ts";
import { t } from "../../lib/words/t.ts";
import type { AuthUser } from "../auth/auth-client.ts";
import { useAccountLanguage } from "./account-language.ts";

export type UserSyncState =
  | { status: "syncing" }
  | { status: "ready" }
  | { status: "failed"; reason: string; retry: () => void }
  | { status: "refused" };

const UserSyncContext = createContext<UserSyncState>({ status: "syncing" });

/** The key for the id of the last user known to the server. */
const KNOWN = "known";

/**
 * Registers the signed-in user with the server. A user whom the server already knows doesn't wait for this, and an
 * error is only logged; a new user sees nothing before it has succeeded. The server probably still knows the user it
 * knew last time: their screens ask for their data together with the sign-in, not after it.
 */
export function UserSync({ user, children }: { user: AuthUser; children: ReactNode }) {
  const { isAuthenticated, isLoading } = useConvexAuth();
  const isRefused = !isLoading && !isAuthenticated;
  const me = useQuery(api.users.getCurrentUser, isRefused ? "skip" : {});
  const [wasKnown] = useState(() => readStored(KNOWN) === user.id);
  const isKnown = Boolean(me);
  const syncUser = useMutation(api.users.syncUser);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt runs it again
  useEffect(() => {
    if (!isAuthenticated) return;
    setFailure(null);
    const language = pageLanguage.get();
    syncUser({ clerkUserId: user.id, email: user.email, name: user.name, language }).catch(
      (error: unknown) => {
        console.error("users.syncUser failed", error);
        setFailure(getErrorMessage(error, t("shell.notRegistered")));
      },
    );
  }, [isAuthenticated, syncUser, user.id, user.email, user.name, attempt]);

  const updateSettings = useMutation(api.users.updateSettings);
  useAccountLanguage(me?.language, (language) => updateSettings({ language }));

  const myId = me?._id;
  useEffect(() => {
    if (myId === undefined) return;
    writeStored(KNOWN, user.id);
    storePerson(user.id, { userId: myId });
  }, [myId, user.id]);

  const state: UserSyncState = (() => {
    if (isRefused) return { status: "refused" };
    if (isKnown || (wasKnown && me === undefined)) return { status: "ready" };
    if (failure) return { status: "failed", reason: failure, retry: () => setAttempt((n) => n + 1) };
    return { status: "syncing" };
  })();

  return <UserSyncContext value={state}>{children}</UserSyncContext>;
}

/** Whether the server knows the signed-in person yet. */
export function useUserSync(): UserSyncState {
  return useContext(UserSyncContext);
}

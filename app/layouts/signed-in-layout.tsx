import { Outlet } from "@tanstack/react-router";
import { ConvexProviderWithAuth } from "convex/react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { keepDrafts } from "../../ui/draft.ts";
import { PictureProvider } from "../../ui/pictures.tsx";
import type { AuthClient, AuthUser } from "../auth/auth-client.ts";
import { useAuth } from "../auth/auth-context.tsx";
import { forgetRead, wasSignedIn } from "../auth/auth-store.ts";
import { addSignOutCleanup } from "../auth/sign-out-cleanup.ts";
import { getPictureSource } from "../care/picture-source.ts";
import { watchServer } from "../sync/connection-watch.ts";
import { connectEarly, getKeptClient, syncClient } from "../sync/convex-client.ts";
import { UserSync } from "../sync/user-sync.tsx";
import { Messages } from "../theme/messages.tsx";
import { Shell } from "./shell.tsx";
import { useLockAgain } from "./use-lock-again.ts";

addSignOutCleanup(() => keepDrafts(null));
if (wasSignedIn()) connectEarly();

/** The common frame of all signed-in screens: messages, live connection, user sync, frame. */
export function SignedInLayout({ auth, user }: { auth: AuthClient; user: AuthUser }) {
  const isKeptHere = useAuth().ready?.settings.appOnDevices !== false;
  const [client] = useState(() => {
    // Before any form below is rendered.
    keepDrafts(user.id);
    if (isKeptHere) getKeptClient().keepFor(user.id);
    return syncClient();
  });
  useEffect(() => watchServer(client), [client]);
  useLockAgain(user.id);
  useEffect(() => {
    if (!isKeptHere) forgetRead(user.id);
  }, [isKeptHere, user.id]);
  const useSyncAuth = useCallback(
    () => ({ isLoading: false, isAuthenticated: true, fetchAccessToken: auth.fetchToken }),
    [auth],
  );
  const fetchPicture = useMemo(() => getPictureSource(auth), [auth]);
  return (
    <>
      <Messages />
      <ConvexProviderWithAuth client={client} useAuth={useSyncAuth}>
        <UserSync user={user}>
          <PictureProvider fetchPicture={fetchPicture}>
            <Shell auth={auth} user={user}>
              <Outlet />
            </Shell>
          </PictureProvider>
        </UserSync>
      </ConvexProviderWithAuth>
    </>
  );
}

import { useState } from "react";
import { LockScreen } from "../../features/account/screens/lock.tsx";
import { getStoredPerson, storePerson } from "../../lib/browser-store.ts";
import type { AuthClient, AuthUser } from "../auth/auth-client.ts";
import { countTriesLeft, unlockWithPasskey, unlockWithPin } from "../sync/kept/device-lock.ts";
import { Kit } from "../theme/kit.tsx";

/** In place of every page of the signed-in app while it is locked on this device. */
export function LockedPage({ auth, user }: { auth: AuthClient; user: AuthUser }) {
  const [left, setLeft] = useState(() => countTriesLeft(user.id));
  async function unlock(pin: string) {
    const next = await unlockWithPin(user.id, pin);
    if (next !== null) setLeft(next);
    return next === null;
  }
  /** What waits stays here for them; only their password leads to it. */
  async function signInAgain() {
    await auth.signOut({ isForOther: true });
    storePerson(user.id, { lock: undefined });
  }
  return (
    <Kit>
      <LockScreen
        name={user.name}
        kind={getStoredPerson(user.id).lock?.kind ?? "pin"}
        triesLeft={left}
        onPin={unlock}
        onPasskey={() => unlockWithPasskey(user.id)}
        onSignInAgain={signInAgain}
      />
    </Kit>
  );
}

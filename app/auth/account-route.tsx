import { useCallback, useMemo } from "react";
import { useReturn } from "../../features/account/client/public.ts";
import type { LockOfDevice } from "../../features/account/components/device-lock.tsx";
import { OnThisDevice } from "../../features/account/components/on-this-device.tsx";
import { AccountScreen } from "../../features/account/screens/account.tsx";
import { RemindersLink } from "../../features/notifications/client/public.ts";
import { WebhooksLink } from "../../features/webhooks/client/public.ts";
import { getStoredPerson, storePerson } from "../../lib/browser-store.ts";
import { loadWithTexts } from "../../lib/words/waiting.ts";
import { createQuietPart } from "../../ui/lazy-part.tsx";
import { getKeptClient } from "../sync/convex-client.ts";
import { getKeptChoice, KEPT_CHOICES } from "../sync/kept/kept-choices.ts";
import { useAuth } from "./auth-context.tsx";
import { useProving } from "./proving.ts";

const CalendarFeeds = createQuietPart(() =>
  import("../../features/feeds/components/calendar-feeds.tsx").then((module) => module.CalendarFeeds),
);

/** `/account`, with the sign-in provider that it needs. */
export function AccountRoute() {
  const { state, ready } = useAuth();
  const client = ready?.client;
  const refresh = useCallback(async () => client?.refresh(), [client]);
  const known = useProving();
  const returned = useReturn(known?.personId ?? null);
  const lock = useMemo(() => known && getLock(known.personId), [known]);
  if (!ready || !known || !lock || state.status !== "signedIn") return null;
  const { auth, appOnDevices } = ready.settings;
  const { personId } = known;
  async function keepForDays(keptDays: number) {
    storePerson(personId, { keptDays });
    const { KeptResults } = await import("../sync/kept/kept-results.ts");
    // Opening removes results that are too old or too many.
    (await KeptResults.open(personId))?.close();
  }
  async function leave() {
    // The hosted service keeps the session.
    if (auth.provider === "clerk") await ready?.client.signOut();
    else await ready?.client.left();
    // A full page load, so that nothing stays in memory.
    window.location.assign("/");
  }
  return (
    <AccountScreen
      name={state.user.name}
      email={state.user.email}
      reminders={<RemindersLink />}
      calendars={<CalendarFeeds proving={known.proving} returned={returned} />}
      device={
        appOnDevices && (
          <OnThisDevice
            copy={getKeptClient()}
            choices={KEPT_CHOICES}
            days={getKeptChoice(personId).days}
            onDays={keepForDays}
            lock={lock}
          />
        )
      }
      webhooks={<WebhooksLink />}
      proving={known.proving}
      returned={returned}
      onChanged={refresh}
      onDeleted={leave}
      embedded={
        auth.provider === "embedded"
          ? { passkeys: auth.passkeys, mail: auth.mail, shortestPassword: auth.password.min }
          : null
      }
    />
  );
}

const loadLock = () => loadWithTexts(() => import("../sync/kept/device-lock.ts"));

const getLock = (personId: string): LockOfDevice => ({
  getKind: () => getStoredPerson(personId).lock?.kind ?? null,
  mayUsePasskey: () => loadLock().then(({ mayLockWithPasskey }) => mayLockWithPasskey()),
  lockWithPin: (pin) => loadLock().then(({ lockWithPin }) => lockWithPin(personId, pin)),
  lockWithPasskey: () => loadLock().then(({ lockWithPasskey }) => lockWithPasskey(personId)),
  remove: () => loadLock().then(({ removeLock }) => removeLock(personId)),
});

import { useReturn } from "../../features/account/client/public.ts";
import { ReminderSettingsScreen } from "../../features/notifications/screens/settings.tsx";
import { useProving } from "../auth/proving.ts";

/** `/notifications/settings`, with the user's re-authentication method. */
export function ReminderSettingsRoute() {
  const known = useProving();
  const returned = useReturn(known?.personId ?? null);
  return known && <ReminderSettingsScreen proving={known.proving} returned={returned} />;
}

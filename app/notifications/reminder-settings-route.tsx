import { useReturn } from "../../features/account/client/public.ts";
import { ReminderSettingsScreen } from "../../features/notifications/screens/settings.tsx";
import { loadWithTexts } from "../../lib/words/waiting.ts";
import { useAuth } from "../auth/auth-context.tsx";
import { useProving } from "../auth/proving.ts";

/** `/notifications/settings`, with the user's re-authentication method. */
export function ReminderSettingsRoute() {
  const { state, ready } = useAuth();
  const known = useProving();
  const returned = useReturn(known?.personId ?? null);
  const auth = ready?.settings.auth;
  const email = auth?.provider === "embedded" && auth.mail ? state.user?.email : undefined;
  return (
    known && (
      <ReminderSettingsScreen
        proving={known.proving}
        returned={returned}
        sendLink={email ? () => sendLink(email) : null}
      />
    )
  );
}

async function sendLink(email: string): Promise<string | null> {
  const { sendVerification } = await loadWithTexts(
    () => import("../../features/account/client/send-verification.ts"),
  );
  return sendVerification(email, "/notifications/settings");
}

import { provePassword } from "../../features/account/client/public.ts";
import { WebhooksScreen } from "../../features/webhooks/screens/webhooks.tsx";
import { useAuth } from "./auth-context.tsx";

/** `/account/webhooks`. Making one asks for the password, so there are none where a provider has the passwords. */
export function WebhooksRoute() {
  const { ready } = useAuth();
  if (!ready) return null;
  return (
    <WebhooksScreen provePassword={ready.settings.auth.provider === "embedded" ? provePassword : null} />
  );
}

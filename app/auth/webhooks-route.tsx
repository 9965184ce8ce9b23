import { useReturn } from "../../features/account/client/public.ts";
import { WebhooksScreen } from "../../features/webhooks/screens/webhooks.tsx";
import { useProving } from "./proving.ts";

/** `/account/webhooks`, with the user's re-authentication method. */
export function WebhooksRoute() {
  const known = useProving();
  const returned = useReturn(known?.personId ?? null);
  return known && <WebhooksScreen proving={known.proving} returned={returned} />;
}

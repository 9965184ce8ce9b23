import { passkeyClient } from "@better-auth/passkey/client";
import { createAuthClient } from "better-auth/client";
import { twoFactorClient } from "better-auth/client/plugins";
import { TIME_ZONE_HEADER } from "../../../lib/dates/time-zones.ts";
import { getViewersZone } from "../../../lib/dates/zone-day.ts";
import { replaceSession } from "../../../lib/session-lock.ts";
import { pageLanguage } from "../../../lib/words/page-language.ts";

/** Better Auth's browser client: only the sign-in and account screens load it. */
export const embeddedClient = createAuthClient({
  basePath: "/api/auth",
  // By its clock people recognise a device in the list of their devices.
  fetchOptions: {
    headers: { [TIME_ZONE_HEADER]: getViewersZone() },
    // Letters to people without an account are in the language of the page.
    onRequest: ({ headers }) => headers.set("accept-language", pageLanguage.get()),
    // A new password and a second factor end the present session and begin another.
    customFetchImpl: (input, init) =>
      init?.method === "POST" ? replaceSession(() => fetch(input, init)) : fetch(input, init),
  },
  plugins: [twoFactorClient(), passkeyClient()],
});

import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";
import type { SignUpConfig } from "../config/door.ts";
import type { Database } from "../db/database.ts";
import type { AdmitsPerson } from "./auth_provider.ts";

const SIGN_UP = "/sign-up/email";

/**
 * Refuses new accounts where SIGN_UP doesn't allow them. The link of an invitation, or of the first administrator,
 * decides, never the address alone: an answer by address would disclose who is invited.
 */
export function signUpPlugin(
  db: Database["db"],
  { mode, domains }: SignUpConfig,
  rooms: readonly AdmitsPerson[],
): BetterAuthPlugin {
  const isOpenTo = (email: string) =>
    mode === "open" && (domains.length === 0 || domains.includes(email.slice(email.lastIndexOf("@") + 1)));
  return {
    id: "carediary-sign-up",
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === SIGN_UP && (mode !== "open" || domains.length > 0),
          handler: createAuthMiddleware(async ({ body }) => {
            const email = typeof body?.email === "string" ? body.email.toLowerCase() : "";
            if (isOpenTo(email)) return;
            const path = typeof body?.callbackURL === "string" ? body.callbackURL : "";
            for (const room of rooms) {
              if (await room.admits?.(db, { path, email, mode })) return;
            }
            throw new APIError("FORBIDDEN", { code: "SIGN_UP_REFUSED", message: refusal(mode, domains) });
          }),
        },
      ],
    },
  };
}

function refusal(mode: SignUpConfig["mode"], domains: readonly string[]): string {
  if (mode === "closed") return "New accounts can't be made here. Ask whoever runs this server.";
  const byLink =
    "Open the link of your invitation, and make the account from there with the address it was sent to.";
  if (mode === "invited") return `New accounts need an invitation. ${byLink}`;
  return `Accounts here need an address of ${domains.join(" or ")}, or an invitation. ${byLink}`;
}

import type { ClientSettings } from "../settings.ts";
import type { AuthClient } from "./auth-client.ts";
import { createCookieAuth } from "./cookie-auth.ts";

/** The auth client of the configured provider. Clerk's is loaded only where it is used. */
export async function createAuth({ auth }: ClientSettings): Promise<AuthClient> {
  switch (auth.provider) {
    case "embedded":
      return createCookieAuth({ provider: "embedded" });
    case "oidc":
      return createCookieAuth({ provider: "oidc", startPath: auth.startPath });
    case "clerk":
      return (await import("./clerk.ts")).createClerkAuth(auth);
  }
}

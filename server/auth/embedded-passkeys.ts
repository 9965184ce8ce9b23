import { passkey } from "@better-auth/passkey";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { PRODUCT_NAME } from "../../lib/product.ts";
import type { Config } from "../config.ts";
import { ownOrigins } from "./origins.ts";

/**
 * Passkeys that count as two factors: the device must have verified its owner (by PIN, finger or face), so that a
 * passkey may replace password and code together. Better Auth alone only prefers that.
 */
export function passkeyPlugin(config: Config) {
  return passkey({
    rpID: new URL(config.baseUrl).hostname,
    rpName: PRODUCT_NAME,
    origin: ownOrigins(config),
    authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
    registration: {
      afterVerification: async ({ verification }) =>
        assertUserVerified(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: async ({ verification }) =>
        assertUserVerified(verification.authenticationInfo.userVerified),
    },
  });
}

/** Requires this verification at sign-in too; used together with {@link passkeyPlugin}. */
export function userVerificationPlugin(): BetterAuthPlugin {
  return {
    id: "carediary-passkeys",
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === "/passkey/generate-authenticate-options",
          handler: createAuthMiddleware(async ({ context, json }) => {
            const options = context.returned;
            if (options instanceof APIError || typeof options !== "object") return;
            return json({ ...options, userVerification: "required" });
          }),
        },
      ],
    },
  };
}

function assertUserVerified(wasChecked: boolean | undefined): void {
  if (wasChecked) return;
  throw new APIError("UNAUTHORIZED", {
    code: "USER_NOT_VERIFIED",
    message:
      "This device didn't check who you are. Set up its PIN, fingerprint or face recognition and try again.",
  });
}

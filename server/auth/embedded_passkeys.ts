import { passkey } from "@better-auth/passkey";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import { PRODUCT_NAME } from "../../lib/product.ts";
import { PROOF_HEADER, type ProofPurpose } from "../../lib/proof-purposes.ts";
import { writeMessage } from "../../lib/words/message.ts";
import type { Config } from "../config.ts";
import { getOwnOrigins } from "./origins.ts";
import { type Keyed, readProof, UNPROVEN } from "./proof.ts";

/**
 * Passkeys that count as two factors: the device must have verified its owner (by PIN, finger or face), so that a
 * passkey may replace password and code together. Better Auth alone only prefers that.
 */
export function createPasskeyPlugin(config: Config) {
  return passkey({
    rpID: new URL(config.baseUrl).hostname,
    rpName: PRODUCT_NAME,
    origin: getOwnOrigins(config),
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

/**
 * Requests that need re-authentication, by path: a passkey takes the place of the password and of the second factor.
 */
const PROVEN: Record<string, ProofPurpose> = {
  "/passkey/verify-registration": "passkey",
  "/passkey/delete-passkey": "passkey-removal",
};

/**
 * Requires this verification at sign-in too, and a re-authentication for adding and removing a passkey: a session
 * alone, which may be stolen, must not outlive itself. Used together with {@link createPasskeyPlugin}.
 */
export function createUserVerificationPlugin(keyed: Keyed): BetterAuthPlugin {
  return {
    id: "carediary-passkeys",
    hooks: {
      before: [
        {
          matcher: ({ path }) => path !== undefined && path in PROVEN,
          handler: createAuthMiddleware(async (ctx) => {
            const here = await getSessionFromCtx(ctx);
            // Better Auth refuses it.
            if (!here) return;
            const prover = { subject: here.user.id, sessionId: here.session.id };
            const proof = ctx.headers?.get(PROOF_HEADER) ?? "";
            if (!readProof(keyed, proof, prover, PROVEN[ctx.path]!, Date.now()))
              throw new APIError("FORBIDDEN", {
                code: "INVALID_PROOF",
                message: `${writeMessage(UNPROVEN)}.`,
              });
          }),
        },
      ],
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

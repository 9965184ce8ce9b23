import type { Expectation } from "./expected.ts";

// anon.  token   outsider invitee viewer clinic. author caregvr admin owner  removed elsewh. platf. super
const OWN_ALONE =
  "signin unknown no-token no-token no-token no-token no-token no-token no-token done no-token no-token no-token no-token";

/** Everybody sees and ends only their own access tokens. */
export const TOKENS_EXPECTED: Record<string, Record<string, Expectation>> = {
  "accessTokens.listTokens": {
    "one's own": { row: "signin unknown none none none none none none none read none none none none" },
  },
  "accessTokens.revokeToken": {
    "the owner's": { row: OWN_ALONE, changes: ["access_tokens", "audit_events"] },
    "a token that doesn't exist": { row: OWN_ALONE.replace("done", "no-token") },
  },
};

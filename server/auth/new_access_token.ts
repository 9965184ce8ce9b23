import { z } from "zod";
import { isFullId } from "../../lib/ids.ts";
import { isScope } from "../access/scopes.ts";
import type { Database } from "../db/database.ts";
import { createAccessToken, type TokenAccount } from "./access_token_data.ts";
import type { ProvenBy } from "./proof.ts";

/** The path below `/api/auth` that makes an access token. */
export const NEW_TOKEN_PATH = "/access-token/create";

/** The fields of a new token's form. */
export const NEW_TOKEN = z.object({
  name: z.string(),
  scopes: z.array(z.string()).max(40),
  notebooks: z.array(z.string()).max(500).nullable(),
  days: z.number(),
  proof: z.string().max(100),
});

/**
 * The most days of a token. An issuer doesn't report the end of an account (docs/how/re-authentication-by-the-issuer.md), so after these days
 * the user has to sign in there again.
 */
export const MAX_TOKEN_DAYS: Record<ProvenBy, number> = { password: 365, issuer: 90 };

/** Why no token was made: the status of the answer, a code for programs, a message for people. */
type Refusal = { status: 400 | 409; code: string; message: string };

const REFUSALS = {
  unknown: { code: "NO_ACCOUNT", message: "This account can't have access tokens." },
  full: { code: "TOO_MANY_TOKENS", message: "You have 50 access tokens. Remove one that nothing uses." },
  notebook: { code: "NO_NOTEBOOK", message: "You aren't a member of a notebook that you chose any more." },
} as const;

/**
 * Makes an access token for a user who has just re-authenticated: an open device mustn't give a stranger a key for
 * months. Returns the token, which is known only now, or why there is none.
 */
export async function makeAccessToken(
  database: Pick<Database, "db">,
  account: Omit<TokenAccount, "by"> & { by: ProvenBy | null },
  { name: text, scopes, notebooks, days }: z.infer<typeof NEW_TOKEN>,
  baseUrl: string,
): Promise<{ token: string; tokenId: string } | Refusal> {
  const refused = (code: string, message: string): Refusal => ({ status: 400, code, message });
  const { by } = account;
  if (by === null) return refused("INVALID_PROOF", "Prove once more that it is you.");
  const name = text.trim();
  if (name === "" || name.length > 100 || name.includes("\0"))
    return refused("INVALID_NAME", "Enter a name of at most 100 characters.");
  if (scopes.length === 0 || !scopes.every(isScope))
    return refused("INVALID_SCOPES", "Choose what the program may do.");
  if (notebooks !== null && (notebooks.length === 0 || !notebooks.every(isFullId)))
    return refused("INVALID_NOTEBOOKS", "Choose the notebooks.");
  if (!Number.isInteger(days) || days < 1 || days > MAX_TOKEN_DAYS[by])
    return refused("INVALID_DAYS", `A token lasts from 1 to ${MAX_TOKEN_DAYS[by]} days.`);
  const made = await createAccessToken(
    database,
    { ...account, by },
    { name, scopes: [...new Set(scopes)], diaryIds: notebooks, days },
    baseUrl,
  );
  return "refusal" in made ? { status: 409, ...REFUSALS[made.refusal] } : made;
}

import { CareError } from "../../lib/errors.ts";
import type { Message } from "../../lib/words/message.ts";
import type { ServerFunction } from "../functions/define.ts";
import type { FunctionRegistry } from "../sync/calls.ts";
import type { Caller } from "./gate.ts";
import { coversScope, getScopes } from "./scopes.ts";

const TOKEN_MESSAGES = {
  scope: { key: "refusals.tokenScope" },
  person: { key: "refusals.tokenPerson" },
} as const satisfies Record<string, Message>;

/**
 * The functions, each with a check of the caller's access token before its own: in every execution, and in its
 * transaction, so that a token that is revoked opens nothing from then on. Callers without a token are as before.
 */
export const createTokenChecker = (functions: FunctionRegistry): FunctionRegistry =>
  new Map([...functions].map(([name, fn]) => [name, checkingAccessToken(name, fn)]));

function checkingAccessToken(name: string, fn: ServerFunction): ServerFunction {
  const needed = getScopes(name, fn.kind);
  return {
    ...fn,
    access: {
      action: fn.access.action,
      async resolve(caller, args) {
        const { accessToken } = caller.identity ?? {};
        if (accessToken) {
          const granted = await readScopes(caller, accessToken.id);
          if (needed === null) throw new CareError("access-denied", TOKEN_MESSAGES.person);
          if (!needed.every((scope) => coversScope(granted, scope)))
            throw new CareError("access-denied", TOKEN_MESSAGES.scope);
        }
        return fn.access.resolve(caller, args);
      },
    },
  };
}

/** The scopes of a valid token. @throws CareError for a revoked or expired token */
async function readScopes({ db }: Caller, tokenId: string): Promise<readonly string[]> {
  const row = await db
    .selectFrom("access_tokens")
    .select(["scopes", "expires_at"])
    .where("id", "=", tokenId)
    .executeTakeFirst();
  if (!row || row.expires_at <= Date.now())
    throw new CareError("unauthenticated", { key: "refusals.notSignedIn" });
  return row.scopes;
}

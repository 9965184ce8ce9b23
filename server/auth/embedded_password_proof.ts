import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint, sensitiveSessionMiddleware } from "better-auth/api";
import { z } from "zod";
import { PROOF_PURPOSES } from "../../lib/proof-purposes.ts";
import type { Database } from "../db/database.ts";
import { checkPassword, countOnAccount } from "./embedded_guard.ts";
import { type Keyed, makeProof } from "./proof.ts";
import { ADDRESS_HEADER } from "./request.ts";

const PATH = "/password-proof";

/** Answers the password with a proof of it, for functions that ask for the password. */
export function createPasswordProofPlugin(database: Pick<Database, "db">, keyed: Keyed) {
  return {
    id: "carediary-password-proof",
    endpoints: {
      provePassword: createAuthEndpoint(
        PATH,
        {
          method: "POST",
          use: [sensitiveSessionMiddleware],
          body: z.object({ password: z.string(), purpose: z.enum(PROOF_PURPOSES) }),
        },
        async (ctx) => {
          const { user, session } = ctx.context.session;
          await countOnAccount(database.db, PATH, user.email, ctx.headers?.get(ADDRESS_HEADER) ?? null);
          await checkPassword(ctx.context, user.id, ctx.body.password);
          const prover = { subject: user.id, sessionId: session.id };
          return ctx.json({ proof: makeProof(keyed, prover, ctx.body.purpose, "password", Date.now()) });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

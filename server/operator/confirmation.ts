import type { Database } from "../db/database.ts";
import { type OperatorContext, OperatorError } from "./command.ts";
import { findKnownUser, type KnownUser } from "./people.ts";

/** The operator vouches for the owner of the account, although the address isn't verified. */
export const UNPROVEN = { unproven: { type: "boolean" } } as const;

/** The command names an account by an address that isn't verified. */
class UnprovenAddress extends OperatorError {
  override name = "UnprovenAddress";
}

/**
 * Runs work for the user of an address, in one transaction. When the address isn't verified, the operator has to vouch
 * for its owner: by the option or when asked. Without a terminal to ask on it fails.
 */
export function withVouchedUser(
  context: OperatorContext,
  { email, isVouched }: { email: string; isVouched: boolean },
  work: (db: Database["db"], user: KnownUser) => Promise<string[]>,
): Promise<string[]> {
  return context.withDatabase(async ({ db }) => {
    const attempt = (isTrusted: boolean) =>
      db.transaction().execute(async (trx) => {
        const user = await findKnownUser(trx, email);
        if (!isTrusted && !user.email_verified) {
          throw new UnprovenAddress(
            `Nobody has proven that ${user.email} is the address of ${user.name}: whoever made the account typed it.`,
          );
        }
        return work(trx, user);
      });
    try {
      return await attempt(isVouched);
    } catch (error) {
      if (!(error instanceof UnprovenAddress)) throw error;
      if (context.ask === null)
        throw new OperatorError(`${error.message} If you know it is theirs, add --unproven.`);
      const isTheirs = await context.ask(`${error.message}\nDo you know that it is theirs?`);
      return isTheirs ? await attempt(true) : ["Nothing was changed."];
    }
  });
}

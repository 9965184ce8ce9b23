import { findUsersByEmail } from "../auth/users_data.ts";
import type { Database } from "../db/database.ts";
import { OperatorError } from "./command.ts";

type Db = Database["db"];

export type KnownUser = Awaited<ReturnType<typeof findUsersByEmail>>[number];

/** @throws OperatorError unless the word is an e-mail address */
export function readEmail(word: string): string {
  if (/^[^@\s]+@[^@\s]+$/.test(word)) return word.toLowerCase();
  throw new OperatorError(`${word} isn't an e-mail address.`);
}

/** @throws OperatorError unless exactly one account has the address */
export async function findKnownUser(db: Db, email: string): Promise<KnownUser> {
  const [user, another] = await findUsersByEmail(db, email);
  if (!user) throw new OperatorError(`Nobody with the e-mail address ${email} has signed in yet.`);
  if (another) throw new OperatorError(`Several accounts have the e-mail address ${email}.`);
  return user;
}

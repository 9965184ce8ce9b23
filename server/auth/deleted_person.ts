import type { Transaction } from "../db/database.ts";

/** The deletion of an account isn't possible yet. `code` is for programs, the message for people. */
export class DeletionRefused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The person whose account is deleted, as passed to the rooms. `email` may be unverified. */
export type DeletedPerson = { id: string; email: string; isEmailVerified: boolean };

/** A room's part in the deletion of an account, in the deletion's transaction. */
export type DeletesPerson = {
  /** @throws DeletionRefused when something has to be done first; then nothing is deleted */
  deletePerson?(trx: Transaction, person: DeletedPerson): Promise<void>;
};

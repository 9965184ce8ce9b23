import type { Transaction } from "../db/database.ts";

/** Something stands against the deletion of an account. `code` is for programs, the message for people. */
export class DeletionRefused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Whose account is deleted, for the rooms. `isProven`: the address was shown to be theirs. */
export type DeletedPerson = { id: string; email: string; isProven: boolean };

/** A room's part of the deletion of an account, in its one transaction. */
export type DeletesPerson = {
  /** @throws DeletionRefused when something has to be done first; then nothing is deleted */
  deletePerson?(trx: Transaction, person: DeletedPerson): Promise<void>;
};

import type { Clock } from "../clock.ts";
import type { SignUpConfig } from "../config/door.ts";
import type { Config } from "../config.ts";
import type { Database } from "../db/database.ts";
import type { Logger } from "../log.ts";
import type { SendMail } from "../mail/message.ts";
import type { DeletesPerson } from "./deleted_person.ts";
import type { TokenVerifier } from "./identity.ts";
import type { OpensAccount } from "./openings.ts";

export type Newcomer = { path: string; email: string; mode: SignUpConfig["mode"] };

/** A room whose links admit people without an account when sign-up is restricted. */
export type AdmitsPerson = {
  /**
   * Whether a newcomer has a valid link of this room.
   * @param path our own page to which they continue, such as `/invitations/<token>/accept`
   * @param email the address they typed, in lower case; not verified
   * @param mode who else may create an account
   */
  admits?(db: Database["db"], newcomer: Newcomer): Promise<boolean>;
};

/** The parts of the server that a sign-in provider uses. */
export type AuthParts = {
  config: Config;
  database: Database;
  /** The server's secret; keys for separate purposes are derived from it. */
  secret: string;
  log: Logger;
  sendMail: SendMail;
  /**
   * The rooms that take part in the deletion of an account, that admit new users, and that keep openings of accounts.
   */
  rooms: readonly (DeletesPerson & AdmitsPerson & OpensAccount)[];
  /** Life of the embedded sign-in's bearer tokens in seconds; five minutes unless a test shortens it. */
  tokenLifetime?: number;
  /** The password hash; the library's scrypt, unless a test of something else avoids its cost. */
  passwords?: PasswordHashing;
  /** For the ends of tokens and the times of answers. */
  clock?: Clock;
};

export type PasswordHashing = {
  hash(password: string): Promise<string>;
  verify(attempt: { hash: string; password: string }): Promise<boolean>;
};

/** The settings that the browser needs to offer sign-in; no secrets. */
export type ClientSettings =
  | {
      provider: "embedded";
      passkeys: boolean;
      mail: boolean;
      signUp: SignUpConfig["mode"];
      password: { min: number; max: number };
    }
  | { provider: "oidc"; issuer: string; clientId: string; startPath: string; confirmPath: string }
  | { provider: "clerk"; issuer: string; publishableKey: string; tokenTemplate: "convex" };

export type AuthProvider = {
  verifyToken: TokenVerifier;
  /** Answers all requests below `/api/auth`. `peer` is the client's address on the connection, for the rate limits. */
  handle: (request: Request, peer?: string | null) => Promise<Response>;
  clientSettings: ClientSettings;
};

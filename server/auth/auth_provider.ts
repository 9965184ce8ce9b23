import type { Config } from "../config.ts";
import type { Database } from "../db/database.ts";
import type { Logger } from "../log.ts";
import type { SendMail } from "../mail/message.ts";
import type { DeletesPerson } from "./deleted_person.ts";
import type { TokenVerifier } from "./identity.ts";

/** What sign-in works with. */
export type AuthParts = {
  config: Config;
  database: Database;
  /** The server's secret; keys for single purposes are derived from it. */
  secret: string;
  log: Logger;
  sendMail: SendMail;
  /** What the deletion of an account concerns. */
  rooms: readonly DeletesPerson[];
  /** Life of the embedded sign-in's bearer tokens in seconds; five minutes unless a test shortens it. */
  tokenLifetime?: number;
  /** How passwords are kept; with the library's scrypt unless a test of something else spares its cost. */
  passwords?: PasswordHashing;
};

export type PasswordHashing = {
  hash(password: string): Promise<string>;
  verify(attempt: { hash: string; password: string }): Promise<boolean>;
};

/** What the browser needs to know to offer sign-in; holds no secret. */
export type ClientSettings =
  | { provider: "embedded"; passkeys: boolean; mail: boolean; password: { min: number; max: number } }
  | { provider: "oidc"; issuer: string; clientId: string; startPath: string }
  | { provider: "clerk"; issuer: string; publishableKey: string; tokenTemplate: "convex" };

export type AuthProvider = {
  verifyToken: TokenVerifier;
  /**
   * Answers everything below `/api/auth`; null when the issuer's own pages do all of it. `peer` is the
   * address at the other end of the connection, for the limits.
   */
  handle: ((request: Request, peer?: string | null) => Promise<Response>) | null;
  clientSettings: ClientSettings;
};

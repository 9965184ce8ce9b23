import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import type { DeletesPerson } from "./auth/deleted_person.ts";
import type { TokenVerifier } from "./auth/identity.ts";
import type { TokenOfSession } from "./auth/session_token.ts";
import type { CopyPart } from "./copies.ts";
import type { Database } from "./db/database.ts";
import type { Job, JobParts } from "./jobs/job.ts";
import type { Logger } from "./log.ts";
import type { FileLink, FileLinks } from "./storage/links.ts";
import type { FileStorage } from "./storage/storage.ts";
import type { Vault } from "./vault/vault.ts";

/** What the platform lends a room for its work outside of functions. */
export type RoomParts = {
  database: Database;
  storage: FileStorage;
  vault: Vault;
  links: FileLinks;
  log: Logger;
  /** All rooms, for work that goes across them. */
  rooms: readonly Room[];
};

/** What a room's own HTTP routes need besides. */
export type RouteParts = RoomParts & {
  verifyToken: TokenVerifier;
  /** The bearer token of a request's session; without it only bearer tokens count. */
  tokenOfSession?: TokenOfSession;
};

export type HttpEnv = { Bindings: HttpBindings };

/** A file as a link gives it out. */
export type ServedFile = {
  objectName: string;
  diaryId: string;
  /** The file's key, sealed by the notebook's; null for what isn't encrypted. */
  fileKey: Buffer | null;
  sizeBytes: number;
  /** The `Content-Type` and `Content-Disposition` that it is given out with. */
  type: string;
  disposition: string;
};

/** What came of a file that was sent: an HTTP status and, for refusals, the reason. */
export type UploadOutcome = { status: 200 } | { status: 403 | 404 | 413 | 415 | 499; error: string };

/**
 * What a room does with signed links of one use (`/api/files/<link>`). Each fetch asks again whether the person of the
 * link may.
 */
export type LinkHandler = {
  /** Takes a file that is sent to the link. Two at once for the same link never reach it. */
  receive?(parts: RoomParts, link: FileLink, incoming: IncomingMessage): Promise<UploadOutcome>;
  /** The file that the link opens; null when it is gone or its person may not have it any more. */
  find?(parts: RoomParts, link: FileLink): Promise<ServedFile | null>;
  /** Answers by itself, for what isn't one stored file. */
  respond?(parts: RoomParts, context: Context<HttpEnv>, link: FileLink): Promise<Response>;
};

/**
 * What happens to the rows of a table in the cross-cutting work of the product, a sentence each. `registry/tables.test.ts`
 * fails on a table that nobody claims and compares what it can with the database.
 */
export type TableClaim = {
  /** `live`: screens that show its rows follow each change. Else why none has to. */
  sync: "live" | { not: string };
  /** What a copy of the notebook holds of it, or why nothing. */
  copy: string | { not: string };
  /** What the deletion of an account does with the person's rows, or why they stay. */
  deletion: string | { not: string };
  /** The table of the back-office that shows it, or why none does. */
  backOffice: { table: string } | { not: string };
};

/**
 * What a room (a folder of `features/`) gives to the work that goes across all rooms. The platform knows rooms only by
 * this; `registry/rooms.ts` lists them.
 */
export type Room = DeletesPerson & {
  name: string;
  /** The room's tables and what becomes of their rows. */
  tables?: Readonly<Record<string, TableClaim>>;
  /** HTTP routes below `/api` beside the functions. */
  routes?(parts: RouteParts): Hono;
  /** Signed links by their `use`. */
  links?: Readonly<Record<string, LinkHandler>>;
  /** What a copy of a notebook holds of this room. */
  copy?: CopyPart;
  /** Work by the clock. */
  jobs?: readonly Job[];
  /** Ends what is over, every few minutes, before files that nothing names any more are removed. */
  endExpired?(parts: JobParts): Promise<void>;
  /** Deletes what only mattered for a while, each night. */
  deleteExpired?(parts: JobParts): Promise<void>;
  /** Runs after the migrations, before the server answers; any number of nodes may do so at once. */
  prepare?(database: Database): Promise<unknown>;
  /** Starts what runs as long as the node does. `stop()` lets work in hand finish. */
  start?(parts: RoomParts): { stop(): Promise<void> };
};

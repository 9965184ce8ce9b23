import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import type { PlainWords } from "../lib/errors.ts";
import type { Message } from "../lib/words/message.ts";
import type { AdmitsPerson } from "./auth/auth_provider.ts";
import type { DeletesPerson } from "./auth/deleted_person.ts";
import type { TokenVerifier } from "./auth/identity.ts";
import type { OpensAccount } from "./auth/openings.ts";
import type { TokenOfSession } from "./auth/session_token.ts";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { CopyPart } from "./copies.ts";
import type { Database } from "./db/database.ts";
import type { Finding } from "./doctor/finding.ts";
import type { AnyExportKind } from "./exports.ts";
import type { DueLoop } from "./jobs/due_work.ts";
import type { Job, JobParts } from "./jobs/job.ts";
import type { Figure, Queue } from "./jobs/queue.ts";
import type { Logger } from "./log.ts";
import type { UnsubscribeLinks } from "./mail/unsubscribe_links.ts";
import type { Outgoing } from "./outgoing/outgoing.ts";
import type { Pace } from "./pace.ts";
import type { FileLink, FileLinks } from "./storage/links.ts";
import type { FileStorage } from "./storage/storage.ts";
import type { Vault } from "./vault/vault.ts";

/** The outcome of an attempt to send a notification. */
export type DeliveryOutcome = "sent" | "later" | "failed" | "misconfigured" | "gone" | "dropped" | "digest";

/** The outcome of an attempt to send a mail. */
export type MailOutcome = "sent" | "later" | "misconfigured" | "failed";

/** Receives outcomes of notifications and mails, for the metrics. Must not throw. */
export type DeliveryObserver = {
  /**
   * Once for each notification and attempt, after it is recorded. `dueAt`: its planned time, epoch ms. Mail is `sent`
   * when its letter is written, and `digest` when it is left to the day's.
   */
  onDelivery(delivery: { channel: string; outcome: DeliveryOutcome; dueAt: number }): void;
  /**
   * Once for each attempt to replace a device's notification. `settledAt`: when its subject was settled or seen, epoch
   * ms.
   */
  onReplacement(replacement: { channel: string; outcome: DeliveryOutcome; settledAt: number }): void;
  /** Once for each attempt of the postman, for mails of all kinds. */
  onMail(outcome: MailOutcome): void;
};

/** The platform's parts for a room's work outside of functions. */
export type RoomParts = {
  database: Database;
  storage: FileStorage;
  vault: Vault;
  links: FileLinks;
  /** Signs the addresses that end mails. */
  unsubscribe: UnsubscribeLinks;
  /** Sends to services whose addresses users enter. */
  outgoing: Outgoing;
  /** The rate limit of bulk work; absent where no users have to be spared. */
  pace?: Pace;
  /** The clock of loops, pauses and moments; the machine's unless a test passes another. */
  clock?: Clock;
  /** The node's loop for work that waits in rows; without it a room has one of its own. */
  due?: DueLoop;
  /** Absent where nobody reads metrics. */
  deliveries?: DeliveryObserver;
  log: Logger;
  /** The public origin, without a trailing slash. */
  baseUrl: string;
  /** All rooms, for work across rooms. */
  rooms: readonly Room[];
};

/** The additional parts for a room's own HTTP routes. */
export type RouteParts = RoomParts & {
  verifyToken: TokenVerifier;
  /** Returns the bearer token of a request's session; without it only bearer tokens count. */
  tokenOfSession?: TokenOfSession;
  /** Whether our own proxy sets the sender of a request in `X-Forwarded-For`. */
  trustProxy: boolean;
};

export type HttpEnv = { Bindings: HttpBindings };

/** A file to be downloaded through a link. */
export type ServedFile = {
  objectName: string;
  diaryId: string;
  /** The file's key, encrypted with the notebook's key; null for a file that isn't encrypted. */
  fileKey: Buffer | null;
  sizeBytes: number;
  /** The `Content-Type` and `Content-Disposition` of the response. */
  type: string;
  disposition: string;
};

/** The result of an upload: an HTTP status and, for refusals, the reason. */
export type UploadOutcome =
  | { status: 200 }
  | { status: 403 | 404 | 413 | 415 | 499; error: Message | PlainWords };

/**
 * Answers signed links of one `use` (`/api/files/<link>`). Each request checks again whether the person of the link
 * may.
 */
export type LinkHandler = {
  /** Receives an upload to the link. Never called twice at once for the same link. */
  receive?(parts: RoomParts, link: FileLink, incoming: IncomingMessage): Promise<UploadOutcome>;
  /** The file that the link opens; null when it is gone or the link's person may no longer have it. */
  find?(parts: RoomParts, link: FileLink): Promise<ServedFile | null>;
  /** Writes the response itself, for links that aren't one stored file. */
  respond?(parts: RoomParts, context: Context<HttpEnv>, link: FileLink): Promise<Response>;
};

/**
 * How cross-cutting features treat the rows of a table, a sentence each. `registry/tables.test.ts` fails on a table
 * without a claim and compares the claim with the database where possible.
 */
export type TableClaim = {
  /** `live`: screens that show its rows follow each change. Otherwise why they needn't. */
  sync: "live" | { not: string };
  /** The table's content in a copy of the notebook, or why there is none. */
  copy: string | { not: string };
  /** The effect of an account's deletion on its user's rows, or why they stay. */
  deletion: string | { not: string };
  /** The table of the back-office that shows it, or why none does. */
  backOffice: { table: string } | { not: string };
  /** Why a backup leaves the table out; without it all rows are in it. */
  backup?: { not: string };
};

/**
 * A room's (a folder of `features/`) registration for work across rooms. The platform knows rooms only through this
 * type; `registry/rooms.ts` lists them.
 */
export type Room = DeletesPerson &
  AdmitsPerson &
  OpensAccount & {
    name: string;
    /** The room's tables and how cross-cutting features treat them. */
    tables?: Readonly<Record<string, TableClaim>>;
    /** HTTP routes below `/api`, besides the functions. */
    routes?(parts: RouteParts): Hono;
    /** Selects of the names of the stored files that the room's rows mention, for a backup. */
    storedFiles?: readonly string[];
    /** Handlers of signed links by their `use`. */
    links?: Readonly<Record<string, LinkHandler>>;
    /** The room's part in a copy of a notebook. */
    copy?: CopyPart;
    /** The room's kinds of exported files, such as reports. */
    exports?: readonly AnyExportKind[];
    /** The queues that its rows are, for the back-office, the metrics and `try-again`. */
    queues?: readonly Queue[];
    /** The room's figures for the metrics. */
    figures?: readonly Figure[];
    /** What `doctor` finds in its data, under the name of a part such as "Push"; changes nothing. */
    checks?: readonly { part: string; check(config: Config, database: Database): Promise<Finding[]> }[];
    /** Scheduled work. */
    jobs?: readonly Job[];
    /** Ends expired items, every few minutes, before files without a reference are removed. */
    endExpired?(parts: JobParts): Promise<void>;
    /** Deletes expired rows, each night. */
    deleteExpired?(parts: JobParts): Promise<void>;
    /** Runs after the migrations, before the server answers; any number of nodes may do so at once. */
    prepare?(database: Database): Promise<unknown>;
    /** Lines for the operator that the server prints once it runs. */
    notices?(database: Database, about: { baseUrl: string }): Promise<string[]>;
    /** Starts work that runs as long as the node does. `stop()` lets running work finish. */
    start?(parts: RoomParts): { stop(): Promise<void> };
  };

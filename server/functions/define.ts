import type { Compilable, Kysely } from "kysely";
import type { z } from "zod";
import type { AuditEvent } from "../access/audit.ts";
import type { AccessRule } from "../access/gate.ts";
import type { LimitConfig } from "../config/door.ts";
import type { Tables } from "../db/database.ts";
import type { UnsubscribeLinks } from "../mail/unsubscribe_links.ts";
import type { Outgoing } from "../outgoing/outgoing.ts";
import type { FileLinks } from "../storage/links.ts";
import type { FileStorage } from "../storage/storage.ts";
import type { Vault } from "../vault/vault.ts";

/** The services and settings that a deployment passes to its functions. */
export type FunctionEnvironment = {
  /** The public origin, without a trailing slash; links and file addresses start with it. */
  baseUrl: string;
  storage: FileStorage;
  /** Signs addresses of files on this server. */
  links: FileLinks;
  /** Encrypts and decrypts data at rest. */
  vault: Vault;
  /** Signs the addresses that end mails. */
  unsubscribe: UnsubscribeLinks;
  /** Sends to services whose addresses users enter. */
  outgoing: Outgoing;
  /** The operator's limits per user and notebook. */
  limits: LimitConfig;
};

export type FunctionKind = "query" | "mutation" | "action";

/** An object schema; unknown fields are errors, so that a misspelt argument is never ignored. */
export type ArgsSchema = z.ZodObject<z.core.$ZodLooseShape>;

/**
 * The context of a query handler. Of the caller it contains only the arguments and the access value: these two are the
 * key of the shared result, so callers who may see different results never share one.
 */
export type QueryContext<Access> = {
  /** Reads within the transition's snapshot; records the reads as dependencies. */
  db: Kysely<Tables>;
  access: Access;
  /**
   * The value that the previous run of the same subscription stored for this one (`read`, null if nothing), and how to
   * store one for the next (`write`); see `server/db/pages.ts`.
   */
  journal: { read: string | null; write(value: string): void };
} & Pick<FunctionEnvironment, "baseUrl" | "vault">;

export type MutationContext<Access> = {
  /** The mutation's one transaction (REPEATABLE READ). */
  db: Kysely<Tables>;
  access: Access;
  /** When the mutation began. */
  now: Date;
  /** When the user made the change: `now`, or earlier for a change that waited on a device for a connection. */
  madeAt: Date;
  /** The operation of an outbox that this is, also when it is sent under another number; null for all other calls. */
  opId: string | null;
  /**
   * Writes with the commit, in its round trip, after everything else: for statements without a needed result. When one
   * fails, the mutation fails.
   */
  writeLast(statement: Compilable): void;
  /** Records who changed what, in the same transaction. */
  audit(event: AuditEvent): Promise<void>;
  // No storage: a service that hangs would block the transaction and its connection. See `prepare`.
} & Pick<FunctionEnvironment, "baseUrl" | "vault" | "unsubscribe" | "limits">;

/** The context of `prepare`, the part of a mutation before its transaction. */
export type PrepareContext<Access> = {
  /** Each statement is its own transaction. */
  db: Kysely<Tables>;
  access: Access;
  now: Date;
} & Pick<FunctionEnvironment, "storage">;

export type ActionContext<Access> = {
  access: Access;
  now: Date;
  /**
   * Runs another function as the same caller, with that function's own access check. It may be a private step of this
   * action: a function that isn't registered, so that clients can't call it.
   */
  run<Kind extends "query" | "mutation", Args extends ArgsSchema, Result>(
    fn: ServerFunction<Kind, Args, Result>,
    args: z.input<Args>,
  ): Promise<Result>;
} & FunctionEnvironment;

type Contexts<Access> = {
  query: QueryContext<Access>;
  mutation: MutationContext<Access>;
  action: ActionContext<Access>;
};

export type ServerFunction<
  Kind extends FunctionKind = FunctionKind,
  Args extends ArgsSchema = ArgsSchema,
  Result = unknown,
  // biome-ignore lint/suspicious/noExplicitAny: a collection of functions holds every kind of access
  Access = any,
> = {
  readonly kind: Kind;
  readonly args: Args;
  /** The schema of the result. Tests and development validate every result against it; see `answers.ts`. */
  readonly returns: z.ZodType<Result>;
  readonly access: AccessRule<z.output<Args>, Access>;
  /**
   * Arguments for the description of the API. A test calls with them and replaces ids of `EXAMPLE_IDS` by real ones.
   */
  readonly example?: Readonly<Record<string, unknown>>;
  readonly handler: (context: Contexts<Access>[Kind], args: z.output<Args>) => Promise<NoInfer<Result>>;
  /**
   * For mutations that need a service outside the database: runs before the transaction and stores its findings in
   * rows, where the handler reads them. It runs again when a request is sent again.
   */
  readonly prepare?: (context: PrepareContext<Access>, args: z.output<Args>) => Promise<void>;
  /**
   * For queries over whole tables, which almost every write invalidates: the least time in ms between two runs of a
   * live result. Its access is still checked at once. Not for data that the reader changes themselves.
   */
  readonly refreshMs?: number;
  /**
   * For mutations that write little, and that people need to read or to take access away: they run also when only
   * the reserve of the disk is left (`server/disk.ts`).
   */
  readonly usesReserve?: boolean;
  /**
   * For mutations that a device keeps while it has no connection (`server/sync/outbox.ts`). Such an operation may come
   * weeks later, and again under another number: the same arguments with the same `opId` must end in the same state.
   * Former forms of its arguments stay valid for 400 days.
   */
  readonly isDurable?: boolean;
};

/** A function of any kind: its handler can be called once that is known. */
export type AnyFunction = Omit<ServerFunction, "access" | "handler" | "prepare"> & {
  readonly access: AccessRule<never, unknown>;
  readonly handler: (context: never, args: never) => Promise<unknown>;
  readonly prepare?: (context: never, args: never) => Promise<void>;
};

type Declaration<Kind extends FunctionKind, Args extends ArgsSchema, Result, Access> = Omit<
  ServerFunction<Kind, Args, Result, Access>,
  "kind"
>;

/** Declares a live read. It runs again whenever a row that it read has changed. */
export function query<Args extends ArgsSchema, Result, Access>(
  declaration: Omit<Declaration<"query", Args, Result, Access>, "prepare" | "usesReserve" | "isDurable">,
): ServerFunction<"query", Args, Result, Access> {
  return { kind: "query", ...declaration, args: strict(declaration.args) };
}

/** Declares a change: one transaction, executed exactly once for a request, in the order of its connection. */
export function mutation<Args extends ArgsSchema, Result, Access>(
  declaration: Declaration<"mutation", Args, Result, Access>,
): ServerFunction<"mutation", Args, Result, Access> {
  return { kind: "mutation", ...declaration, args: strict(declaration.args) };
}

/** Declares work with services outside the database; it isn't repeated when the connection breaks. */
export function action<Args extends ArgsSchema, Result, Access>(
  declaration: Omit<Declaration<"action", Args, Result, Access>, "prepare" | "usesReserve" | "isDurable">,
): ServerFunction<"action", Args, Result, Access> {
  return { kind: "action", ...declaration, args: strict(declaration.args) };
}

function strict<Args extends ArgsSchema>(args: Args): Args {
  return args.strict() as Args;
}

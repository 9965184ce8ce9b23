import type { Kysely } from "kysely";
import type { z } from "zod";
import type { AuditEvent } from "../access/audit.ts";
import type { AccessRule } from "../access/gate.ts";
import type { Tables } from "../db/database.ts";
import type { FileLinks } from "../storage/links.ts";
import type { FileStorage } from "../storage/storage.ts";
import type { Vault } from "../vault/vault.ts";

/** What surrounds the functions of a deployment. */
export type Surroundings = {
  /** The origin people use, without a trailing slash; links and file addresses start with it. */
  baseUrl: string;
  storage: FileStorage;
  /** Signs addresses of files on this server. */
  links: FileLinks;
  /** Seals and opens what is encrypted at rest. */
  vault: Vault;
};

export type FunctionKind = "query" | "mutation" | "action";

/** An object schema; unknown fields are refused, so that a misspelt argument is never ignored. */
export type ArgsSchema = z.ZodObject<z.core.$ZodLooseShape>;

/**
 * What a query handler works with. It knows its arguments and its access value and nothing else of
 * the caller: both together are the key under which the result is shared, so a result can't depend
 * on who asked without being kept apart.
 */
export type QueryContext<Access> = {
  /** Reads within the transition's snapshot; what is read is recorded as a dependency. */
  db: Kysely<Tables>;
  access: Access;
  /** The journal of the former run of the same subscription, or null; see `server/functions/paginate.ts`. */
  journal: { read: string | null; write(value: string): void };
} & Pick<Surroundings, "baseUrl" | "vault">;

export type MutationContext<Access> = {
  /** The mutation's one transaction (REPEATABLE READ). */
  db: Kysely<Tables>;
  access: Access;
  /** When the mutation began. */
  now: Date;
  /** Notes who changed what, in the same transaction. */
  audit(event: AuditEvent): Promise<void>;
  // No storage: a service that hangs would keep the transaction and its connection. See `prepare`.
} & Pick<Surroundings, "baseUrl" | "vault">;

/** What the part of a mutation works with that comes before its transaction. */
export type PrepareContext<Access> = {
  /** Each statement is a transaction of its own. */
  db: Kysely<Tables>;
  access: Access;
  now: Date;
} & Pick<Surroundings, "storage">;

export type ActionContext<Access> = {
  access: Access;
  now: Date;
  /**
   * Runs another function as the same caller, with that function's own access check. It may be one that clients
   * can't call: a step of this action, declared beside it and not registered.
   */
  run<Kind extends "query" | "mutation", Args extends ArgsSchema, Result>(
    fn: ServerFunction<Kind, Args, Result>,
    args: z.input<Args>,
  ): Promise<Result>;
} & Surroundings;

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
  /** What it answers. Tests and development hold every answer against it; see `answers.ts`. */
  readonly returns: z.ZodType<Result>;
  readonly access: AccessRule<z.output<Args>, Access>;
  readonly handler: (context: Contexts<Access>[Kind], args: z.output<Args>) => Promise<NoInfer<Result>>;
  /**
   * For mutations that need the world outside the database: runs before the transaction and leaves what it finds in
   * rows, where the handler reads it. It runs again with a request that is sent again.
   */
  readonly prepare?: (context: PrepareContext<Access>, args: z.output<Args>) => Promise<void>;
  /**
   * For queries of whole tables, which every write of the platform touches: a live result is at least so old, in ms,
   * before it is computed again. Access is checked at once nevertheless. Not for what the reader changes themselves.
   */
  readonly refreshMs?: number;
};

type Declaration<Kind extends FunctionKind, Args extends ArgsSchema, Result, Access> = Omit<
  ServerFunction<Kind, Args, Result, Access>,
  "kind"
>;

/** Declares a live read. It runs again whenever something that it read has changed. */
export function query<Args extends ArgsSchema, Result, Access>(
  declaration: Omit<Declaration<"query", Args, Result, Access>, "prepare">,
): ServerFunction<"query", Args, Result, Access> {
  return { kind: "query", ...declaration, args: strict(declaration.args) };
}

/** Declares a change: one transaction, run exactly once for a request, in the order of its connection. */
export function mutation<Args extends ArgsSchema, Result, Access>(
  declaration: Declaration<"mutation", Args, Result, Access>,
): ServerFunction<"mutation", Args, Result, Access> {
  return { kind: "mutation", ...declaration, args: strict(declaration.args) };
}

/** Declares work with the world outside the database; it isn't repeated when the connection breaks. */
export function action<Args extends ArgsSchema, Result, Access>(
  declaration: Omit<Declaration<"action", Args, Result, Access>, "prepare">,
): ServerFunction<"action", Args, Result, Access> {
  return { kind: "action", ...declaration, args: strict(declaration.args) };
}

function strict<Args extends ArgsSchema>(args: Args): Args {
  return args.strict() as unknown as Args;
}

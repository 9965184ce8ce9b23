import type { PoolClient } from "pg";
import type { Identity } from "../auth/identity.ts";
import type { Database } from "../db/database.ts";
import { DependencyRecorder, type TrackedScopes } from "../db/dependencies.ts";
import type { WriteAnswer } from "../functions/answers.ts";
import type { FunctionEnvironment, ServerFunction } from "../functions/define.ts";

/** One run of a query: its result as JSON text, its dependencies and its journal. */
export type Computed = { json: string; journal: string | null; scopes: ReadonlySet<string> };

/** The result of an access check. `key` is the value's JSON: callers with equal keys share results. */
export type CheckedAccess = { value: unknown; key: string; scopes: ReadonlySet<string> };

/** Runs access checks and query handlers inside a snapshot and records their reads. */
export class QueryExecution {
  readonly #database: Database;
  readonly #tracked: TrackedScopes;
  readonly #environment: Pick<FunctionEnvironment, "baseUrl" | "vault">;
  readonly #write: WriteAnswer;

  constructor(
    database: Database,
    tracked: TrackedScopes,
    { baseUrl, vault }: FunctionEnvironment,
    write: WriteAnswer,
  ) {
    this.#database = database;
    this.#write = write;
    this.#environment = { baseUrl, vault };
    this.#tracked = tracked;
  }

  /**
   * Throws the check's error together with the recorded scopes, since a later change can turn a refusal into a
   * permission.
   */
  async checkAccess(
    client: PoolClient,
    fn: ServerFunction,
    args: Record<string, unknown>,
    identity: Identity | null,
  ): Promise<CheckedAccess> {
    const recorder = new DependencyRecorder(this.#tracked);
    const db = this.#database.on(client).withPlugin(recorder);
    return this.#recorded(recorder, async () => {
      const value = await fn.access.resolve({ db, identity }, args);
      return { value, key: JSON.stringify(value ?? null), scopes: recorder.scopes };
    });
  }

  async compute(
    client: PoolClient,
    fn: ServerFunction,
    args: Record<string, unknown>,
    access: unknown,
    journal: string | null,
  ): Promise<Computed> {
    const recorder = new DependencyRecorder(this.#tracked);
    const db = this.#database.on(client).withPlugin(recorder);
    return this.#recorded(recorder, async () => {
      let written = journal;
      const context = {
        db,
        access,
        ...this.#environment,
        journal: {
          read: journal,
          write(value: string) {
            written = value;
          },
        },
      };
      // The handler's context type depends on the kind; only queries reach this line.
      const result = await (fn as ServerFunction<"query">).handler(context, args);
      return { json: this.#write(fn, result), journal: written, scopes: recorder.scopes };
    });
  }

  async #recorded<T>(recorder: DependencyRecorder, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      throw new RecordedError(error, recorder.scopes);
    }
  }
}

/** An error of a check or a handler, with the scopes that were read before it was thrown. */
export class RecordedError extends Error {
  readonly scopes: ReadonlySet<string>;

  constructor(cause: unknown, scopes: ReadonlySet<string>) {
    super("query failed", { cause });
    this.scopes = scopes;
  }
}

import type { z } from "zod";
import { CareError } from "../../lib/errors.ts";
import type { Identity } from "../auth/identity.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import type { WriteAnswer } from "../functions/answers.ts";
import type { ActionContext, AnyFunction, FunctionEnvironment, ServerFunction } from "../functions/define.ts";
import { type FunctionRegistry, readArguments } from "./calls.ts";
import type { QueryExecution } from "./execution.ts";
import { isFailure } from "./live_results.ts";
import type { Commit, MutationRunner } from "./mutations.ts";
import { observeCalls, type SyncObserver } from "./observer.ts";
import type { Failure } from "./protocol.ts";
import { runQueryOnce } from "./single_query.ts";

type Parts = {
  database: Database;
  execution: QueryExecution;
  mutations: MutationRunner;
  functions: FunctionRegistry;
  environment: FunctionEnvironment;
  write: WriteAnswer;
  onCommit(commit: Commit): void;
  observer: SyncObserver;
  time: Clock;
};

type ActionCall = {
  fn: ServerFunction;
  name: string;
  args: Record<string, unknown>;
  identity: Identity | null;
};

/** Runs actions: the access check in a short transaction, then the handler outside any transaction. */
export class ActionRunner {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Returns the result as JSON text; throws the errors of the check and the handler. */
  run(call: ActionCall): Promise<string> {
    return observeCalls(this.#parts.observer, { kind: "action", name: call.name }, () => this.#run(call));
  }

  async #run(call: ActionCall): Promise<string> {
    const { fn, args, identity } = call;
    const access = await this.#parts.database.db
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute((db) => fn.access.resolve({ db, identity }, args));
    const context: ActionContext<unknown> = {
      ...this.#parts.environment,
      access,
      now: new Date(this.#parts.time.now()),
      run: async <Result>(other: AnyFunction & { returns: z.ZodType<Result> }, otherArgs: unknown) =>
        (await this.#runOther(other as ServerFunction, otherArgs, identity)) as Result,
    };
    const result = await (fn as ServerFunction<"action">).handler(context, args);
    return this.#parts.write(fn, result);
  }

  async #runOther(fn: ServerFunction, rawArgs: unknown, identity: Identity | null): Promise<unknown> {
    const registered = [...this.#parts.functions].find(([, each]) => each.handler === fn.handler);
    const name = registered?.[0] ?? "a step of an action";
    const args = readArguments(fn, [rawArgs]);
    if (fn.kind === "query") {
      const { database, execution } = this.#parts;
      return JSON.parse(await runQueryOnce(database, execution, { fn, args, identity }));
    }
    const outcome = await this.#parts.mutations.run({ fn, name, args, identity }, null);
    if (isFailure(outcome)) throw toCareError(outcome);
    this.#parts.onCommit(outcome);
    return JSON.parse(outcome.json);
  }
}

/** Turns the failure of a step into an error of the action. */
function toCareError({ errorMessage, errorData }: Failure): CareError {
  const { code = "conflict", key, values, path } = (errorData ?? {}) as Partial<CareError>;
  return new CareError(code, key ? { key, values: values ?? {} } : { english: errorMessage }, { path });
}

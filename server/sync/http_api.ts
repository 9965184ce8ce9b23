import { convexToJson } from "convex/values";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Logger } from "pino";
import { z } from "zod";
import { bearerOf } from "../auth/bearer.ts";
import type { Identity, TokenVerifier } from "../auth/identity.ts";
import { remembering } from "../auth/remembering.ts";
import type { Database } from "../db/database.ts";
import { argumentWords, invalidArguments } from "../functions/argument_words.ts";
import { describeApi } from "../functions/openapi.ts";
import type { ActionRunner } from "./actions.ts";
import { type FunctionRegistry, findFunction, readArguments } from "./calls.ts";
import type { QueryExecution } from "./execution.ts";
import { toFailure } from "./failures.ts";
import type { Commit, MutationRunner } from "./mutations.ts";
import { LIMITS } from "./protocol.ts";
import { runQueryOnce } from "./single_query.ts";

const request = z.object({
  path: z.string().min(1).max(200),
  // The client for JavaScript wraps the arguments in a list, scripts send an object.
  args: z
    .union([z.record(z.string(), z.unknown()), z.array(z.record(z.string(), z.unknown())).max(1)])
    .default({}),
  format: z.enum(["json", "convex_encoded_json"]).default("json"),
});

/** What `ConvexHttpClient` expects for a function that refused or failed, instead of 200. */
const FUNCTION_FAILED = 560;

type Call = { path: string; args: unknown[]; identity: Identity | null };

/** The functions over plain HTTP, for scripts and integrations: one call a request, bearer token, JSON. */
export function createFunctionsApi(parts: {
  database: Database;
  functions: FunctionRegistry;
  execution: QueryExecution;
  mutations: MutationRunner;
  actions: ActionRunner;
  verifyToken: TokenVerifier;
  committed(commit: Commit): void;
  log: Logger;
}): Hono {
  const { functions, log } = parts;
  const verifyToken = remembering(parts.verifyToken);
  const api = new Hono();
  const run = {
    async query({ path, args, identity }: Call): Promise<string> {
      const { fn } = findFunction(functions, path, "query");
      return runQueryOnce(parts.database, parts.execution, { fn, args: readArguments(fn, args), identity });
    },
    async mutation({ path, args, identity }: Call): Promise<string> {
      const { fn, name } = findFunction(functions, path, "mutation");
      const outcome = await parts.mutations.run({ fn, name, args: readArguments(fn, args), identity }, null);
      if (!outcome.success) throw outcome;
      parts.committed(outcome);
      return outcome.json;
    },
    async action({ path, args, identity }: Call): Promise<string> {
      const { fn, name } = findFunction(functions, path, "action");
      return parts.actions.run({ fn, name, args: readArguments(fn, args), identity });
    },
  };
  const limited = bodyLimit({
    maxSize: LIMITS.frameBytes,
    onError: (c) => c.text(`The body may take at most ${LIMITS.frameBytes} bytes`, 413),
  });
  for (const kind of ["query", "mutation", "action"] as const) {
    api.post(`/api/${kind}`, limited, async (c) => {
      let path = "";
      try {
        const body = request.safeParse(await c.req.json().catch(() => null), { error: argumentWords });
        if (!body.success) throw invalidArguments(body.error);
        path = body.data.path;
        const args = Array.isArray(body.data.args) ? body.data.args : [body.data.args];
        const identity = await bearerOf(c.req.header("authorization"), verifyToken);
        const json = await run[kind]({ path, args, identity });
        return c.body(`{"status":"success","value":${json},"logLines":[]}`, 200, JSON_TYPE);
      } catch (error) {
        const failure = isOutcome(error) ? error : toFailure(error, path, log);
        const { errorMessage, errorData } = failure;
        const data = errorData === undefined ? undefined : convexToJson(errorData as never);
        return c.body(
          JSON.stringify({ status: "error", errorMessage, errorData: data, logLines: [] }),
          FUNCTION_FAILED as never,
          JSON_TYPE,
        );
      }
    });
  }
  let description: ReturnType<typeof describeApi> | undefined;
  api.get("/api/openapi.json", (c) => {
    description ??= describeApi(functions);
    return c.json(description);
  });
  return api;
}

const JSON_TYPE = { "content-type": "application/json", "cache-control": "no-store" };

const isOutcome = (error: unknown): error is { errorMessage: string; errorData?: unknown } =>
  typeof error === "object" && error !== null && "errorMessage" in error;

import { convexToJson } from "convex/values";
import { Hono } from "hono";
import type { Logger } from "pino";
import { z } from "zod";
import { CareError } from "../../lib/errors.ts";
import { verifyBearer } from "../auth/bearer.ts";
import type { Identity, TokenVerifier } from "../auth/identity.ts";
import { cacheVerifications } from "../auth/remembering.ts";
import type { Database } from "../db/database.ts";
import { argumentWords, invalidArguments } from "../functions/argument_words.ts";
import { describeApi } from "../functions/openapi.ts";
import { CLOSE, readBody, tooLarge } from "../http/body.ts";
import { FUNCTION_FAILED } from "../http/request-log.ts";
import type { ActionRunner } from "./actions.ts";
import { type FunctionRegistry, prepareCall } from "./calls.ts";
import type { QueryExecution } from "./execution.ts";
import { toFailure } from "./failures.ts";
import { jsonBudgetProblem } from "./json_budget.ts";
import type { Commit, MutationRunner } from "./mutations.ts";
import { observed, type SyncObserver } from "./observer.ts";
import { LIMITS } from "./protocol.ts";
import { runQueryOnce } from "./single_query.ts";
import { TokenRate } from "./token_rate.ts";

const request = z.object({
  path: z.string().min(1).max(200),
  // The JavaScript client wraps the arguments in a list, scripts send an object.
  args: z
    .union([z.record(z.string(), z.unknown()), z.array(z.record(z.string(), z.unknown())).max(1)])
    .default({}),
  format: z.enum(["json", "convex_encoded_json"]).default("json"),
});

type Call = { path: string; args: unknown[]; identity: Identity | null };

/** The functions over plain HTTP, for scripts and integrations: one call per request, bearer token, JSON. */
export function createFunctionsApi(parts: {
  database: Database;
  functions: FunctionRegistry;
  execution: QueryExecution;
  mutations: MutationRunner;
  actions: ActionRunner;
  verifyToken: TokenVerifier;
  onCommit(commit: Commit): void;
  log: Logger;
  observer: SyncObserver;
}): Hono {
  const { functions, log } = parts;
  const verifyToken = cacheVerifications(parts.verifyToken);
  const rate = new TokenRate();
  const api = new Hono();
  const run = {
    async query({ path, args, identity }: Call): Promise<string> {
      const call = prepareCall(parts, { udfPath: path, args }, "query", identity);
      return observed(parts.observer, { kind: "query", name: call.name }, () =>
        runQueryOnce(parts.database, parts.execution, call),
      );
    },
    async mutation({ path, args, identity }: Call): Promise<string> {
      const call = prepareCall(parts, { udfPath: path, args }, "mutation", identity);
      const outcome = await parts.mutations.run(call, null);
      if (!outcome.success) throw outcome;
      parts.onCommit(outcome);
      return outcome.json;
    },
    async action({ path, args, identity }: Call): Promise<string> {
      return parts.actions.run(prepareCall(parts, { udfPath: path, args }, "action", identity));
    },
  };
  for (const kind of ["query", "mutation", "action"] as const) {
    api.post(`/api/${kind}`, async (c) => {
      let path = "";
      try {
        // First, because the identity decides how large a body may be.
        const identity = await verifyBearer(c.req.header("authorization"), verifyToken);
        const wait = identity?.accessToken ? rate.count(identity.accessToken.id) : null;
        if (wait !== null) return c.json(tooManyCalls(), 429, { ...CLOSE, "Retry-After": String(wait) });
        const maxBytes = identity ? LIMITS.frameBytes : LIMITS.signedOutBytes;
        const bytes = await readBody(c.req.raw, maxBytes);
        if (!bytes) return c.json(tooLarge(maxBytes), 413, CLOSE);
        const body = request.safeParse(readJson(bytes), { error: argumentWords });
        if (!body.success) throw invalidArguments(body.error);
        path = body.data.path;
        const args = Array.isArray(body.data.args) ? body.data.args : [body.data.args];
        const json = await run[kind]({ path, args, identity });
        return c.body(`{"status":"success","value":${json},"logLines":[]}`, 200, JSON_TYPE);
      } catch (error) {
        const failure = isOutcome(error) ? error : toFailure(error, path, log);
        const { errorMessage, errorData } = failure;
        const data = errorData === undefined ? undefined : convexToJson(errorData as never);
        return c.body(
          JSON.stringify({ status: "error", errorMessage, errorData: data, logLines: [] }),
          // The status that `ConvexHttpClient` expects for an error of a function.
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

/** The answer to an access token that calls too often. */
function tooManyCalls() {
  const message = "This access token calls too often. Please wait.";
  return { status: "error", errorMessage: message, errorData: { code: "limit", message }, logLines: [] };
}

/** Parses JSON text; null for invalid JSON. */
function readJson(bytes: Buffer): unknown {
  const problem = jsonBudgetProblem(bytes);
  if (problem) throw new CareError("limit", `The request ${problem}`);
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}

const JSON_TYPE = { "content-type": "application/json", "cache-control": "no-store" };

const isOutcome = (error: unknown): error is { errorMessage: string; errorData?: unknown } =>
  typeof error === "object" && error !== null && "errorMessage" in error;

import { convexToJson, type Value } from "convex/values";
import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Logger } from "pino";
import { z } from "zod";
import { CareError } from "../../lib/errors.ts";
import { verifyBearer } from "../auth/bearer.ts";
import type { Identity, TokenVerifier } from "../auth/identity.ts";
import { cacheVerifications } from "../auth/remembering.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { createInvalidArguments, describeArgument } from "../functions/argument_words.ts";
import type { FunctionKind } from "../functions/define.ts";
import { describeApi } from "../functions/openapi.ts";
import { CLOSE, createTooLarge, readBody } from "../http/body.ts";
import { FUNCTION_FAILED } from "../http/request_log.ts";
import type { ActionRunner } from "./actions.ts";
import { type FunctionRegistry, prepareCall } from "./calls.ts";
import type { QueryExecution } from "./execution.ts";
import { getFailureCode, toFailure } from "./failures.ts";
import { requestOfKey } from "./idempotency.ts";
import { findJsonBudgetProblem } from "./json_budget.ts";
import { type Commit, KEY_REUSED, type MutationRunner, OutcomeUnknown } from "./mutations.ts";
import { observeCalls, type SyncObserver } from "./observer.ts";
import { isEnvelope, prepareOperation, REWOUND } from "./outbox.ts";
import { type Failure, LIMITS } from "./protocol.ts";
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

type Call = { path: string; args: unknown[]; identity: Identity | null; key: string | undefined };
/** `isRepeat`: the same request had this answer before. */
type Answer = { json: string; isRepeat?: boolean | undefined };

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
  time: Clock;
}): Hono {
  const { functions, log, time } = parts;
  const verifyToken = cacheVerifications(parts.verifyToken, time);
  const rate = new TokenRate();
  const api = new Hono();
  const run = {
    async query({ path, args, identity }: Call): Promise<Answer> {
      const call = prepareCall(parts, { udfPath: path, args }, "query", identity);
      const json = await observeCalls(parts.observer, { kind: "query", name: call.name }, () =>
        runQueryOnce(parts.database, parts.execution, call),
      );
      return { json };
    },
    async mutation({ path, args, identity, key }: Call): Promise<Answer> {
      const { call, request } = prepareMutation(parts, { path, args, identity, key });
      const outcome = await parts.mutations.run(call, request);
      if (!outcome.success) throw outcome;
      parts.onCommit(outcome);
      return outcome;
    },
    async action({ path, args, identity, key }: Call): Promise<Answer> {
      const call = prepareCall(parts, { udfPath: path, args }, "action", identity);
      // It can't be promised, so it isn't ignored either.
      if (key !== undefined)
        throw new CareError("invalid", { english: "An Idempotency-Key works only for mutations" });
      return { json: await parts.actions.run(call) };
    },
  };
  /** Answers a call. With a `named` function its path is in the address, and the body has only its arguments. */
  async function answer(c: Context, kind: FunctionKind, named?: string) {
    let path = named ?? "";
    const key = c.req.header("idempotency-key");
    try {
      // First, because the identity decides how large a body may be.
      const identity = await verifyBearer(c.req.header("authorization"), verifyToken);
      const wait = identity?.accessToken ? rate.count(identity.accessToken.id, time.elapsed()) : null;
      if (wait !== null) return c.json(tooManyCalls(), 429, { ...CLOSE, "Retry-After": String(wait) });
      const maxBytes = identity ? LIMITS.frameBytes : LIMITS.signedOutBytes;
      const bytes = await readBody(c.req.raw, maxBytes);
      if (!bytes) return c.json(createTooLarge(maxBytes), 413, CLOSE);
      const body = request.safeParse(withPath(readJson(bytes), named), { error: describeArgument });
      if (!body.success) throw createInvalidArguments(body.error);
      path = body.data.path;
      const args = Array.isArray(body.data.args) ? body.data.args : [body.data.args];
      const { json, isRepeat } = await run[kind]({ path, args, identity, key });
      const headers = isRepeat ? { ...JSON_TYPE, ...REPLAYED } : JSON_TYPE;
      return c.body(`{"status":"success","value":${json},"logLines":[]}`, 200, headers);
    } catch (error) {
      const failure = getFailure(error, path, log);
      const { errorMessage, errorData } = failure;
      const data = errorData === undefined ? undefined : convexToJson(errorData as Value);
      return c.body(
        JSON.stringify({ status: "error", errorMessage, errorData: data, logLines: [] }),
        ...getStatus(failure, key !== undefined),
      );
    }
  }
  for (const kind of ["query", "mutation", "action"] as const)
    api.post(`/api/${kind}`, (c) => answer(c, kind));
  api.post("/api/run/:module/:name", (c) => {
    const name = `${c.req.param("module")}.${c.req.param("name")}`;
    // A function that doesn't exist is refused like one, after the token and the limits.
    return answer(c, functions.get(name)?.kind ?? "query", name.replace(".", ":"));
  });
  let description: ReturnType<typeof describeApi> | undefined;
  api.get("/api/openapi.json", (c) => {
    description ??= describeApi(functions);
    return c.json(description);
  });
  return api;
}

/** A mutation with what identifies it permanently: an idempotency key, or its number in an outbox. */
function prepareMutation(
  parts: { functions: FunctionRegistry; observer: SyncObserver; time: Clock },
  { path, args, identity, key }: Call,
) {
  if (isEnvelope(path)) {
    const operation = prepareOperation(parts, args, identity);
    const { sessionId, requestId } = operation.request;
    if (key?.toLowerCase() !== `${sessionId}/${requestId}`)
      throw new CareError("invalid", {
        english: "The Idempotency-Key must be the outbox's id and the number: <outboxId>/<n>",
      });
    return operation;
  }
  const call = prepareCall(parts, { udfPath: path, args }, "mutation", identity);
  return { call, request: identity && key !== undefined ? requestOfKey(key, { ...call, identity }) : null };
}

/** The body of a call with the path of its address. */
const withPath = (body: unknown, path: string | undefined): unknown =>
  path === undefined || typeof body !== "object" || body === null ? body : { ...body, path };

/** The answer to an access token that calls too often. */
function tooManyCalls() {
  const message = "This access token calls too often. Please wait.";
  return { status: "error", errorMessage: message, errorData: { code: "limit", message }, logLines: [] };
}

/** Parses JSON text; null for invalid JSON. */
function readJson(bytes: Buffer): unknown {
  const problem = findJsonBudgetProblem(bytes);
  if (problem) throw new CareError("limit", { english: `The request ${problem}` });
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}

const JSON_TYPE = { "content-type": "application/json", "cache-control": "no-store" };

const REPLAYED = { "Idempotency-Replayed": "true" };

type FailedCall = Failure & { isTemporary?: boolean; isRepeat?: boolean };

function getFailure(error: unknown, path: string, log: Logger): FailedCall {
  if (isOutcome(error)) return error;
  if (!(error instanceof OutcomeUnknown)) return toFailure(error, path, log);
  const message =
    "It isn't known whether this was done. Send it again with the same Idempotency-Key: it is done once.";
  return { errorMessage: message, errorData: { code: "busy", message }, isTemporary: true };
}

/**
 * The status and the headers of a failure. Without an idempotency key there is one status, which `ConvexHttpClient`
 * expects for errors of functions.
 */
function getStatus(
  failure: FailedCall,
  hasKey: boolean,
): [status: ContentfulStatusCode, headers: Record<string, string>] {
  if (hasKey && [KEY_REUSED.errorData, REWOUND.errorData].includes(failure.errorData))
    return [422, JSON_TYPE];
  if (hasKey && getFailureCode(failure) === "outbox-gap") return [409, JSON_TYPE];
  if (hasKey && (failure.isTemporary || getFailureCode(failure) === "busy"))
    return [503, { ...JSON_TYPE, "Retry-After": "2" }];
  return [
    // No standard has this status, so neither have the types.
    FUNCTION_FAILED as ContentfulStatusCode,
    failure.isRepeat ? { ...JSON_TYPE, ...REPLAYED } : JSON_TYPE,
  ];
}

const isOutcome = (error: unknown): error is FailedCall =>
  typeof error === "object" && error !== null && "errorMessage" in error;

import type { PoolClient } from "pg";
import { z } from "zod";
import { DAY } from "../../lib/dates/time.ts";
import { CareError, type ErrorCode } from "../../lib/errors.ts";
import type { Identity } from "../auth/identity.ts";
import type { Clock } from "../clock.ts";
import { createInvalidArguments, describeArgument } from "../functions/argument_words.ts";
import { type FunctionRegistry, getFunctionName, readArguments } from "./calls.ts";
import { computeFingerprint } from "./fingerprint.ts";
import type { SyncObserver } from "./observer.ts";
import type { Failure } from "./protocol.ts";
import type { MutationCall, OperationKey } from "./requests.ts";

/**
 * Operations of an outbox: a device keeps them until the server has decided them, so they may come after weeks, twice,
 * and from two tabs. Each has a number; the server runs only the number after the last one. See
 * docs/decisions/0261-writes-that-wait.md.
 */

/** The path under which a mutation is sent with its envelope. */
export const OUTBOX_PATH = "outbox:send";

/** Whether a call's path is that of an envelope. */
export const isEnvelope = (path: string): boolean => path.replace(".", ":") === OUTBOX_PATH;

/**
 * The failure of a call that came while too much waited. An operation of an outbox is sent again, so for it the failure
 * is a passing one.
 */
export function createLimitFailure({ udfPath }: { udfPath: string }, message: string): Failure {
  const code: ErrorCode = isEnvelope(udfPath) ? "busy" : "limit";
  return { errorMessage: message, errorData: { code, message } };
}

/** An operation counts as made at most so long ago, ms. */
const MAX_AGE_MS = 400 * DAY;

const number = z.number().int().max(Number.MAX_SAFE_INTEGER);

/** Fields that a newer client adds are ignored. */
const envelope = z
  .object({
    /** Version 4, so that it is never the session of an idempotency key. */
    outboxId: z.uuidv4().toLowerCase(),
    n: number.min(1),
    /** Up to this number the device has read the outcomes. */
    acked: number.min(0),
    path: z.string().min(1).max(200),
    args: z.record(z.string(), z.unknown()),
    /** How long ago the operation was made when it was sent, ms; by differences, since a device's clock may be wrong. */
    age: z.number(),
    /** The operation itself, also when it is sent under another number. */
    opId: z.uuid().toLowerCase(),
  })
  .refine(({ n, acked }) => acked < n, {
    path: ["acked"],
    message: "An outbox acknowledges earlier numbers",
  });

/** Refusals that are about the caller's sign-in: the operation is decided once they are back. */
const OF_SIGN_IN: ReadonlySet<ErrorCode> = new Set(["unauthenticated", "unknown-user", "account-closed"]);

/** Whether a refusal isn't about the operation, so that it isn't stored as its outcome. */
export const isOfSignIn = (error: unknown): boolean =>
  error instanceof CareError && OF_SIGN_IN.has(error.code);

/**
 * The operation of an envelope, as a call with its permanent number. Arguments that its function refuses are an outcome
 * like any other refusal, since later numbers would otherwise wait for it for ever.
 * @throws CareError for an unreadable envelope, and for a function that this node doesn't know
 */
export function prepareOperation(
  { functions, time, observer }: { functions: FunctionRegistry; time: Clock; observer: SyncObserver },
  wire: readonly unknown[],
  identity: Identity | null,
): { call: MutationCall; request: OperationKey } {
  if (!identity) throw new CareError("unauthenticated", { key: "refusals.notSignedIn" });
  const parsed = envelope.safeParse(wire[0] ?? {}, { error: describeArgument });
  if (!parsed.success) throw createInvalidArguments(parsed.error);
  const { outboxId, n, acked, path, args: given, age, opId } = parsed.data;
  const name = getFunctionName(path);
  const fn = functions.get(name);
  if (!fn?.isDurable) {
    // During a deployment an older node may get it: a newer one will know it.
    observer.onCall({ kind: "mutation", name: OUTBOX_PATH, outcome: "busy", seconds: 0 });
    throw new CareError("busy", { key: "refusals.notYet" });
  }
  const madeAt = new Date(time.now() - Math.min(Math.max(age, 0), MAX_AGE_MS));
  const call = { fn, name, identity, args: {}, operation: { id: opId, madeAt } };
  const request = {
    sessionId: outboxId,
    requestId: n,
    acked,
    // Of the arguments as they were sent: a newer server may read them in another way.
    fingerprint: computeFingerprint(name, given),
  };
  try {
    return { call: { ...call, args: readArguments(fn, [given]) }, request };
  } catch (error) {
    if (!(error instanceof CareError)) throw error;
    return { call: { ...call, refusal: error }, request };
  }
}

type Outcome = { result: unknown } | Failure;

/** The answer to a caller who uses another user's session or outbox. */
export const DENIED: Failure = {
  errorMessage: "Access denied",
  errorData: { code: "access-denied", message: "Access denied" },
};

const REWOUND_MESSAGE = "This device's list of changes went back to an earlier state.";
/** The number was used for another operation: the device numbers its operations anew under a new outbox id. */
export const REWOUND: Failure = {
  errorMessage: REWOUND_MESSAGE,
  errorData: { code: "outbox-rewound", message: REWOUND_MESSAGE },
};

/** An earlier operation is missing: the device sends from the expected number on. */
function createGap(expected: number): Failure {
  const message = "An earlier change of this device is missing.";
  return { errorMessage: message, errorData: { code: "outbox-gap", message, expected } };
}

/** The statement that takes an operation's number; it changes one row if it is the next number of the caller's outbox. */
function getAdvance(client: PoolClient, { sessionId, requestId }: OperationKey, userKey: string) {
  const owner = client.escapeLiteral(userKey);
  return requestId === 1
    ? `insert into sync_outboxes (outbox_id, user_key, last_request)
       values ('${sessionId}', ${owner}, 1) on conflict (outbox_id) do nothing`
    : `update sync_outboxes set last_request = ${requestId}, seen_at = now()
        where outbox_id = '${sessionId}' and user_key = ${owner} and last_request = ${requestId} - 1`;
}

/**
 * Takes an operation's number and reads its stored answer; for the transaction of its write. Two senders meet at the
 * outbox's row: the second one's transaction fails with a conflict and is repeated.
 */
export const getBeginning = (client: PoolClient, request: OperationKey, userKey: string): string =>
  `${getAdvance(client, request, userKey)};
   select b.user_key, b.last_request::float8, o.outcome, encode(o.fingerprint, 'hex') as fingerprint
     from sync_outboxes b
     left join sync_outcomes o on o.session_id = b.outbox_id and o.request_id = ${request.requestId}
    where b.outbox_id = '${request.sessionId}'`;

type OutboxRow = {
  user_key: string;
  last_request: number;
  outcome: Outcome | null;
  fingerprint: string | null;
};

/** The answer to an operation whose number couldn't be taken; `isRepeat`: it had this answer before. */
export function getKnown(
  row: OutboxRow | undefined,
  { requestId, fingerprint }: OperationKey,
  userKey: string,
): { outcome: Outcome; isRepeat: boolean } {
  const answer = (outcome: Outcome, isRepeat = false) => ({ outcome, isRepeat });
  if (!row) return answer(createGap(1));
  // Nothing of another user's outbox is disclosed.
  if (row.user_key !== userKey) return answer(DENIED);
  if (requestId > row.last_request) return answer(createGap(row.last_request + 1));
  // Without a fingerprint the device has read the outcome. It never sends its operation again, so this is another one.
  if (row.fingerprint !== fingerprint) return answer(REWOUND);
  return answer(row.outcome ?? { result: { repeated: true } }, true);
}

/** Drops the outcomes that the device has read. */
export const getPruning = ({ sessionId, acked }: OperationKey): string =>
  `delete from sync_outcomes where session_id = '${sessionId}' and request_id <= ${acked}`;

/**
 * Stores a refusal and takes its number, in one statement; changes one row if the number was the next.
 * @param insertion the columns and values of the outcome, as `insert into … select …`
 */
export const getRefusalStatement = (
  client: PoolClient,
  request: OperationKey,
  userKey: string,
  insertion: string,
): string =>
  `with taken as (${getAdvance(client, request, userKey)} returning 1), pruned as (${getPruning(request)})
   ${insertion} from taken on conflict do nothing`;

import { CareError } from "../../lib/errors.ts";
import type { Identity } from "../auth/identity.ts";
import { createInvalidArguments, describeArgument } from "../functions/argument_words.ts";
import type { FunctionKind, ServerFunction } from "../functions/define.ts";
import { getErrorCode } from "./failures.ts";
import type { Call } from "./live_results.ts";
import type { SyncObserver } from "./observer.ts";
import { LIMITS } from "./protocol.ts";
import { readWireValue } from "./wire_values.ts";

/** All functions by their name, such as `notes.createNote`. */
export type FunctionRegistry = ReadonlyMap<string, ServerFunction>;

/** The name of a function by its path in a message (`notes:createNote`; `notes.createNote` works as well). */
export const getFunctionName = (path: string): string => path.replace(".js:", ":").replace(":", ".");

/** Finds a function of one kind by its path in a message. */
export function findFunction(functions: FunctionRegistry, path: string, kind: FunctionKind) {
  const name = getFunctionName(path);
  const fn = functions.get(name);
  if (!fn || fn.kind !== kind) {
    throw new CareError("not-found", { english: `There is no ${kind} named ${name}` });
  }
  return { name, fn };
}

/**
 * The called function with its validated arguments. Functions that need a sign-in refuse other callers here, before
 * anything else is done and without disclosing the arguments' form.
 * @throws CareError
 */
export function prepareCall(
  { functions, observer }: { functions: FunctionRegistry; observer: SyncObserver },
  call: { udfPath: string; args: readonly unknown[] },
  kind: FunctionKind,
  identity: Identity | null,
) {
  const { name, fn } = findFunction(functions, call.udfPath, kind);
  try {
    return admitCall(name, fn, call.args, identity);
  } catch (error) {
    observer.onCall({ kind, name, outcome: getErrorCode(error), seconds: 0 });
    throw error;
  }
}

function admitCall(name: string, fn: ServerFunction, args: readonly unknown[], identity: Identity | null) {
  if (identity) return { name, fn, args: readArguments(fn, args), identity };
  if (fn.access.action !== "anyone") throw new CareError("unauthenticated", { key: "refusals.notSignedIn" });
  try {
    return { name, fn, args: readArguments(fn, args), identity };
  } catch {
    throw new CareError("invalid", { english: "Invalid arguments" });
  }
}

/**
 * Decodes arguments and validates them against the function's schema.
 * @throws CareError with a message for people
 */
export function readArguments(fn: ServerFunction, wire: readonly unknown[]): Record<string, unknown> {
  // Decoded first: decoding refuses nesting so deep that measuring it would overflow the stack.
  const value = readWireValue(wire[0] ?? {});
  if (JSON.stringify(wire[0] ?? {}).length > LIMITS.argsLength) {
    throw new CareError("limit", { english: `At most ${LIMITS.argsLength} characters can be sent at once` });
  }
  if (!isPlainObject(value))
    throw new CareError(
      "invalid",
      { english: "This request must be a group of named entries" },
      { path: "args" },
    );
  const parsed = fn.args.safeParse(value, { error: describeArgument });
  if (!parsed.success) throw createInvalidArguments(parsed.error);
  return parsed.data;
}

const isPlainObject = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  !Array.isArray(value);

/** A call with the parts of its cache key in canonical form. */
export function toCall(args: Record<string, unknown>, identity: Identity | null): Call {
  return { args, argsJson: JSON.stringify(sorted(args)), identity, userKey: getUserKey(identity) };
}

/** All parts of an identity that a function may read, as one key: equal keys are the same caller. */
export function getUserKey(identity: Identity | null): string {
  if (!identity) return "-";
  const { issuer, subject, email, emailVerified, name, sessionId } = identity;
  return JSON.stringify([issuer, subject, email, emailVerified, name, sessionId ?? null]);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  );
}

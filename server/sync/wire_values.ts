import { jsonToConvex } from "convex/values";
import { getRefusedArgument } from "../functions/argument_words.ts";

/** The deepest value that a function takes is a program file, at about ten levels. */
const MAX_DEPTH = 40;
/** Keys that mark an encoded value: `{"$integer": "…"}` and the like. */
const ENCODED = new Set(["$integer", "$float", "$bytes"]);

/**
 * Decodes a value of the protocol.
 * @throws CareError with the argument's path for everything that can't be stored or would mean something else inside
 * the program: NUL and lone surrogates (PostgreSQL has neither), `__proto__`, reserved field names, too deep nesting.
 */
export function readWireValue(raw: unknown, path: readonly (string | number)[] = []): unknown {
  if (path.length > MAX_DEPTH)
    throw invalidValue(path.slice(0, 3), `is nested more than ${MAX_DEPTH} levels deep`);
  if (typeof raw === "string") {
    if (raw.includes("\0") || !raw.isWellFormed())
      throw invalidValue(path, "has characters that can't be stored");
    return raw;
  }
  if (raw === null || typeof raw !== "object") return raw;
  if (Array.isArray(raw)) return raw.map((item, i) => readWireValue(item, [...path, i]));
  const entries = Object.entries(raw);
  if (entries.length === 1 && ENCODED.has(entries[0]![0])) return decodeValue(raw, path);
  const value: Record<string, unknown> = {};
  for (const [name, item] of entries) {
    if (!isFieldName(name)) throw invalidValue(path, "has an entry whose name isn't allowed");
    value[name] = readWireValue(item, [...path, name]);
  }
  return value;
}

// The field names that the client's own encoding accepts: printable ASCII without a leading "$", at most 1024
// characters.
const isFieldName = (name: string) =>
  /^[ -~]{1,1024}$/.test(name) && !name.startsWith("$") && name !== "__proto__";

function decodeValue(raw: object, path: readonly (string | number)[]): unknown {
  try {
    return jsonToConvex(raw as Parameters<typeof jsonToConvex>[0]);
  } catch {
    throw invalidValue(path, "isn't in a form that can be read");
  }
}

const invalidValue = (path: readonly (string | number)[], what: string) =>
  getRefusedArgument(path.length > 0 ? path : ["args"], what);

import { createHash } from "node:crypto";
import { toCall } from "./calls.ts";

/** SHA-256 of some texts, in hex. Moving characters from one text to the next changes the hash. */
export const computeHash = (...texts: string[]): string =>
  createHash("sha256").update(JSON.stringify(texts)).digest("hex");

/** The content of a request as a hash: its function with its arguments, which may be in any order. */
export const computeFingerprint = (name: string, args: Record<string, unknown>): string =>
  computeHash(name, toCall(args, null).argsJson);

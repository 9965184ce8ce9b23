import { z } from "zod";
import type { ServerFunction } from "./define.ts";

/** Serialises a handler's result as the JSON text that is sent. */
export type WriteAnswer = (fn: ServerFunction, result: unknown) => string;

/** For production: no check against `returns`. */
export const writeAnswer: WriteAnswer = (_, result) => JSON.stringify(result ?? null);

/**
 * For tests and development: validates the result, as the client gets it, against the function's `returns`, so that
 * an undeclared column never leaves the server.
 * @throws WrongAnswer
 */
export const writeCheckedAnswer: WriteAnswer = (fn, result) => {
  const json = writeAnswer(fn, result);
  const { error } = fn.returns.safeParse(JSON.parse(json));
  if (!error) return json;
  const wrong = new WrongAnswer(error);
  // The caller only sees an internal error, and tests keep no log.
  process.stderr.write(`${wrong.message}\n`);
  throw wrong;
};

/** A result that doesn't match its function's `returns`. */
export class WrongAnswer extends Error {
  constructor(error: z.ZodError) {
    super(`The answer doesn't fit the function's \`returns\`:\n${z.prettifyError(error)}`);
    this.name = "WrongAnswer";
  }
}

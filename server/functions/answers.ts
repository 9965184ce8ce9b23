import { z } from "zod";
import type { ServerFunction } from "./define.ts";

/** Turns what a handler came to into the JSON text that travels. */
export type WriteAnswer = (fn: ServerFunction, result: unknown) => string;

/** For production: nothing is held against anything. */
export const writeAnswer: WriteAnswer = (_, result) => JSON.stringify(result ?? null);

/**
 * For tests and development: holds the answer, as the client gets it, against the function's `returns`, so that a column
 * that nobody described doesn't leave the server.
 * @throws WrongAnswer
 */
export const writeCheckedAnswer: WriteAnswer = (fn, result) => {
  const json = writeAnswer(fn, result);
  const { error } = fn.returns.safeParse(JSON.parse(json));
  if (!error) return json;
  const wrong = new WrongAnswer(error);
  // The caller hears of an internal error only, and tests keep no log.
  process.stderr.write(`${wrong.message}\n`);
  throw wrong;
};

/** An answer that isn't what its function says that it returns. */
export class WrongAnswer extends Error {
  constructor(error: z.ZodError) {
    super(`The answer doesn't fit the function's \`returns\`:\n${z.prettifyError(error)}`);
    this.name = "WrongAnswer";
  }
}

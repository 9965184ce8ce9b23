import { expect, it } from "vitest";
import type { z } from "zod";
import { readIssue, writeMessage } from "../../lib/words/message.ts";
import { functions } from "../../registry/functions.ts";

type Definition = { error?: (issue: object) => unknown; checks?: z.core.$ZodCheck[] };

/** Every object in a definition of a schema: its parts and checks, which have definitions again. */
function* walk(given: unknown, seen: Set<unknown>): Generator<Definition> {
  if (typeof given !== "object" || given === null || seen.has(given)) return;
  seen.add(given);
  const def = "_zod" in given ? (given as z.core.$ZodType)._zod.def : given;
  if ("_zod" in given) yield def as Definition;
  for (const part of Object.values(def)) yield* walk(part, seen);
}

/** The words of an argument's own errors; null for those of the library. */
const readWords = ({ error }: Definition): unknown => {
  const words = error?.({ code: "custom", input: null });
  return typeof words === "object" && words !== null && "message" in words ? words.message : words;
};

it("has a key for each message of an argument", () => {
  const seen = new Set<unknown>();
  const found = [...functions.values()].flatMap(({ args }) =>
    [...walk(args, seen)].map(readWords).filter((words) => typeof words === "string"),
  );
  expect(found.length).toBeGreaterThan(30);
  for (const words of found) {
    const message = readIssue(words);
    expect(message, words).not.toBeNull();
    expect(writeMessage(message!), words).toMatch(/^[A-Z].* /);
  }
});

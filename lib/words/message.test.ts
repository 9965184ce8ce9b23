import { expect, it } from "vitest";
import { z } from "zod";
import { runInLanguage } from "../../server/words/texts.ts";
import { getMessage } from "../schema-message.ts";
import { type Message, readIssue, toIssue, writeIssue } from "./message.ts";

const tooLong: Message = { key: "commentrules.tooLong", values: { most: 3 } };
const empty: Message = { key: "commentrules.empty" };

it("an issue of a schema carries a message with its values", () => {
  for (const message of [tooLong, empty]) expect(readIssue(toIssue(message))).toEqual(message);
  expect(readIssue("Expected a number. Got {x}")).toBeNull();
});

it("a form shows a schema's message in the language of its reader", () => {
  const text = z.string().min(1, toIssue(empty)).max(3, toIssue(tooLong));
  expect(getMessage(text, "four")).toBe("A comment may have at most 3 characters");
  expect(runInLanguage("de", () => getMessage(text, ""))).toBe("Ein Kommentar braucht einen Text");
  expect(getMessage(text, "ok")).toBeUndefined();
});

it("words of the schema's library stay as they are", () => {
  expect(writeIssue("Invalid input")).toBe("Invalid input");
});

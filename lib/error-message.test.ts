import { ConvexError } from "convex/values";
import { expect, it } from "vitest";
import { runInLanguage } from "../server/words/texts.ts";
import { spec } from "../test/spec.ts";
import { getErrorMessage, getRefusedArgument } from "./error-message.ts";

it.each([
  ["commentrules.tooLong", "Ein Kommentar darf höchstens 10 Zeichen haben"],
  // Of a newer server, or of a room whose texts didn't come.
  ["commentrules.unknown", "At most 10 characters"],
])("writes the sentence %s of a refusal in the language of its reader", (key, words) => {
  const data = { code: "invalid", message: "At most 10 characters", key, values: { most: 10 } };
  expect(runInLanguage("de", () => getErrorMessage(new ConvexError(data), "fallback"))).toBe(words);
});

it.each([
  [new ConvexError({ code: "access-denied", message: "Access denied" }), "Access denied"],
  [new ConvexError("Plain words"), "Plain words"],
  [new ConvexError({ code: "x" }), "fallback"],
  [
    new ConvexError({ code: "internal", message: "Internal error (7154faee)", errorId: "7154faee" }),
    "fallback",
  ],
  [new Error("[CONVEX M(notes:createNote)] Server Error"), "fallback"],
  [
    new Error("[CONVEX A(attachments:generateUploadUrl)] Connection lost while action was in flight"),
    "Connection lost while action was in flight.",
  ],
  [null, "fallback"],
  ["text", "fallback"],
])('shows %s to people as "%s"', { tags: spec("CORE-647") }, (error, words) => {
  expect(getErrorMessage(error, "fallback")).toBe(words);
});

it.each([
  [
    new ConvexError({ code: "invalid", message: "Please enter a valid email address", path: "email" }),
    "email",
  ],
  [new ConvexError({ code: "conflict", message: "There is one already" }), null],
  [new Error("broken"), null],
  [null, null],
])("finds in %s the refused argument %j", (error, path) => {
  expect(getRefusedArgument(error)).toBe(path);
});

import { ConvexError } from "convex/values";
import { expect, it } from "vitest";
import { spec } from "../test/spec.ts";
import { getErrorMessage, getRefusedArgument } from "./error-message.ts";

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

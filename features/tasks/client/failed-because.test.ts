import { ConvexError } from "convex/values";
import { expect, it } from "vitest";
import { spec } from "../../../test/spec.ts";
import { formatFailure } from "./failed-because.ts";

it("puts the specified words before the server's sentence", { tags: spec("WORK-432") }, () => {
  const refused = new ConvexError({ code: "conflict", message: "Another member was faster" });
  expect(formatFailure("Failed to move", refused)).toBe("Failed to move: Another member was faster");
  expect(formatFailure("Failed to move", new Error("broken"))).toBe("Failed to move");
});

import { expect, it } from "vitest";
import { takesRightsAway } from "./role-rank.ts";

it("a change of role that takes rights away is known as such", () => {
  expect(takesRightsAway("admin", "member")).toBe(true);
  expect(takesRightsAway("member", "extended")).toBe(true);
  expect(takesRightsAway("extended", "member")).toBe(false);
  expect(takesRightsAway("member", "member")).toBe(false);
});

import { expect, it } from "vitest";
import { takesRightsAway } from "./role-rank.ts";

it("knows which change of a role takes rights away", () => {
  expect(takesRightsAway("admin", "member")).toBe(true);
  expect(takesRightsAway("member", "extended")).toBe(true);
  expect(takesRightsAway("extended", "member")).toBe(false);
  expect(takesRightsAway("member", "member")).toBe(false);
});

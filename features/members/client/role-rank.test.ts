import { expect, it } from "vitest";
import { reducesRights } from "./role-rank.ts";

it("a change of role that takes rights away is known as such", () => {
  expect(reducesRights("admin", "member")).toBe(true);
  expect(reducesRights("member", "extended")).toBe(true);
  expect(reducesRights("extended", "member")).toBe(false);
  expect(reducesRights("member", "member")).toBe(false);
});

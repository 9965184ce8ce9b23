import { expect, it } from "vitest";
import { takesAway } from "./role-rank.ts";

it("a change of role that takes rights away is known as such", () => {
  expect(takesAway("admin", "member")).toBe(true);
  expect(takesAway("member", "extended")).toBe(true);
  expect(takesAway("clinician", "extended")).toBe(true);
  expect(takesAway("extended", "member")).toBe(false);
  expect(takesAway("clinician", "member")).toBe(false);
  expect(takesAway("member", "member")).toBe(false);
});

it("so is one to clinician, who is assigned no tasks", () => {
  expect(takesAway("member", "clinician")).toBe(true);
  expect(takesAway("extended", "clinician")).toBe(true);
  expect(takesAway("clinician", "clinician")).toBe(false);
});

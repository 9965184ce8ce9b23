import { expect, it } from "vitest";
import { isLeading, mayBeNotified } from "./roles.ts";

it("allows notifying roles that may do the subject, for any assignee", () => {
  const roles = ["owner", "admin", "member", "clinician", "extended"] as const;
  for (const kind of ["task-due", "dose-due"] as const)
    expect(roles.map((role) => mayBeNotified(role, kind))).toEqual([true, true, true, false, false]);
  expect(roles.map(isLeading)).toEqual([true, true, false, false, false]);
});

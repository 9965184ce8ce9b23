import { expect, it } from "vitest";
import { isLeading, mayBeNotified } from "./roles.ts";

it("lets those be told who may do what is due, whoever it is assigned to", () => {
  const roles = ["owner", "admin", "member", "clinician", "extended"] as const;
  for (const kind of ["task-due", "dose-due"] as const)
    expect(roles.map((role) => mayBeNotified(role, kind))).toEqual([true, true, true, false, false]);
  expect(roles.map(isLeading)).toEqual([true, true, false, false, false]);
});

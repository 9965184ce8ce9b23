import { expect, it } from "vitest";
import { getAssignableRoles } from "./rules.ts";

it.each([
  ["owner", ["admin", "member", "clinician", "extended"]],
  ["admin", ["member", "clinician", "extended"]],
  ["member", []],
  ["clinician", []],
  ["extended", []],
  ["toString", []],
])("a person who is %s may give the roles %j", (role, roles) => {
  expect(getAssignableRoles(role)).toEqual(roles);
});

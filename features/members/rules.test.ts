import { expect, it } from "vitest";
import { assignableRoles } from "./rules.ts";

it.each([
  ["owner", ["admin", "member", "extended"]],
  ["admin", ["member", "extended"]],
  ["member", []],
  ["extended", []],
  ["toString", []],
])("a person who is %s may give the roles %j", (role, roles) => {
  expect(assignableRoles(role)).toEqual(roles);
});

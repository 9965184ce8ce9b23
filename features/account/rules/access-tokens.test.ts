import { expect, it } from "vitest";
import { AREAS, isScope, WRITABLE_AREAS } from "../../../server/access/scopes.ts";
import { MAX_TOKEN_DAYS } from "../../../server/auth/new_access_token.ts";
import { AREA_WORDS, describeScopes, getLifetimes, READ_ONLY_AREAS, toScopes } from "./access-tokens.ts";

it("has words for each area of the permission table, and knows those that tokens only read", () => {
  expect(Object.keys(AREA_WORDS).toSorted()).toEqual(AREAS.toSorted());
  expect(AREAS.filter((area) => !WRITABLE_AREAS.includes(area))).toEqual(READ_ONLY_AREAS);
});

it("says in one line what a token may do", () => {
  expect(describeScopes(["write"])).toBe("Reads and changes everything");
  expect(describeScopes(["read"])).toBe("Reads everything");
  expect(describeScopes(["read", "tasks:write"])).toBe("Reads everything; reads and changes: tasks");
  expect(describeScopes(["doses:write", "notes:read", "doses:read"])).toBe(
    "Reads: notes and medication lists; reads and changes: doses, pauses and stock",
  );
});

it("makes scopes of the choices for areas", () => {
  const scopes = toScopes({ tasks: "write", notes: "read" });
  expect(scopes).toEqual(["notes:read", "tasks:write"]);
  expect(scopes.every(isScope)).toBe(true);
  expect(isScope("members:write")).toBe(false);
});

it.each(["password", "issuer"] as const)("offers no longer life than the server gives, with a %s", (by) => {
  expect(getLifetimes(by).at(-1)?.days).toBe(MAX_TOKEN_DAYS[by]);
});

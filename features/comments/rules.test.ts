import { describe, expect, it } from "vitest";
import { grantOf, type Role } from "../../server/access/permissions.ts";
import { VISIBILITIES } from "../notes/rules.ts";
import { deletesOthers, levelsWithin, narrower } from "./rules.ts";

const ROLES: Role[] = ["extended", "member", "admin", "owner"];

describe("what a client says of rights", () => {
  it.each(ROLES)("is what the permission table says of %s", (role) => {
    expect(deletesOthers(role)).toBe(grantOf(role, "comments.delete") === "seen");
  });
});

it("levels only narrow", () => {
  expect(levelsWithin("extended")).toEqual(["extended", "team", "private"]);
  expect(levelsWithin("team")).toEqual(["team", "private"]);
  expect(levelsWithin("private")).toEqual(["private"]);
  for (const a of VISIBILITIES) {
    for (const b of VISIBILITIES) expect(levelsWithin(a).includes(narrower(a, b))).toBe(true);
  }
});

import { describe, expect, it } from "vitest";
import { grantOf, type Role, seesTeam } from "../../server/access/permissions.ts";
import { VISIBILITIES, type Visibility } from "../notes/rules.ts";
import { type Audience, deletesOthers, levelsWithin, narrower, seesComment, seesTarget } from "./rules.ts";

const ROLES: Role[] = ["extended", "member", "admin", "owner"];

describe("what a client says of rights", () => {
  it.each(ROLES)("is what the permission table says of %s", (role) => {
    expect(deletesOthers(role)).toBe(grantOf(role, "comments.delete") === "seen");
    const team = { visibility: "team", noteAuthor: "author", assignedTo: null } as const;
    expect(seesTarget(team, { userId: "me", role })).toBe(seesTeam(role));
  });
});

/** Of viewer and caregiver, neither or both: who sees a thing of that audience. */
const readers = (sees: (reader: { userId: string; role: Role }) => boolean) =>
  (["extended", "member"] as const).filter((role) => sees({ userId: "me", role })).join(" ");

describe("who sees a thing", () => {
  it.each<[Partial<Audience>, string]>([
    [{ visibility: "extended" }, "extended member"],
    [{ visibility: "team" }, "member"],
    [{ visibility: "private" }, ""],
    [{ visibility: "private", noteAuthor: "me" }, "extended member"],
    [{ visibility: "team", noteAuthor: "me" }, "member"],
    [{ visibility: "private", assignedTo: "me" }, "extended member"],
    [{ visibility: "team", assignedTo: "other" }, "member"],
  ])("%j: %s", (audience, who) => {
    const whole = { visibility: "private" as const, noteAuthor: "author", assignedTo: null, ...audience };
    expect(readers((reader) => seesTarget(whole, reader))).toBe(who);
  });
});

describe("who sees a comment", () => {
  it.each<[Visibility, string, string]>([
    ["extended", "other", "extended member"],
    ["team", "other", "member"],
    ["private", "other", ""],
    ["team", "me", "extended member"],
    ["private", "me", "extended member"],
  ])("%s by %s: %s", (visibility, creatorId, who) => {
    expect(readers((reader) => seesComment({ visibility, creatorId }, reader))).toBe(who);
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

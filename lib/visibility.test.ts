import { describe, expect, it } from "vitest";
import { spec } from "../test/spec.ts";
import {
  type Audience,
  listLevelsHidden,
  listLevelsSeen,
  type Reader,
  seesComment,
  seesItem,
  seesTeam,
  toReader,
} from "./visibility.ts";
import type { Visibility } from "./visibility-levels.ts";

it("notes for the team are visible to everyone but viewers", { tags: spec("CORE-607 CORE-625") }, () => {
  expect((["extended", "clinician", "member", "admin", "owner"] as const).map(seesTeam)).toEqual([
    false,
    true,
    true,
    true,
    true,
  ]);
});

it("each visibility is either visible to a reader or hidden from them", () => {
  expect(listLevelsSeen(true, true)).toEqual(["private", "team", "extended"]);
  expect(listLevelsSeen(false, true)).toEqual(["private", "extended"]);
  expect(listLevelsHidden(true)).toEqual(["private"]);
  expect(listLevelsHidden(false)).toEqual(["private", "team"]);
});

it("a reader without an id isn't the author of a row without one", () => {
  const nobody: Reader = { seesTeam: false, privateOf: null };
  expect(seesItem({ visibility: "private", noteAuthor: null, assignedTo: null }, nobody)).toBe(false);
});

/** Which of viewer and caregiver sees something with this audience. */
const readers = (sees: (reader: Reader) => boolean) =>
  (["extended", "member"] as const).filter((role) => sees(toReader({ userId: "me", role }))).join(" ");

describe("who sees a note, task or program", () => {
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
    expect(readers((reader) => seesItem(whole, reader))).toBe(who);
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

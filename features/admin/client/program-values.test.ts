import { describe, expect, it } from "vitest";
import { spec } from "../../../test/spec.ts";
import { findErrors, getChanges, PROGRAM_WORDS, toValues } from "./program-values.ts";

const program = { name: "Stairs again", version: 1.2, isActive: true, isPublic: false, isOfficial: false };
const values = toValues(program);

describe("the edit dialog of a program", () => {
  it.each([
    ["nothing", {}, {}],
    ["spaces around the name", { name: " Stairs again " }, {}],
    ["zeros after the version", { version: "1.20" }, {}],
    ["a name", { name: "Stairs" }, { name: "Stairs" }],
    ["a version", { version: "1.3" }, { version: 1.3 }],
    ["two flags", { isActive: false, isPublic: true }, { isActive: false, isPublic: true }],
    ["one back and another", { isActive: true, isOfficial: true }, { isOfficial: true }],
  ])("sends only what was changed of %s", { tags: spec("WORK-886") }, (_, typed, sent) => {
    expect(getChanges(program, { ...values, ...typed })).toEqual(sent);
  });

  it.each([
    ["WORK-874", { name: "  " }, { name: PROGRAM_WORDS.nameRequired }],
    ["", { name: "n".repeat(201) }, { name: PROGRAM_WORDS.nameLong }],
    ["WORK-875", { version: " " }, { version: PROGRAM_WORDS.versionRequired }],
    ["WORK-876", { version: "one" }, { version: PROGRAM_WORDS.versionNumber }],
    ["WORK-877", { version: "-0.1" }, { version: PROGRAM_WORDS.versionLeast }],
    ["WORK-877", { version: "0" }, {}],
    ["", { version: "1000000" }, { version: PROGRAM_WORDS.versionMost }],
    ["", { version: "1.2345" }, { version: PROGRAM_WORDS.versionDecimals }],
    ["any number, not only steps", { version: "0.25" }, {}],
  ])("%s of %j says %j", (_, typed, wrong) => {
    expect(findErrors({ ...values, ...typed })).toEqual(wrong);
  });
});

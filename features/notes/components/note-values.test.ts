import { describe, expect, it } from "vitest";
import { clearedValues, newNoteValues, noteErrors, withTag } from "./note-values.ts";

const now = new Date(2026, 2, 5, 15, 30).getTime();
const full = { ...newNoteValues(now), title: "A", text: "B" };

describe("a new note", () => {
  it("CORE-283 CORE-285 is of today and for the team", () => {
    expect(newNoteValues(now)).toMatchObject({ date: "2026-03-05", visibility: "team", isEncrypted: false });
  });

  it("CORE-293 CORE-294 CORE-295 CORE-296 CORE-297 CORE-298 is empty after a save, but for its readers and the flag", () => {
    const written = {
      ...full,
      date: "2020-01-01",
      tags: ["x"],
      visibility: "private" as const,
      isEncrypted: true,
    };
    expect(clearedValues(written, now)).toEqual({
      title: "",
      text: "",
      date: "2026-03-05",
      tags: [],
      visibility: "private",
      isEncrypted: true,
    });
  });
});

describe("the form", () => {
  it.each([
    ["CORE-301 CORE-302", { title: "  " }, { title: "Please enter a title" }],
    ["CORE-303 CORE-304", { text: "\n" }, { text: "Please enter some content" }],
    ["CORE-305 CORE-306", { date: "2026-02-30" }, { date: "Invalid date selected" }],
    ["CORE-301", {}, {}],
  ])("%s %j has the problems %j", (_, change, problems) => {
    expect(noteErrors({ ...full, ...change })).toEqual(problems);
  });

  it.each([
    ["CORE-288", "sleep", ["food", "sleep"]],
    ["CORE-311", "  sleep ", ["food", "sleep"]],
    ["CORE-307", "   ", ["food"]],
    ["CORE-308", "food", ["food"]],
    ["CORE-308", "FOOD", ["food"]],
  ])("%s typing %j makes the tags %j", (_, typed, tags) => {
    expect(withTag(["food"], typed)).toEqual(tags);
  });
});

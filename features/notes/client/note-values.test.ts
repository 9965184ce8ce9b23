import { describe, expect, it } from "vitest";
import { spec } from "../../../test/spec.ts";
import { TEXT_KIND } from "../components/text-kind.tsx";
import { noteErrors } from "./note-errors.ts";
import { createNoteValues, getClearedValues, getTags, mergeEdits, withTag } from "./note-values.ts";

const today = "2026-03-05";
const empty = createNoteValues(TEXT_KIND, { body: { text: "" }, basis: null }, today);
const full = { ...empty, title: "A", body: { text: "B" } };

describe("a new note", () => {
  it("has today's date and is for the team", { tags: spec("CORE-285") }, () => {
    expect(empty).toMatchObject({ date: "2026-03-05", visibility: "team", isEncrypted: false });
  });

  it("is empty after a save, except for its visibility and encryption", {
    tags: spec("CORE-293 CORE-294 CORE-295 CORE-296 CORE-297 CORE-298"),
  }, () => {
    const written = {
      ...full,
      date: "2020-01-01",
      tags: ["x"],
      typedTag: "y",
      visibility: "private" as const,
      isEncrypted: true,
    };
    expect(getClearedValues(TEXT_KIND, written, today)).toEqual({
      title: "",
      body: { text: "" },
      date: "2026-03-05",
      time: "",
      tags: [],
      typedTag: "",
      visibility: "private",
      isEncrypted: true,
    });
  });
});

describe("the form of a note", () => {
  it.each([
    ["CORE-301 CORE-302", { title: "  " }, { title: "Please enter a title", body: {} }],
    ["CORE-303 CORE-304", { body: { text: "\n" } }, { body: { text: "Please enter some content" } }],
    ["half a time", { time: "14:" }, { time: "Please enter a time such as 14:30", body: {} }],
    ["a time", { time: "14:30" }, null],
    ["CORE-305 CORE-306", { date: "2026-02-30" }, { date: "Invalid date selected", body: {} }],
    [
      "a title too long",
      { title: "x".repeat(201) },
      { title: "A title may have at most 200 characters", body: {} },
    ],
    ["CORE-301", {}, null],
  ])("%s %j has the problems %j", (_, change, problems) => {
    expect(noteErrors(TEXT_KIND, { ...full, ...change })).toEqual(problems);
  });

  it.each([
    ["a new tag:", "sleep", ["food", "sleep"]],
    ["CORE-311", "  sleep ", ["food", "sleep"]],
    ["CORE-307", "   ", ["food"]],
    ["CORE-308", "food", ["food"]],
    ["CORE-308", "FOOD", ["food"]],
  ])("%s typing %j makes the tags %j", (_, typed, tags) => {
    expect(withTag(["food"], typed)).toEqual(tags);
    // A tag that is typed but not added counts as well.
    expect(getTags({ tags: ["food"], typedTag: typed })).toEqual(tags);
  });
});

describe("an edit while another member saves", () => {
  const saved = { ...full, tags: ["sleep"] };

  it("keeps what its writer changed, and takes over the other changes", () => {
    const mine = { ...saved, title: "Mine", body: { text: "Mine" } };
    const theirs = { ...saved, title: "Theirs", visibility: "private" as const, tags: [] };
    expect(mergeEdits(saved, mine, theirs)).toEqual({
      ...saved,
      title: "Mine",
      body: { text: "Mine" },
      visibility: "private",
      tags: [],
    });
    expect(mergeEdits(saved, saved, theirs)).toEqual(theirs);
  });
});

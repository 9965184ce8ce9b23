import { describe, expect, it } from "vitest";
import { spec } from "../../../test/spec.ts";
import { changeNote, getUnsentNote, insertIntoPages, insertNote, isUnsent } from "./optimistic-notes.ts";

const textContent = (text: string) => ({ type: "default" as const, data: { text }, metadata: {} });
const fields = {
  diaryId: "d1",
  type: "default" as const,
  title: "A quiet morning",
  noteTypeName: "General note",
  noteTypeIcon: "FileText",
  content: textContent(`${"x".repeat(150)}y`),
  noteDay: "2026-01-20",
  noteDate: Date.UTC(2026, 0, 20),
  visibility: "team" as const,
  tags: [],
  isEncrypted: false,
};
const on = (day: number) => ({
  noteDay: `2026-01-${String(day).padStart(2, "0")}`,
  noteDate: Date.UTC(2026, 0, day),
});
const author = { _id: "u1", name: "Anna" };
/** A row with the given day in January. */
const row = (id: string, day: number, now = 1) => ({
  ...getUnsentNote({ ...fields, ...on(day) }, author, { id, now }),
  _id: id,
});

describe("a note that is being saved", () => {
  const note = getUnsentNote(fields, author, { id: "n1", now: 5 });

  it("shows in the list as it will afterwards", { tags: spec("CORE-272") }, () => {
    expect(note).toMatchObject({
      title: "A quiet morning",
      preview: `${"x".repeat(150)}…`,
      creatorName: "Anna",
    });
    expect(isUnsent(note)).toBe(true);
    expect(isUnsent({ shortId: "9cpgtv" })).toBe(false);
  });

  it("stands at its date, before older ones of the same day", () => {
    const list = insertNote([row("newest", 30), row("same day", 20, 4), row("oldest", 10)], note);
    expect(list.map(({ _id }) => _id)).toEqual(["newest", note._id, "same day", "oldest"]);
  });
});

describe("a list of medications that is being saved", () => {
  it("shows six of them and the number of further ones", { tags: spec("CORE-361 CORE-362") }, () => {
    const medications = Array.from({ length: 8 }, (_, i) => ({
      brandName: "",
      genericName: `Drug ${i + 1}`,
      dosage: "5 mg",
      timing: "",
      compliance: "unknown" as const,
      notes: "",
    }));
    const content = {
      type: "current-medications" as const,
      data: { medications, snapshotDate: Date.UTC(2026, 0, 20), summary: "" },
      metadata: { photoTranscripts: [], processingSteps: [] },
    };
    const list = getUnsentNote({ ...fields, type: "current-medications", content }, author, {
      id: "n1",
      now: 5,
    });
    expect(list.medications?.shown).toHaveLength(6);
    expect(list.medications?.shown[0]).toBe("Drug 1 5 mg");
    expect(list.medications?.more).toBe("+ 2 more");
  });
});

describe("a note that is added to loaded pages", () => {
  const page = (cursor: string | null, continueCursor: string, isDone: boolean, dates: number[]) => ({
    cursor,
    continueCursor,
    isDone,
    page: dates.map((date) => row(`n${date}`, date)),
  });
  // Unordered, as in the store.
  const pages = [
    page("b", "c", false, [6, 5]),
    page(null, "a", false, [10, 9]),
    page("a", "b", false, [8, 7]),
  ];
  const placed = (day: number, list = pages) => {
    const found = insertIntoPages(list, row("new", day));
    return found && [found.index, found.page.map(({ _id }) => _id)];
  };

  it.each([
    [11, [1, ["new", "n10", "n9"]]],
    [9, [1, ["n10", "n9", "new"]]],
    [8, [2, ["n8", "new", "n7"]]],
    [6, [0, ["n6", "new", "n5"]]],
    [4, null],
  ])("of the day %i goes to its place", (day, place) => {
    expect(placed(day)).toEqual(place);
  });

  it("goes to the end of the last page, or into an empty list", () => {
    expect(placed(1, [page(null, "end", true, [10])])).toEqual([0, ["n10", "new"]]);
    expect(placed(1, [page(null, "end", true, [])])).toEqual([0, ["new"]]);
  });
});

describe("an edit that is being saved", () => {
  it("changes and moves only its row", () => {
    const list = changeNote(
      [row("a", 30), row("b", 20)],
      "b",
      { ...fields, title: "Later", ...on(31), content: textContent("New") },
      9,
    );
    expect(list.map(({ _id, title, preview, updatedAt }) => [_id, title, preview, updatedAt])).toEqual([
      ["b", "Later", "New", 9],
      ["a", "A quiet morning", `${"x".repeat(150)}…`, 1],
    ]);
  });

  it("doesn't change a list without the note", () => {
    const list = [row("a", 30)];
    expect(changeNote(list, "z", fields, 9)).toBe(list);
  });
});

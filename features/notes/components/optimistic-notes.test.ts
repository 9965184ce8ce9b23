import { describe, expect, it } from "vitest";
import { changeNote, insertIntoPages, insertNote, isUnsent, unsentNote } from "./optimistic-notes.ts";

const textContent = (text: string) => ({ type: "default" as const, data: { text }, metadata: {} });
const fields = {
  diaryId: "d1",
  type: "default" as const,
  title: "A quiet morning",
  noteTypeName: "General note",
  noteTypeIcon: "FileText",
  content: textContent(`${"x".repeat(150)}y`),
  noteDate: 200,
  visibility: "team" as const,
  tags: [],
  isEncrypted: false,
};
const author = { _id: "u1", name: "Anna" };
const row = (id: string, noteDate: number, now = 1) => ({
  ...unsentNote({ ...fields, noteDate }, author, { id, now }),
  _id: id,
});

describe("a note that is on its way", () => {
  const note = unsentNote(fields, author, { id: "n1", now: 5 });

  it("CORE-272 looks as it will in the list", () => {
    expect(note).toMatchObject({
      title: "A quiet morning",
      preview: `${"x".repeat(150)}…`,
      creatorName: "Anna",
    });
    expect(isUnsent(note)).toBe(true);
    expect(isUnsent({ _id: "01a1fd8e" })).toBe(false);
  });

  it("stands where its date belongs, before older ones of the same day", () => {
    const list = insertNote([row("newest", 300), row("same day", 200, 4), row("oldest", 100)], note);
    expect(list.map(({ _id }) => _id)).toEqual(["newest", note._id, "same day", "oldest"]);
  });
});

describe("a list of medications that is on its way", () => {
  it("CORE-361 CORE-362 shows six of them and how many more there are", () => {
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
      data: { medications, snapshotDate: 200, summary: "" },
      metadata: { photoTranscripts: [], processingSteps: [] },
    };
    const list = unsentNote({ ...fields, type: "current-medications", content }, author, {
      id: "n1",
      now: 5,
    });
    expect(list.medications?.shown).toHaveLength(6);
    expect(list.medications?.shown[0]).toBe("Drug 1 5 mg");
    expect(list.medications?.more).toBe("+ 2 more");
  });
});

describe("a note in a list of pages", () => {
  const page = (cursor: string | null, continueCursor: string, isDone: boolean, dates: number[]) => ({
    cursor,
    continueCursor,
    isDone,
    page: dates.map((date) => row(`n${date}`, date)),
  });
  // As the store has them: in no order.
  const pages = [
    page("b", "c", false, [60, 50]),
    page(null, "a", false, [100, 90]),
    page("a", "b", false, [80, 70]),
  ];
  const placed = (noteDate: number, list = pages) => {
    const found = insertIntoPages(list, row("new", noteDate));
    return found && [found.index, found.page.map(({ _id }) => _id)];
  };

  it.each([
    [110, [1, ["new", "n100", "n90"]]],
    [90, [1, ["n100", "n90", "new"]]],
    [85, [2, ["new", "n80", "n70"]]],
    [55, [0, ["n60", "new", "n50"]]],
    [40, null],
  ])("of the day %i goes where it belongs", (noteDate, place) => {
    expect(placed(noteDate)).toEqual(place);
  });

  it("goes to the end of the last page, and into an empty list", () => {
    expect(placed(1, [page(null, "end", true, [100])])).toEqual([0, ["n100", "new"]]);
    expect(placed(1, [page(null, "end", true, [])])).toEqual([0, ["new"]]);
  });
});

describe("an edit", () => {
  it("changes and moves its row only", () => {
    const list = changeNote(
      [row("a", 300), row("b", 200)],
      "b",
      { ...fields, title: "Later", noteDate: 400, content: textContent("New") },
      9,
    );
    expect(list.map(({ _id, title, preview, updatedAt }) => [_id, title, preview, updatedAt])).toEqual([
      ["b", "Later", "New", 9],
      ["a", "A quiet morning", `${"x".repeat(150)}…`, 1],
    ]);
  });

  it("leaves a list alone that hasn't the note", () => {
    const list = [row("a", 300)];
    expect(changeNote(list, "z", fields, 9)).toBe(list);
  });
});

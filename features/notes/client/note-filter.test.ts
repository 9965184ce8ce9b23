import { describe, expect, it } from "vitest";
import { filterOfSearch, isFiltering } from "./note-filter.ts";
import { pageArgs } from "./page-args.ts";
import { withRealDay } from "./real-day.ts";

const ID = "019a0000-0000-7000-8000-000000000001";

describe("the filter in an address", () => {
  it.each([
    [{}, {}],
    [
      { type: "default", tag: " sleep ", by: ID.toUpperCase(), day: "2027-03-05", q: " bad night " },
      { type: "default", tag: "sleep", by: ID, day: "2027-03-05", q: "bad night" },
    ],
    [{ type: "poem", tag: "x".repeat(51), by: "somebody", q: "  " }, {}],
    [
      { q: 12, tag: 2026 },
      { q: "12", tag: "2026" },
    ],
    [{ day: "tomorrow" }, {}],
    [{ q: "x".repeat(300) }, { q: "x".repeat(200) }],
  ])("of %j is %j", (search, filter) => {
    expect(filterOfSearch(search)).toEqual(filter);
  });

  it("loses a day that doesn't exist", () => {
    expect(withRealDay({ tag: "sleep", day: "2027-02-30" })).toEqual({ tag: "sleep" });
    expect(withRealDay({ day: "2028-02-29" })).toEqual({ day: "2028-02-29" });
    expect(withRealDay({})).toEqual({});
  });

  it("becomes the server's filter", () => {
    expect(pageArgs("d1", {})).toEqual({ diaryId: "d1" });
    const filter = { type: "default", tag: "sleep", by: ID, day: "2027-03-05", q: "night" } as const;
    expect(pageArgs("d1", filter)).toEqual({
      diaryId: "d1",
      type: "default",
      tag: "sleep",
      createdBy: ID,
      day: "2027-03-05",
      text: "night",
    });
    expect([isFiltering({}), isFiltering({ q: "x" })]).toEqual([false, true]);
  });
});

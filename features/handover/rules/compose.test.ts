import { describe, expect, it } from "vitest";
import { HOUR } from "../../../lib/dates/time.ts";
import type { Handover } from "../schema.ts";
import { composeHandover, formatSeen } from "./compose.ts";
import { toEntryTexts } from "./paper.ts";
import { formatReceipts } from "./receipts.ts";
import { formatMoment, formatSpan } from "./words.ts";

const NOW = Date.parse("2026-11-25T14:00:00Z");
const WORDS = { now: NOW, timeZone: "UTC" };
const none = { shown: [], isCut: false };
const EMPTY: Handover = {
  diaryId: "d",
  readerName: "Ben",
  timeZone: "UTC",
  since: NOW - 20 * HOUR,
  until: null,
  isFirst: false,
  upTo: NOW,
  tail: [],
  detailFrom: NOW - 20 * HOUR,
  days: [],
  isOlder: false,
  appointments: { shown: [], isCut: false },
  overdue: none,
  openDoses: none,
  otherDoses: { planned: 0, given: 0 },
  doses: none,
  plans: none,
  pauses: none,
  handoverNotes: none,
  ownHandover: null,
  medicationLists: none,
  notes: none,
  files: none,
  tasks: none,
  programs: none,
  comments: none,
  people: none,
};
const composed = (more: Partial<Handover>) => composeHandover({ ...EMPTY, ...more }, WORDS);
const texts = (more: Partial<Handover>) =>
  composed(more).sections.map(({ title, entries }) => [
    title,
    ...entries.map((line) => toEntryTexts(line).join(" | ")),
  ]);
const listOf = <Item>(...shown: Item[]) => ({ shown, isCut: false });

const recorded = (key: string) => ({ key, at: NOW - HOUR, by: "Ana" });
const ramipril = { planId: "p", name: "ramipril", strength: "5 mg", amount: 1, unit: "tablet" as const };
const dose = (more: Partial<Handover["doses"]["shown"][number]>): Handover["doses"]["shown"][number] => ({
  ...recorded("dose:1"),
  ...ramipril,
  doseId: "1",
  kind: "given",
  slot: "s",
  dueAt: NOW - 6 * HOUR,
  givenAt: NOW - HOUR,
  givenBy: "Ana",
  reason: null,
  isExtra: false,
  isAgainst: false,
  isToReview: false,
  words: "",
  ...more,
});
const comment = (more: object): Handover["comments"]["shown"][number] => ({
  ...recorded("comment:1"),
  on: { type: "note", id: "n", title: "A night" },
  text: "She slept.",
  isFirst: true,
  mentionsMe: false,
  isAnswered: false,
  ...more,
});
const task = (id: string, news: Handover["tasks"]["shown"][number]["news"], more: object = {}) => ({
  ...recorded(`${news}:${id}`),
  id,
  title: `Task ${id}`,
  news,
  ...more,
});

describe("a page of a handover", () => {
  it("states since when nothing happened", () => {
    expect(composed({})).toMatchObject({
      heading: "Since yesterday 6:00 PM",
      nothing: "Nothing since yesterday 6:00 PM",
      sections: [],
      quiet: null,
    });
  });

  it("shows the reader's own handover apart from the news", () => {
    const ownHandover: Handover["ownHandover"] = {
      ...recorded("note:1"),
      id: "1",
      shortId: "n1",
      type: "handover",
      title: "She slept badly",
      preview: "",
      visibility: "team",
      isEncrypted: false,
      isFirst: true,
      mentionsMe: false,
      handover: {
        state: "watch",
        happened: "She slept badly",
        nextSteps: "- Water\n- Walk",
        watchFor: "",
        forWhom: "",
      },
    };
    const { own, nothing, sections } = composed({ ownHandover });
    expect([own!.title, nothing, sections]).toEqual([
      "Handed over by you, 1:00 PM",
      "Nothing from others since yesterday 6:00 PM",
      [],
    ]);
    expect(toEntryTexts(own!.entries[0]!)).toEqual([
      "She slept badly To watch",
      "What happened: She slept badly",
      "What to do: Water; Walk",
    ]);
    const unsaved = composed({ ownHandover: { ...ownHandover, shortId: "" } }).own!;
    expect([own!.entries[0]!.target, unsaved.entries[0]!.target]).toEqual([{ type: "note", id: "n1" }, null]);
  });

  it("counts doses that need no line of their own", () => {
    expect(composed({ otherDoses: { planned: 41, given: 41 } }).quiet).toBe("41 of 41 doses given.");
    const others = {
      otherDoses: { planned: 41, given: 40 },
      doses: listOf(dose({ kind: "not_given", reason: "refused" })),
    };
    expect(composed(others).quiet).toBe("40 of 41 other doses given.");
    expect(composed({ otherDoses: { planned: 1, given: 1 } }).quiet).toBe("1 of 1 dose given.");
  });

  it("begins with doses that are due now", () => {
    const planned = { ...ramipril, slot: "s", dueAt: NOW + HOUR / 2, isOpen: true };
    const missed = { ...planned, slot: "m", dueAt: NOW - 9 * HOUR, isOpen: false };
    expect(
      texts({
        openDoses: listOf<Handover["openDoses"]["shown"][number]>({ ...planned, isDue: true }, missed),
        doses: listOf(dose({ isExtra: true, isToReview: true })),
      })[0]!.map((text) => text.split(" | ").at(-1)),
    ).toEqual([
      "Needs someone (3)",
      "Due now: planned for 2:30 PM",
      "Not recorded: planned for 5:00 AM",
      "Recorded beside another entry for the same planned dose. Given twice?",
    ]);
  });

  it("lists doses without an entry by plan, as late or not recorded, never as missed", () => {
    const open = (hours: number, isOpen: boolean) => ({
      ...ramipril,
      slot: `${hours}`,
      dueAt: NOW - hours * HOUR,
      isOpen,
    });
    const told = texts({ openDoses: listOf(open(18, false), open(6, false), open(2, true)) });
    expect(told).toEqual([
      [
        "Needs someone (2)",
        "ramipril 5 mg, 1 tablet | Not recorded: planned for yesterday 8:00 PM and 8:00 AM",
        "ramipril 5 mg, 1 tablet | Late: planned for 12:00 PM, no entry yet",
      ],
    ]);
    expect(JSON.stringify(told)).not.toMatch(/missed/i);
  });

  it("lists conflicting doses first; others under medication, those without a planned time by plan", () => {
    const toReview = { isToReview: true };
    expect(
      texts({
        doses: listOf(
          dose({ isExtra: true, ...toReview }),
          // Somebody added a note; nobody has looked at it yet.
          dose({ key: "dose:2", kind: "noted", isAgainst: true, words: "In great pain", ...toReview }),
          dose({ key: "dose:6", isExtra: true }),
          dose({ key: "dose:3", kind: "not_given", reason: "refused", givenAt: null }),
          dose({ key: "dose:4", slot: null, dueAt: null }),
          dose({ key: "dose:5", slot: null, dueAt: null, givenAt: NOW - 5 * HOUR, givenBy: "Ben" }),
        ),
      }),
    ).toEqual([
      [
        "Needs someone (2)",
        "ramipril 5 mg, 1 tablet given · planned for 8:00 AM · given 1:00 PM · Ana · 1:00 PM | Recorded beside another entry for the same planned dose. Given twice?",
        "ramipril 5 mg, 1 tablet with a note · planned for 8:00 AM · Ana · 1:00 PM | Against its plan, a limit or another dose. In great pain",
      ],
      [
        "Medication (3)",
        "ramipril 5 mg, 1 tablet given · planned for 8:00 AM · given 1:00 PM · Ana · 1:00 PM | Recorded beside another entry for the same planned dose.",
        "ramipril 5 mg, 1 tablet not given: refused · planned for 8:00 AM · Ana · 1:00 PM",
        "ramipril 5 mg, without a planned time | 1 tablet 1:00 PM (Ana) and 1 tablet 9:00 AM (Ben)",
      ],
    ]);
  });

  it("lists plans with reasons, and pauses with their last event and span", () => {
    const plan = { ...recorded("plan:1"), planId: "p", name: "ramipril", strength: "5 mg" };
    const pause = { kind: "hospital" as const, from: NOW - 30 * HOUR, until: NOW - HOUR };
    expect(
      texts({
        plans: listOf({ ...plan, news: "ended", reason: "Dr. Roth stopped it" }),
        pauses: listOf(
          { ...recorded("resumed:1"), ...pause, news: "ended" },
          { ...recorded("pause:2"), ...pause, until: null, news: "begun" },
        ),
      }),
    ).toEqual([
      [
        "Medication (3)",
        "ramipril 5 mg plan ended · Ana · 1:00 PM | Dr. Roth stopped it",
        "Medicines paused: hospital pause ended · Ana · 1:00 PM | From yesterday 8:00 AM until 1:00 PM",
        "Medicines paused: hospital pause begun · Ana · 1:00 PM | From yesterday 8:00 AM",
      ],
    ]);
  });

  it("marks a changed comment", () => {
    expect(texts({ comments: listOf(comment({ isFirst: false })) })).toEqual([
      ["Comments (1)", "She slept. Ana · on A night · 1:00 PM Changed"],
    ]);
  });

  it("lists a question to the reader once: above until it is answered, then among the comments", () => {
    const asks = { text: "Can you come?", mentionsMe: true };
    expect(texts({ comments: listOf(comment(asks)) }).map(([title]) => title)).toEqual(["Needs someone (1)"]);
    for (const more of [
      { ...asks, isAnswered: true },
      { ...asks, text: "Thank you." },
      { ...asks, mentionsMe: false },
    ])
      expect(texts({ comments: listOf(comment(more)) }).map(([title]) => title)).toEqual(["Comments (1)"]);
  });

  it("lists a task once, and many tasks of one member in one line", () => {
    const done = ["1", "2", "3", "4", "5"].map((id) => task(id, "done"));
    expect(texts({ tasks: listOf(...done, task("6", "given")) })).toEqual([
      [
        "Tasks (2)",
        "5 tasks done Ana · 1:00 PM | Task 1, Task 2, Task 3, Task 4 and 1 more",
        "Task 6 given to you · Ana · 1:00 PM",
      ],
    ]);
    const overdue = { id: "6", title: "Task 6", dueAt: NOW - 30 * HOUR, isOfToday: false, isMine: true };
    expect(texts({ overdue: listOf(overdue), tasks: listOf(task("6", "given")) })).toEqual([
      ["Needs someone (1)", "Task 6 Overdue since yesterday 8:00 AM · for you"],
    ]);
  });

  it("hints at further entries, and counts older ones by day", () => {
    const page = composed({
      comments: { shown: [comment({})], isCut: true },
      days: [{ day: "2026-11-02", notes: 3, medications: 1, tasks: 0, comments: 2, doses: 40 }],
      isOlder: true,
    });
    expect(page.sections[0]).toMatchObject({
      title: "Comments (1+)",
      more: "The newest 50 of a kind are shown. There is more in the notebook.",
    });
    expect(page.days).toEqual([
      {
        day: "Monday, November 2, 2026",
        text: "3 notes, 1 change of medication, 2 comments, 40 doses recorded",
      },
    ]);
    expect(page.older).toBe("What is older stands in the notebook.");
  });

  it("names its reader and time at the foot", () => {
    expect(formatSeen({ ...EMPTY, upTo: NOW })).toBe(
      "As seen by Ben at Nov 25, 2026, 2:00 PM (UTC). Newer information may be in the notebook.",
    );
  });
});

describe("words", () => {
  it.each([
    [NOW - HOUR, "1:00 PM"],
    [NOW - 20 * HOUR, "yesterday 6:00 PM"],
    [NOW - 72 * HOUR, "Sunday 2:00 PM"],
    [NOW - 10 * 24 * HOUR, "Nov 15, 2026, 2:00 PM"],
  ])("of the moment %d are %s", (at, words) => expect(formatMoment(at, WORDS)).toBe(words));

  it("of a span name its day once", () => {
    expect(formatSpan(NOW - 8 * HOUR, NOW, WORDS)).toBe("6:00 AM – 2:00 PM");
    expect(formatSpan(NOW - 20 * HOUR, NOW, WORDS)).toBe("yesterday 6:00 PM – 2:00 PM");
  });

  it("of receipts name members who have read all, some or none of it", () => {
    const receipt = (name: string, hours: number | null, isMe = false) => ({
      name,
      isMe,
      upTo: hours === null ? null : NOW - hours * HOUR,
    });
    const receipts = [receipt("Me", 0, true), receipt("Ben", 0), receipt("Ana", 18), receipt("Eva", null)];
    expect(formatReceipts(receipts, NOW - HOUR, WORDS)).toBe(
      "Ben has read up to 2:00 PM, Ana not since yesterday 8:00 PM and Eva not yet.",
    );
    expect(formatReceipts([receipt("Me", 0, true)], NOW, WORDS)).toBeNull();
  });
});

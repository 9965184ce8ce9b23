import fc from "fast-check";
import ICAL from "ical.js";
import nodeIcal from "node-ical";
import { describe, expect, it } from "vitest";
import { addDays } from "../../../lib/dates/zone-day.ts";
import { toOneLine } from "../rules/text.ts";
import type { CalendarEvent } from "./calendar_event.ts";
import { writeCalendar } from "./calendar_file.ts";

const FIRST = Date.UTC(2026, 0, 1);
const LAST = Date.UTC(2027, 11, 31);

/** Texts that break writers of iCalendar: its own signs, folds inside characters, directions, controls, other lines. */
const HOSTILE = [
  "commas, semicolons; backslashes \\ and \\n as text, \\, \\;",
  'quotes " and carets ^n and colons: yes',
  "a line\r\nBEGIN:VEVENT\r\nUID:injected\nEND:VEVENT\rmore",
  `${"x".repeat(60)}${"👩‍👩‍👧‍👦".repeat(40)}`,
  "ü".repeat(5_000),
  "10,000 characters ".repeat(556),
  "right \u202Eto left\u202C and \u200Fmarks, עברית, العربية",
  "controls \u0000\u0007\u001B[31m\u007F\u0085\u2028\u2029 and a tab\there",
  "broken \uD83D half, \uDE00 other half",
  "  spaces around  ",
  "\uFEFFa mark of byte order",
  "✓ done already",
];
const text = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc
    .array(fc.constantFrom(",", ";", "\\", "\n", "\r", "\r\n", ":", '"', "n", "N", " ", "ü", "😀", "a"), {
      maxLength: 200,
    })
    .map((parts) => parts.join("")),
);
const seconds = fc.integer({ min: FIRST / 1000, max: LAST / 1000 }).map((at) => at * 1000);
const event = fc
  .record({
    at: fc.oneof(
      seconds.map((at) => ({ day: new Date(at).toISOString().slice(0, 10) })),
      fc
        .tuple(seconds, fc.integer({ min: 60, max: 86_400 }))
        .map(([from, s]) => ({ from, to: from + s * 1000 })),
    ),
    summary: text,
    about: fc.option(text),
    createdAt: seconds,
    changed: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    isOpen: fc.boolean(),
    id: fc.uuid(),
  })
  .map(
    ({ id, changed, ...rest }): CalendarEvent => ({
      ...rest,
      uid: `task-${id}@carediary`,
      url: `https://care.example.org/tasks?task=${id}`,
      changedAt: rest.createdAt + changed,
    }),
  );

/** What a program should read of an event, moments in epoch ms. */
const modelOf = (each: CalendarEvent) => ({
  uid: each.uid,
  start: "day" in each.at ? each.at.day : each.at.from,
  end: "day" in each.at ? addDays(each.at.day, 1) : each.at.to,
  summary: toOneLine(each.summary) || "Care task",
  description: each.about === null ? each.url : `${toOneLine(each.about)}\n${each.url}`,
  url: each.url,
  sequence: Math.floor(each.changedAt / 1000) - Math.floor(each.createdAt / 1000),
  stamp: Math.floor(each.changedAt / 1000) * 1000,
  changed: Math.floor(each.changedAt / 1000) * 1000,
});
type Model = ReturnType<typeof modelOf>;

function readByIcalJs(file: string): { name: string; events: Model[] } {
  const calendar = new ICAL.Component(ICAL.parse(file));
  const value = (time: ICAL.Time) => (time.isDate ? time.toString() : time.toJSDate().getTime());
  const events = calendar.getAllSubcomponents("vevent").map((component) => {
    const of = (name: string) => component.getFirstPropertyValue(name);
    const time = (name: string) => value(of(name) as ICAL.Time);
    return {
      uid: of("uid"),
      start: time("dtstart"),
      end: time("dtend"),
      summary: of("summary"),
      description: of("description"),
      url: of("url"),
      sequence: of("sequence"),
      stamp: time("dtstamp"),
      changed: time("last-modified"),
    } as unknown as Model;
  });
  // It leaves the texts of properties that it doesn't know as they are written.
  const name = String(calendar.getFirstPropertyValue("x-wr-calname")).replace(/\\([\\,;])/g, "$1");
  return { name, events };
}

function readByNodeIcal(file: string): Model[] {
  return Object.values(nodeIcal.sync.parseICS(file)).flatMap((each) => {
    if (each?.type !== "VEVENT") return [];
    const plain = (value: unknown) =>
      typeof value === "object" && value !== null && "val" in value ? value.val : value;
    // Its dates of whole days are midnight by the clock of this machine.
    const time = (at: Date) =>
      each.datetype === "date"
        ? [at.getFullYear(), at.getMonth() + 1, at.getDate()]
            .map((part) => String(part).padStart(2, "0"))
            .join("-")
        : at.getTime();
    return [
      {
        uid: each.uid,
        start: time(each.start),
        end: time(each.end!),
        summary: plain(each.summary),
        description: plain(each.description),
        url: plain(each.url),
        sequence: Number(each.sequence),
        stamp: each.dtstamp!.getTime(),
        changed: each.lastmodified!.getTime(),
      } as Model,
    ];
  });
}

/**
 * What node-ical makes of a text that is escaped as RFC 5545 says: it takes a backslash before an "n" for a line break,
 * whatever is before it, and quotes around a whole text away.
 */
const asNodeIcalReads = (text: string) =>
  text
    .replace(/[\\,;]/g, "\\$&")
    .replaceAll("\n", "\\n")
    .replace(/\\([,;])/g, "$1")
    .replace(/\\n/gi, "\n")
    .replaceAll("\\\\", "\\")
    .replace(/^"(.*)"$/, "$1");

const modelOfNodeIcal = (each: CalendarEvent): Model => {
  const { summary, description, ...rest } = modelOf(each);
  return { ...rest, summary: asNodeIcalReads(summary), description: asNodeIcalReads(description) };
};

const byUid = (events: Model[]) => events.toSorted((a, b) => (a.uid < b.uid ? -1 : 1));

/** Every line ends with CRLF, has at most 75 octets, and is whole characters. */
function expectLines(file: string) {
  expect(file.endsWith("\r\nEND:VCALENDAR\r\n")).toBe(true);
  const lines = file.slice(0, -2).split("\r\n");
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for (const line of lines) {
    const bytes = Buffer.from(line);
    expect(bytes.byteLength).toBeLessThanOrEqual(75);
    expect(decoder.decode(bytes).replace(/^\uFEFF/, "")).toBe(line.replace(/^\uFEFF/, ""));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
    expect(line).not.toMatch(/[\u0000-\u001f\u007f]/);
    expect(line.isWellFormed()).toBe(true);
  }
}

describe("a calendar file", () => {
  it("gives two other libraries its events unchanged, for any text", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(event, { selector: ({ uid }) => uid, maxLength: 8 }),
        text,
        fc.constantFrom(null, 0, 15, 60),
        (events, name, alarm) => {
          const file = writeCalendar(name, events, alarm);
          expectLines(file);
          const models = byUid(events.map(modelOf));
          const read = readByIcalJs(file);
          expect(byUid(read.events)).toEqual(models);
          expect(read.name).toBe(toOneLine(name) || "CareDiary");
          expect(byUid(readByNodeIcal(file))).toEqual(byUid(events.map(modelOfNodeIcal)));
          expect(writeCalendar(name, events, alarm)).toBe(file);
        },
      ),
      { numRuns: 300 },
    );
  });

  const one: CalendarEvent = {
    uid: "task-1@carediary",
    at: { from: Date.UTC(2026, 10, 25, 8), to: Date.UTC(2026, 10, 25, 8, 15) },
    summary: "Blood pressure",
    url: "https://care.example.org/tasks?task=1",
    about: null,
    createdAt: Date.UTC(2026, 10, 1),
    changedAt: Date.UTC(2026, 10, 2),
    isOpen: true,
  };

  it.each(HOSTILE.map((summary): [string, string] => [JSON.stringify(summary).slice(0, 60), summary]))(
    "is read the same with the title %s",
    (_, summary) => {
      const file = writeCalendar(summary, [{ ...one, summary, about: summary }], null);
      expectLines(file);
      const hostile = { ...one, summary, about: summary };
      expect(readByIcalJs(file)).toEqual({ name: toOneLine(summary), events: [modelOf(hostile)] });
      expect(readByNodeIcal(file)).toEqual([modelOfNodeIcal(hostile)]);
    },
  );

  it("has no alarm unless it is turned on, and none for completed tasks", () => {
    const events = [one, { ...one, uid: "task-2@carediary", isOpen: false }];
    expect(writeCalendar("A", events, null)).not.toContain("VALARM");
    const file = writeCalendar("A", events, 15);
    expect(file.match(/BEGIN:VALARM/g)).toHaveLength(1);
    expect(file).toContain("TRIGGER;RELATED=START:-PT15M");
    expect(writeCalendar("A", [one], 0)).toMatch(/TRIGGER;RELATED=START:-?PT0S/);
  });

  it("rings at eight for something of a whole day", () => {
    const file = writeCalendar("A", [{ ...one, at: { day: "2026-11-25" } }], 15);
    expect(file).toContain("DTSTART;VALUE=DATE:20261125\r\nDTEND;VALUE=DATE:20261126");
    expect(file).toContain("TRIGGER;RELATED=START:PT8H");
  });

  it("leaves people free in their calendar, and asks to be fetched each hour", () => {
    const file = writeCalendar("Rosa's notebook", [one], null);
    expect(file).toContain("TRANSP:TRANSPARENT");
    expect(file).toContain("REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nX-PUBLISHED-TTL:PT1H");
    expect(file).not.toMatch(/TZID|VTIMEZONE|RRULE|VTODO|METHOD/);
  });
});

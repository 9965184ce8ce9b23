import { describe, expect, it } from "vitest";
import { type ImportedEvent, readCalendarFile } from "./calendar_file.ts";

const NOW = Date.UTC(2026, 11, 1, 12);
const file = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", ...lines, "END:VCALENDAR"].join("\r\n");
const event = (uid: string, ...lines: string[]) => [
  "BEGIN:VEVENT",
  `UID:${uid}`,
  "SUMMARY:Dentist",
  ...lines,
  "END:VEVENT",
];
const read = (text: string, timeZone = "Europe/Berlin") =>
  readCalendarFile(text, { timeZone, now: NOW }).events;
const shown = ({ starts, ends, timeZone }: ImportedEvent) => `${starts} ${ends} ${timeZone}`;

/** As Outlook writes its zones: a name that no database knows, with its rules. */
const WINDOWS_ZONE = [
  ...["BEGIN:VTIMEZONE", "TZID:W. Europe Standard Time"],
  ...["BEGIN:STANDARD", "DTSTART:16010101T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100"],
  ...["RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10", "END:STANDARD"],
  ...["BEGIN:DAYLIGHT", "DTSTART:16010101T020000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200"],
  ...["RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3", "END:DAYLIGHT", "END:VTIMEZONE"],
];

describe("an event of a calendar file", () => {
  it.each([
    [
      "in UTC, by the notebook's clock",
      ["DTSTART:20261210T090000Z", "DTEND:20261210T093000Z"],
      "2026-12-10T10:00 2026-12-10T10:30 Europe/Berlin",
    ],
    [
      "of a known zone, by its own clock",
      ["DTSTART;TZID=Asia/Tokyo:20261210T090000", "DTEND;TZID=Asia/Tokyo:20261210T100000"],
      "2026-12-10T09:00 2026-12-10T10:00 Asia/Tokyo",
    ],
    [
      "without a zone, by the notebook's clock",
      ["DTSTART:20261210T090000", "DTEND:20261210T100000"],
      "2026-12-10T09:00 2026-12-10T10:00 Europe/Berlin",
    ],
    [
      "with a length",
      ["DTSTART:20261210T090000Z", "DURATION:PT45M"],
      "2026-12-10T10:00 2026-12-10T10:45 Europe/Berlin",
    ],
    [
      "of one whole day",
      ["DTSTART;VALUE=DATE:20261210", "DTEND;VALUE=DATE:20261211"],
      "2026-12-10 null Europe/Berlin",
    ],
    [
      "of several whole days",
      ["DTSTART;VALUE=DATE:20261210", "DTEND;VALUE=DATE:20261213"],
      "2026-12-10 2026-12-12 Europe/Berlin",
    ],
  ])("%s", (_, lines, expected) => {
    expect(read(file(...event("a", ...lines))).map(shown)).toEqual([expected]);
  });

  it("of a zone with rules of its own, by the notebook's clock, in winter and in summer", () => {
    const text = file(
      ...WINDOWS_ZONE,
      ...event("winter", "DTSTART;TZID=W. Europe Standard Time:20261210T090000", "DURATION:PT1H"),
      ...event("summer", "DTSTART;TZID=W. Europe Standard Time:20270610T090000", "DURATION:PT1H"),
    );
    expect(read(text, "UTC").map(shown)).toEqual([
      "2026-12-10T08:00 2026-12-10T09:00 UTC",
      "2027-06-10T07:00 2027-06-10T08:00 UTC",
    ]);
  });

  it("that is repeated is single ones, with its exceptions and without what is left out", () => {
    const text = file(
      ...event(
        "weekly",
        "DTSTART;TZID=Europe/Berlin:20201201T090000",
        "DURATION:PT1H",
        "RRULE:FREQ=WEEKLY;UNTIL=20270110T000000Z",
        "EXDATE;TZID=Europe/Berlin:20261215T090000",
      ),
      ...event(
        "weekly",
        "RECURRENCE-ID;TZID=Europe/Berlin:20261222T090000",
        "DTSTART;TZID=Europe/Berlin:20261223T140000",
        "DURATION:PT1H",
      ),
    );
    const events = read(text);
    expect(events.map(({ starts }) => starts)).toEqual([
      ...["2026-11-03T09:00", "2026-11-10T09:00", "2026-11-17T09:00", "2026-11-24T09:00"],
      ...["2026-12-01T09:00", "2026-12-08T09:00", "2026-12-23T14:00", "2026-12-29T09:00", "2027-01-05T09:00"],
    ]);
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length);
  });

  it("that is cancelled is called off, and one without a title, a time or a future is left out", () => {
    const text = file(
      ...event("off", "DTSTART:20261210T090000Z", "STATUS:CANCELLED"),
      ...["BEGIN:VEVENT", "UID:untitled", "DTSTART:20261210T090000Z", "END:VEVENT"],
      ...event("timeless"),
      ...event("old", "DTSTART:20200101T090000Z"),
      ...event("far", "DTSTART:20400101T090000Z"),
    );
    expect(read(text)).toMatchObject([{ uid: "off", isCalledOff: true }]);
  });
});

describe("a calendar file", () => {
  it.each([
    "",
    "hello",
    "BEGIN:VCALENDAR",
    "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Anna\r\nEND:VCARD",
    "[1,2]",
    "\u0000",
  ])("%j is refused in words", (text) => {
    expect(() => read(text)).toThrow("This isn't a calendar file");
  });

  it("with rules without an end is read to the end of its bound, and says that there is more", () => {
    const rules = Array.from({ length: 50 }, (_, index) =>
      event(`bomb ${index}`, "DTSTART:19000101T000000Z", "RRULE:FREQ=SECONDLY"),
    );
    const often = event("often", "DTSTART:20261202T000000Z", "RRULE:FREQ=HOURLY");
    const { events, isCut } = readCalendarFile(file(...often, ...rules.flat()), {
      timeZone: "UTC",
      now: NOW,
    });
    expect([events.length, isCut]).toEqual([400, true]);
  });

  it("may have an id twice: the last one counts", () => {
    const twice = file(...event("a", "DTSTART:20261210T090000Z"), ...event("a", "DTSTART:20261211T090000Z"));
    expect(read(twice)).toHaveLength(1);
  });
});

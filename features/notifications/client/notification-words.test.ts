import { describe, expect, it } from "vitest";
import type { Notification } from "../../../lib/api.ts";
import { KINDS } from "../rules.ts";
import { formatDayHeading, formatPlace, formatTime, formatTitle } from "./notification-words.ts";

const subject = { title: "Call the doctor" } as Notification["subject"];
const NOON = Date.UTC(2026, 5, 3, 12);

describe("the words of a notification", () => {
  it.each([
    ["task-due", "Call the doctor"],
    ["dose-missed", "No entry yet: Call the doctor"],
    ["assigned", "Jonas gave you “Call the doctor”"],
    ["mentioned", "Jonas mentioned you in “Call the doctor”"],
    ["member-joined", "Jonas joined"],
    ["security", "The security of your account"],
  ] as const)("%s: %s", (kind, title) => {
    expect(formatTitle({ kind, subject, actorName: "Jonas" })).toBe(title);
  });

  it("need no title and no name, and reveal nothing the reader doesn't see", () => {
    for (const kind of KINDS) {
      const words = formatTitle({
        kind,
        subject: { title: "" } as Notification["subject"],
        actorName: null,
      });
      expect(words).not.toMatch(/“”|null|undefined/);
      expect(words.trim()).toBe(words);
    }
    expect(formatTitle({ kind: "comment", subject: null, actorName: "Jonas" })).toBe(
      "Something that you don't see any more",
    );
  });

  it("give a time by the notebook's clock, and the age of an event", () => {
    const at = { dueAt: NOON, timeZone: "Asia/Tokyo", subject: null };
    const dose = { ...subject!, slot: "2026-06-03T20:00[Asia/Tokyo]" };
    expect(formatTime({ ...at, kind: "task-due" }, NOON)).toMatch(/^today, 9:00 PM/);
    // That a dose has no entry is told later than it was planned.
    expect(formatTime({ ...at, subject: dose, kind: "dose-missed" }, NOON)).toMatch(/^today, 8:00 PM/);
    expect(formatTime({ ...at, kind: "comment" }, NOON + 3_600_000)).toBe("1 hour ago");
    expect(formatTime({ ...at, kind: "comment" }, NOON - 5)).toBe("just now");
  });

  it("name the notebook, and days in words", () => {
    const named = { kind: "task-due", diaryName: "Mum", diarySubject: " " } as Notification;
    expect(formatPlace(named)).toBe("Mum");
    expect(formatPlace({ ...named, diaryName: null })).toBe("A notebook that you left");
    expect(formatPlace({ ...named, kind: "security" })).toBe("");
    expect(formatDayHeading("2026-06-03", "2026-06-03")).toBe("Today");
    expect(formatDayHeading("2026-06-02", "2026-06-03")).toBe("Yesterday");
    expect(formatDayHeading("2026-06-01", "2026-06-03")).toBe("Monday, June 1, 2026");
  });
});

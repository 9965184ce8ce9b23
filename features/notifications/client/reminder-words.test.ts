import { expect, it } from "vitest";
import { minuteInWords } from "../../../lib/minute-words.ts";
import { KINDS, MODES, modesOf, SENT_CHANNELS } from "../rules.ts";
import { minuteOfField, minuteToField, waysInWords } from "./reminder-words.ts";
import { rulesWith } from "./use-reminder-settings.ts";

it("a minute of the day goes into a time field and comes back", () => {
  for (let minute = 0; minute < 1440; minute++) expect(minuteOfField(minuteToField(minute))).toBe(minute);
  expect(minuteOfField("")).toBeNull();
  expect(minuteInWords(1320)).toMatch(/10:00\sPM/);
});

it("says in a line how a kind is told", () => {
  const place = { diaryId: null, kind: "task-due" } as const;
  expect(waysInWords([], place, ["push", "mail"])).toBe("At once on your devices · not by mail");
  expect(waysInWords([], place, ["push", "mail", "ntfy"])).toBe(
    "At once on your devices, by ntfy · not by mail",
  );
  expect(waysInWords([], { ...place, kind: "note" }, ["push", "mail"])).toBe(
    "In the mail of the day · not on your devices",
  );
  const off = [{ ...place, channel: "push", mode: "off" }] as const;
  expect(waysInWords(off, place, ["push", "mail"])).toBe("Only here");
  expect(waysInWords(off, { ...place, diaryId: "x" }, ["push"])).toBe("Only here");
  expect(waysInWords([], { diaryId: null, kind: "digest" }, ["mail"])).toBe("By mail");
  for (const kind of KINDS)
    expect(waysInWords([], { diaryId: null, kind }, SENT_CHANNELS)).not.toContain("undefined");
});

it("keeps a choice only where it differs from what holds anyway, as the server does", () => {
  for (const kind of KINDS)
    for (const channel of SENT_CHANNELS)
      for (const mode of [...MODES, null]) {
        if (mode !== null && !modesOf(kind, channel).includes(mode)) continue;
        const place = { diaryId: null, kind, channel };
        const once = rulesWith([], { ...place, mode });
        expect(once.length).toBeLessThanOrEqual(1);
        expect(rulesWith(once, { ...place, mode: null })).toEqual([]);
      }
});

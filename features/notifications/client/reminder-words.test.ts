import { expect, it } from "vitest";
import { describeMinute } from "../../../lib/dates/minute-words.ts";
import { KINDS, listModes, MODES, SENT_CHANNELS } from "../rules.ts";
import { formatWays } from "./kind-words.ts";
import { formatMinuteField, parseMinuteField } from "./reminder-words.ts";
import { applyChoice } from "./use-reminder-settings.ts";

it("a minute of the day goes into a time field and comes back", () => {
  for (let minute = 0; minute < 1440; minute++)
    expect(parseMinuteField(formatMinuteField(minute))).toBe(minute);
  expect(parseMinuteField("")).toBeNull();
  expect(describeMinute(1320)).toMatch(/10:00\sPM/);
});

it("formats the channels of a kind in a line", () => {
  const place = { diaryId: null, kind: "task-due" } as const;
  expect(formatWays([], place, ["push", "mail"])).toBe("At once on your devices · not by mail");
  expect(formatWays([], place, ["push", "mail", "ntfy"])).toBe(
    "At once on your devices, by ntfy · not by mail",
  );
  expect(formatWays([], { ...place, kind: "note" }, ["push", "mail"])).toBe(
    "In the mail of the day · not on your devices",
  );
  const off = [{ ...place, channel: "push", mode: "off" }] as const;
  expect(formatWays(off, place, ["push", "mail"])).toBe("Only here");
  expect(formatWays(off, { ...place, diaryId: "x" }, ["push"])).toBe("Only here");
  expect(formatWays([], { diaryId: null, kind: "digest" }, ["mail"])).toBe("By mail");
  for (const kind of KINDS)
    expect(formatWays([], { diaryId: null, kind }, SENT_CHANNELS)).not.toContain("undefined");
});

it("keeps a choice only where it differs from the inherited one, as the server does", () => {
  for (const kind of KINDS)
    for (const channel of SENT_CHANNELS)
      for (const mode of [...MODES, null]) {
        if (mode !== null && !listModes(kind, channel).includes(mode)) continue;
        const place = { diaryId: null, kind, channel };
        const once = applyChoice([], { ...place, mode });
        expect(once.length).toBeLessThanOrEqual(1);
        expect(applyChoice(once, { ...place, mode: null })).toEqual([]);
      }
});

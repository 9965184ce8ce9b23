import { describe, expect, it } from "vitest";
import { applyChoice } from "../client/use-reminder-settings.ts";
import { type ChosenRule, DEFAULT_SETTINGS, listModes } from "../rules.ts";
import { findChoice, findDigestDays, listChanges, SENTENCES } from "./sentences.ts";

const DAILY = DEFAULT_SETTINGS.digestDays;
const find = (index: number, rules: readonly ChosenRule[], digestDays: readonly number[] = DAILY) =>
  findChoice(SENTENCES[index]!, { rules, digestDays })?.name ?? null;
const apply = (rules: readonly ChosenRule[], changes: ReturnType<typeof listChanges>) =>
  changes.reduce<readonly ChosenRule[]>(
    (all, { diaryId = null, ...rest }) => applyChoice(all, { diaryId, ...rest }),
    rules,
  );

describe("the sentences above the choices in detail", () => {
  it("show the defaults as a choice of each sentence", () => {
    expect(SENTENCES.map((_, index) => find(index, []))).toEqual(["devices", "both", "daily"]);
  });

  it("hold what is chosen, from each choice to each other, with only offered modes", () => {
    for (const [index, { choices }] of SENTENCES.entries())
      for (const from of choices)
        for (const to of choices) {
          const before = apply([], listChanges(from, []));
          const rules = apply(before, listChanges(to, before));
          const days =
            findDigestDays(to, findDigestDays(from, DAILY) ?? DAILY) ?? findDigestDays(from, DAILY) ?? DAILY;
          expect(find(index, rules, days)).toBe(to.name);
          for (const { kind, channel, mode } of to.cells) expect(listModes(kind, channel)).toContain(mode);
        }
  });

  it("show that something is set in detail, and take it back when something is chosen", () => {
    const rules: ChosenRule[] = [{ diaryId: "n", kind: "dose-due", channel: "push", mode: "off" }];
    expect(find(0, rules)).toBeNull();
    expect(find(1, rules)).toBe("both");
    const [devices] = SENTENCES[0]!.choices;
    expect(find(0, apply(rules, listChanges(devices!, rules)))).toBe("devices");
    expect(find(0, [{ diaryId: null, kind: "task-due", channel: "mail", mode: "digest" }])).toBeNull();
    expect(find(2, [], [1, 3])).toBeNull();
  });
});

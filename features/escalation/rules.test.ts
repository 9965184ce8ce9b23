import fc from "fast-check";
import { expect, it } from "vitest";
import {
  addPerson,
  checkSetup,
  ESCALATION_MESSAGES,
  type EscalationSetup,
  FIRST_SETUP,
  listSteps,
  movePerson,
  removePerson,
} from "./rules.ts";
import { isAtNight } from "./schema.ts";

const setup = (more: Partial<EscalationSetup> = {}): EscalationSetup => ({
  ...FIRST_SETUP,
  people: [{ userId: "ben", waitMinutes: 60 }],
  leadersWaitMinutes: 30,
  ...more,
});

it("reminds three times, then notifies the next member after an hour and leaders after an hour and a half", () => {
  expect(listSteps(setup())).toEqual([
    { after: 10, recipient: "again" },
    { after: 20, recipient: "again" },
    { after: 30, recipient: "again" },
    { after: 60, recipient: "next", userId: "ben" },
    { after: 90, recipient: "leaders" },
  ]);
});

it("refuses an empty list, duplicates, reminders after the next member's time, and endless ones", () => {
  const problem = (more: Partial<EscalationSetup>) => checkSetup(setup(more))?.message ?? null;
  expect(problem({})).toBeNull();
  expect(problem({ people: [] })).toBe(ESCALATION_MESSAGES.again);
  expect(checkSetup(FIRST_SETUP)).toBeNull();
  expect(problem({ people: [], leadersWaitMinutes: null })).toBeNull();
  const again = { everyMinutes: 10, times: 0 };
  expect(problem({ people: [], leadersWaitMinutes: null, again })).toBe(ESCALATION_MESSAGES.nobody);
  const twice = ["ben", "ben"].map((userId) => ({ userId, waitMinutes: 60 }));
  expect(problem({ people: twice })).toBe(ESCALATION_MESSAGES.twice);
  expect(problem({ again: { everyMinutes: 20, times: 3 } })).toBe(ESCALATION_MESSAGES.again);
  const slow = ["ben", "carla", "dora"].map((userId) => ({ userId, waitMinutes: 240 }));
  expect(problem({ people: slow })).toBe(ESCALATION_MESSAGES.long);
});

it("adds members an hour and half an hour later, and leaders after them", () => {
  const one = addPerson(FIRST_SETUP, "ben");
  expect(one).toEqual(setup());
  const two = addPerson(one, "carla");
  expect(listSteps(two).map(({ after }) => after)).toEqual([10, 20, 30, 60, 90, 120]);
  expect(listSteps(movePerson(two, 1, -1)).slice(3)).toEqual([
    { after: 60, recipient: "next", userId: "carla" },
    { after: 90, recipient: "next", userId: "ben" },
    { after: 120, recipient: "leaders" },
  ]);
  expect(movePerson(two, 0, -1)).toBe(two);
});

it("keeps the times of the others when a member is removed", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"), { minLength: 1 }),
      fc.array(fc.integer({ min: 5, max: 240 }), { minLength: 4, maxLength: 4 }),
      fc.option(fc.integer({ min: 5, max: 240 })),
      fc.nat(3),
      (ids, waits, leadersWaitMinutes, which) => {
        const people = ids.map((userId, n) => ({ userId, waitMinutes: waits[n]! }));
        const before = { ...FIRST_SETUP, people, leadersWaitMinutes };
        const gone = ids[which % ids.length]!;
        const others = listSteps(before).filter(
          (step) => !(step.recipient === "next" && step.userId === gone),
        );
        expect(listSteps(removePerson(before, gone))).toEqual(others);
      },
    ),
  );
});

it("is refused by the number of its times before a step is made for each", () => {
  const again = { everyMinutes: 10, times: 2 ** 53 };
  const args = { diaryId: "d", kind: "task-due", setup: { again, people: [], leadersWaitMinutes: 30 } };
  expect(isAtNight.args.safeParse(args).error?.issues[0]?.path).toEqual(["setup", "again", "times"]);
  const most = { ...args, setup: { ...args.setup, again: { everyMinutes: 10, times: 2 ** 31 } } };
  expect(isAtNight.args.safeParse(most).error?.issues[0]?.path).toEqual(["setup", "again", "times"]);
});

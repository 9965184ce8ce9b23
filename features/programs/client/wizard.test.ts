import { expect, test } from "vitest";
import type { Member } from "../../../lib/api.ts";
import { spec } from "../../../test/spec.ts";
import { isPreselected } from "../rules/activation.ts";
import type { ProgramActivity } from "../rules.ts";
import { getAssignees, getName } from "./assignees.ts";
import { getMonths, getWeeks } from "./months.ts";
import { countWeekLoads, groupTasksByDay } from "./week-loads.ts";
import {
  isBegun,
  isChosen,
  NOTHING_CHOSEN,
  STEPS,
  toRecurrence,
  toSelections,
  withChoice,
} from "./wizard-values.ts";

const activity = (activityId: string, more: Partial<ProgramActivity> = {}): ProgramActivity => ({
  activityId,
  title: activityId,
  description: "",
  isRecurring: true,
  recurrence: { pattern: "interval", interval: { every: 1, unit: "day" } },
  assignable: true,
  contraindicators: [],
  tasks: [],
  ...more,
});

const content = {
  phases: [
    {
      phaseId: "p1",
      title: "First week",
      guidance: "",
      description: "",
      dayRange: { start: 0, end: 6 },
      activities: [
        activity("walk"),
        activity("stairs", { contraindicators: ["Dizziness"] }),
        activity("visit", {
          isRecurring: false,
          recurrence: null,
          assignable: false,
          contraindicators: ["Fever"],
        }),
      ],
    },
  ],
};
const [walk, stairs, visit] = content.phases[0]!.activities as [
  ProgramActivity,
  ProgramActivity,
  ProgramActivity,
];

test("the wizard has the steps baseline, activities, assign, confirm", () => {
  expect(STEPS.map(({ name }) => name)).toEqual(["baseline", "activities", "assign", "confirm"]);
});

test("an activity is chosen or not as preselected, until somebody decides", () => {
  const selectionsFor = (values = NOTHING_CHOSEN) =>
    [walk, stairs, visit]
      .filter((each) => isChosen(each, values, isPreselected))
      .map((each) => each.activityId);
  expect(selectionsFor()).toEqual(["walk", "visit"]);
  const decided = withChoice(withChoice(NOTHING_CHOSEN, ["walk"], { isActivated: false }), ["stairs"], {
    isActivated: true,
  });
  expect(selectionsFor(decided)).toEqual(["stairs", "visit"]);
  expect(isBegun(NOTHING_CHOSEN)).toBe(false);
  expect(isBegun(decided)).toBe(true);
});

test("each activity is sent with what was decided about it", {
  tags: spec("CORE-494 CORE-495 CORE-496 CORE-497 CORE-498"),
}, () => {
  let values = withChoice(NOTHING_CHOSEN, ["walk"], {
    recurrence: { pattern: "weekly", weekly: { byWeekdays: ["MO", "TU"] } },
  });
  values = withChoice(values, ["walk", "visit"], { assignedTo: "anna" });
  values = withChoice(values, ["stairs"], { assignedTo: "somebody who has left" });
  expect(toSelections(content, values, isPreselected, new Set(["anna"]))).toEqual([
    {
      activityId: "walk",
      isActivated: true,
      recurrence: { pattern: "weekly", weekly: { byWeekdays: ["MO", "TU"] } },
      frequencyDisplay: "Every Mon, Tue",
      assignedTo: "anna",
    },
    {
      activityId: "stairs",
      isActivated: false,
      recurrence: { pattern: "interval", interval: { every: 1, unit: "day" } },
      frequencyDisplay: "Every 1 day",
      assignedTo: null,
    },
    { activityId: "visit", isActivated: true, frequencyDisplay: "One time", assignedTo: "anna" },
  ]);
});

test("an activity that doesn't recur happens once, whatever a draft says", () => {
  const values = withChoice(NOTHING_CHOSEN, ["visit"], {
    recurrence: { pattern: "interval", interval: { every: 1, unit: "day" } },
  });
  expect(toRecurrence(visit, values)).toEqual({ pattern: "one-time" });
});

test("the choice of assignees starts with nobody, then the caller as Me", () => {
  const member = (userId: string, name: string, canBeAssigned = true) =>
    ({ userId, canBeAssigned, user: { name, email: `${userId}@example.org` } }) as Member;
  const members = [
    member("p", "Petra"),
    member("j", " "),
    member("me", "Anna"),
    member("d", "Dr Lee", false),
  ];
  const assignees = getAssignees(members, "me");
  expect(assignees.options.map(({ label }) => label)).toEqual(["Unassigned", "Me", "j@example.org", "Petra"]);
  expect(getName(assignees, "me")).toBe("Me");
  expect(getName(assignees, null)).toBe("Unassigned");
  // A draft that names a clinician names nobody.
  expect(assignees.ids.has("d")).toBe(false);
  expect(getAssignees(members, "d").options.map(({ label }) => label)).not.toContain("Me");
});

test("counts each person's tasks week by week, by the days of the notebook's zone", () => {
  const task = (at: string, assignedTo: string | null) => ({ scheduledDate: Date.parse(at), assignedTo });
  const days = groupTasksByDay(
    [
      task("2027-03-28T22:00:00Z", "anna"), // Monday, March 29, in summer time
      task("2027-03-21T23:00:00Z", "anna"), // Monday, March 22, in winter time
      task("2027-03-26T23:00:00Z", "anna"),
      task("2027-04-08T22:00:00Z", null),
    ],
    "Europe/Berlin",
  );
  expect([...days.keys()]).toEqual(["2027-03-22", "2027-03-27", "2027-03-29", "2027-04-09"]);
  expect(countWeekLoads(days, 0)).toEqual([
    {
      assignedTo: "anna",
      total: 3,
      average: 1,
      weeks: [
        { firstDay: "2027-03-22", count: 2 },
        { firstDay: "2027-03-29", count: 1 },
        { firstDay: "2027-04-05", count: 0 },
      ],
      busiest: { firstDay: "2027-03-22", count: 2 },
    },
    expect.objectContaining({ assignedTo: null, total: 1, busiest: { firstDay: "2027-04-05", count: 1 } }),
  ]);
  expect(countWeekLoads(new Map())).toEqual([]);
});

test("lays out months in weeks that start on the reader's first day of the week", () => {
  expect(getMonths("2027-12-31", "2028-02-01")).toEqual(["2027-12", "2028-01", "2028-02"]);
  const weeks = getWeeks("2027-03", 0);
  expect(weeks).toHaveLength(5);
  expect(weeks[0]).toEqual([
    "2027-03-01",
    "2027-03-02",
    "2027-03-03",
    "2027-03-04",
    "2027-03-05",
    "2027-03-06",
    "2027-03-07",
  ]);
  expect(getWeeks("2027-02", 0)).toHaveLength(4);
  expect(getWeeks("2026-11", 0).at(-1)![0]).toBe("2026-11-30");
});

import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, it } from "vitest";
import { CareError } from "../../../lib/errors.ts";
import { findCustomRuleProblem } from "../../../lib/recurrence/custom-rule.ts";
import type { Recurrence, RecurrenceUnit } from "../../../lib/recurrence/recurrence.ts";
import { aRecurrence, ZONES } from "../../../test/recurrences.ts";
import { spec } from "../../../test/spec.ts";
import { getTaskFrequency } from "../../tasks/rules/words.ts";
import type { ProgramActivity, ProgramPhase } from "../rules.ts";
import { type ActivitySelection, isPreselected, MAX_TASKS, type PlanArgs, planTasks } from "./activation.ts";
import { getActivityFrequency, WARNING_CAUSES } from "./activation-words.ts";

const BERLIN = "Europe/Berlin";

const every = (count: number, unit: RecurrenceUnit): Recurrence => ({
  pattern: "interval",
  interval: { every: count, unit },
});
const custom = (rrule: string): Recurrence => ({ pattern: "custom", rrule });

function activity(activityId: string, recurrence: Recurrence | null, more: Partial<ProgramActivity> = {}) {
  const tasks: ProgramActivity["tasks"] = [];
  const defaults = { assignable: true, contraindicators: [], isRecurring: recurrence !== null, tasks };
  return {
    activityId,
    title: `Title of ${activityId}`,
    description: `About ${activityId}`,
    recurrence,
    ...defaults,
    ...more,
  };
}

function phase(phaseId: string, start: number, end: number, ...activities: ProgramActivity[]): ProgramPhase {
  const title = `Title of ${phaseId}`;
  return { phaseId, title, guidance: "", description: "", dayRange: { start, end }, activities };
}

const task = (taskId: string) => ({ taskId, title: `Title of ${taskId}`, description: "" });

const at = (text: string) => Temporal.ZonedDateTime.from(`${text}[${BERLIN}]`).epochMilliseconds;
const local = (instant: number) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(BERLIN).toPlainDateTime().toString();

/** Arguments with all activities chosen, some with changes, from Monday 4 May 2026 in Berlin. */
function args(
  phases: ProgramPhase[],
  others: ActivitySelection[] = [],
  more: Partial<PlanArgs> = {},
): PlanArgs {
  const ids = phases.flatMap(({ activities }) => activities.map(({ activityId }) => activityId));
  const selections = ids.map(
    (activityId) =>
      others.find((other) => other.activityId === activityId) ?? { activityId, isActivated: true },
  );
  return { content: { phases }, baselineDate: at("2026-05-04T09:30"), timeZone: BERLIN, selections, ...more };
}

describe("preselection", () => {
  it.each([
    ["CORE-490 an activity that isn't assignable, whatever speaks against it", false, ["fall"], true],
    ["CORE-491 an activity that nothing speaks against", true, [], true],
    ["CORE-492 not an assignable activity that something speaks against", true, ["fall"], false],
  ])("takes %s", (_, assignable, contraindicators, expected) => {
    expect(isPreselected({ assignable, contraindicators })).toBe(expected);
  });
});

describe("a plan", () => {
  it("makes a task for each task of an activity and each occurrence, with all columns", () => {
    const tasks = [
      { taskId: "t1", title: "Morning walk", description: "With the frame" },
      { taskId: "t2", title: "Evening walk", description: "" },
    ];
    const walk = activity("walk", every(2, "day"), { tasks });
    const { tasks: planned } = planTasks(
      args([phase("p1", 0, 3, walk)], [{ activityId: "walk", isActivated: true, assignedTo: "somebody" }]),
    );
    expect(
      planned.map((task) => [task.taskTemplateId, local(task.scheduledDate), local(task.dueDate)]),
    ).toEqual([
      ["t1", "2026-05-04T00:00:00", "2026-05-04T23:59:59.999"],
      ["t2", "2026-05-04T00:00:00", "2026-05-04T23:59:59.999"],
      ["t1", "2026-05-06T00:00:00", "2026-05-06T23:59:59.999"],
      ["t2", "2026-05-06T00:00:00", "2026-05-06T23:59:59.999"],
    ]);
    expect(planned[0]).toEqual({
      phaseId: "p1",
      activityTemplateId: "walk",
      taskTemplateId: "t1",
      title: "Morning walk",
      description: "With the frame",
      dateOnly: true,
      scheduledDate: at("2026-05-04T00:00"),
      dueDate: at("2026-05-05T00:00") - 1,
      endDate: at("2026-05-08T00:00") - 1,
      isRecurring: true,
      recurrence: every(2, "day"),
      recurrenceRule: "FREQ=DAILY;INTERVAL=2",
      assignedTo: "somebody",
      occurrenceAt: at("2026-05-04T00:00"),
    });
    expect(getTaskFrequency(planned[0]!)).toBe("Every 2 days");
  });

  it("gives a task without a name the activity's name, and plans an activity that doesn't recur once", () => {
    const once = activity("visit", every(1, "day"), { isRecurring: false });
    const { tasks } = planTasks(args([phase("p1", 2, 9, once)]));
    expect(getTaskFrequency(tasks[0]!)).toBe("One time");
    expect(tasks).toEqual([
      {
        phaseId: "p1",
        activityTemplateId: "visit",
        taskTemplateId: "visit",
        title: "Title of visit",
        description: "About visit",
        dateOnly: true,
        scheduledDate: at("2026-05-06T00:00"),
        dueDate: at("2026-05-07T00:00") - 1,
        endDate: at("2026-05-14T00:00") - 1,
        isRecurring: false,
        recurrence: null,
        recurrenceRule: null,
        assignedTo: null,
        occurrenceAt: at("2026-05-06T00:00"),
      },
    ]);
  });

  it("sets each phase's days in the notebook's time zone, also across a change of clocks and before the baseline", () => {
    const { phases } = planTasks(
      args([phase("before", -7, -1), phase("after", 0, 1)], [], { baselineDate: at("2026-03-28T23:30") }),
    );
    expect(
      phases.map(({ start, end, ...rest }) => ({ ...rest, start: local(start), end: local(end) })),
    ).toEqual([
      {
        phaseId: "before",
        title: "Title of before",
        position: 0,
        startDay: "2026-03-21",
        endDay: "2026-03-27",
        start: "2026-03-21T00:00:00",
        end: "2026-03-27T23:59:59.999",
      },
      {
        phaseId: "after",
        title: "Title of after",
        position: 1,
        startDay: "2026-03-28",
        endDay: "2026-03-29",
        start: "2026-03-28T00:00:00",
        end: "2026-03-29T23:59:59.999",
      },
    ]);
  });

  it("takes the baseline's day in the notebook's time zone, not in the server's or the reader's", () => {
    const instant = Date.UTC(2026, 4, 4, 23);
    const day = (timeZone: string) => {
      const [task] = planTasks(
        args([phase("p", 0, 0, activity("a", null))], [], { baselineDate: instant, timeZone }),
      ).tasks;
      return Temporal.Instant.fromEpochMilliseconds(task!.scheduledDate)
        .toZonedDateTimeISO(timeZone)
        .toPlainDate()
        .toString();
    };
    expect([day("America/New_York"), day("Pacific/Kiritimati")]).toEqual(["2026-05-04", "2026-05-05"]);
  });

  it("uses the selected activities, recurrences and assignees", {
    tags: spec("CORE-494 CORE-495 CORE-496 CORE-497 CORE-498"),
  }, () => {
    const program = [
      phase(
        "p",
        0,
        6,
        activity("left", every(1, "day")),
        activity("changed", every(1, "day")),
        activity("own", every(3, "day")),
      ),
    ];
    const { activities, tasks } = planTasks(
      args(program, [
        { activityId: "left", isActivated: false, assignedTo: "a" },
        {
          activityId: "changed",
          isActivated: true,
          recurrence: { pattern: "weekly", weekly: { byWeekdays: ["WE", "SU"] } },
          frequencyDisplay: " Twice a week ",
          assignedTo: "b",
        },
      ]),
    );
    expect(activities).toEqual([
      expect.objectContaining({ activityTemplateId: "left", isActive: false, taskCount: 0, assignedTo: "a" }),
      {
        activityTemplateId: "changed",
        phaseId: "p",
        title: "Title of changed",
        isActive: true,
        isRecurring: true,
        recurrence: { pattern: "weekly", weekly: { byWeekdays: ["WE", "SU"] } },
        frequencyWords: "Twice a week",
        warning: null,
        assignedTo: "b",
        taskCount: 2,
      },
      expect.objectContaining({
        activityTemplateId: "own",
        frequencyWords: null,
        assignedTo: null,
        taskCount: 3,
      }),
    ]);
    expect(activities.map(getActivityFrequency).slice(1)).toEqual(["Twice a week", "Every 3 days"]);
    expect(tasks.map((task) => [task.activityTemplateId, getTaskFrequency(task), task.assignedTo])).toEqual([
      ["changed", "Every Wed, Sun", "b"],
      ["changed", "Every Wed, Sun", "b"],
      ...Array(3).fill(["own", "Every 3 days", null]),
    ]);
  });

  it("plans a recurring activity once, or repeats one that doesn't recur, when that was chosen", () => {
    const program = [phase("p", 0, 6, activity("once", every(1, "day")), activity("often", null))];
    const { tasks } = planTasks(
      args(program, [
        { activityId: "once", isActivated: true, recurrence: { pattern: "one-time" } },
        { activityId: "often", isActivated: true, recurrence: every(3, "day") },
      ]),
    );
    expect(tasks.map(({ activityTemplateId, isRecurring }) => [activityTemplateId, isRecurring])).toEqual([
      ["once", false],
      ...Array(3).fill(["often", true]),
    ]);
  });

  it("leaves out an activity that isn't mentioned", () => {
    const plan = planTasks(args([phase("p", 0, 6, activity("a", null))], [], { selections: [] }));
    expect([plan.tasks, plan.warnings, plan.activities[0]!.isActive]).toEqual([[], [], false]);
  });

  it.each<[string, Partial<PlanArgs>, string]>([
    [
      "an unknown activity",
      { selections: [{ activityId: "b", isActivated: true }] },
      'The activity "b" isn\'t in this program',
    ],
    [
      "an activity twice",
      {
        selections: [
          { activityId: "a", isActivated: true },
          { activityId: "a", isActivated: false },
        ],
      },
      'The activity "a" is chosen twice',
    ],
    ["a date that is none", { baselineDate: Number.NaN }, "The start date must be in the years 1900 to 2199"],
    [
      "a date too late",
      { baselineDate: Date.UTC(2200, 0, 1) },
      "The start date must be in the years 1900 to 2199",
    ],
    [
      "a date too early",
      { baselineDate: Date.UTC(1899, 11, 31) },
      "The start date must be in the years 1900 to 2199",
    ],
  ])("refuses %s", (_, more, message) => {
    const refusedArgs = args([phase("p", 0, 6, activity("a", null))], [], more);
    expect(() => planTasks(refusedArgs)).toThrow(
      expect.objectContaining({ name: "CareError", code: "invalid", message }),
    );
  });
});

describe("days in the past", () => {
  const medicine = activity("medicine", {
    pattern: "frequency",
    frequency: { times: 2, per: 1, unit: "day" },
  });
  const phases = [
    phase("before", -3, -1, activity("pack", null, { tasks: [task("bag"), task("list")] })),
    phase("now", 0, 3, medicine),
  ];
  // Wednesday, two days after day 0.
  const leaveOutBefore = at("2026-05-06T00:00");

  it("are planned like all others unless they are left out on request", () => {
    expect(planTasks(args(phases))).toMatchObject({ leftOut: 0, tasks: { length: 10 } });
  });

  it("are left out up to the present hour, and the phase keeps its days", () => {
    const plan = planTasks(args(phases, [], { leaveOutBefore }));
    expect(plan.tasks.map(({ scheduledDate }) => local(scheduledDate))).toEqual([
      "2026-05-06T08:00:00",
      "2026-05-06T20:00:00",
      "2026-05-07T08:00:00",
      "2026-05-07T20:00:00",
    ]);
    expect(plan.leftOut).toBe(6);
    expect(plan.phases).toEqual(planTasks(args(phases)).phases);
    expect(plan.activities.map(({ taskCount, isActive }) => [taskCount, isActive])).toEqual([
      [0, true],
      [4, true],
    ]);
    expect(plan.warnings).toEqual([]);
  });

  it("leaves out the hours of day 0 that have passed, and keeps the current one and whole days", () => {
    const onDayZero = [phase("now", 0, 0, medicine, activity("walk", every(1, "day")))];
    const madeAt = (moment: string) =>
      planTasks(args(onDayZero, [], { leaveOutBefore: at(moment) })).tasks.map(({ scheduledDate }) =>
        local(scheduledDate).slice(11),
      );
    expect(madeAt("2026-05-04T08:59")).toEqual(["08:00:00", "20:00:00", "00:00:00"]);
    expect(madeAt("2026-05-04T12:00")).toEqual(["20:00:00", "00:00:00"]);
    expect(madeAt("2026-05-04T23:00")).toEqual(["00:00:00"]);
    expect(madeAt("2026-05-05T00:00")).toEqual([]);
  });

  it("don't count towards the limit of tasks, but a plan that can't be counted to its end is refused", () => {
    const many = (recurrence: Recurrence) => [phase("p", -600, 10, activity("a", recurrence))];
    const more = { leaveOutBefore: at("2026-05-04T00:00") };
    const daily = Array.from({ length: 10 }, (_, i) => activity(`a${i}`, every(1, "day")));
    expect(planTasks(args([phase("p", -600, 10, ...daily)], [], more))).toMatchObject({
      leftOut: 6000,
      tasks: { length: 110 },
    });
    expect(() => planTasks(args(many(every(1, "hour")), [], more))).toThrow(
      "This would make more than 5000 tasks; at most 5000 are possible",
    );
  });
});

describe("the limit on the number of tasks", () => {
  const tasks = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ taskId: `t${i}`, title: "T", description: "" }));

  it("allows 5,000 tasks, and refuses one more with the number", () => {
    const program = (last: number) => [
      phase("p", 0, last, activity("a", every(1, "day"), { tasks: tasks(10) })),
    ];
    expect(planTasks(args(program(499))).tasks).toHaveLength(MAX_TASKS);
    expect(() => planTasks(args(program(500)))).toThrow(
      "This would make 5010 tasks; at most 5000 are possible",
    );
  });

  it("stops the count early when there are far too many", () => {
    const minutely = activity("a", custom("FREQ=MINUTELY"));
    expect(() => planTasks(args([phase("p", 0, 99, minutely)]))).toThrow(
      "This would make more than 5000 tasks; at most 5000 are possible",
    );
    const many = Array.from({ length: 500 }, (_, i) => activity(`a${i}`, every(i + 1, "hour")));
    expect(() => planTasks(args([phase("p", 0, 3650, ...many)]))).toThrow(
      /more than \d+ tasks; at most 5000/,
    );
  });

  it("also limits the work: custom rules that never happen cost a fixed number of days", () => {
    const many = Array.from({ length: 500 }, (_, i) =>
      activity(`a${i}`, custom(`FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO;COUNT=${i + 1}`)),
    );
    expect(() => planTasks(args([phase("p", 0, 3650, ...many)]))).toThrow(
      "Custom rules may cover at most 40000 days of phases in all",
    );
  });
});

describe("scheduling warnings", () => {
  const weekly = (...byWeekdays: ("MO" | "SA" | "SU")[]): Recurrence => ({
    pattern: "weekly",
    weekly: { byWeekdays },
  });
  const monthly = (...byMonthDay: number[]): Recurrence => ({ pattern: "monthly", monthly: { byMonthDay } });
  const frequency = (times: number, per: number): Recurrence => ({
    pattern: "frequency",
    frequency: { times, per, unit: "day" },
  });

  // Monday 4 May to Friday 8 May 2026.
  it.each<[ids: string, Recurrence | null, cause: string, message: string]>([
    ["CORE-535", null, "no-pattern", "No recurrence pattern"],
    [
      "CORE-535",
      custom("FREQ=SECONDLY"),
      "no-pattern",
      "No usable recurrence pattern: A task can't recur every second",
    ],
    ["CORE-536", weekly(), "no-weekdays", "No weekdays chosen"],
    ["CORE-537", monthly(), "no-month-days", "No month days chosen"],
    ["CORE-538", weekly("SA", "SU"), "phase-lacks-days", "The phase lacks the chosen weekdays: Sat, Sun"],
    ["CORE-539", monthly(1, 31), "phase-lacks-days", "The phase lacks the chosen month days: 1, 31"],
    [
      "CORE-538",
      custom("FREQ=WEEKLY;BYDAY=SU"),
      "phase-lacks-days",
      "The phase lacks the days of the custom recurrence",
    ],
    ["CORE-540", every(0, "day"), "invalid-setup", "Invalid interval setup"],
    ["CORE-516 CORE-540", every(1.5, "day"), "invalid-setup", "Invalid interval setup"],
    ["CORE-516 CORE-540", every(-1, "week"), "invalid-setup", "Invalid interval setup"],
    ["CORE-540", every(721, "day"), "invalid-setup", "Invalid interval setup"],
    ["CORE-517 CORE-541", frequency(0, 1), "invalid-setup", "Invalid frequency setup"],
    ["CORE-518 CORE-541", frequency(1, 0), "invalid-setup", "Invalid frequency setup"],
    [
      "CORE-542",
      every(1, "week"),
      "phase-too-short",
      "The phase is too short for a weekly interval: it has 5 days",
    ],
    [
      "CORE-542",
      every(2, "week"),
      "phase-too-short",
      "The phase is too short for an interval of 2 weeks: it has 5 days",
    ],
  ])(
    "%s: %j makes no tasks and says why: %s",
    { tags: spec("CORE-543") },
    (_, recurrence, cause, message) => {
      const program = [
        phase(
          "p",
          0,
          4,
          activity("a", recurrence, { isRecurring: true }),
          activity("other", every(1, "day")),
        ),
      ];
      const plan = planTasks(args(program));
      const warning = { activityId: "a", phaseId: "p", title: "Title of a", cause, message };
      expect(plan.warnings).toEqual([warning]);
      expect(new Set(plan.tasks.map(({ activityTemplateId }) => activityTemplateId))).toEqual(
        new Set(["other"]),
      );
      expect(plan.activities.map(({ taskCount }) => taskCount)).toEqual([0, 5]);
      // Shown instead of the frequency, unless the person who activates it has written a text for it.
      expect(plan.activities.map(getActivityFrequency)).toEqual([message, "Every 1 day"]);
      const [named] = planTasks(
        args(program, [{ activityId: "a", isActivated: true, frequencyDisplay: " Now and then " }]),
      ).activities;
      expect(getActivityFrequency(named!)).toBe("Now and then");
    },
  );

  it("warns when the recurrence from the wizard makes no tasks", () => {
    const program = [phase("p", 0, 4, activity("a", every(1, "day")))];
    const [warning] = planTasks(
      args(program, [{ activityId: "a", isActivated: true, recurrence: null }]),
    ).warnings;
    expect(warning?.cause).toBe("no-pattern");
  });

  it.each<[string, Recurrence | null, boolean, number]>([
    ["a weekly interval in a phase of just one week", every(1, "week"), true, 7],
    ["an interval of days longer than the phase", every(30, "day"), true, 5],
    ["what doesn't recur", null, false, 5],
    ["one time", { pattern: "one-time" }, true, 5],
    ["a weekday that the phase has", weekly("MO"), true, 5],
  ])("doesn't warn about %s", (_, recurrence, isRecurring, days) => {
    const plan = planTasks(args([phase("p", 0, days - 1, activity("a", recurrence, { isRecurring }))]));
    expect(plan.warnings).toEqual([]);
    expect(plan.tasks).toHaveLength(1);
  });

  it("doesn't warn about an activity that isn't chosen", () => {
    const program = [phase("p", 0, 4, activity("a", weekly()))];
    expect(planTasks(args(program, [{ activityId: "a", isActivated: false }])).warnings).toEqual([]);
  });
});

describe("any program", () => {
  const anyRecurrence = fc.oneof(
    { weight: 4, arbitrary: aRecurrence },
    {
      weight: 2,
      arbitrary: fc.constantFrom<Recurrence | null>(
        null,
        every(0, "day"),
        { pattern: "weekly", weekly: { byWeekdays: [] } },
        { pattern: "monthly", monthly: { byMonthDay: [] } },
        custom("FREQ=DAILY;COUNT=2"),
        custom("nonsense"),
      ),
    },
  );
  const aProgram = fc
    .array(
      fc.record({
        start: fc.integer({ min: -20, max: 40 }),
        days: fc.integer({ min: 1, max: 30 }),
        activities: fc.array(
          fc.record({
            recurrence: anyRecurrence,
            isRecurring: fc.boolean(),
            tasks: fc.integer({ min: 0, max: 3 }),
            isActivated: fc.boolean(),
          }),
          { maxLength: 4 },
        ),
      }),
      { maxLength: 3 },
    )
    .map((phases) => {
      const selections: ActivitySelection[] = [];
      const content = {
        phases: phases.map(({ start, days, activities }, p) =>
          phase(
            `p${p}`,
            start,
            start + days - 1,
            ...activities.map(({ recurrence, isRecurring, tasks, isActivated }, a) => {
              const activityId = `p${p}a${a}`;
              selections.push({ activityId, isActivated });
              const madeTasks = Array.from({ length: tasks }, (_, t) => ({
                taskId: `t${t}`,
                title: "T",
                description: "",
              }));
              return activity(activityId, recurrence, { isRecurring, tasks: madeTasks });
            }),
          ),
        ),
      };
      return { content, selections };
    });

  it("gets, for each chosen activity, either tasks inside the phase or one warning, the same each time", {
    tags: spec("CORE-543"),
    timeout: 60_000,
  }, () => {
    fc.assert(
      fc.property(
        aProgram,
        fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2028, 0, 1) }),
        fc.constantFrom(...ZONES),
        (program, baselineDate, timeZone) => {
          const planArgs = { ...program, baselineDate, timeZone };
          let plan: ReturnType<typeof planTasks>;
          try {
            plan = planTasks(planArgs);
          } catch (error) {
            expect(error).toBeInstanceOf(CareError);
            expect((error as CareError).code).toBe("limit");
            return;
          }
          expect(planTasks(planArgs)).toEqual(plan);
          expect(plan.tasks.length).toBeLessThanOrEqual(MAX_TASKS);
          const keys = plan.tasks.map(
            (task) => `${task.activityTemplateId} ${task.taskTemplateId} ${task.occurrenceAt}`,
          );
          expect(new Set(keys).size).toBe(keys.length);
          const windows = new Map(plan.phases.map(({ phaseId, ...window }) => [phaseId, window]));
          const outside = plan.tasks.filter(({ phaseId, scheduledDate, dueDate, endDate }) => {
            const { start, end } = windows.get(phaseId)!;
            return scheduledDate < start || dueDate > end || dueDate <= scheduledDate || endDate !== end;
          });
          expect(outside).toEqual([]);
          const warned = new Map(plan.warnings.map((warning) => [warning.activityId, warning]));
          expect(warned.size).toBe(plan.warnings.length);
          for (const { activityTemplateId, isActive, taskCount } of plan.activities) {
            expect(plan.tasks.filter((task) => task.activityTemplateId === activityTemplateId)).toHaveLength(
              taskCount,
            );
            expect(taskCount > 0).toBe(isActive && !warned.has(activityTemplateId));
          }
          for (const { cause } of plan.warnings) expect(WARNING_CAUSES).toContain(cause);
          const unreadable = plan.tasks.filter(
            ({ recurrenceRule: rule }) => rule !== null && findCustomRuleProblem(rule) !== null,
          );
          expect(unreadable).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writeMessage } from "../../lib/words/message.ts";
import { spec } from "../../test/spec.ts";
import { readProgramFile } from "./rules/program-file.ts";
import { PROGRAM_LIMITS, ProgramFileError, UPLOAD_MESSAGES } from "./rules.ts";

const activity = (fields: object = {}) => ({ title: "Walk", tasks: [{ title: "Ten minutes" }], ...fields });
const phase = (fields: object = {}) => ({
  title: "First days",
  dayRange: { start: 0, end: 6 },
  activities: [activity()],
  ...fields,
});
const program = (fields: object = {}) => ({
  programName: "After a hip operation",
  phases: [phase()],
  ...fields,
});
const text = (value: unknown) => JSON.stringify(value);

function problemsOf(given: unknown): string[] {
  try {
    readProgramFile(given);
  } catch (error) {
    if (!(error instanceof ProgramFileError)) throw error;
    expect(error.message).toBe([error.path, error.problems[0]!.message].filter(Boolean).join(": "));
    return error.problems.map(({ path, message }) => (path ? `${path}: ${message}` : message));
  }
  return [];
}

describe("the reader of program files", () => {
  it("reads every field", () => {
    const content = {
      baselineEvent: { name: "Operation", description: "The day of it" },
      phases: [
        {
          phaseId: "p",
          phaseName: "First days",
          guidance: "Slowly",
          description: "At home",
          dayRange: { start: -1, end: 6 },
          activities: [
            {
              activityId: "a",
              title: "Walk",
              description: "With the frame",
              isRecurring: true,
              recurrence: { pattern: "interval", interval: { every: 1, unit: "day" } },
              assignable: false,
              contraindicators: ["Dizziness"],
              tasks: [{ taskId: "t", title: "Ten minutes", description: "On level ground" }],
            },
          ],
        },
      ],
    };
    const fields = { description: "What comes", category: "Surgery", tags: ["hip", "hip", "walking"] };
    const program = readProgramFile(text({ programName: " Hip ", ...fields, ...content }));
    expect(program, "@CORE-427 @CORE-428 @CORE-429 @CORE-430 @CORE-431").toEqual({
      programName: "Hip",
      ...fields,
      tags: ["hip", "walking"],
      content: expect.any(Object),
    });
    const { phases, ...event } = program.content;
    expect(event, "@CORE-432 @CORE-433").toEqual({ baselineEvent: content.baselineEvent });
    // A phase that is read has its name in both fields.
    const { activities: givenActivities, ...givenPhase } = content.phases[0]!;
    const { activities, ...phase } = phases[0]!;
    expect(phases, "@CORE-424 @CORE-434").toHaveLength(1);
    expect(phase, "@CORE-435 @CORE-436 @CORE-437 @CORE-438 @CORE-439").toEqual({
      ...givenPhase,
      title: "First days",
    });
    const { tasks: givenTasks, ...givenActivity } = givenActivities[0]!;
    const { tasks, ...activity } = activities[0]!;
    expect(activities, "@CORE-425 @CORE-440").toHaveLength(1);
    expect(activity, "@CORE-441 @CORE-442 @CORE-443 @CORE-444 @CORE-445 @CORE-446 @CORE-447").toEqual(
      givenActivity,
    );
    expect(tasks, "@CORE-426 @CORE-448 @CORE-449 @CORE-450 @CORE-451").toEqual(givenTasks);
  });

  it("takes a phase's name from phaseName or title", { tags: spec("CORE-436") }, () => {
    const { phases } = readProgramFile(
      program({ phases: [phase(), phase({ title: undefined, phaseName: "Then" })] }),
    ).content;
    expect(phases.map(({ title }) => title)).toEqual(["First days", "Then"]);
    expect(problemsOf(program({ phases: [phase({ title: " " })] }))).toEqual(["phases[0].title: is missing"]);
  });

  it("fills in optional fields, and treats null as missing", () => {
    const bare = {
      programName: "P",
      phases: [{ title: "A", dayRange: { start: 0, end: 0 }, activities: [{ title: "B" }] }],
    };
    const nulls = {
      ...bare,
      description: null,
      category: null,
      tags: null,
      baselineEvent: null,
      phases: [
        {
          ...bare.phases[0],
          phaseId: null,
          guidance: null,
          activities: [{ title: "B", recurrence: null, tasks: null, contraindicators: null }],
        },
      ],
    };
    const read = readProgramFile(bare);
    expect(readProgramFile(nulls)).toEqual(read);
    expect(read).toEqual({
      programName: "P",
      description: "",
      category: "",
      tags: [],
      content: {
        baselineEvent: null,
        phases: [
          {
            phaseId: "phase-1",
            title: "A",
            guidance: "",
            description: "",
            dayRange: { start: 0, end: 0 },
            activities: [
              {
                activityId: "phase-1-activity-1",
                title: "B",
                description: "",
                isRecurring: false,
                recurrence: null,
                assignable: true,
                contraindicators: [],
                tasks: [],
              },
            ],
          },
        ],
      },
    });
  });

  it.each([
    [undefined, false],
    [{ pattern: "one-time" }, false],
    [{ weekly: { byWeekdays: ["MO"] } }, true],
  ])(
    "treats as recurring what has a recurrence, unless the file says otherwise: %j",
    (recurrence, isRecurring) => {
      const of = (fields: object) =>
        readProgramFile(program({ phases: [phase({ activities: [activity({ recurrence, ...fields })] })] }))
          .content.phases[0]!.activities[0]!.isRecurring;
      expect(of({})).toBe(isRecurring);
      expect(of({ isRecurring: !isRecurring })).toBe(!isRecurring);
    },
  );

  it("makes missing ids from the position, without duplicates", () => {
    const { phases } = readProgramFile(
      program({
        phases: [
          phase({
            phaseId: "phase-2",
            activities: [activity({ tasks: [{ title: "A" }, { taskId: 7, title: "B" }] })],
          }),
          phase({ activities: [activity(), activity()] }),
        ],
      }),
    ).content;
    expect(phases.map(({ phaseId }) => phaseId)).toEqual(["phase-2", "phase-2-new"]);
    expect(phases.flatMap(({ activities }) => activities.map(({ activityId }) => activityId))).toEqual([
      "phase-1-activity-1",
      "phase-2-activity-1",
      "phase-2-activity-2",
    ]);
    expect(phases[0]!.activities[0]!.tasks.map(({ taskId }) => taskId)).toEqual([
      "phase-1-activity-1-task-1",
      "7",
    ]);
  });

  it("keeps unknown fields, wherever they are", () => {
    const { content } = readProgramFile(
      text(
        program({
          $schema: "program.schema.json",
          licence: "CC0",
          phases: [
            phase({
              colour: "teal",
              activities: [activity({ video: { url: "x" }, tasks: [{ title: "A", minutes: 1.5 }] })],
            }),
          ],
        }),
      ),
    );
    expect(content).toMatchObject({
      $schema: "program.schema.json",
      licence: "CC0",
      phases: [{ colour: "teal", activities: [{ video: { url: "x" }, tasks: [{ minutes: 1.5 }] }] }],
    });
  });

  it("reads a file with a byte order mark", () => {
    expect(readProgramFile(`\uFEFF${text(program())}`).programName).toBe("After a hip operation");
  });
});

describe("the refusal of a program file", () => {
  it.each([
    ["{", "Invalid JSON format"],
    ["", "Invalid JSON format"],
    ["null", "Missing programName field"],
    ["[]", "Missing programName field"],
    [text({ phases: [] }), "Missing programName field"],
    [text({ programName: "", phases: [] }), "Missing programName field"],
    [text({ programName: "A" }), "Missing phases field"],
    [text({ programName: "A", phases: null }), "Missing phases field"],
    [text({ programName: "A", phases: [] }), "A program needs at least one phase"],
    [text(program({ phases: [phase({ activities: [] })] })), "A program needs at least one activity"],
  ])(
    "says what is missing: %s",
    { tags: spec("CORE-461 CORE-462 CORE-463 CORE-464 CORE-465 CORE-466") },
    (given, message) => {
      expect(problemsOf(given)).toEqual([message]);
    },
  );

  it.each<[object, string]>([
    [
      { phases: [phase(), phase(), phase({ dayRange: { start: 3, end: 2 } })] },
      "phases[2].dayRange.end: must be at least start",
    ],
    [{ phases: [phase({ dayRange: undefined })] }, "phases[0].dayRange: is missing"],
    [
      { phases: [phase({ dayRange: { start: 0.5, end: 2 } })] },
      "phases[0].dayRange.start: must be a whole number",
    ],
    [
      { phases: [phase({ dayRange: { start: 0, end: "2" } })] },
      "phases[0].dayRange.end: must be a whole number",
    ],
    [
      { phases: [phase({ dayRange: { start: 0, end: 4000 } })] },
      "phases[0].dayRange.end: must be at most 3650",
    ],
    [
      { phases: [phase({ activities: [activity({ title: 3 })] })] },
      "phases[0].activities[0].title: must be text",
    ],
    [
      { phases: [phase({ activities: [activity({ title: "a".repeat(201) })] })] },
      "phases[0].activities[0].title: may have at most 200 characters",
    ],
    [
      { phases: [phase({ activities: [activity({ tasks: ["Walk"] })] })] },
      "phases[0].activities[0].tasks[0]: must be an object",
    ],
    [
      { phases: [phase({ activities: [activity({ tasks: [{ title: " " }] })] })] },
      "phases[0].activities[0].tasks[0].title: must not be empty",
    ],
    [
      { phases: [phase({ activities: [activity({ assignable: "yes" })] })] },
      "phases[0].activities[0].assignable: must be true or false",
    ],
    [
      { phases: [phase({ activities: [activity({ contraindicators: "Pain" })] })] },
      "phases[0].activities[0].contraindicators: must be a list",
    ],
    [
      { phases: [phase({ activities: [activity({ recurrence: "daily" })] })] },
      "phases[0].activities[0].recurrence: must be an object",
    ],
    [
      {
        phases: [phase({ activities: [activity({ recurrence: { weekly: { byWeekdays: ["MO", "XX"] } } })] })],
      },
      "phases[0].activities[0].recurrence.weekly.byWeekdays[1]: must be one of MO, TU, WE, TH, FR, SA, SU",
    ],
    [{ phases: "many" }, "phases: must be a list"],
    [{ phases: Array.from({ length: 101 }, () => phase()) }, "phases: may have at most 100 entries"],
    [{ tags: Array.from({ length: 51 }, (_, i) => `${i}`) }, "tags: may have at most 50 entries"],
    [{ baselineEvent: { description: "?" } }, "baselineEvent.name: is missing"],
    [
      { phases: [phase({ phaseId: "a" }), phase({ phaseId: "a" })] },
      'phases[1].phaseId: "a" is the id of phases[0] already',
    ],
    [
      {
        phases: [
          phase({ activities: [activity({ activityId: "w" })] }),
          phase({ activities: [activity({ activityId: "w" })] }),
        ],
      },
      'phases[1].activities[0].activityId: "w" is the id of phases[0].activities[0] already',
    ],
    [{ phases: [phase({ phaseId: "__proto__" })] }, "phases[0].phaseId: can't be named like this"],
    [{ phases: [phase({ note: "a\0b" })] }, "phases[0].note: has characters that can't be stored"],
    [{ phases: [phase({ note: "\ud800" })] }, "phases[0].note: has characters that can't be stored"],
    [
      {
        phases: Array.from({ length: 6 }, () =>
          phase({ activities: Array.from({ length: 90 }, () => activity()) }),
        ),
      },
      "phases: may have at most 500 activities in all",
    ],
    [
      {
        phases: [
          phase({
            activities: Array.from({ length: 3 }, () =>
              activity({ tasks: Array.from({ length: 700 }, () => ({ title: "A" })) }),
            ),
          }),
        ],
      },
      "phases: may have at most 2000 tasks in all",
    ],
  ])("names the place and the limit: %#", (fields, problem) => {
    expect(problemsOf(program(fields))).toEqual([problem]);
    expect(problemsOf(text(program(fields)))).toEqual([problem]);
  });

  it("names all places at once", () => {
    const phases = [phase({ dayRange: { start: 2, end: 1 } }), phase({ title: undefined, activities: [{}] })];
    expect(problemsOf(program({ phases }))).toEqual([
      "phases[0].dayRange.end: must be at least start",
      "phases[1].activities[0].title: is missing",
    ]);
  });

  it("allows the same task id in two activities, not in one", () => {
    const one = activity({ tasks: [{ taskId: "t", title: "A" }] });
    expect(problemsOf(program({ phases: [phase({ activities: [one, one] })] }))).toEqual([]);
    const twice = activity({ tasks: [...one.tasks, ...one.tasks] });
    expect(problemsOf(program({ phases: [phase({ activities: [twice] })] }))).toEqual([
      'phases[0].activities[0].tasks[1].taskId: "t" is the id of phases[0].activities[0].tasks[0] already',
    ]);
  });

  it("includes numbers that JSON has and the database hasn't", () => {
    expect(problemsOf('{"programName":"A","phases":[],"weight":1e999}')).toEqual([
      "weight: is a number that can't be stored",
    ]);
  });

  it("names the limit of size and depth", () => {
    const large = text(program({ note: "ä".repeat(PROGRAM_LIMITS.bytes / 2) }));
    expect(large.length).toBeLessThan(PROGRAM_LIMITS.bytes);
    expect(problemsOf(large)).toEqual([writeMessage(UPLOAD_MESSAGES.tooLarge)]);
    expect(problemsOf(JSON.parse(large))).toEqual([writeMessage(UPLOAD_MESSAGES.tooLarge)]);
    const deep = `${'{"a":['.repeat(100_000)}${"]}".repeat(100_000)}`;
    expect(problemsOf(`{"programName":"A","phases":[],"deep":${deep}}`)).toEqual([
      "deep: is nested more than 32 levels deep",
    ]);
  });
});

describe("hostile field names", () => {
  it("are dropped everywhere and change no object's prototype", () => {
    const hostile = '"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},"prototype":1';
    const { content } = readProgramFile(
      `{${hostile},"programName":"A","phases":[{${hostile},"title":"B","dayRange":{${hostile},"start":0,"end":1},"activities":[{${hostile},"title":"C","tasks":[]}]}],"more":[{${hostile}}]}`,
    );
    expect(text(content)).not.toMatch(/isAdmin|constructor|proto/);
    expect((content as unknown as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });
});

describe("any program file", () => {
  const json = fc.jsonValue({ maxDepth: 4 });
  const part = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] });
  const word = fc.oneof({ weight: 4, arbitrary: fc.string({ minLength: 1, maxLength: 8 }) }, json);
  const task = part({ taskId: word, title: word, description: word, extra: json });
  const anyActivity = part({
    activityId: word,
    title: word,
    isRecurring: fc.oneof(fc.boolean(), json),
    recurrence: fc.oneof(fc.constant({ interval: { every: 2, unit: "day" } }), json),
    contraindicators: fc.oneof(fc.array(word, { maxLength: 3 }), json),
    tasks: fc.oneof({ weight: 5, arbitrary: fc.array(task, { maxLength: 3 }) }, json),
  });
  const day = fc.oneof({ weight: 5, arbitrary: fc.integer({ min: -5, max: 60 }) }, fc.double(), json);
  const anyPhase = part({
    phaseId: word,
    phaseName: word,
    title: word,
    dayRange: fc.oneof({ weight: 8, arbitrary: fc.record({ start: day, end: day }) }, json),
    activities: fc.oneof({ weight: 5, arbitrary: fc.array(anyActivity, { maxLength: 3 }) }, json),
  });
  const plainPhase = {
    title: "B",
    dayRange: { start: 0, end: 1 },
    activities: [{ title: "C", tasks: [] }],
  };
  const anyPhases = fc
    .tuple(fc.array(anyPhase, { maxLength: 1 }), fc.integer({ min: 0, max: 3 }))
    .map(([some, plain]) => (plain > 0 ? [...some, plainPhase] : some));
  const anyProgram = part({
    programName: word,
    description: word,
    tags: fc.oneof(fc.array(word), json),
    baselineEvent: fc.oneof(part({ name: word }), json),
    phases: fc.oneof({ weight: 8, arbitrary: anyPhases }, json),
  });

  it("is read, or refused with a place, as text and as an object alike; the result has unique ids and reads again as the same", () => {
    let read = 0;
    fc.assert(
      fc.property(fc.oneof(anyProgram, json), (value) => {
        const asText = text(value);
        const problems = problemsOf(asText);
        if (typeof value !== "string") expect(problemsOf(JSON.parse(asText))).toEqual(problems);
        if (problems.length > 0) return;
        read += 1;
        const { content, ...rest } = readProgramFile(asText);
        const activities = content.phases.flatMap((each) => each.activities);
        for (const ids of [
          content.phases.map(({ phaseId }) => phaseId),
          activities.map(({ activityId }) => activityId),
          ...activities.map(({ tasks }) => tasks.map(({ taskId }) => taskId)),
        ]) {
          expect(new Set(ids).size).toBe(ids.length);
          for (const id of ids) expect(id.length).toBeGreaterThan(0);
        }
        expect(readProgramFile(text({ ...rest, ...content }))).toEqual({ ...rest, content });
      }),
      { numRuns: 3000 },
    );
    expect(read).toBeGreaterThan(20);
  });
});

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PHOTO_MESSAGES } from "../../features/avatars/rules.ts";
import { INVITATION_MESSAGES } from "../../features/members/rules/messages.ts";
import { UPLOAD_MESSAGES } from "../../features/programs/rules.ts";
import type { Key } from "../../lib/words/keys.ts";
import { writeMessage } from "../../lib/words/message.ts";
import type { Values } from "../../lib/words/t.ts";
import { functions } from "../../registry/functions.ts";
import { FUNCTION_ACTIONS } from "../../server/access/permissions.ts";
import { medicationArguments } from "../people.ts";
import { type Service, startService } from "../service.ts";
import { LONG_LIFETIME } from "../tokens.ts";
import { hostileJson, hostileRule, nearlyValid } from "./arbitrary.ts";
import { CALLS } from "./calls.ts";
import type { Principal } from "./expected.ts";
import { makeWorld, type World } from "./world.ts";
import { noteChanges } from "./written_tables.ts";

let service: Service;
let world: World;
let tokens: Record<string, string>;
let changedTables: () => Promise<string[]>;
beforeAll(async () => {
  service = await startService();
  world = await makeWorld(service);
  changedTables = await noteChanges(service.database);
  tokens = {
    owner: await service.issuer.tokenFor(world.actors.owner.claims!, LONG_LIFETIME),
    "super admin": await service.issuer.tokenFor(world.actors["super admin"].claims!, LONG_LIFETIME),
    invitee: await service.issuer.tokenFor(world.actors.invitee.claims!, LONG_LIFETIME),
  };
});
afterAll(() => service.close());

/**
 * The gate tries the same arguments each time (test/random.ts); `npm run drill -- arguments` tries many others.
 */
const RUNS = Number(process.env.FUZZ_RUNS ?? 8);
/** A call takes milliseconds, on a busy machine tens of them. */
vi.setConfig({ testTimeout: 60_000 + RUNS * 100 });

/** Whoever gets furthest into the function: behind the access check there is more to break. */
function callerOf(name: string): Principal {
  if (name.startsWith("admin")) return "super admin";
  return FUNCTION_ACTIONS[name] === "invitee" ? "invitee" : "owner";
}

type Answer = {
  status: number;
  body: { status: string; errorMessage?: string; errorData?: Record<string, unknown> };
};

async function post(name: string, text: string): Promise<Answer> {
  const response = await fetch(`${service.url}/api/${functions.get(name)!.kind}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${tokens[callerOf(name)]}` },
    body: text,
  });
  const body = await response.text();
  return { status: response.status, body: body.startsWith("{") ? JSON.parse(body) : { status: body } };
}

const call = (name: string, args: unknown) =>
  post(
    name,
    `{"path":${JSON.stringify(name.replace(".", ":"))},"args":${JSON.stringify(args)},"format":"json"}`,
  );

const EXPECTED_CODES = ["invalid", "limit", "access-denied", "unauthenticated", "conflict", "not-found"];

/** Sentences that stand alone, of the specification and with names of formats. */
const SENTENCES = new Set<string>([
  writeMessage(INVITATION_MESSAGES.email),
  writeMessage(UPLOAD_MESSAGES.invalidJson),
  writeMessage(UPLOAD_MESSAGES.noName),
  writeMessage(UPLOAD_MESSAGES.noPhases),
  writeMessage(PHOTO_MESSAGES.type),
  // The client's paginated lists know it by its first word.
  "InvalidCursor: this list has to be read from its beginning",
]);

/** An answer, or a refusal in words for people with a code and the argument that is meant; never more. */
function expectClearAnswer({ status, body }: Answer, args: unknown): void {
  if (body.status === "success") {
    expect(status).toBe(200);
    return;
  }
  expect(status).toBe(560);
  const { code, message, key, values, path, ...others } = body.errorData as {
    code: string;
    message: string;
    key?: Key;
    values?: Values;
    path?: string;
  };
  if (key !== undefined) expect(writeMessage(values ? { key, values } : { key })).toBe(message);
  expect(others).toEqual({});
  expect(EXPECTED_CODES).toContain(code);
  expect(message).toBe(body.errorMessage);
  expect(message).not.toMatch(/\[object|SQL|postgres| at \w+ \(/);
  if (SENTENCES.has(message)) return;
  // A file of a program says where in the file its fault is (decisions, "Programs and recurrence").
  if (path !== "programJson") {
    expect(message).toMatch(/^[A-Z]/);
    // What it quotes is the caller's own.
    expect(message.replace(/".*"/s, "")).not.toMatch(/[a-z][A-Z]|expected|Unrecognized/);
  }
  if (code === "invalid" && args !== null && typeof args === "object" && !Array.isArray(args)) {
    expect(path).toMatch(/^[\w$.[\]-]+/);
  }
}

/** Refused calls leave every table as it was. */
async function expectNoChangeOnRefusal(name: string, args: unknown): Promise<void> {
  const answer = await call(name, args);
  expectClearAnswer(answer, args);
  if (functions.get(name)!.kind === "query") return;
  const changed = await changedTables();
  if (answer.body.status !== "success") expect(changed).toEqual([]);
}

/** Calls the function with many arguments, one after the other. */
async function expectClearAnswers(name: string, args: fc.Arbitrary<unknown>, numRuns: number): Promise<void> {
  // Those of the calls that prepared this.
  await changedTables();
  await fc.assert(
    fc.asyncProperty(args, (some) => expectNoChangeOnRefusal(name, some)),
    { numRuns },
  );
}

it("notes rows that are made, changed and removed, and nothing that is rolled back or stays as it is", async () => {
  const { pool } = service.database;
  await changedTables();
  const { rows } = await pool.query("update notes set title = title || '!' returning id");
  expect(rows.length).toBeGreaterThan(0);
  expect(await changedTables()).toEqual(["notes"]);
  await pool.query("update notes set title = title");
  await pool.query("do $$ begin delete from notifications; raise 'back'; exception when others then end $$");
  expect(await changedTables()).toEqual([]);
  await pool.query("update notes set title = left(title, -1)");
  expect(await changedTables()).toEqual(["notes"]);
  expect(await changedTables()).toEqual([]);
});

describe.each([...functions.keys()])("%s", (name) => {
  const someCase = Object.keys(CALLS[name]!.cases)[0]!;

  it("answers arbitrary arguments clearly and changes nothing when it refuses", async () => {
    await expectClearAnswers(name, hostileJson, Math.ceil(RUNS / 4));
  });

  it("answers nearly valid arguments clearly and changes nothing when it refuses", async () => {
    const valid = await CALLS[name]!.cases[someCase]!(world, callerOf(name));
    await expectClearAnswers(name, nearlyValid(valid), RUNS);
  });

  it("survives arguments nested 100,000 deep", async () => {
    const deep = `${'{"a":['.repeat(100_000)}${"]}".repeat(100_000)}`;
    const answer = await post(name, `{"path":"${name.replace(".", ":")}","args":${deep},"format":"json"}`);
    expectClearAnswer(answer, {});
    expect(answer.body.status).toBe("error");
  });
});

describe("notes.createNote with medications", () => {
  it("answers nearly valid lists clearly and changes nothing when it refuses", async () => {
    const row = { genericName: "Ramipril", dosage: "5 mg", compliance: "good" };
    const metadata = {
      photoTranscripts: ["x"],
      processingSteps: [{ step: "read", timestamp: 1, status: "done" }],
    };
    const { content, ...fields } = medicationArguments(world.diaryId, [row, { genericName: "Metformin" }]);
    const valid = { ...fields, isEncrypted: true, content: { ...content, metadata } };
    expect((await call("notes.createNote", valid)).body).toMatchObject({ status: "success" });
    await expectClearAnswers("notes.createNote", nearlyValid(valid), RUNS);
  });
});

describe("programs.createProgramFromUpload with an object", () => {
  it("answers nearly valid programs clearly and changes nothing when it refuses", async () => {
    const programJson = {
      programName: "After a hip operation",
      tags: ["hip"],
      baselineEvent: { name: "Operation" },
      phases: [
        {
          phaseName: "First week",
          dayRange: { start: 0, end: 6 },
          activities: [
            {
              activityId: "walk",
              title: "Walk",
              isRecurring: true,
              recurrence: { pattern: "weekly", weekly: { byWeekdays: ["MO"] } },
              contraindicators: ["Dizziness"],
              tasks: [{ taskId: "ten", title: "Ten minutes" }],
            },
          ],
        },
      ],
    };
    const valid = { diaryId: world.diaryId, programJson };
    expect((await call("programs.createProgramFromUpload", valid)).body).toMatchObject({ status: "success" });
    await expectClearAnswers("programs.createProgramFromUpload", nearlyValid(valid), RUNS);
  });
});

/** One recurrence of each pattern. */
const RECURRENCES = [
  { pattern: "one-time" },
  { pattern: "interval", interval: { every: 2, unit: "day" } },
  { pattern: "frequency", frequency: { times: 3, per: 1, unit: "week" } },
  { pattern: "weekly", weekly: { byWeekdays: ["MO", "TH"] } },
  { pattern: "monthly", monthly: { byMonthDay: [1, 31] } },
  { pattern: "custom", rrule: "FREQ=WEEKLY;BYDAY=MO" },
];

describe("recurrences, which the functions compute", () => {
  const taskWith = (recurrence: unknown) => ({
    diaryId: world.diaryId,
    title: "Turn her",
    scheduledDay: "2026-11-25",
    dateOnly: true,
    recurrence,
  });
  const activationWith = async (recurrence: unknown) => {
    const valid = await CALLS["programs.activateProgram"]!.cases["the notebook's program"]!(world, "owner");
    return { ...valid, selectedActivities: [{ activityId: "walk", isActivated: true, recurrence }] };
  };

  it("of a task and of an activation are refused clearly or accepted, whatever rule they have", async () => {
    await changedTables();
    await fc.assert(
      fc.asyncProperty(hostileRule, async (rrule) => {
        const recurrence = { pattern: "custom", rrule };
        await expectNoChangeOnRefusal("tasks.createTask", taskWith(recurrence));
        await expectNoChangeOnRefusal("programs.activateProgram", await activationWith(recurrence));
      }),
      { numRuns: RUNS * 4 },
    );
  });

  it.each(RECURRENCES)("of the pattern $pattern, nearly valid, are answered clearly", async (recurrence) => {
    expect((await call("tasks.createTask", taskWith(recurrence))).body).toMatchObject({ status: "success" });
    await expectClearAnswers("tasks.createTask", nearlyValid(taskWith(recurrence)), RUNS);
    await expectClearAnswers("programs.activateProgram", nearlyValid(await activationWith(recurrence)), RUNS);
  });

  it("of a program's file are refused with their place or accepted, whatever rule they have", async () => {
    const programWith = (rrule: string) => ({
      diaryId: world.diaryId,
      programJson: {
        programName: "Walks",
        phases: [
          {
            phaseName: "First",
            dayRange: { start: 0, end: 60 },
            activities: [
              {
                activityId: "walk",
                title: "Walk",
                isRecurring: true,
                recurrence: { pattern: "custom", rrule },
              },
            ],
          },
        ],
      },
    });
    await changedTables();
    await fc.assert(
      fc.asyncProperty(hostileRule, (rrule) =>
        expectNoChangeOnRefusal("programs.createProgramFromUpload", programWith(rrule)),
      ),
      { numRuns: RUNS * 2 },
    );
  });
});

describe("parameters of exports, which each kind reads by its own schema", () => {
  it.each(Object.keys(CALLS["exports.createExport"]!.cases))("are answered clearly: %s", async (which) => {
    const valid = await CALLS["exports.createExport"]!.cases[which]!(world, "owner");
    await expectClearAnswers("exports.createExport", nearlyValid({ parameters: {}, ...valid }), RUNS);
  });
});

describe("text that can't be stored", () => {
  it.each([
    ["title", "a\u0000b"],
    ["title", "\ud800"],
    ["content", "a\u0000b"],
    ["content", "half a \ud83d smile"],
    ["tags.0", "\u0000"],
  ])("is refused with the name of the field: %s", async (field, text) => {
    const valid = (await CALLS["notes.createNote"]!.cases["in the notebook"]!(world, "owner")) as object;
    const args = { ...valid, [field.split(".")[0]!]: field === "tags.0" ? [text] : text };
    const { body } = await call("notes.createNote", args);
    expect(body.errorData).toEqual({
      code: "invalid",
      message: expect.stringMatching(
        /^The (title|text|tags \(entry 1\)) has characters that can't be stored$/,
      ),
      path: field,
    });
  });
});

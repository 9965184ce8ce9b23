import { type FunctionReference, makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getKinds } from "../../features/exports/server/public.ts";
import { functions } from "../../registry/functions.ts";
import { rooms } from "../../registry/rooms.ts";
import { api } from "../people.ts";
import { type Service, startService } from "../service.ts";
import { spec } from "../spec.ts";
import { refusalWord, secretsIn } from "./answers.ts";
import { CALLS } from "./calls.ts";
import {
  EXPECTED,
  type Expectation,
  PRINCIPALS,
  type Principal,
  VISIBLE_SECRETS,
  wordsOf,
} from "./expected.ts";
import { EXPORT_KINDS } from "./export_calls.ts";
import { EXPORT_KINDS_EXPECTED } from "./export_expected.ts";
import { makeWorld, type World } from "./world.ts";
import { noteChanges } from "./written_tables.ts";

let service: Service;
let world: World;
let changedTables: () => Promise<string[]>;
beforeAll(async () => {
  service = await startService();
  changedTables = await noteChanges(service.database);
  // Reads and writes have a notebook each, so that what is written is never among what is read.
  world = await makeWorld(service);
});
afterAll(() => service.close());

const reference = <Kind extends "query" | "mutation" | "action">(name: string) =>
  makeFunctionReference(name.replace(".", ":")) as unknown as FunctionReference<Kind>;

const ofKind = (...kinds: ("query" | "mutation" | "action")[]) =>
  Object.entries(EXPECTED).filter(([name]) => kinds.includes(functions.get(name)!.kind));

it("covers every registered function, and no other", () => {
  expect(Object.keys(EXPECTED).sort()).toEqual([...functions.keys()].sort());
  expect(Object.keys(CALLS).sort()).toEqual([...functions.keys()].sort());
});

it("has a row for every case of a call, and a case for every row", () => {
  const titles = (table: Record<string, object>) => Object.keys(table).sort();
  for (const [name, { cases }] of Object.entries(CALLS))
    expect(titles(cases), name).toEqual(titles(EXPECTED[name]!));
});

it("covers every registered kind of export, and no other", () => {
  const registered = [...getKinds(rooms).keys()].sort();
  expect(Object.keys(EXPORT_KINDS).sort()).toEqual(registered);
  expect(Object.keys(EXPORT_KINDS_EXPECTED).sort()).toEqual(registered);
});

/** The calls that the table expects to be answered, not refused with `refusals`, for a principal. */
const answeredTo = (principal: Principal, ...refusals: string[]) =>
  Object.entries(EXPECTED)
    .filter(([, cases]) =>
      Object.values(cases).some((row) =>
        wordsOf(row).some(([whom, word]) => whom === principal && !refusals.includes(word)),
      ),
    )
    .map(([name]) => name);

it("answers nobody who isn't signed in or isn't known, but on an invitation's page and to become known", {
  tags: spec("CORE-002 CORE-003"),
}, () => {
  expect(answeredTo("anonymous", "signin")).toEqual(["invitations.getInvitationByToken"]);
  // To somebody unknown, `getCurrentUser` answers null.
  expect(answeredTo("token without user", "signin", "unknown")).toEqual([
    "users.syncUser",
    "users.getCurrentUser",
    "invitations.getInvitationByToken",
  ]);
});

it("lets an administrator of the platform change programs and leave traces in the audit log, no more than others", {
  tags: spec("WORK-583 WORK-584"),
}, () => {
  const writesOf = (principal: Principal) =>
    new Map(
      ofKind("mutation", "action").flatMap(([name, cases]) =>
        Object.entries(cases)
          .filter(([, row]) => wordsOf(row).some(([whom, word]) => whom === principal && word === "done"))
          .map(([title, { changes }]) => [`${name}, ${title}`, changes] as const),
      ),
    );
  const everybodys = writesOf("outsider");
  for (const admin of ["platform admin", "super admin"] as const) {
    const more = [...writesOf(admin)].filter(([call]) => !everybodys.has(call));
    expect(Object.fromEntries(more)).toEqual({
      "admin.recordTableOpening, a table": ["admin_openings", "audit_events"],
      "admin.updateProgramAdmin, a program of a notebook": ["audit_events", "programs"],
      "attachments.getAttachmentUrl, everyone's note": ["audit_events"],
      "attachments.getAttachmentUrl, the team's note": ["audit_events"],
      "attachmentsActions.getAttachmentUrl, everyone's note": ["audit_events"],
      "attachmentsActions.getAttachmentUrl, the team's note": ["audit_events"],
    });
  }
});

/** The letters of the secrets that each principal met, in answers and errors. */
const learned = new Map(PRINCIPALS.map((principal) => [principal, new Set<string>()]));

/** Whoever holds an invitation's link is shown the notebook's name by it; the others don't hold it. */
const LINKS = new Set(["the invitee's link", "an open link"]);

/** Calls a function in one case as a principal, and searches what comes back for secrets. */
async function ask(title: string, principal: Principal, call: () => Promise<unknown>) {
  const learn = (answer: unknown) => {
    if (LINKS.has(title) && principal !== "invitee") return;
    for (const letter of secretsIn(answer)) learned.get(principal)!.add(letter);
  };
  try {
    const result = await call();
    learn(result);
    return result;
  } catch (error) {
    learn([String(error), (error as Error).stack, (error as { data?: unknown }).data]);
    throw error;
  }
}

/**
 * The arguments of a case for one principal after the other. What a case prepares serves all of them, unless it differs
 * by principal or was used up.
 */
function argumentsOf(name: string, title: string) {
  const prepare = CALLS[name]!.cases[title]!;
  const differs = prepare.length > 1;
  let prepared: ReturnType<typeof prepare> | null = null;
  return {
    async for(principal: Principal) {
      if (differs) prepared = null;
      prepared ??= prepare(world, principal);
      return prepared;
    },
    usedUp() {
      prepared = null;
    },
  };
}

/** The answer of a read in the sweep's words. */
async function read(name: string, principal: Principal, call: () => Promise<unknown>): Promise<string> {
  try {
    const result = await call();
    return result === null ? "null" : (CALLS[name]!.summarize?.(result, world, principal) ?? "answered");
  } catch (error) {
    return refusalWord(error);
  }
}

/** What the answers to a principal show; together they are the whole table of who may read what. */
const READS = [
  ["anonymous", "@CORE-002 @CORE-005 @CORE-616 @CORE-617 @CORE-618 @CORE-619 @CORE-620"],
  ["token without user", "@CORE-003 @CORE-004 @CORE-006 @CORE-616 @CORE-617 @CORE-618 @CORE-619 @CORE-620"],
  ["outsider", "@CORE-621 @CORE-623"],
  ["removed member", "@CORE-621 @CORE-623"],
  ["viewer", "@CORE-607 @CORE-613 @CORE-625 @CORE-626"],
  ["caregiver", "@CORE-604 @CORE-613 @CORE-624 @CORE-625"],
  ["admin", "@CORE-613 @CORE-624"],
  ["owner", "@CORE-597 @CORE-613 @CORE-624"],
] as const satisfies [Principal, string][];

describe.each(ofKind("query"))("%s shows each principal only what they may see", (name, cases) => {
  it.each(Object.entries(cases))("%s", async (title, expected) => {
    const prepared = argumentsOf(name, title);
    const answers = await Promise.all(
      PRINCIPALS.map(async (principal) => {
        const args = await prepared.for(principal);
        const { http } = world.actors[principal];
        const call = () => http.query(reference<"query">(name), args);
        return [principal, await read(name, principal, () => ask(title, principal, call))] as const;
      }),
    );
    const given = new Map(answers);
    const required = new Map(wordsOf(expected));
    for (const [principal, lines] of READS)
      expect.soft(given.get(principal), `${principal} ${lines}`).toBe(required.get(principal));
    expect(Object.fromEntries(given)).toEqual(Object.fromEntries(required));
  });
});

const hasChanged = (word: string) => word === "done" || word.includes("changed");

/** What a write did, in the sweep's words: refusals must change nothing, success exactly what is expected. */
async function write(
  name: string,
  principal: Principal,
  { changes: ofAll = [], changesFor }: Pick<Expectation, "changes" | "changesFor">,
  call: () => Promise<unknown>,
): Promise<string> {
  const changes = changesFor?.[principal] ?? ofAll;
  // What prepared the call.
  await changedTables();
  let word: string;
  try {
    const result = await call();
    const changed = await changedTables();
    if (changed.length === 0) return "same";
    word = changed.join() === changes.join() ? "done" : `changed ${changed.join()}`;
    const { rows } = await service.database.pool.query(CALLS[name]!.effect!, [
      result,
      world.actors[principal].userId,
    ]);
    expect(rows, `the effect of ${name} for ${principal}`).toEqual([{ ok: true }]);
    return word;
  } catch (error) {
    word = refusalWord(error);
    const changed = await changedTables();
    return changed.length === 0 ? word : `${word} but changed ${changed.join()}`;
  }
}

/** What the answers to a principal's writes show. */
const WRITES = [
  ["anonymous", "@CORE-002 @CORE-005 @CORE-616 @CORE-617 @CORE-618 @CORE-619 @CORE-620"],
  ["token without user", "@CORE-003 @CORE-006 @CORE-616 @CORE-617 @CORE-618 @CORE-619 @CORE-620"],
  ["outsider", "@CORE-622 @CORE-623"],
  ["removed member", "@CORE-622 @CORE-623"],
  ["viewer", "@CORE-608"],
  ["caregiver", "@CORE-605 @CORE-606 @CORE-609"],
  ["admin", "@CORE-603"],
  ["owner", "@CORE-597 @CORE-598"],
] as const satisfies [Principal, string][];

describe.each(ofKind("mutation", "action"))(
  "%s changes only what the principal may change",
  (name, cases) => {
    it.each(Object.entries(cases))("%s", async (title, expected) => {
      const answers: [Principal, string][] = [];
      const prepared = argumentsOf(name, title);
      for (const [principal] of wordsOf(expected)) {
        const args = await prepared.for(principal);
        const { http } = world.actors[principal];
        const call = () =>
          functions.get(name)!.kind === "action"
            ? http.action(reference<"action">(name), args)
            : http.mutation(reference<"mutation">(name), args);
        const word = await write(name, principal, expected, () => ask(title, principal, call));
        answers.push([principal, word]);
        const isLast = answers.length === PRINCIPALS.length;
        // What changed nothing leaves what was prepared to the next principal.
        if (hasChanged(word) || isLast) {
          await CALLS[name]!.undo?.(world, principal);
          prepared.usedUp();
        }
      }
      const given = new Map(answers);
      const required = new Map(wordsOf(expected));
      for (const [principal, lines] of WRITES)
        expect.soft(given.get(principal), `${principal} ${lines}`).toBe(required.get(principal));
      expect(Object.fromEntries(given)).toEqual(Object.fromEntries(required));
    });
  },
);

describe("queries of all principals at once over the socket", () => {
  it("answer the same as over HTTP", {
    tags: spec("CORE-002 CORE-003 CORE-597 CORE-604 CORE-607 CORE-621 CORE-624 CORE-625 CORE-626"),
  }, async () => {
    const fresh = await makeWorld(service);
    const before = world;
    world = fresh;
    const answers: Record<string, string> = {};
    const expected: Record<string, string> = {};
    const clients = new Map(
      Object.entries(fresh.actors).map(([principal, { claims }]) => [
        principal as Principal,
        service.connect(claims ?? undefined),
      ]),
    );
    const { subject, email, name: ownName } = fresh.actors.owner.claims!;
    const waitForWrites = () =>
      clients
        .get("owner")!
        .mutation(api.users.syncUser, { clerkUserId: subject, email: email!, name: ownName! });
    for (const [name, cases] of ofKind("query")) {
      // One function at a time: who isn't signed in may hold 20 live queries.
      const calls = await Promise.all(
        Object.entries(cases).flatMap(([title, row]) => {
          const prepared = argumentsOf(name, title);
          return wordsOf(row).map(async ([principal, word]) => {
            const key = `${name}, ${title}: ${principal}`;
            expected[key] = word;
            return { key, title, principal, args: await prepared.for(principal) };
          });
        }),
      );
      // The cases write rows in plain SQL, which a read that already runs misses; every read after this mutation sees them.
      await waitForWrites();
      const asked = calls.map(async ({ key, title, principal, args }) => {
        const call = () => clients.get(principal)!.query(reference<"query">(name), args);
        answers[key] = await read(name, principal, () => ask(title, principal, call));
      });
      await Promise.all(asked);
    }
    world = before;
    expect(answers).toEqual(expected);
  });
});

it("tells nobody a secret of others in any answer or error", {
  tags: spec("CORE-607 CORE-621 CORE-624 CORE-625 CORE-626"),
}, () => {
  // Members also meet all that they may learn, or this test would look in the wrong place.
  const letters = (text: Iterable<string>) => [...text].sort().join("");
  const found = [...learned].map(([principal, secrets]) => [principal, letters(secrets)]);
  const visible = PRINCIPALS.map((principal) => [principal, letters(VISIBLE_SECRETS[principal])]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(visible));
});

import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { api, careTeam, noteArguments, type TestPerson } from "../people.ts";
import { seededRandom } from "../random.ts";
import { type Service, startService } from "../service.ts";
import { type ClientClock, holdClientClock } from "./client_clock.ts";
import { addressOf, proxyTo } from "./proxies.ts";
import { RawClient, type View } from "./raw_client.ts";
import { eventually } from "./waiting.ts";

const random = seededRandom();

let service: Service;
let other: Service;
let clock: ClientClock;
beforeAll(async () => {
  service = await startService();
  other = await service.startSecondNode();
  clock = holdClientClock({ reconnectsSoon: true });
});
afterAll(async () => {
  clock.restore();
  await service.close();
});

/** More at once: `SYNC_HISTORIES=100`. */
const HISTORIES = Number(process.env.SYNC_HISTORIES ?? 4);

const NAMES = ["owner", "admin", "caregiver", "viewer"] as const;
type Name = (typeof NAMES)[number];
const VISIBILITIES = ["private", "team", "extended"] as const;
type Visibility = (typeof VISIBILITIES)[number];
type Note = { author: string; visibility: Visibility; title: string };

/** One thing that happens; each person's writes go one after the other, people beside each other. */
type Step =
  | { do: "create"; who: Name; visibility: Visibility }
  | { do: "edit"; who: Name; which: number; visibility: Visibility }
  | { do: "role"; role: "admin" | "member" | "extended" }
  | { do: "cut"; who: Name; how: "rst" | "fin" }
  | { do: "pause"; answers: number };

const who = fc.constantFrom(...NAMES);
const visibility = fc.constantFrom(...VISIBILITIES);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant("create" as const), who, visibility }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("edit" as const), who, which: fc.nat(20), visibility }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("role" as const),
      role: fc.constantFrom("admin", "member", "extended"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("cut" as const), who, how: fc.constantFrom("rst", "fin") }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("pause" as const), answers: fc.nat(4) }) },
);

const seesTeam = (role: string) => role !== "extended";

/** What the rules of visibility let somebody see (decisions, Roles), written anew. */
const isVisible = (userId: string, role: string, note: Note) =>
  note.author === userId
    ? note.visibility !== "team" || seesTeam(role)
    : note.visibility === "extended" || (note.visibility === "team" && seesTeam(role));

it(
  "S1 S4 S5 S6 rules 1 to 7 agree with a model in random histories of four people on two nodes, with broken connections and changing roles",
  async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60 }), runHistory), {
      numRuns: HISTORIES,
      verbose: 1,
    });
  },
  60_000 + HISTORIES * 10_000,
);

async function runHistory(steps: Step[]): Promise<void> {
  const { diaryId, ...team } = await careTeam(service);
  const people = Object.fromEntries(NAMES.map((name) => [name, team[name]])) as Record<Name, TestPerson>;
  const problems: string[] = [];
  const observers = await Promise.all(
    NAMES.flatMap((name) =>
      [service, other].map((node) => observe(node.url, people[name], diaryId, problems)),
    ),
  );
  const lines = Object.fromEntries(
    await Promise.all(NAMES.map(async (name, i) => [name, await proxyTo(i % 2 ? other.url : service.url)])),
  ) as Record<Name, Awaited<ReturnType<typeof proxyTo>>>;
  const clients = Object.fromEntries(
    NAMES.map((name) => [name, service.connect(people[name], { url: lines[name].url })]),
  ) as Record<Name, ReturnType<Service["connect"]>>;
  const shown = Object.fromEntries(NAMES.map((name) => [name, [] as string[]])) as Record<Name, string[]>;
  for (const name of NAMES) {
    clients[name].onUpdate(api.notes.listNotes, { diaryId }, (notes) => {
      shown[name] = notes.map(({ title, visibility: level }) => `${title} ${level}`).sort();
    });
  }

  /** What each person's accepted writes were, in order: `note title visibility`. */
  const accepted: string[] = [];
  const created: { id: string; author: Name }[] = [];
  const pending: Promise<unknown>[] = [];
  let count = 0;
  let answered = 0;
  for (const each of steps) {
    if (each.do === "pause") {
      const enough = Math.min(answered + each.answers, pending.length);
      await eventually(() => answered >= enough);
    } else if (each.do === "cut") {
      const { proxy } = lines[each.who];
      proxy.target = addressOf(random() < 0.5 ? service.url : other.url);
      proxy.cut(each.how);
    } else if (each.do === "role") {
      // Only the caregiver's role changes; it is what the observers' bounds are about.
      await service.database.pool.query("update members set role = $3 where diary_id = $1 and user_id = $2", [
        diaryId,
        people.caregiver.userId,
        each.role,
      ]);
    } else if (each.do === "create") {
      const title = `n${count++}`;
      const fields = noteArguments(diaryId, { title, visibility: each.visibility });
      const done = clients[each.who].mutation(api.notes.createNote, fields).then(
        (id) => {
          created.push({ id, author: each.who });
          accepted.push(`${id} ${title}`);
        },
        (error) => expectDenied(error, problems),
      );
      pending.push(done.finally(() => answered++));
    } else if (created.length > 0) {
      const { id } = created[each.which % created.length]!;
      const title = `n${count++}`;
      const {
        diaryId: _,
        type: __,
        ...fields
      } = noteArguments(diaryId, { title, visibility: each.visibility });
      const done = clients[each.who].mutation(api.notes.updateNote, { ...fields, noteId: id }).then(
        () => accepted.push(`${id} ${title}`),
        (error) => expectDenied(error, problems),
      );
      pending.push(done.finally(() => answered++));
    }
  }
  await Promise.all(pending);

  const { pool } = service.database;
  const written = await pool.query(
    `select note_id as id, version, title from note_versions where diary_id = $1
     union all select id, version, title from notes where diary_id = $1 order by id, version`,
    [diaryId],
  );
  const stored = written.rows.map(({ id, title }) => `${id} ${title}`);
  // No accepted write lost or doubled, none that was refused.
  expect([...stored].sort()).toEqual([...accepted].sort());
  // Each person's writes to a note in the order in which they were made: titles are numbered by it.
  const writers = await pool.query(
    `select note_id as id, version, title, written_by as by from note_versions where diary_id = $1
     union all select id, version, title, updated_by from notes where diary_id = $1 order by id, version`,
    [diaryId],
  );
  const lastOf = new Map<string, number>();
  for (const { id, title, by } of writers.rows) {
    const number = Number(title.slice(1));
    expect(number).toBeGreaterThan(lastOf.get(`${id} ${by}`) ?? -1);
    lastOf.set(`${id} ${by}`, number);
  }

  // At rest everybody sees exactly what the rules give them, on both nodes and through the line that broke.
  const { rows: notes } = await pool.query(
    "select title, visibility, created_by as author from notes where diary_id = $1",
    [diaryId],
  );
  const { rows: members } = await pool.query("select user_id, role from members where diary_id = $1", [
    diaryId,
  ]);
  for (const name of NAMES) {
    const { userId } = people[name];
    const { role } = members.find((member) => member.user_id === userId)!;
    const expected = (notes as Note[])
      .filter((note) => isVisible(userId, role, note))
      .map(({ title, visibility: level }) => `${title} ${level}`)
      .sort();
    const same = (list: string[]) => JSON.stringify(list) === JSON.stringify(expected);
    await eventually(
      () => same(shown[name]),
      undefined,
      () => `${name} shows ${shown[name]}, not ${expected}`,
    );
    for (const observer of observers.filter((each) => each.userId === userId)) {
      await eventually(
        () => same(observer.shown()),
        undefined,
        () => `observer of ${name} shows ${observer.shown()}, not ${expected}`,
      );
    }
  }
  await Promise.all(observers.map((observer) => observer.close()));
  expect(problems).toEqual([]);
  await Promise.all(NAMES.flatMap((name) => [clients[name].close(), lines[name].proxy.close()]));
}

function expectDenied(error: { data?: { code?: string } }, problems: string[]): void {
  if (error.data?.code !== "access-denied") problems.push(`unexpected failure: ${error}`);
}

/** A client that judges every transition: one snapshot, nothing that the role of that snapshot forbids. */
async function observe(url: string, person: TestPerson, diaryId: string, problems: string[]) {
  const client = await RawClient.open(url, { token: await service.issuer.tokenFor(person) });
  client.onView = (view: View) => {
    const [notes, diary, members] = [0, 1, 2].map((id) => view.get(id)) as [
      { title: string; visibility: Visibility; creatorId: string }[],
      { noteCount: number; userRole: string },
      { userId: string; role: string }[],
    ];
    if (!notes || !diary || !members) return;
    const role = members.find(({ userId }) => userId === person.userId)!.role;
    if (diary.userRole !== role) problems.push(`torn: role ${diary.userRole} beside ${role}`);
    if (diary.noteCount !== notes.length)
      problems.push(`torn: ${diary.noteCount} notes beside ${notes.length}`);
    for (const { title, visibility: level, creatorId } of notes) {
      if (!isVisible(person.userId, role, { title, visibility: level, author: creatorId })) {
        problems.push(`${person.name} as ${role} saw ${title}, ${level}`);
      }
    }
  };
  client.add(
    { queryId: 0, udfPath: "notes:listNotes", args: { diaryId } },
    { queryId: 1, udfPath: "diaries:getDiary", args: { diaryId } },
    { queryId: 2, udfPath: "members:listMembers", args: { diaryId } },
  );
  await client.until(() => client.values.size === 3);
  return {
    userId: person.userId,
    shown: () =>
      (client.values.get(0) as { title: string; visibility: string }[])
        .map(({ title, visibility: level }) => `${title} ${level}`)
        .sort(),
    close: async () => {
      problems.push(...client.violations);
      await client.close();
    },
  };
}

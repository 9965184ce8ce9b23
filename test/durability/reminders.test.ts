import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { trustedCertificate } from "../certificate.ts";
import { api, createNotebook, createPerson, type TestPerson } from "../people.ts";
import { type PushService, startPushService } from "../push_service.ts";
import { programEnvironment } from "../server-process.ts";
import { type Service, startService } from "../service.ts";

/** How many nodes are killed; `REMINDER_KILLS=100` is the long drill. */
const KILLS = Number(process.env.REMINDER_KILLS ?? 10);
const NODES = 3;
const PEOPLE = 8;
/** Tasks become due all the time, so that each kill comes while something is planned and sent. */
const PER_SECOND = 40;
const SECONDS = 4 + KILLS;

let service: Service;
let push: PushService;
let directory: string;
const running = new Set<ChildProcess>();
beforeAll(async () => {
  push = await startPushService({ delayMs: 50 });
  service = await startService({ outgoing: { pushHosts: [push.host], allow: ["127.0.0.1"] } });
  directory = await mkdtemp(join(tmpdir(), "carediary-reminders-"));
  await writeFile(join(directory, "ca.pem"), trustedCertificate().cert);
});
afterAll(async () => {
  for (const child of running) child.kill("SIGKILL");
  await service.close();
  await push.close();
  await rm(directory, { recursive: true });
});

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

function startNode(): { child: ChildProcess; isReady: Promise<unknown> } {
  const { connectionString } = service.database.pool.options as { connectionString: string };
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "reminding.ts"), connectionString, push.host],
    {
      env: { ...programEnvironment(), NODE_EXTRA_CA_CERTS: join(directory, "ca.pem") },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  running.add(child);
  child.once("exit", () => running.delete(child));
  return { child, isReady: once(child.stdout!, "data") };
}

async function addTasks(diaryId: string, people: TestPerson[]): Promise<number> {
  const count = PER_SECOND * SECONDS;
  await sql(
    `insert into tasks (id, diary_id, title, created_by, assigned_to, scheduled_date)
     select gen_random_uuid(), $1, 'Walk', $2, ($3::uuid[])[1 + n % $4], now() + interval '2 seconds' + n * interval '1 second' / $5
       from generate_series(1, $6) n`,
    [diaryId, people[0]!.userId, people.map(({ userId }) => userId), people.length, PER_SECOND, count],
  );
  return count;
}

it(`no reminder is lost or planned twice while ${KILLS} nodes are killed`, {
  timeout: 120_000 + KILLS * 8_000,
}, async () => {
  const people: TestPerson[] = [];
  for (let n = 0; n < PEOPLE; n++) people.push(await createPerson(service, `Person ${n}`));
  const diaryId = await createNotebook(people[0]!);
  for (const { userId } of people.slice(1))
    await sql(
      "insert into members (id, diary_id, user_id, role) values (gen_random_uuid(), $1, $2, 'member')",
      [diaryId, userId],
    );
  for (const { http } of people)
    await http.action(api.notifications.addPushDevice, { ...push.subscribe(), label: "phone" });
  const nodes = Array.from({ length: NODES }, startNode);
  await Promise.all(nodes.map(({ isReady }) => isReady));
  const tasks = await addTasks(diaryId, people);

  for (let kill = 0; kill < KILLS; kill++) {
    await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 900));
    const index = Math.floor(Math.random() * NODES);
    const { child } = nodes[index]!;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    nodes[index] = startNode();
  }
  await Promise.all(nodes.map(({ isReady }) => isReady));

  const left = async () =>
    (
      await sql(
        `select (select count(*) from tasks t where not exists (select from notifications n where n.subject_id = t.id))::int
                + (select count(*) from notification_deliveries where outcome is null)::int as n`,
      )
    )[0].n;
  // What a killed node had claimed is free after two minutes; the test doesn't wait for them.
  const freeClaims = () =>
    sql(
      `update notification_deliveries set next_attempt_at = now()
          where outcome is null and leased_until < now() + interval '90 seconds'`,
    );
  await expect
    .poll(() => freeClaims().then(left), { timeout: 90_000 + KILLS * 4_000, interval: 500 })
    .toBe(0);

  const [{ planned, twice }] = await sql(
    `select count(*)::int as planned, count(*) - count(distinct (subject_id, due_at, user_id)) as twice from notifications`,
  );
  expect([planned, Number(twice)]).toEqual([tasks, 0]);
  const tags = push.received.map(({ text }) => JSON.parse(text).notification.tag as string);
  const ids = (await sql("select id from notifications")).map(({ id }) => id as string);
  // None is lost, and what came twice has the tag of the first, so it takes its place.
  expect(new Set(tags)).toEqual(new Set(ids));
  expect(push.refusals).toEqual([]);
  process.stdout.write(
    `${KILLS} kills: ${tasks} reminders, ${tags.length - ids.length} came a second time under the same tag\n`,
  );
});

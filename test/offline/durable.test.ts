import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { functions } from "../../registry/functions.ts";
import { dosesOfDay } from "../doses.ts";
import { beginAt } from "../moment.ts";
import { createHttpSender, createOperation, type Envelope } from "../outbox.ts";
import { careTeam } from "../people.ts";
import { everyDayAt, planOf, whenNeeded } from "../plans.ts";
import type { Service } from "../service.ts";

const startService = beginAt();

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

/** The operations as the builds of former days send them; a new one for each release, none is ever changed. */
const GOLDEN = join(import.meta.dirname, "golden");
const BUILDS = readdirSync(GOLDEN).sort();
const readBuild = (file: string): Pick<Envelope, "path" | "args">[] =>
  JSON.parse(readFileSync(join(GOLDEN, file), "utf8"));

/** A team with plans, and a value for each name in the operations of a build. */
async function createWorld() {
  const team = await careTeam(service);
  const { diaryId, owner, caregiver } = team;
  const daily = await planOf(owner, diaryId, "torasemid", everyDayAt("12:20", "12:40"));
  const needed = await planOf(owner, diaryId, "ibuprofen", whenNeeded());
  const { slots } = await dosesOfDay(caregiver, diaryId);
  const findSlot = (time: string) => slots.find(({ slot }) => slot.includes(`T${time}`))!.slot;
  const now = Date.now();
  const values: Record<string, unknown> = {
    ...{ diary: diaryId, owner: owner.userId, daily, needed, now },
    ...{ next: findSlot("12:20"), later: findSlot("12:40") },
  };
  const toValue = async (name: string): Promise<unknown> => {
    if (name === "completedAt") {
      const [task] = await sql("select completed_at from tasks where id = $1", [values.task]);
      return (task.completed_at as Date | number | null)?.valueOf() ?? values.completedAt;
    }
    values[name] ??= uuidv7();
    return values[name];
  };
  const fill = async (part: unknown): Promise<unknown> => {
    if (typeof part === "string" && part.startsWith("$")) return toValue(part.slice(1));
    if (Array.isArray(part)) return Promise.all(part.map(fill));
    if (typeof part !== "object" || part === null) return part;
    const entries = Object.entries(part).map(async ([key, value]) => [key, await fill(value)] as const);
    return Object.fromEntries(await Promise.all(entries));
  };
  const send = await createHttpSender(service, caregiver);
  return { ...team, send, fill: (args: object) => fill(args) as Promise<Record<string, unknown>> };
}

const TABLES = [
  "notes",
  "note_versions",
  "comments",
  "tasks",
  "task_series",
  "doses",
  "dose_entries",
  "notifications",
];

/** All rows of a notebook that operations write, without the time of the last write. */
const readState = async (diaryId: string) =>
  Promise.all(
    TABLES.map(async (table) => [
      table,
      await sql(`select to_jsonb(t) - 'updated_at' as row from ${table} t where diary_id = $1 order by 1`, [
        diaryId,
      ]),
    ]),
  );

describe.each(BUILDS)("operations of the build %s", (build) => {
  it("all succeed, and end in the same state and answer when they come again from another outbox", async () => {
    const { diaryId, send, fill } = await createWorld();
    const outboxId = randomUUID();
    const sent: Envelope[] = [];
    for (const { path, args } of readBuild(build)) {
      const n = sent.length + 1;
      const operation = createOperation(outboxId, n, path, await fill(args), { acked: n - 1 });
      const first = await send(operation);
      expect(first.answer, `${n} ${path}`).toHaveProperty("value");
      expect(JSON.stringify(first.answer), path).not.toContain("refused");
      const state = await readState(diaryId);
      const again = await send({ ...operation, outboxId: randomUUID(), n: 1, acked: 0, age: 2000 });
      expect(again, `${n} ${path} again`).toEqual({ ...first, isRepeat: false });
      expect(await readState(diaryId), `${n} ${path} again`).toEqual(state);
      sent.push(operation);
    }
  });
});

describe("durable functions", () => {
  const durable = [...functions].filter(([, { isDurable }]) => isDurable).map(([name]) => name);

  it("are these: each stays one for 400 days, as devices may keep its operations", () => {
    expect(durable.sort()).toEqual([
      "comments.createComment",
      "comments.deleteComment",
      "comments.updateComment",
      "doses.correctDose",
      "doses.giveDose",
      "doses.recordDose",
      "doses.skipDose",
      "doses.withdrawDose",
      "notes.createNote",
      "notes.deleteNote",
      "notes.updateNote",
      "tasks.createTask",
      "tasks.setToday",
      "tasks.updateTask",
    ]);
  });

  it("all have operations in the newest build", () => {
    const paths = new Set(readBuild(BUILDS.at(-1)!).map(({ path }) => path.replace(":", ".")));
    expect([...paths].sort()).toEqual(durable.sort());
  });
});

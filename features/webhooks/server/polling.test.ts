import { afterAll, beforeAll, expect, it } from "vitest";
import { SHORT_ID_SQL } from "../../../test/many-notes.ts";
import { type Service, startService } from "../../../test/service.ts";
import { statementsDuring } from "../../../test/statements.ts";
import { claimMessages } from "./claims_data.ts";

const WEBHOOKS = 1_000;

let service: Service;
beforeAll(async () => {
  service = await startService({ outgoing: { allow: ["127.0.0.1"] } });
  await sql(
    `insert into users (id, clerk_user_id, email, name)
     select gen_random_uuid(), 'hooked ' || n, 'hooked-' || n || '@example.org', 'Person'
       from generate_series(1, $1::int) n`,
    [WEBHOOKS],
  );
  await sql(
    `with d as (
       insert into diaries (id, short_id, name, region, created_by)
       select gen_random_uuid(), ${SHORT_ID_SQL}, 'N', 'DE', u.id
         from (select id, (row_number() over (order by id))::int as i from users) u returning id, created_by)
     insert into members (id, diary_id, user_id, role) select gen_random_uuid(), id, created_by, 'owner' from d`,
  );
  await sql(
    `insert into webhooks (id, user_id, name, host, sealed, all_notebooks)
     select gen_random_uuid(), id, 'Display', 'example.org', 'x', true from users`,
  );
}, 120_000);
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

/** Queues a message to each webhook that `where` chooses by its number. */
const queue = (where: string) =>
  sql(
    `insert into webhook_deliveries (webhook_id, diary_id, kind, change, subject_id, role)
     select id, (select d.id from diaries d where d.created_by = w.user_id), 'note', 'insert', gen_random_uuid(), 'owner'
       from (select id, user_id, row_number() over (order by id) as n from webhooks) w where ${where}`,
  );

/** The pages that PostgreSQL touches to find the one message that is due and claim it. */
async function pagesOfLook(): Promise<number> {
  for (let more: unknown = true; more; ) more = await claimMessages(service.database, 60);
  await sql("analyze");
  await queue("n = 1");
  const statements = await statementsDuring(() => claimMessages(service.database, 60));
  expect(statements).toHaveLength(2);
  await queue("n = 2");
  return inTransaction(async (query) => {
    let pages = 0;
    for (const { text, values } of statements) {
      const [row] = await query(`explain (analyze, buffers, format json) ${text}`, values);
      const [{ Plan }] = row["QUERY PLAN"];
      pages += Plan["Shared Hit Blocks"] + Plan["Shared Read Blocks"];
    }
    return pages;
  });
}

async function inTransaction<Result>(work: (query: typeof sql) => Promise<Result>): Promise<Result> {
  const client = await service.database.pool.connect();
  await client.query("begin");
  try {
    return await work(async (text, values) => (await client.query(text, values)).rows);
  } finally {
    await client.query("rollback");
    client.release();
  }
}

it("costs by due messages, not by the number of webhooks or resting ones", async () => {
  const alone = await pagesOfLook();
  expect(alone).toBeLessThan(200);
  await queue("n > 100");
  await sql("update webhooks set failures = 3, paused_until = now() + interval '30 minutes'");
  await sql(
    "update webhooks set failures = 0, paused_until = null where id in (select id from webhooks order by id limit 100)",
  );
  expect(await pagesOfLook()).toBeLessThan(200);
}, 120_000);

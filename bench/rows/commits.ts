import { randomUUID } from "node:crypto";
import pg from "pg";
import type { Environment } from "../environment.ts";
import { insertSql } from "../sql.ts";
import { type Row, round } from "../statistics.ts";

const WRITERS = 32;
const SECONDS = 4;
const ROUNDS = 3;

/**
 * Commits a second of 32 writers when each flush takes 2 ms: the transaction with its change tracking and the hint
 * after it, against the same transaction without hints. The delay is PostgreSQL's own `commit_delay`.
 */
export async function measureCommits(environment: Environment): Promise<Row[]> {
  const admin = new pg.Client({ connectionString: environment.adminConnectionString });
  await admin.connect();
  await setDelay(admin, "2000", "0");
  const { owner } = await environment.notebook(0);
  const rates = { hints: [] as number[], silent: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    rates.silent.push(await commitsPerSecond(environment.connectionString, owner, false));
    rates.hints.push(await commitsPerSecond(environment.connectionString, owner, true));
  }
  await setDelay(admin, "0", "5");
  await admin.end();
  const [hints, silent] = [median(rates.hints), median(rates.silent)];
  return [
    {
      what: `commits/s, 2 ms flush, ${WRITERS} writers: with hints (ours) and without (floor)`,
      ours: String(round(hints, 0)),
      floor: String(round(silent, 0)),
      ratio: round(hints / silent),
      goal: "≥ 0.9 × floor",
      met: hints >= 0.9 * silent,
    },
  ];
}

async function setDelay(admin: pg.Client, delay: string, siblings: string): Promise<void> {
  await admin.query(`alter system set commit_delay = ${delay}`);
  await admin.query(`alter system set commit_siblings = ${siblings}`);
  await admin.query("select pg_reload_conf()");
}

async function commitsPerSecond(
  connectionString: string,
  place: { diaryId: string; userId: string },
  sendsHints: boolean,
): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      const client = new pg.Client({ connectionString });
      await client.connect();
      return client;
    }),
  );
  const hints = new pg.Client({ connectionString });
  await hints.connect();
  await hints.query("listen carediary_bench");
  let pending = false;
  let open = true;
  let hint: Promise<unknown> = Promise.resolve();
  const sendHint = async () => {
    if (pending) return;
    pending = true;
    await new Promise((resolve) => setTimeout(resolve, 5));
    pending = false;
    if (open) hint = hints.query("select pg_notify('carediary_bench', '1')");
    await hint;
  };
  let commits = 0;
  const until = performance.now() + SECONDS * 1000;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < until) {
        await client.query("begin");
        const id = randomUUID();
        const shortId = Array.from(
          { length: 6 },
          () => LETTERS[Math.floor(Math.random() * LETTERS.length)],
        ).join("");
        await client.query(insertSql, [id, shortId, place.diaryId, "A note", "{}", "A note", place.userId]);
        await client.query("commit");
        commits++;
        if (sendsHints) void sendHint();
      }
    }),
  );
  open = false;
  // The connection may end only after its last answer.
  await hint;
  await Promise.all([...clients, hints].map((client) => client.end()));
  return commits / SECONDS;
}

const LETTERS = "23456789abcdefghjkmnpqrstuvwxyz";
const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

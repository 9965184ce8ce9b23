/**
 * Fills a database with ten million rows (`ROWS` for another number), then runs the operator's commands on it while a
 * server would use it: backup, verify and restore elsewhere. Prints the time and the memory of each.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { dropIndexes } from "../../server/backup/tables.ts";
import { openDatabase } from "../../server/db/database.ts";
import { startEmbeddedPostgres } from "../../server/db/embedded/embedded.ts";
import { migrate } from "../../server/db/migrate.ts";
import { createLog } from "../../server/log.ts";
import { ROOT } from "../../server/root.ts";

const ROWS = Number(process.env.ROWS ?? 10_000_000);
/** Notes and tasks of one notebook, as many as a family writes in some years. */
const ROWS_EACH = 5_000;
const BATCH = 500_000;

const directory = await mkdtemp(join(tmpdir(), "carediary-large-"));
await chmod(directory, 0o711);
const dataDir = join(directory, "data");
try {
  await mkdir(dataDir, { mode: 0o711 });
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog("warn") });
  try {
    const database = openDatabase(postgres.connectionString, { max: 1 });
    await migrate(database);
    await database.close();
    await report("fill", () => fill(postgres.connectionString));
    const archive = join(directory, "one.tar");
    await command("backup", { DATA_DIR: dataDir, DATABASE_URL: postgres.connectionString }, archive);
    console.log(`the archive has ${megabytes((await stat(archive)).size)}`);
    await command("backup verify", { DATA_DIR: dataDir }, archive);
    await command("restore", { DATA_DIR: join(directory, "elsewhere") }, archive);
  } finally {
    await postgres.stop();
  }
} finally {
  await rm(directory, { recursive: true, force: true });
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024).toLocaleString("en")} MB`;
}

async function report(name: string, work: () => Promise<unknown>): Promise<void> {
  const begin = Date.now();
  const words = await work();
  console.log(`${name}: ${((Date.now() - begin) / 1000).toFixed(0)} s${words ? `, ${words}` : ""}`);
}

/**
 * Half of the rows are notes, half are tasks, of many notebooks; without triggers and with the indexes made at the end,
 * because this isn't about how fast rows are written.
 */
async function fill(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const notebooks = Math.max(1, Math.round(ROWS / ROWS_EACH));
  try {
    await client.query("alter table notes disable trigger user; alter table tasks disable trigger user");
    await client.query(
      `with author as (
         insert into users (id, clerk_user_id, email, name) values (gen_random_uuid(), 'olga', 'olga@example.org', 'Olga')
         returning id
       ), made as (
         insert into diaries (id, short_id, name, region, created_by)
         select gen_random_uuid(), ${shortId("i")}, 'Notebook ' || i, 'DE', author.id
           from author, generate_series(1, $1::int) i returning id, created_by
       ), owners as (
         insert into members (id, diary_id, user_id, role) select gen_random_uuid(), id, created_by, 'owner' from made
       )
       insert into person_infos (diary_id, full_name) select id, 'Rosa Blum' from made`,
      [notebooks],
    );
    await client.query(
      "create temp table places as select row_number() over () - 1 as n, id, created_by from diaries",
    );
    await client.query("set maintenance_work_mem = '512MB'");
    const indexes = await dropIndexes(client);
    for (let from = 0; from < ROWS / 2; from += BATCH) {
      const to = Math.min(from + BATCH, ROWS / 2) - 1;
      await client.query(
        `insert into notes (id, short_id, diary_id, type, title, content, preview, note_day, visibility, created_by, updated_by)
         select gen_random_uuid(), ${shortId("i")}, p.id, 'default', 'Note ' || i,
                jsonb_build_object('type', 'default', 'data', jsonb_build_object('text', 'Ate well. ' || md5(i::text)), 'metadata', '{}'::jsonb),
                'Ate well.', now() - make_interval(mins => i / 10), 'team', p.created_by, p.created_by
           from generate_series($1::int, $2::int) i join places p on p.n = i % $3::int
         on conflict do nothing`,
        [from, to, notebooks],
      );
      await client.query(
        `insert into tasks (id, diary_id, title, created_by, scheduled_date)
         select gen_random_uuid(), p.id, 'Task ' || i, p.created_by, now() + make_interval(mins => i / 10)
           from generate_series($1::int, $2::int) i join places p on p.n = i % $3::int`,
        [from, to, notebooks],
      );
    }
    for (const index of indexes) await client.query(index);
    await client.query("alter table notes enable trigger user; alter table tasks enable trigger user");
    const { rows } = await client.query(
      "select (select count(*) from notes) + (select count(*) from tasks) as rows, pg_database_size(current_database()) as bytes",
    );
    return `${Number(rows[0].rows).toLocaleString("en")} notes and tasks, ${megabytes(Number(rows[0].bytes))}`;
  } finally {
    await client.end();
  }
}

/** Letters by chance; the `i` makes PostgreSQL choose anew for each row. */
function shortId(i: string): string {
  return `(select string_agg(substr('23456789abcdefghjkmnpqrstuvwxyz', 1 + floor(random() * 31)::int, 1), '')
             from generate_series(1, 6) where ${i} is not null)`;
}

/** Runs a command of the operator, and prints how long it took and the most memory that its process had. */
async function command(name: string, env: Record<string, string>, archive: string): Promise<void> {
  await report(name, async () => {
    const child = spawn(process.execPath, ["scripts/admin.ts", ...name.split(" "), archive], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
      stdio: ["ignore", "inherit", "inherit"],
    });
    let most = 0;
    const watch = setInterval(async () => {
      const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
      most = Math.max(most, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
    }, 200);
    const [code] = await once(child, "exit");
    clearInterval(watch);
    if (code !== 0) throw new Error(`${name} ended with ${code}`);
    return most > 0 ? `at most ${megabytes(most * 1024)}` : "";
  });
}

/**
 * A rolling upgrade as an operator does it: two nodes of an older version with people who write all the time; one node
 * after the other is stopped and started in this version, while the clients stay connected, a browser with the older
 * version's screens among them. Each note that was acknowledged must be there once, in its writer's order, and the older
 * node must take writes beside the newer one.
 * `FROM` names the older version in the history; without it, the one before the newest migration.
 */
import { execFileSync } from "node:child_process";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { ConvexClient } from "convex/browser";
import pg from "pg";
import { startEmbeddedPostgres } from "../../server/db/embedded/embedded.ts";
import { freePort } from "../../server/http/free_port.ts";
import { createLog } from "../../server/log.ts";
import { ROOT } from "../../server/root.ts";
import { proxyTo } from "../../test/conformance/proxies.ts";
import { eventually } from "../../test/conformance/waiting.ts";
import { Writer } from "../../test/durability/writer.ts";
import { api } from "../../test/people.ts";
import { type ServerProcess, startServer, temporaryDirectory } from "../../test/server-process.ts";
import { Visitor } from "../../test/visitor.ts";
import { openOlderPage } from "./older-page.ts";

const WRITES = 60;
const git = (...args: string[]) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();

const from =
  process.env.FROM ??
  `${git("log", "-1", "--diff-filter=A", "--no-merges", "--format=%H", "--", "server/db/migrations")}^`;
const directory = await temporaryDirectory();
const former = join(directory.path, "former");
const ends: (() => Promise<unknown>)[] = [() => directory.remove()];
try {
  git("worktree", "add", "--quiet", "--detach", former, from);
  ends.push(async () => git("worktree", "remove", "--force", former));
  await symlink(join(ROOT, "node_modules"), join(former, "node_modules"));
  // The screens of both, so that no start has to wait for them.
  for (const cwd of [former, ROOT])
    execFileSync(process.execPath, ["scripts/build.ts"], { cwd, stdio: "ignore" });
  const dataDir = join(directory.path, "data");
  await mkdir(dataDir, { mode: 0o711 });
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog("warn") });
  ends.push(() => postgres.stop());
  await upgrade(postgres.connectionString);
} finally {
  for (const end of ends.reverse()) await end().catch((error) => console.error(error));
}

async function upgrade(connectionString: string): Promise<void> {
  // A line leads to one node, and to its successor after the upgrade.
  const lines = [await proxyTo("http://127.0.0.1:1"), await proxyTo("http://127.0.0.1:1")];
  ends.push(async () => void (await Promise.all(lines.map(({ proxy }) => proxy.close()))));
  const start = async (root: string, line: number): Promise<ServerProcess> => {
    const port = await freePort();
    const files = join(directory.path, "files");
    await mkdir(files, { recursive: true });
    const server = await startServer(
      {
        DATABASE_URL: connectionString,
        DATA_DIR: files,
        PORT: String(port),
        BASE_URL: lines[0]!.url,
        SECRET_KEY: "a key that both versions share, long enough",
        MASTER_KEY: Buffer.alloc(32, "drill").toString("base64"),
      },
      { root, client: true },
    );
    ends.push(() => server.end("SIGKILL"));
    lines[line]!.proxy.target = { host: "127.0.0.1", port };
    return server;
  };
  const nodes = [await start(former, 0), await start(former, 1)];
  const database = new pg.Pool({ connectionString, max: 1 });
  ends.push(() => database.end());
  const version = async () =>
    (await database.query("select max(name) as name from schema_migrations")).rows[0].name as string;
  const before = await version();

  const names = ["Maria", "Jonas"];
  const visitors = await Promise.all(names.map((name) => signUp(lines[0]!.url, name)));
  const device = (visitor: Visitor, url: string) => {
    const client = new ConvexClient(url, {
      skipConvexDeploymentUrlCheck: true,
      unsavedChangesWarning: false,
      logger: false,
    });
    let token: string | null = null;
    // Like the browser, it doesn't take a server that is being replaced for a sign-out.
    client.setAuth(async () => (token = (await visitor.token().catch(() => null)) ?? token));
    return client;
  };
  const first = device(visitors[0]!.visitor, lines[0]!.url);
  await first.mutation(api.users.syncUser, visitors[0]!.identity);
  const diaryId = await first.mutation(api.diaries.createDiaryWithPersonInfo, {
    region: "DE",
    personInfo: { fullName: "Rosa Blum" },
  });
  await first.close();
  const second = device(visitors[1]!.visitor, lines[0]!.url);
  const userId = await second.mutation(api.users.syncUser, visitors[1]!.identity);
  await second.close();
  await database.query(
    "insert into members (id, diary_id, user_id, role) values (gen_random_uuid(), $1, $2, 'member')",
    [diaryId, userId],
  );

  const { shortId } = (
    await database.query<{ shortId: string }>('select short_id as "shortId" from diaries where id = $1', [
      diaryId,
    ])
  ).rows[0]!;
  const page = await openOlderPage(lines[0]!.url, visitors[0]!.visitor, shortId);
  ends.push(() => page.close());
  await page.write("From a page, before");

  const writers = lines.map(({ url }) =>
    visitors.map(
      ({ visitor, identity }) => new Writer(device(visitor, url), diaryId, `${identity.name} at ${url}`),
    ),
  );
  const countOf = (line: number) =>
    writers[line]!.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
  const writeOn = async (line: number, words: string) => {
    const begin = countOf(line);
    await eventually(
      () => countOf(line) >= begin + WRITES,
      60_000,
      () => `${words}: ${countOf(line) - begin} writes, ${writers[line]!.map(({ refusal }) => refusal)}`,
    );
    console.log(`${words}: writes are acknowledged`);
  };
  await Promise.all([writeOn(0, "first node, older version"), writeOn(1, "second node, older version")]);

  for (const line of [0, 1]) {
    const { code } = await nodes[line]!.end("SIGTERM");
    if (code !== 0) throw new Error(`The node ended with ${code}: ${nodes[line]!.output()}`);
    nodes[line] = await start(ROOT, line);
    if (line === 0) console.log(`the database went from ${before} to ${await version()}`);
    await writeOn(line, `${line === 0 ? "first" : "second"} node, this version`);
    if (line === 0) {
      await writeOn(1, "second node, older version beside it");
      await page.write("From the older page");
      const other = writers[1]![1]!;
      await page.see(`Jonas at ${lines[1]!.url}`, other.acknowledged.size);
      console.log(
        `a page of the older version writes and shows what others write${(await page.offersReload()) ? ", and offers the new one" : ""}`,
      );
    }
  }
  const all = writers.flat();
  await Promise.all(all.map((writer) => writer.finish()));

  const { rows } = await database.query<{ id: string; title: string }>(
    "select id, title from notes order by id",
  );
  const idOf = new Map(rows.map(({ id, title }) => [title, id]));
  if (idOf.size !== rows.length) throw new Error(`${rows.length - idOf.size} notes are there twice`);
  if (!page.titles.every((title) => idOf.has(title))) throw new Error("A note of the older page isn't there");
  for (const { sent, acknowledged } of all) {
    const lost = [...acknowledged].filter(([title, id]) => idOf.get(title) !== id);
    if (lost.length > 0) throw new Error(`${lost.length} acknowledged notes aren't there: ${lost[0]}`);
    const own = new Set(sent);
    const order = rows.filter(({ title }) => own.has(title)).map(({ title }) => title);
    if (order.join() !== sent.join()) throw new Error("A writer's notes aren't in order");
  }
  console.log(
    `${rows.length} notes of ${all.length} clients and a page, each once and in order; from ${git("log", "-1", "--format=%h of %cs", from)}`,
  );
}

async function signUp(url: string, name: string) {
  const visitor = new Visitor(url, { origin: url });
  const email = `${name.toLowerCase()}@example.org`;
  const { status, body } = await visitor.signUp(email, "a quiet morning by the window", name);
  if (status !== 200) throw new Error(`The sign-up was answered with ${status}`);
  return { visitor, identity: { clerkUserId: body.user.id as string, email, name } };
}

import { execFileSync } from "node:child_process";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { COMMIT_BEFORE_BASELINE } from "../../server/db/migrate.ts";
import { ROOT } from "../../server/root.ts";
import { FORMER_KEYS, FORMER_PERSON, type FormerDatabase, openFormerDatabase } from "../former-databases.ts";
import { type ServerProcess, startServer, temporaryDirectory } from "../server-process.ts";
import { Visitor } from "../visitor.ts";

/** A former database, and the program on it as an operator starts it. */
async function openFormer(name: FormerDatabase) {
  const { connectionString, drop } = await openFormerDatabase(name);
  const directory = await temporaryDirectory();
  onTestFinished(async () => {
    await drop();
    await directory.remove();
  });
  const start = async (root = ROOT): Promise<ServerProcess> => {
    const files = join(directory.path, "files");
    await mkdir(files, { recursive: true });
    const server = await startServer(
      { DATABASE_URL: connectionString, DATA_DIR: files, PORT: "0", ...FORMER_KEYS },
      { root },
    );
    onTestFinished(() => server.end("SIGKILL").then(() => {}));
    return server;
  };
  const read = async (text: string) => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    try {
      return (await client.query({ text, rowMode: "array" })).rows;
    } finally {
      await client.end();
    }
  };
  return { directory: directory.path, start, read };
}

it.each(["empty", "filled"] as const)("the program starts on an archive of version 0.1: %s", async (name) => {
  const { start, read } = await openFormer(name);
  const rows = "select id, title from notes order by id";
  const before = await read(rows);
  const server = await start();
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  if (name === "filled") {
    const visitor = new Visitor(server.url, { origin: server.url });
    expect((await visitor.signIn(FORMER_PERSON.email, FORMER_PERSON.password)).status).toBe(200);
    expect(await visitor.token()).toBeTruthy();
  }
  expect((await server.end("SIGTERM")).code).toBe(0);
  expect(await read(rows)).toEqual(before);
});

it("an archive that stopped before is refused; after one start of the named commit the program goes on", async () => {
  const { directory, start, read } = await openFormer("behind");
  await expect(start()).rejects.toThrow(`start commit ${COMMIT_BEFORE_BASELINE} of CareDiary on it once`);
  const former = join(directory, "former");
  const git = (...words: string[]) => execFileSync("git", words, { cwd: ROOT });
  git("worktree", "add", "--quiet", "--detach", former, COMMIT_BEFORE_BASELINE);
  onTestFinished(() => void git("worktree", "remove", "--force", former));
  await symlink(join(ROOT, "node_modules"), join(former, "node_modules"));
  expect((await (await start(former)).end("SIGTERM")).code).toBe(0);
  const server = await start();
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  expect(await read("select name from users")).toEqual([["Rosa"]]);
});

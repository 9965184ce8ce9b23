import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runServer, startServer, temporaryDirectory } from "../test/server-process.ts";
import { refusalOf, startHere } from "../test/start-here.ts";
import { usedDirectory } from "../test/used-directory.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./db/embedded/embedded.ts";
import { freePort } from "./http/free_port.ts";
import { createLog } from "./log.ts";

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let postgres: EmbeddedPostgres;
let port: number;

/** A PostgreSQL as an operator has one: over the network, with a password. */
beforeAll(async () => {
  // Only its roles are used.
  directory = await usedDirectory();
  port = await freePort();
  const hba = join(directory.path, "hba.conf");
  await writeFile(hba, "local all all peer map=carediary\nhost all all 127.0.0.1/32 scram-sha-256\n", {
    mode: 0o644,
  });
  postgres = await startEmbeddedPostgres({
    dataDir: directory.path,
    log: createLog("warn"),
    settings: { listen_addresses: "127.0.0.1", port: String(port), hba_file: hba, fsync: "off" },
  });
  const admin = new pg.Client({ connectionString: postgres.adminConnectionString });
  await admin.connect();
  await admin.query("alter role carediary password 'right-password'");
  await admin.query("create database empty owner carediary");
  await admin.query("create database used owner carediary");
  await admin.query(
    "create database latin encoding LATIN1 template template0 locale 'C' locale_provider libc",
  );
  await admin.end();
});
afterAll(async () => {
  await postgres?.stop();
  await directory?.remove();
});

describe("the server on an external PostgreSQL", () => {
  it("isn't replaced by an empty database when its setting got lost", async () => {
    const data = await temporaryDirectory();
    const env = { DATABASE_URL: databaseUrl({ database: "used" }), DATA_DIR: data.path };
    try {
      await (await startHere(env)).stop();
      const refusal = await refusalOf({ DATA_DIR: data.path });
      expect(refusal).toContain(`was used with the database 127.0.0.1:${port}/used`);
      expect(refusal).not.toContain("right-password");
      expect(await readdir(data.path)).not.toContain("postgres");
      // With its setting it goes on as before.
      await (await startHere(env)).stop();
    } finally {
      await data.remove();
    }
  });

  it("runs as two nodes that start at the same moment on an empty database", async () => {
    const data = await temporaryDirectory();
    const env = { DATABASE_URL: databaseUrl({ database: "empty" }), DATA_DIR: data.path };
    const nodes = await Promise.all([startServer(env), startServer(env)]);
    try {
      const person = { email: "maria@example.org", password: "correct horse battery staple", name: "Maria" };
      expect((await post(`${nodes[0].url}/api/auth/sign-up/email`, person)).status).toBe(200);
      expect((await post(`${nodes[1].url}/api/auth/sign-in/email`, person)).status).toBe(200);
      const ends = await Promise.all(nodes.map((node) => node.end("SIGTERM")));
      expect(ends.map(({ code }) => code)).toEqual([0, 0]);
    } finally {
      for (const node of nodes) await node.end("SIGKILL");
      await data.remove();
    }
  });

  it("refuses a pooler in transaction mode, and works through one in session mode", async () => {
    const pooler = await startPooler("transaction");
    const refusal = await refusalOf({
      DATABASE_URL: databaseUrl({ port: pooler.port }),
      DATA_DIR: directory.path,
    });
    await pooler.end();
    expect(refusal).toMatch(/gives each transaction to another session, as PgBouncer.*pool_mode=session/);

    const session = await startPooler("session");
    const node = await startHere({
      DATABASE_URL: databaseUrl({ port: session.port }),
      DATA_DIR: directory.path,
    });
    expect((await fetch(`${node.url}/health/ready`)).status).toBe(200);
    await node.stop();
    await session.end();
  }, 120_000);

  it.each([
    [
      "nobody listens",
      () => databaseUrl({ port: 1 }),
      /no PostgreSQL answers at 127\.0\.0\.1:1 \(connection refused\)/,
    ],
    [
      "the password is wrong",
      () => databaseUrl({ password: "wrong-password" }),
      /the password for user "carediary" was refused/,
    ],
    [
      "the database is missing",
      () => databaseUrl({ database: "elsewhere" }),
      /the database "elsewhere" doesn't exist/,
    ],
    ["the encoding is wrong", () => databaseUrl({ database: "latin" }), /encoding LATIN1/],
    [
      "the host is unknown",
      () => databaseUrl({ host: "db.invalid" }),
      /the host of db\.invalid:\d+ isn't known/,
    ],
  ])("stops with one line that explains it when %s", async (_, url, line) => {
    const log: string[] = [];
    const refusal = await refusalOf({ DATABASE_URL: url(), DATA_DIR: directory.path }, log);
    expect(refusal).toMatch(/^DATABASE_URL: /);
    expect(refusal).toMatch(line);
    expect(refusal + log.join("")).not.toMatch(/wrong-password|right-password/);
  });

  it("prints that line and exits with code 1", async () => {
    const env = { DATABASE_URL: databaseUrl({ password: "wrong-password" }), DATA_DIR: directory.path };
    const { code, stderr, stdout } = await runServer(env);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^CareDiary stopped: DATABASE_URL: the password for user "carediary" was refused.*\n$/,
    );
    expect(stderr + stdout).not.toMatch(/wrong-password/);
  });
});

/** The real PgBouncer in front of the database, which the tests install when it is missing. */
async function startPooler(mode: "transaction" | "session"): Promise<{ port: number; end(): Promise<void> }> {
  if (spawnSync("which", ["pgbouncer"]).status !== 0) execFileSync("apt-get", ["install", "-y", "pgbouncer"]);
  const free = await freePort();
  const file = join(directory.path, `pgbouncer-${mode}.ini`);
  await writeFile(join(directory.path, "users.txt"), '"carediary" "right-password"\n', { mode: 0o644 });
  await writeFile(
    file,
    `[databases]\ncarediary = host=127.0.0.1 port=${port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${free}
pool_mode = ${mode}\nauth_type = plain\nauth_file = ${join(directory.path, "users.txt")}\nunix_socket_dir =\n`,
    { mode: 0o644 },
  );
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const child = spawn("pgbouncer", [...user, file], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(child, "exit");
  let output = "";
  child.stderr.on("data", (chunk) => (output += chunk));
  await expect.poll(() => output, { timeout: 20_000 }).toContain("process up");
  return {
    port: free,
    async end() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

function databaseUrl(change: { host?: string; port?: number; password?: string; database?: string }): string {
  const { host = "127.0.0.1", password = "right-password", database = "carediary" } = change;
  return `postgresql://carediary:${password}@${host}:${change.port ?? port}/${database}`;
}

function post(url: string, body: object): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

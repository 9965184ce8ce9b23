import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  postgresPid,
  programEnvironment,
  runServer,
  type ServerProcess,
  startServer,
  temporaryDirectory,
} from "../test/server-process.ts";
import { refusalOf, startHere } from "../test/start-here.ts";
import { usedDirectory } from "../test/used-directory.ts";
import { getSocketDirectory } from "./db/embedded/layout.ts";
import { isAlive, isPostgresOn } from "./db/embedded/processes.ts";
import type { Node } from "./node.ts";

/** What a test made, ended and removed afterwards whatever happened. */
const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

it("starts in an empty directory, protects its secrets with file modes and stops cleanly, also when its first start was killed halfway", async () => {
  const dataDir = join(await newDirectory(), "new", "data");
  const isCreating = async () =>
    (await readdir(dataDir).catch(() => [])).some((name) => name.includes("unfinished"));
  const killHalfway = async (child: ChildProcess) => {
    while (!(await isCreating())) await sleep(5);
    child.kill("SIGKILL");
  };
  await expect(startServer({ DATA_DIR: dataDir }, { onSpawn: killHalfway })).rejects.toThrow("ended with");
  expect(existsSync(join(dataDir, "postgres"))).toBe(false);

  const server = await startOn(dataDir);
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  expect((await stat(join(dataDir, "secret.key"))).mode & 0o777).toBe(0o600);
  expect((await stat(join(dataDir, "postgres"))).mode & 0o777).toBe(0o700);
  expect((await stat(join(dataDir, "run"))).mode & 0o777).toBe(0o700);
  const postgres = await postgresPid(dataDir);
  expect(postgres && isAlive(postgres)).toBe(true);

  expect((await server.end("SIGTERM")).code).toBe(0);
  expect(isAlive(postgres!)).toBe(false);
  expect(existsSync(join(dataDir, "server.lock"))).toBe(false);
});

it("ends when the npm that started it is killed by kill -9", async () => {
  const dataDir = await usedDataDirectory();
  const npm = spawn("npm", ["start", "--", "--without-client"], {
    env: {
      ...programEnvironment(),
      PORT: "0",
      LOG_LEVEL: "warn",
      DATA_DIR: dataDir,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  npm.stdout.on("data", (chunk) => (output += chunk));
  npm.stderr.on("data", (chunk) => (output += chunk));
  await until(async () => output.includes("runs at "), 60_000);
  const url = output.match(/runs at (\S+)/)![1]!;
  const postgres = (await postgresPid(dataDir))!;
  npm.kill("SIGKILL");
  await until(async () => !isAlive(postgres) && !existsSync(join(dataDir, "server.lock")));
  await expect(fetch(url)).rejects.toThrow();
}, 90_000);

// One directory for all, in this order: each start finds what the end before it left.
describe("a directory that was used before", () => {
  let directory: Awaited<ReturnType<typeof usedDirectory>>;
  let dataDir: string;
  let server: ServerProcess;
  beforeAll(async () => {
    directory = await usedDirectory();
    dataDir = directory.path;
    server = await startServer({ DATA_DIR: dataDir });
    const cookie = (await signUp(server.url)).headers
      .getSetCookie()
      .map((each) => each.split(";")[0])
      .join("; ");
    expect((await fetch(`${server.url}/api/auth/token`, { headers: { cookie } })).status).toBe(200);
  });
  afterAll(async () => {
    await server?.end("SIGTERM");
    await directory?.remove();
  });

  const startAgain = async () => {
    server = await startServer({ DATA_DIR: dataDir });
    expect((await signIn(server.url)).status).toBe(200);
  };

  it("recovers from kill -9, with an orphaned PostgreSQL and all data", async () => {
    const orphan = await postgresPid(dataDir);
    // Killed as well, what would end PostgreSQL with its server.
    for (const pid of await watchdogsOf(orphan!)) process.kill(pid, "SIGKILL");
    await server.end("SIGKILL");
    expect(await isPostgresOn(orphan!, join(dataDir, "postgres"))).toBe(true);

    await startAgain();
    expect(isAlive(orphan!)).toBe(false);
  });

  it("recovers from kill -9 of server and PostgreSQL, and from a process id that another program has now", async () => {
    const postgres = (await postgresPid(dataDir))!;
    // Otherwise the watchdog may shut it down in order before it is killed.
    process.kill(postgres, "SIGSTOP");
    await server.end("SIGKILL");
    process.kill(postgres, "SIGKILL");
    await until(async () => !isAlive(postgres));
    const pidFile = join(dataDir, "postgres", "postmaster.pid");
    await writeFile(pidFile, (await readFile(pidFile, "utf8")).replace(/^\d+/, String(process.pid)));

    await startAgain();
  });

  it("has no PostgreSQL and no watchdog any more after kill -9 or a normal stop", async () => {
    const first = (await postgresPid(dataDir))!;
    const watching = await watchdogsOf(first);
    expect(watching).toHaveLength(1);
    await server.end("SIGKILL");
    await until(async () => ![first, ...watching].some(isAlive));
    // It was shut down in order: nothing has to be recovered.
    expect(await postgresPid(dataDir)).toBeNull();

    await startAgain();
    const second = await watchdogsOf((await postgresPid(dataDir))!);
    expect(second).toHaveLength(1);
    await server.end("SIGTERM");
    // The watchdog ends a moment after the server.
    await until(async () => !second.some(isAlive));
  });

  it("can be a copy that cp -r or tar made as another user; owner and mode are corrected", async () => {
    const { uid } = await stat(join(dataDir, "postgres"));
    const copy = join(await newDirectory(), "restored");
    await promisify(execFile)("cp", ["-r", dataDir, copy]);
    await chmod(join(copy, "postgres"), 0o755);
    if (process.getuid?.() === 0) {
      expect((await stat(join(copy, "postgres"))).uid).toBe(0);
      // As tar does it with the ids of another machine.
      await promisify(execFile)("chown", ["-R", "12345", join(copy, "logs"), join(copy, "postgres", "base")]);
    }

    const restored = await startOn(copy);
    expect((await signIn(restored.url)).status).toBe(200);
    const cluster = await stat(join(copy, "postgres"));
    expect({ uid: cluster.uid, mode: cluster.mode & 0o777 }).toEqual({ uid, mode: 0o700 });
  });

  it("gets no new secret key when its database was used with another one", async () => {
    const key = await readFile(join(dataDir, "secret.key"), "utf8");
    await rm(join(dataDir, "secret.key"));
    expect(await refusalOf({ DATA_DIR: dataDir })).toMatch(
      /secret\.key is missing, but the database was used with one: bring it back from your backup/,
    );
    expect(existsSync(join(dataDir, "secret.key"))).toBe(false);
    const node = await start({ DATA_DIR: dataDir, SECRET_KEY: key.trim() });
    expect((await fetch(`${node.url}/health/ready`)).status).toBe(200);
  });
});

describe("the running server", () => {
  let directory: Awaited<ReturnType<typeof usedDirectory>>;
  let server: ServerProcess;
  beforeAll(async () => {
    directory = await usedDirectory();
    server = await startServer({ DATA_DIR: directory.path, HOST: "0.0.0.0" });
  });
  afterAll(async () => {
    await server?.end("SIGKILL");
    await directory?.remove();
  });
  const local = (path: string) => `http://127.0.0.1:${new URL(server.url).port}${path}`;

  it("has warned that nobody else can sign in when HOST is set without BASE_URL", async () => {
    expect(server.output()).toMatch(/HOST=0\.0\.0\.0 lets other machines in, but BASE_URL isn't set/);
    const refused = await fetch(local("/api/auth/sign-up/email"), {
      method: "POST",
      headers: { "content-type": "application/json", origin: "http://192.168.1.20:3000" },
      body: JSON.stringify(PERSON),
    });
    expect(refused.status).toBe(403);
    expect((await refused.json()).message).toMatch(/^Invalid origin: .*can set BASE_URL/);
  });

  it("isn't disturbed by a second one on the same directory, which names the lock and the process in one line and exits with code 1", async () => {
    const { code, stderr } = await runServer({ DATA_DIR: directory.path });
    expect(code).toBe(1);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stderr).toMatch(
      new RegExp(`^CareDiary stopped: .*process ${server.pid}\\).*${join(directory.path, "server.lock")}`),
    );
    expect((await fetch(local("/health/ready"))).status).toBe(200);
  });

  it("restarts a PostgreSQL that dies, and isn't ready until then", async () => {
    const first = (await postgresPid(directory.path))!;
    process.kill(first, "SIGKILL");
    await until(async () => (await postgresPid(directory.path)) !== first);
    // An answer from before may still be given for half a second.
    await sleep(600);
    await until(async () => (await fetch(local("/health/ready"))).status === 200);
    expect((await signUp(server.url)).status).toBe(200);
    expect(server.output()).toContain("PostgreSQL ended unexpectedly");
  });

  it("stops within 10 s even when clients neither finish their requests nor hang up", async () => {
    const hold = (text: string) => {
      const socket = connect({
        port: Number(new URL(server.url).port),
        host: "127.0.0.1",
        allowHalfOpen: true,
      });
      socket.on("error", () => {});
      socket.write(text);
      socket.resume();
      return socket;
    };
    const upgrade = "Connection: upgrade\r\nUpgrade: websocket\r\nOrigin: https://evil.example\r\n\r\n";
    const sockets = [
      hold("POST /api/query HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{"),
      hold(`GET /api/1.48.0/sync HTTP/1.1\r\nHost: localhost\r\n${upgrade}`),
      hold(`GET /api/other HTTP/1.1\r\nHost: localhost\r\n${upgrade}`),
    ];
    await sleep(200);
    const { code, ms } = await server.end("SIGTERM");
    expect(code).toBe(0);
    expect(ms).toBeLessThan(10_000);
    for (const socket of sockets) socket.destroy();
  });
});

it("works when the path is too long for a socket", async () => {
  const dataDir = join(await newDirectory(), "a".repeat(60), "b".repeat(60));
  await mkdir(dirname(dataDir));
  await rename((await usedDirectory()).path, dataDir);
  const node = await start({ DATA_DIR: dataDir });
  expect((await fetch(`${node.url}/health/ready`)).status).toBe(200);
  const sockets = getSocketDirectory(dataDir);
  expect(existsSync(sockets)).toBe(true);
  await node.stop();
  expect(existsSync(sockets)).toBe(false);
});

// Each reason in the function that the program calls; above, the program itself prints one and exits with code 1.
describe("a start fails, with one line,", () => {
  it("when the port is in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    cleanups.push(async () => other.close());
    const { port } = other.address() as { port: number };
    const dataDir = await newDirectory();
    expect(await refusalOf({ DATA_DIR: dataDir, PORT: String(port) })).toMatch(
      new RegExp(`Port ${port} .* in use`),
    );
    // Nothing was begun that would have to be repaired.
    expect(await readdir(dataDir)).toEqual([]);
  });

  it("when a setting is invalid", async () => {
    expect(await refusalOf({ DATA_DIR: await newDirectory(), LOG_LEVEL: "loud" })).toMatch(
      /LOG_LEVEL must be one of/,
    );
  });

  it("when the data directory is a file", async () => {
    const file = join(await newDirectory(), "file");
    await writeFile(file, "");
    expect(await refusalOf({ DATA_DIR: file })).toMatch(new RegExp(`DATA_DIR ${file} isn't a directory`));
  });

  it("when it or PostgreSQL's own user may not enter the data directory", async () => {
    const closed = join(await newDirectory(), "closed");
    await mkdir(closed, { mode: 0o700 });
    const isRoot = process.getuid?.() === 0;
    if (!isRoot) await chmod(closed, 0o000);
    const dataDir = isRoot ? join(closed, "data") : closed;
    expect(await refusalOf({ DATA_DIR: dataDir })).toMatch(
      isRoot
        ? new RegExp(`${dataDir} can't be entered by the system user .*${closed} is closed`)
        : /DATA_DIR/,
    );
  });

  it("when another directory has the name of the database's", async () => {
    const dataDir = await newDirectory();
    await mkdir(join(dataDir, "postgres"));
    await writeFile(join(dataDir, "postgres", "holiday.txt"), "photos");
    expect(await refusalOf({ DATA_DIR: dataDir })).toMatch(/isn't a PostgreSQL directory/);
    expect(await readFile(join(dataDir, "postgres", "holiday.txt"), "utf8")).toBe("photos");
  });

  it("when PostgreSQL doesn't start, with its error", async () => {
    const dataDir = await usedDataDirectory();
    await writeFile(join(dataDir, "postgres", "postgresql.conf"), "shared_buffers = plenty\n");
    expect(await refusalOf({ DATA_DIR: dataDir })).toMatch(
      /PostgreSQL didn't start: .*invalid value for parameter "shared_buffers".*log is in/,
    );
    await rm(join(dataDir, "postgres", "global", "pg_control"));
    await writeFile(join(dataDir, "postgres", "postgresql.conf"), "");
    // It says that without a level.
    expect(await refusalOf({ DATA_DIR: dataDir })).toMatch(
      /PostgreSQL didn't start: .*could not (find|open).*pg_control/,
    );
  });
});

/** A whole server in this process, stopped after the test. */
async function start(env: Record<string, string>): Promise<Node> {
  const node = await startHere(env);
  cleanups.push(() => node.stop());
  return node;
}

async function newDirectory(): Promise<string> {
  const made = await temporaryDirectory();
  cleanups.push(made.remove);
  return made.path;
}

/** The path of a directory that a server ran on. */
async function usedDataDirectory(): Promise<string> {
  const made = await usedDirectory();
  cleanups.push(made.remove);
  return made.path;
}

async function startOn(dataDir: string): Promise<ServerProcess> {
  const server = await startServer({ DATA_DIR: dataDir });
  cleanups.push(() => server.end("SIGTERM"));
  return server;
}

const PERSON = { email: "maria@example.org", password: "correct horse battery staple", name: "Maria" };

const signUp = (url: string) => post(`${url}/api/auth/sign-up/email`, PERSON);
const signIn = (url: string) => post(`${url}/api/auth/sign-in/email`, PERSON);

function post(url: string, body: object): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** The processes that wait to end a PostgreSQL. */
async function watchdogsOf(postgres: number): Promise<number[]> {
  const found = [];
  for (const pid of (await readdir("/proc")).map(Number).filter((id) => id > 0)) {
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (command.endsWith(`\0carediary-watchdog\0${postgres}\0`)) found.push(pid);
  }
  return found;
}

async function until(condition: () => Promise<boolean>, ms = 15_000): Promise<void> {
  for (const end = Date.now() + ms; !(await condition().catch(() => false)); await sleep(50)) {
    if (Date.now() > end) throw new Error(`it didn't come true within ${ms / 1000} s`);
  }
}

import { execFile } from "node:child_process";
import { rename } from "node:fs/promises";
import { get } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { ConvexClient } from "convex/browser";
import { afterEach, expect, it } from "vitest";
import { api } from "../../lib/api.ts";
import { postgresPid, runServer, type ServerProcess, startServer } from "../../test/server-process.ts";
import { usedDirectory } from "../../test/used-directory.ts";
import { isAlive } from "../db/embedded/processes.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

it("answers with several processes as one server: writes reach everybody, one that dies is replaced, all end together", async () => {
  const { server, dataDir } = await startWorkers();
  const token = await signUp(server.url);
  const readers = await Promise.all(Array.from({ length: 8 }, () => reader(server.url, token)));
  const all = (names: string[]) =>
    expect
      .poll(() => readers.map(({ names }) => names()), { timeout: 15_000 })
      .toEqual(readers.map(() => names));

  await readers[0]!.create("Rosa");
  await all(["Rosa"]);
  expect(await metric(server, 'sync_state{what="sockets"}')).toBe(8);
  expect(await metric(server, 'workers{state="wanted"}')).toBe(2);

  const [first, second] = await workersOf(server);
  process.kill(first!, "SIGKILL");
  await expect.poll(() => workersOf(server), { timeout: 20_000 }).not.toContain(first);
  await expect.poll(() => ready(server), { timeout: 20_000 }).toMatchObject({ workers: "2 of 2" });
  await readers[1]!.create("Emil");
  await all(["Emil", "Rosa"]);
  // Each process had some of the connections: some were lost, others weren't.
  const connections = new Set(readers.map(({ connections }) => connections()));
  expect([...connections].sort()).toEqual([1, 2]);
  expect(server.output()).toContain("a worker process ended; another one starts");

  const postgres = (await postgresPid(dataDir))!;
  expect((await server.end("SIGTERM")).code).toBe(0);
  expect([second!, postgres].filter(isAlive)).toEqual([]);
}, 90_000);

it("goes on replacing processes while none of them can start", async () => {
  const { server, dataDir } = await startWorkers();
  // Without the key that protects her sign-in no process starts.
  await signUp(server.url);
  const key = join(dataDir, "secret.key");
  await rename(key, `${key}.away`);
  for (const pid of await workersOf(server)) process.kill(pid, "SIGKILL");
  // Two that ran and at least two that couldn't start.
  const ended = () => server.output().split("a worker process ended; another one starts").length - 1;
  await expect.poll(ended, { timeout: 30_000 }).toBeGreaterThanOrEqual(4);
  await rename(`${key}.away`, key);
  await expect.poll(() => ready(server), { timeout: 40_000 }).toMatchObject({ workers: "2 of 2" });
  expect((await server.end("SIGTERM")).code).toBe(0);
}, 120_000);

it("gives a connection to another process when the one that was handed it is killed first", async () => {
  const { server } = await startWorkers();
  const [first] = await workersOf(server);
  // It takes nothing any more, as in the moment of its end.
  process.kill(first!, "SIGSTOP");
  const asked = Array.from({ length: 8 }, () => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    // A connection each.
    get(`${server.url}/health/live`, { agent: false }, (answer) => resolve(answer.resume().statusCode!)).on(
      "error",
      reject,
    );
    return promise;
  });
  // The others are answered by the process that runs.
  let answered = 0;
  for (const each of asked) void each.then(() => answered++);
  await expect.poll(() => answered, { timeout: 15_000 }).toBeGreaterThan(3);
  process.kill(first!, "SIGKILL");
  expect(await Promise.all(asked)).toEqual(asked.map(() => 200));
  expect((await server.end("SIGTERM")).code).toBe(0);
}, 60_000);

it("goes on when a process is killed while it starts and another one serves people already", async () => {
  const directory = await usedDirectory();
  cleanups.push(directory.remove);
  let pid = 0;
  const starting = startServer(
    { DATA_DIR: directory.path, WORKERS: "2", LOG_LEVEL: "info" },
    { onSpawn: (child) => (pid = child.pid!) },
  );
  const count = async () => (await workersOf({ pid })).length;
  // The first one starts alone.
  await expect.poll(count, { timeout: 30_000, interval: 20 }).toBe(1);
  const [first] = await workersOf({ pid });
  await expect.poll(count, { timeout: 30_000, interval: 5 }).toBe(2);
  const second = (await workersOf({ pid })).find((each) => each !== first)!;
  process.kill(second, "SIGKILL");
  const server = await starting;
  cleanups.push(() => server.end("SIGKILL"));
  await expect.poll(() => ready(server), { timeout: 30_000 }).toMatchObject({ workers: "2 of 2" });
  expect(server.output()).toContain("a worker process ended; another one starts");
  expect((await server.end("SIGTERM")).code).toBe(0);
}, 90_000);

it("says in one line why no process can start", async () => {
  const blocker = createServer().listen(0, "127.0.0.1");
  cleanups.push(async () => blocker.close());
  await new Promise((resolve) => blocker.once("listening", resolve));
  const { port } = blocker.address() as { port: number };
  const directory = await usedDirectory();
  cleanups.push(directory.remove);
  const { code, stderr } = await runServer({
    DATA_DIR: directory.path,
    PORT: String(port),
    HOST: "127.0.0.1",
    WORKERS: "2",
  });
  expect(code).toBe(1);
  expect(stderr).toBe(
    `CareDiary stopped: Port ${port} on 127.0.0.1 is in use by another program: set PORT to a free one.\n`,
  );
}, 60_000);

it("refuses a number of processes that makes no sense", async () => {
  const { code, stderr } = await runServer({ WORKERS: "0" });
  expect([code, stderr]).toEqual([
    1,
    "CareDiary stopped: WORKERS must be auto, or a whole number from 1 to 64.\n",
  ]);
});

async function startWorkers(): Promise<{ server: ServerProcess; dataDir: string }> {
  const directory = await usedDirectory();
  cleanups.push(directory.remove);
  const server = await startServer({ DATA_DIR: directory.path, WORKERS: "2" });
  cleanups.push(() => server.end("SIGKILL"));
  return { server, dataDir: directory.path };
}

async function signUp(url: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ email: "anna@example.org", password: "correct horse battery", name: "Anna" }),
  });
  const cookie = response.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  const { token } = await (await fetch(`${url}/api/auth/token`, { headers: { cookie } })).json();
  return token;
}

/** A client with a connection of its own that shows the person's notebooks. */
async function reader(url: string, token: string) {
  const client = new ConvexClient(url, { logger: false });
  cleanups.push(() => client.close());
  client.setAuth(async () => token);
  const claims = JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString());
  await client.mutation(api.users.syncUser, {
    clerkUserId: claims.sub,
    email: claims.email,
    name: claims.name,
  });
  let names: string[] = [];
  client.onUpdate(api.diaries.listMyDiaries, {}, (list) => {
    names = list.map(({ name }: { name: string }) => name).sort();
  });
  return {
    names: () => names,
    create: (name: string) =>
      client.mutation(api.diaries.createDiaryWithPersonInfo, {
        name,
        region: "DE",
        personInfo: { fullName: name },
      }),
    connections: () => client.client.connectionState().connectionCount,
  };
}

async function ready({ url }: ServerProcess): Promise<unknown> {
  // Without a process that listens, the connection waits or is refused.
  const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2000) }).catch(() => null);
  return (await answer?.json())?.checks;
}

async function metric({ url }: ServerProcess, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1),
  );
}

/** The processes that the server started, except for PostgreSQL's. */
async function workersOf({ pid }: Pick<ServerProcess, "pid">): Promise<number[]> {
  const { stdout } = await promisify(execFile)("ps", ["-o", "pid=,args=", "--ppid", String(pid)]);
  const lines = stdout.split("\n").filter((line) => line.includes("server/main.ts"));
  return lines.map((line) => Number(line.trim().split(" ")[0]));
}

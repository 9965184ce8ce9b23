import { get } from "node:http";
import { createServer } from "node:net";
import { afterEach, expect, it } from "vitest";
import { postgresPid, runServer } from "../../test/server-process.ts";
import { usedDirectory } from "../../test/used-directory.ts";
import {
  cleanUp,
  cleanups,
  metric,
  reader,
  ready,
  signUp,
  startWorkers,
  workersOf,
} from "../../test/worker-processes.ts";
import { isAlive } from "../db/embedded/processes.ts";

afterEach(cleanUp);

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

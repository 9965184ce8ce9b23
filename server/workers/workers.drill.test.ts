import { rename } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { startServer } from "../../test/server-process.ts";
import { usedDirectory } from "../../test/used-directory.ts";
import { cleanUp, cleanups, ready, signUp, startWorkers, workersOf } from "../../test/worker-processes.ts";

afterEach(cleanUp);

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

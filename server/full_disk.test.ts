import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { programEnvironment, temporaryDirectory } from "../test/server-process.ts";
import { usedDirectory } from "../test/used-directory.ts";
import { freePort } from "./http/free_port.ts";

const START_MS = 90_000;
const TEST_MS = 150_000;

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** The real program whose standard output is a file descriptor or a pipe that nobody reads. */
async function startWith(stdout: number | "pipe"): Promise<{ url: string; child: ChildProcess }> {
  const directory = await usedDirectory();
  const port = await freePort();
  const child = spawn(process.execPath, ["server/main.ts", "--without-client"], {
    env: { ...programEnvironment(), PORT: String(port), DATA_DIR: directory.path, LOG_LEVEL: "debug" },
    stdio: ["ignore", stdout, "ignore"],
  });
  cleanups.push(directory.remove, async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  const url = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(`${url}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isUp, { timeout: START_MS, interval: 200 }).toBe(true);
  return { url, child };
}

/** Many requests, each with its line in the log; throws when one isn't answered soon. */
async function sendRequests(url: string, times: number): Promise<void> {
  for (let i = 0; i < times; i += 50) {
    const answers = Array.from({ length: 50 }, () =>
      fetch(`${url}/health/live`, { signal: AbortSignal.timeout(20_000) }),
    );
    for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
  }
}

async function lostLines(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(metrics.match(/^log_lines_lost (\d+)$/m)?.[1]);
}

async function expectLostLines({ url, child }: { url: string; child: ChildProcess }, over = 10) {
  const ready = await fetch(`${url}/health/ready`);
  expect(ready.status).toBe(200);
  expect(await ready.json()).toMatchObject({ status: "ok", checks: { log: "losing lines" } });
  expect(await lostLines(url)).toBeGreaterThan(over);
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
}

describe("the server keeps running without its log", () => {
  it(
    "when the disk of its log is full",
    async () => {
      const full = openSync("/dev/full", "w");
      const server = await startWith(full);
      closeSync(full);
      await sendRequests(server.url, 200);
      await expectLostLines(server);
    },
    TEST_MS,
  );

  it(
    "when the reader of its log has stopped reading, and when it has gone",
    async () => {
      const server = await startWith("pipe");
      // With 160 bytes a line more than the pipe (64 KB) and the server's own memory for it (256 KB) hold.
      await sendRequests(server.url, 2_500);
      const lost = await lostLines(server.url);
      expect(lost).toBeGreaterThan(10);

      server.child.stdout!.destroy();
      await sleep(100);
      await sendRequests(server.url, 200);
      await expectLostLines(server, lost + 150);
    },
    TEST_MS,
  );
});

describe("a start on a full disk stops with one plain line", () => {
  it.each([
    ["nothing can be written", "size=64k"],
    ["there is no room for a database", "size=16m"],
  ])(
    "when %s",
    async (_, size) => {
      const directory = await temporaryDirectory();
      cleanups.push(directory.remove);
      const script = `mount -t tmpfs -o ${size},mode=0711 tmpfs "$1" || exit 99
      [ "$2" = size=64k ] && cat /dev/zero > "$1/full" 2>/dev/null
      exec "$3" server/main.ts --without-client`;
      const namespaces = process.getuid?.() === 0 ? ["-m"] : ["-r", "-m"];
      const child = spawn(
        "unshare",
        [...namespaces, "sh", "-c", script, "sh", directory.path, size, process.execPath],
        {
          env: { ...programEnvironment(), PORT: "0", DATA_DIR: directory.path },
          stdio: ["ignore", "ignore", "pipe"],
        },
      );
      let output = "";
      child.stderr.on("data", (chunk) => (output += chunk));
      const [code] = await once(child, "close");
      expect(output.trim().split("\n")).toHaveLength(1);
      expect(output).toMatch(/^CareDiary stopped: .*([Dd]isk is full|No space left on device)/);
      expect(code).toBe(1);
    },
    TEST_MS,
  );
});

import { isAscii } from "node:buffer";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildProcesses, MAX_BUILD_MB, peakOf } from "../../test/build-memory.ts";
import { ROOT } from "../root.ts";
import { CLIENT, ensureBuilt, getDirectory, runBuild, SERVER } from "./build.ts";
import { computeHash } from "./sources.ts";

const TEST_MS = 300_000;

let directory: string;
beforeAll(async () => {
  // What renders the public pages has to find its packages from there.
  await mkdir(join(ROOT, "dist"), { recursive: true });
  directory = await mkdtemp(join(ROOT, "dist", "build-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const errorOf = (build: Promise<void>) =>
  build.then(
    () => null,
    (error: Error) => error,
  );

describe("a build", () => {
  it(
    "of the server takes less than 512 MB and writes only ASCII",
    async () => {
      const out = join(directory, SERVER.name);
      const peakMb = await peakOf(SERVER, out);
      expect(await readdir(out)).toContain("run.js");
      // V8 holds any other source with two bytes a character.
      const scripts = (await readdir(out, { recursive: true })).filter((file) => file.endsWith(".js"));
      const texts = await Promise.all(scripts.map((file) => readFile(join(out, file))));
      expect(scripts.filter((_, at) => !isAscii(texts[at]!))).toEqual([]);
      expect(peakMb).toBeGreaterThan(50);
      expect(peakMb).toBeLessThan(MAX_BUILD_MB);
    },
    TEST_MS,
  );

  it(
    "explains the lack of memory and what to do when the system kills it",
    async () => {
      const failure = errorOf(runBuild(CLIENT, { directory: join(directory, "killed") }));
      await expect.poll(buildProcesses, { timeout: 30_000 }).toHaveLength(1);
      for (const { pid } of await buildProcesses()) process.kill(pid, "SIGKILL");
      expect((await failure)?.message).toMatch(
        /SIGKILL.*memory ran out.*swap.*npm run build.*another machine/,
      );
    },
    TEST_MS,
  );

  it(
    "explains the lack of memory and what to do when it runs out",
    async () => {
      const failure = await errorOf(runBuild(CLIENT, { heapMb: 8, directory: join(directory, "small") }));
      expect(failure?.message).toMatch(/memory ran out.*swap.*npm run build.*another machine/);
    },
    TEST_MS,
  );

  it(
    "doesn't wait for one whose process is gone, and is made once for several servers",
    async () => {
      const build = { ...SERVER, name: directory.slice(join(ROOT, "dist/").length) };
      const gone = 2 ** 22 + 1;
      await writeFile(`${directory}.building`, String(gone));
      let builds = 0;
      const onBuild = () => builds++;
      try {
        await Promise.all([ensureBuilt(build, { onBuild }), ensureBuilt(build, { onBuild })]);
        expect(builds).toBe(1);
        expect(await readdir(directory)).toContain("run.js");
        await ensureBuilt(build, { onBuild });
        expect(builds).toBe(1);
      } finally {
        await rm(`${directory}.hash`, { force: true });
      }
    },
    TEST_MS,
  );
});

describe("the sources of a build", () => {
  it("of the client leave out tests and the server side of rooms", () => {
    expect(CLIENT.includes("features/notes/screens/note-page.tsx")).toBe(true);
    expect(CLIENT.includes("features/notes/server/data.ts")).toBe(false);
  });

  it("change the hash with their content, not with their date", async () => {
    const folder = (await mkdtemp(join(ROOT, "dist", "hash-"))).slice(ROOT.length + 1);
    const build = { folders: [folder], files: [], includes: () => true };
    try {
      const file = join(ROOT, folder, "a.ts");
      await writeFile(file, "1");
      const first = computeHash(build);
      await writeFile(join(ROOT, folder, "a.test.ts"), "1");
      await writeFile(file, "1");
      expect(computeHash(build)).toBe(first);
      await writeFile(file, "2");
      expect(computeHash(build)).not.toBe(first);
    } finally {
      await rm(join(ROOT, folder), { recursive: true });
    }
  });
});

describe("the built server", () => {
  it("holds all modules but those that have to stay in node_modules", async () => {
    const text = await readFile(join(getDirectory(SERVER), "run.js"), "utf8");
    const imported = [...text.matchAll(/^import .*?from "([^"]+)";$|^import "([^"]+)";$/gm)].map(
      ([, from, whole]) => from ?? whole!,
    );
    expect(imported.filter((name) => !isBuiltin(name))).toEqual([]);
  });
});

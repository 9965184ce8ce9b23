import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { MAX_BUILD_MB, peakOf } from "../../test/build-memory.ts";
import { ROOT } from "../root.ts";
import { CLIENT } from "./build.ts";

it("a build of the client takes less than 512 MB", async () => {
  // What renders the public pages has to find its packages from there.
  await mkdir(join(ROOT, "dist"), { recursive: true });
  const directory = await mkdtemp(join(ROOT, "dist", "build-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const peakMb = await peakOf(CLIENT, directory);
  expect(await readdir(directory)).toContain("index.html");
  expect(peakMb).toBeGreaterThan(50);
  expect(peakMb).toBeLessThan(MAX_BUILD_MB);
}, 300_000);

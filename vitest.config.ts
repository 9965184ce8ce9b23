import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { sortTests } from "./scripts/test/projects.ts";
import { SlowestFirst } from "./test/slowest-first.ts";
import { keepTemporaryFilesInMemory } from "./test/temporary-files.ts";

// What V8 made of the packages and of our sources is kept for the processes of a run: a start of the server takes a
// second less.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/compiled");

keepTemporaryFilesInMemory();

/** Tests that kill and cut off whole programs, fill disks or measure memory: they need the machine's time, and its processes. */
const TIMING = /^(?:test\/durability|server\/workers|server\/build)\/|^server\/(?:lifecycle|full-disk)\.test/;

/** Node runs our sources as they are, in half the time that Vite's transformation of all of them takes. */
const UNTRANSFORMED = { viteModuleRunner: false, nodeLoader: false };

const { pure, service, timing, drill } = sortTests(import.meta.dirname, (file) => TIMING.test(file));

export default defineConfig({
  test: {
    environment: "node",
    // Tags are the lines of the specification that a test shows (test/spec.ts); there are too many to list them.
    strictTags: false,
    // The workers read the sources once, not for each file: a quarter of a run went into that. What a test changes of its
    // process, it puts back.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    // On a busy machine a step takes ten times as long as on an idle one; what waits for something says itself how long.
    testTimeout: 180_000,
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 180_000,
    teardownTimeout: 20_000,
    projects: [
      {
        extends: true,
        test: {
          name: "pure",
          include: pure,
          pool: "threads",
          setupFiles: ["test/restore-globals.ts", "test/frozen-clock.ts", "test/words.ts"],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "service",
          include: service,
          pool: "forks",
          experimental: UNTRANSFORMED,
          globalSetup: ["test/global-setup.ts"],
          setupFiles: ["test/restore-globals.ts", "test/words.ts"],
          // Two cores; a worker waits a third of its time, for PostgreSQL.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "timing",
          include: process.env.DRILL ? [...timing, ...drill] : timing,
          pool: "forks",
          experimental: UNTRANSFORMED,
          globalSetup: ["test/global-setup.ts"],
          setupFiles: ["test/restore-globals.ts", "test/words.ts"],
          // Alone, so that nothing else takes the time that it waits for.
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});

import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { SlowFirst } from "./test/slow-first.ts";

// What V8 made of the packages and of our sources is kept for the processes of a run: a start of the server takes a
// second less.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/compiled");

export default defineConfig({
  test: {
    environment: "node",
    // Tags are the lines of the specification that a test shows (test/spec.ts); there are too many to list them.
    strictTags: false,
    include: ["{server,features,registry,lib,ui,app,test,scripts,packaging}/**/*.test.{ts,tsx}"],
    globalSetup: ["test/global-setup.ts"],
    setupFiles: ["test/restore-globals.ts"],
    pool: "forks",
    // The workers read the sources once, not for each file: a quarter of a run went into that. What a test changes of its
    // process, it puts back.
    isolate: false,
    sequence: { sequencer: SlowFirst },
    // The smallest machine that this is built on has two cores. A worker waits much of its time: for PostgreSQL, for
    // servers that start, for seconds that have to pass.
    maxWorkers: 4,
    // On a busy machine a step takes ten times as long as on an idle one; what waits for something says itself how long.
    testTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
  },
});

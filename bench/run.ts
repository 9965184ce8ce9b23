/**
 * `npm run bench [-- name …]`: measures ours beside the floor in one run on an embedded PostgreSQL as it runs in
 * production (fsync on), prints the figures and writes `bench/results.json`. Names: fanout, sustained, commits, reads,
 * memory, activation, growth, admin, doses, feeds, handover, reminders, dose-reminders,
 * notified-writes, interaction, slow-phone; and day, which takes a quarter of an hour and runs only by its name.
 */
import { writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { createEnvironment, type Environment } from "./environment.ts";
import { measureActivation } from "./rows/activation.ts";
import { measureAdmin } from "./rows/admin.ts";
import { measureCommits } from "./rows/commits.ts";
import { measureDay } from "./rows/day.ts";
import { measureDoseReminders } from "./rows/dose-reminders.ts";
import { measureDoses } from "./rows/doses.ts";
import { measureDosesLive } from "./rows/doses-live.ts";
import { measureFanOut } from "./rows/fanout.ts";
import { measureFeeds } from "./rows/feeds.ts";
import { measureGrowth } from "./rows/growth.ts";
import { measureHandover } from "./rows/handover.ts";
import { measureInteraction } from "./rows/interaction.ts";
import { measureMemory } from "./rows/memory.ts";
import { measureNotifiedWrites } from "./rows/notified-writes.ts";
import { measureReads } from "./rows/reads.ts";
import { measureReminders } from "./rows/reminders.ts";
import { measureSlowPhone } from "./rows/slow-phone.ts";
import { measureSustained } from "./rows/sustained.ts";
import type { Row } from "./statistics.ts";

const parts: Record<string, (environment: Environment) => Promise<Row[]>> = {
  fanout: async (environment) => [
    ...(await measureFanOut(environment, 1)),
    ...(await measureFanOut(environment, 50)),
    ...(await measureFanOut(environment, 200)),
  ],
  sustained: measureSustained,
  commits: measureCommits,
  reads: measureReads,
  memory: measureMemory,
  activation: measureActivation,
  growth: measureGrowth,
  admin: measureAdmin,
  doses: async (environment) => [
    ...(await measureDoses(environment)),
    ...(await measureDosesLive(environment)),
  ],
  feeds: measureFeeds,
  handover: measureHandover,
  reminders: measureReminders,
  "dose-reminders": measureDoseReminders,
  "notified-writes": measureNotifiedWrites,
  interaction: measureInteraction,
  "slow-phone": measureSlowPhone,
  day: measureDay,
};
/** Measured only when asked for. */
const LONG = new Set(["day"]);

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(
    `There is no measurement named ${unknown.join(", ")}; there are ${Object.keys(parts).join(", ")}`,
  );
  process.exit(1);
}

const rows: Row[] = [];
const environment = await createEnvironment();
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (requested.length > 0 ? !requested.includes(name) : LONG.has(name)) continue;
    console.log(`measuring ${name} …`);
    const measured = await measure(environment);
    // At once, so that a part that fails loses no figures of others.
    console.table(measured);
    rows.push(...measured);
  }
} catch (error) {
  console.error(error);
  process.exitCode = 1;
  // What breaks while everything is stopped is only a consequence.
  process.on("uncaughtException", () => {});
} finally {
  await environment.stop();
}
if (process.exitCode) process.exit();
const machine = `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}, Node ${process.version}`;
const results = { measuredAt: new Date().toISOString(), machine, rows };
// A part of the measurements doesn't replace the figures of all.
if (requested.length === 0)
  await writeFile(new URL("results.json", import.meta.url), `${JSON.stringify(results, null, 2)}\n`);
process.exit(0);

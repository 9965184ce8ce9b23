import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../server/root.ts";

/** The browser tests that look at screens in one of several looks. */
const LOOKING = globSync("e2e/*.spec.ts", { cwd: ROOT }).filter((file) =>
  readFileSync(join(ROOT, file), "utf8").includes("support/axe.ts"),
);

/** A long check of what must hold when things break, which `npm test` runs in a short form or not at all. */
export type Drill = {
  /** What it shows, for the list. */
  shows: string;
  /** Roughly how long it takes on two cores, minutes. */
  minutes: number;
  command: readonly [program: "vitest" | "node" | "playwright", ...args: string[]];
  env?: Record<string, string>;
};

export const DRILLS: Record<string, Drill> = {
  history: {
    shows:
      "200 kills of three nodes and of PostgreSQL: each client's calls and answers agree with a model, also after a backup and restore",
    minutes: 15,
    command: ["vitest", "run", "test/durability/three_nodes.drill.test.ts"],
    env: { HISTORY_KILLS: "200" },
  },
  devices: {
    shows:
      "200 kills of three real browsers with their profiles, clocks that move, cut lines and killed nodes: 5,000 things that people do are stored once and in order, and all screens are the same",
    minutes: 90,
    command: ["playwright", "test", "e2e/devices.drill.ts", "--project=drill"],
    env: { DEVICE_KILLS: "200" },
  },
  reminders: {
    shows: "100 kills of three nodes that send reminders: none is lost, none is planned twice",
    minutes: 5,
    command: ["vitest", "run", "test/durability/reminders.test.ts"],
    env: { REMINDER_KILLS: "100" },
  },
  webhooks: {
    shows: "50 kills of three nodes that tell webhooks of changes: each change arrives, under one id",
    minutes: 4,
    command: ["vitest", "run", "test/durability/webhooks.test.ts"],
    env: { WEBHOOK_KILLS: "50" },
  },
  doses: {
    shows: "1,000 races of people who give the same dose: one stands",
    minutes: 5,
    command: ["vitest", "run", "features/doses/server/races.test.ts", "features/doses/server/guard.test.ts"],
    env: { DOSE_RACES: "1000", LONGER: "20" },
  },
  histories: {
    shows:
      "hundreds of random histories: each note and each dose is in one handover, whatever transactions are in flight; one person at most comes in by a link",
    minutes: 5,
    command: [
      "vitest",
      "run",
      "features/handover/server/dose_histories.test.ts",
      "features/handover/server/in_flight.test.ts",
      "features/members/server/invitations/open_links.test.ts",
    ],
    env: { LONGER: "40" },
  },
  program: {
    shows:
      "the whole program with its own PostgreSQL is killed, loses its keys, its disk is full, its database is cut off, frozen and late",
    minutes: 4,
    command: [
      "vitest",
      "run",
      "test/durability/kill.test.ts",
      "test/durability/keys_away.test.ts",
      "test/durability/uploads.test.ts",
      "test/conformance/database_lost.test.ts",
      "test/conformance/failover.test.ts",
      "server/full_disk.test.ts",
      "server/db/silent_network.test.ts",
    ],
  },
  disk: {
    shows:
      "a real file system fills up under writers and uploads, PostgreSQL can't come back for over a minute, the backups' disk fills up: nothing acknowledged is lost, the server goes on by itself",
    minutes: 3,
    command: [
      "vitest",
      "run",
      "test/durability/full_disk.test.ts",
      "server/full_disk.test.ts",
      "server/backup/schedule.test.ts",
    ],
    env: { DISK_KIND: "ext4", DISK_FULL_SECONDS: "75" },
  },
  restore: {
    shows:
      "a backup under writes brings back each acknowledged write; altered and cut-off backups are refused",
    minutes: 2,
    command: ["vitest", "run", "test/durability/backup.drill.test.ts", "server/backup"],
  },
  "carry-over": {
    shows:
      "data of PostgreSQL 15 is carried over to this version's, killed after each step and 40 times by chance: each row is there",
    minutes: 10,
    command: [
      "vitest",
      "run",
      "test/durability/carry_over.test.ts",
      "test/durability/carry_over.drill.test.ts",
    ],
    env: { CARRY_OVER_KILLS: "40" },
  },
  upgrade: {
    shows:
      "two nodes of an older version (FROM, else the one before the newest migration) are replaced one after the other under writes; a page of the older version goes on",
    minutes: 3,
    command: ["node", "scripts/drill/rolling-upgrade.ts"],
  },
  archives: {
    shows:
      "the program starts on archives of version 0.1 and keeps their rows; an older one is refused, and goes on after one start of the commit that the refusal names",
    minutes: 1,
    command: ["vitest", "run", "server/db/baseline.test.ts", "test/durability/upgrade.drill.test.ts"],
  },
  arguments: {
    shows: "2,000 random calls of each function are answered or refused in words",
    minutes: 12,
    command: ["vitest", "run", "test/access/arguments.test.ts"],
    env: { FUZZ_RUNS: "2000" },
  },
  processes: {
    shows:
      "several processes of a server are replaced although none can start for a while, and when one dies while it starts; a database is moved away and back by the operator's command; a build of the client stays below 512 MB",
    minutes: 2,
    command: [
      "vitest",
      "run",
      "server/workers/workers.drill.test.ts",
      "scripts/admin.drill.test.ts",
      "server/build/build.drill.test.ts",
    ],
  },
  axe: {
    shows:
      "every screen in both colour schemes at the widths of a phone and a desk, with text of 200 % and at 320 px: axe finds no problem, and all of it fits",
    minutes: 12,
    command: ["playwright", "test", ...LOOKING],
    env: { LOOKS: "all" },
  },
  late: {
    shows:
      "what the app leaves for later comes 40 ms later, and each answer of the server up to 200 ms: nothing is lost that a person does in between",
    minutes: 40,
    command: ["playwright", "test", "e2e/", "--project=shared"],
    env: { REAL_BROWSER: "1", SLOW: "tasks,answers" },
  },
  container: {
    shows:
      "the image of the Dockerfile is built and run as user 10001 with a read-only root in 512 MB: ready, health check, stop in order, restart with its data (needs buildah, crun, debootstrap)",
    minutes: 6,
    command: ["node", "scripts/drill/container.ts"],
  },
  size: {
    shows: "ten million rows are backed up while the server runs, compared and restored: time and memory",
    minutes: 75,
    command: ["node", "scripts/drill/large-backup.ts"],
  },
};

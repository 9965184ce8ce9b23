import { rename } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../server/db/database.ts";
import { startEmbeddedPostgres } from "../../server/db/embedded/embedded.ts";
import { createLog } from "../../server/log.ts";
import { runFormerCluster } from "../former-cluster.ts";
import { seededRandom } from "../random.ts";
import { rowDigests } from "../row-digests.ts";
import {
  carryOverAndKill,
  copyOfFormer,
  expectCarriedOver,
  expectStartCarriesOver,
  formerDigests,
  makeFormer,
  removeFormer,
  WHOLE,
} from "./former_data.ts";

const random = seededRandom();

/** Kills at moments by chance, besides one after each step. */
const KILLS = Number(process.env.CARRY_OVER_KILLS ?? 40);
const log = createLog("silent");

beforeAll(makeFormer, 120_000);
afterAll(removeFormer);

describe("data of a former major version of PostgreSQL", () => {
  it("is carried over by the start of a server with two processes, which says so on its port", async () => {
    await expectStartCarriesOver(await copyOfFormer(), "2");
  });

  it("is the same after kills at any step", async () => {
    const dataDir = await copyOfFormer();
    for (let kill = 0; kill < KILLS; kill++) {
      const { steps } = await carryOverAndKill(dataDir, "", 200 + random() * 4_000);
      if (!steps.includes("carrying over: the new cluster is in its place")) continue;
      await expectCarriedOver(dataDir);
      await rename(join(dataDir, "postgres"), join(dataDir, `done-${kill}`));
      await rename(join(dataDir, "postgres-15"), join(dataDir, "postgres"));
    }
    for (const step of [1, 2, 3, 4, 5, WHOLE]) {
      const { steps, signal, err } = await carryOverAndKill(dataDir, step);
      expect([signal, steps.length], `${step}: ${steps.join()} ${err}`).toEqual(["SIGKILL", step]);
    }
    // The next one only puts the new cluster in its place.
    expect((await carryOverAndKill(dataDir, "")).steps.at(-1)).toBe(
      "carrying over: the new cluster is in its place",
    );
    await expectCarriedOver(dataDir);
  }, 3_600_000);

  it("is carried over anew when an older version was used in between", async () => {
    const dataDir = await copyOfFormer();
    await carryOverAndKill(dataDir, WHOLE);
    const older = await runFormerCluster(dataDir);
    const database = openDatabase(older.connectionString, { max: 1 });
    await database.pool.query("update notes set title = 'Written in between' where title like 'Note 7%'");
    await database.close();
    const between = await rowDigests(older.connectionString);
    await older.stop();
    expect(between.notes).not.toBe(formerDigests().notes);
    await carryOverAndKill(dataDir, "");
    const postgres = await startEmbeddedPostgres({ dataDir, log });
    expect(await rowDigests(postgres.connectionString)).toEqual(between);
    await postgres.stop();
  }, 120_000);
});

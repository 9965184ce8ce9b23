import { randomUUID } from "node:crypto";
import type { FunctionSweep } from "./calls.ts";
import { AUDIENCES, casesPerPlan, newPlan } from "./dose_calls.ts";
import { missingId } from "./note_calls.ts";
import type { World } from "./world.ts";

type Args = Record<string, unknown>;

const hour = 3_600_000;

/** A running pause of the owner, of one plan. */
async function newPause(world: World, audience: "team" | "extended"): Promise<string> {
  const { service, diaryId, actors } = world;
  const planId = await newPlan(world, audience);
  const id = randomUUID();
  await service.database.pool.query(
    `insert into care_pauses (id, diary_id, kind, plan_ids, from_at, until_at, started_by, updated_by)
     values ($1, $2, $3, array[$4::uuid], now() - interval '1 hour', now() + interval '1 hour', $5, $5)`,
    [id, diaryId, audience === "team" ? "hospital" : "away", planId, actors.owner.userId],
  );
  return id;
}

const casesPerPause = (more: Args = {}): FunctionSweep["cases"] => ({
  "a pause of a plan of the team": async (world: World) => ({
    pauseId: await newPause(world, "team"),
    revision: 1,
    ...more,
  }),
  "a pause that doesn't exist": () => ({ pauseId: missingId(), revision: 1, ...more }),
});

/** Pauses of a plan of the team and of one for everyone, and counted stock of both. */
async function withPausesAndStock(world: World): Promise<Args> {
  const { service, diaryId, actors } = world;
  for (const audience of Object.values(AUDIENCES)) {
    await newPause(world, audience);
    const planId = await newPlan(world, audience);
    await service.database.pool.query(
      "insert into stock_events (id, diary_id, plan_id, kind, amount, by_user) values ($1, $2, $3, 'counted', 12, $4)",
      [randomUUID(), diaryId, planId, actors.owner.userId],
    );
  }
  return { diaryId };
}

const inNotebook: FunctionSweep["cases"] = {
  "the notebook": withPausesAndStock,
  "a notebook that doesn't exist": () => ({ diaryId: missingId() }),
};

const letters = (found: string[]) => [...new Set(found)].sort().join("") || "none";
const started = () => ({ kind: "hospital", planIds: null, fromAt: Date.now() + hour, untilAt: null });

export const PAUSE_CALLS: Record<string, FunctionSweep> = {
  "pauses.listPauses": {
    cases: inNotebook,
    summarize: (pauses: { kind: string }[]) =>
      letters(pauses.map(({ kind }) => (kind === "away" ? "E" : "T"))),
  },
  "pauses.startPause": {
    cases: {
      "the notebook": async ({ diaryId, service }) => {
        // What an earlier cell of the sweep started would be in the way.
        await service.database.pool.query("delete from care_pauses where diary_id = $1", [diaryId]);
        return { diaryId, ...started() };
      },
      "a notebook that doesn't exist": () => ({ diaryId: missingId(), ...started() }),
    },
    effect: "select started_by = $2 as ok from care_pauses where id::text = $1",
  },
  "pauses.changePause": {
    cases: casesPerPause({ fromAt: Date.now() - hour, untilAt: Date.now() + 3 * hour }),
    effect: `select revision = 2 and $2::uuid is not null and $1::text is null as ok from care_pauses
              order by revision desc, created_at desc limit 1`,
  },
  "pauses.endPause": {
    cases: casesPerPause(),
    effect: `select ended_by = $2 and revision = 2 and $1::text is null as ok from care_pauses
              order by ended_at desc nulls last limit 1`,
  },
  "stock.listStock": {
    cases: inNotebook,
    summarize: (plans: { name: string; stock: object | null }[]) =>
      letters(plans.flatMap(({ name, stock }) => (stock ? [name[7]!] : []))),
  },
  "stock.listStockEvents": {
    cases: casesPerPlan(),
    summarize: (events: unknown[]) => `${events.length}`,
  },
  "stock.recordStock": {
    cases: casesPerPlan(() => ({ kind: "counted", amount: 7 })),
    effect: `select by_user = $2 and amount = 7 and $1::text is null as ok from stock_events
              order by recorded_at desc, id desc limit 1`,
  },
  "stock.setStockWarning": {
    cases: casesPerPlan(() => ({ warning: { below: 7, of: "days" } })),
    effect: "select set_by = $2 and $1::text is null as ok from stock_warnings order by set_at desc limit 1",
  },
};

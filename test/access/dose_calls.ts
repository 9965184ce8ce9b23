import { randomUUID } from "node:crypto";
import type { FunctionSweep } from "./calls.ts";
import type { Principal } from "./expected.ts";
import { missingId } from "./note_calls.ts";
import { canary, newNotebook, type World } from "./world.ts";

type Args = Record<string, unknown>;
type Audience = "team" | "extended";

export const AUDIENCES = { "a plan of the team": "team", "a plan for everyone": "extended" } as const;

const BY_HOURS = { kind: "afterLast", hours: 6, amount: 1 };
const DAILY = { kind: "clock", times: [{ at: "08:00", amount: 1 }], days: { everyDays: 1 } };

/** A plan with secrets in all its texts. */
/** Makes the next change of a plan write a list of its own, not a version of the one before. */
const endListOfDay = ({ service, diaryId }: Pick<World, "service" | "diaryId">) =>
  service.database.pool.query(
    "update notes set is_from_plans = false where diary_id = $1 and is_from_plans",
    [diaryId],
  );

export async function newPlan(
  { service, diaryId, actors }: Pick<World, "service" | "diaryId" | "actors">,
  audience: Audience,
  schedule: object = BY_HOURS,
): Promise<string> {
  const letter = audience === "team" ? "T" : "E";
  const id = randomUUID();
  const { pool } = service.database;
  await endListOfDay({ service, diaryId });
  const facts = {
    // Each is another medicine: those of one name count together.
    name: `${canary(letter, "medicine")}-${id}`,
    strength: "",
    form: "",
    route: "",
    prescriber: "",
    notes: "",
  };
  await pool.query(
    `insert into medication_plans (id, diary_id, unit, visibility, facts, created_by) values ($1, $2, 'tablet', $3, $4, $5)`,
    [id, diaryId, audience, JSON.stringify(facts), actors.owner.userId],
  );
  await pool.query(
    `insert into medication_plan_versions (plan_id, version, diary_id, effective_from, time_zone, first_day, schedule,
       late_after_minutes, late_until_minutes, words, changed_by)
     values ($1, 1, $2, now() - interval '2 days', 'UTC', current_date - 2, $3, 60, 240, $4, $5)`,
    [
      id,
      diaryId,
      JSON.stringify(schedule),
      JSON.stringify({ instructions: canary(letter, "instructions"), saidBy: "", reason: "" }),
      actors.owner.userId,
    ],
  );
  return id;
}

/** A dose of a new plan, as somebody wrote it. */
export async function newDose(
  world: World,
  audience: Audience,
  by: Principal,
  state: "given" | "claimed" = "given",
) {
  const { service, diaryId, actors } = world;
  const planId = await newPlan(world, audience);
  const id = randomUUID();
  const letter = audience === "team" ? "T" : "E";
  await service.database.pool.query(
    `insert into doses (id, diary_id, plan_id, plan_version, slot, due_at, state, amount, given_at, recorded_by, words, claimed_until)
     values ($1, $2, $3, 1, 'a slot', now(), $4, 1, case when $4 = 'given' then now() end, $5, $6,
             case when $4 = 'claimed' then now() + interval '5 minutes' end)`,
    [id, diaryId, planId, state, actors[by].userId, JSON.stringify({ note: canary(letter, "dose") })],
  );
  await service.database.pool.query(
    `insert into dose_entries (id, dose_id, revision, diary_id, kind, "values", words, by_user)
     values ($1, $1, 1, $2, $3, '{}', $4, $5)`,
    [id, diaryId, state, JSON.stringify({ note: canary(letter, "entry") }), actors[by].userId],
  );
  return id;
}

/** A dose that was given beside another one. */
async function newExtra(world: World, audience: Audience): Promise<void> {
  const id = await newDose(world, audience, "caregiver");
  await world.service.database.pool.query(
    `insert into doses (id, diary_id, plan_id, plan_version, slot, due_at, state, amount, given_at, recorded_by, against, extra_of)
     select gen_random_uuid(), diary_id, plan_id, 1, slot, due_at, 'given', 1, now(), recorded_by, array[id], id
       from doses where id = $1`,
    [id],
  );
}

export const casesPerPlan = (more: (world: World, planId: string) => Args | Promise<Args> = () => ({})) =>
  ({
    ...Object.fromEntries(
      Object.entries(AUDIENCES).map(([title, audience]) => [
        title,
        async (world: World) => {
          const planId = await newPlan(world, audience);
          return { planId, ...(await more(world, planId)) };
        },
      ]),
    ),
    "a plan that doesn't exist": async (world: World) => ({
      planId: missingId(),
      ...(await more(world, "")),
    }),
  }) satisfies FunctionSweep["cases"];

const casesPerDose = (more: () => Args = () => ({}), state: "given" | "claimed" = "given") =>
  ({
    "the caregiver's dose of a plan of the team": async (world: World) => ({
      doseId: await newDose(world, "team", "caregiver", state),
      ...more(),
    }),
    "the caregiver's dose of a plan for everyone": async (world: World) => ({
      doseId: await newDose(world, "extended", "caregiver", state),
      ...more(),
    }),
    "a dose that doesn't exist": () => ({ doseId: missingId(), ...more() }),
  }) satisfies FunctionSweep["cases"];

/** A dose that isn't planned, although its plan has times: its giver has said yes to that. */
const given = (yes: "seen" | "acknowledged") => () => {
  const entryId = randomUUID();
  return {
    entryId,
    slot: null,
    amount: 1,
    givenAt: Date.now(),
    sentAt: Date.now(),
    [yes]: [entryId],
  };
};

/** The name of the planned dose that a plan by elapsed hours has first. */
const firstSlot = async ({ service }: World, planId: string): Promise<Args> => {
  const { rows } = await service.database.pool.query<{ effective_from: number }>(
    "select effective_from from medication_plan_versions where plan_id::text = $1",
    [planId],
  );
  const slot = rows[0] ? new Date(rows[0].effective_from).toISOString() : "none";
  return { entryId: randomUUID(), slot };
};

const version = {
  schedule: { kind: "asNeeded", amount: 1, most: null },
  firstDay: "2026-01-01",
  lastDay: null,
  minGapMinutes: null,
  maxCount: null,
  maxAmount: null,
  windowHours: 24,
  sameDoseMinutes: null,
  lateAfterMinutes: 60,
  lateUntilMinutes: 240,
};

const TODAY = new Date().toISOString().slice(0, 10);

/** A notebook of the principal's own role in which caregivers write plans too. */
async function openNotebook(world: World, principal: Principal): Promise<string> {
  const { diaryId } = await newNotebook(world, principal);
  await world.service.database.pool.query("update diaries set caregivers_edit_plans = true where id = $1", [
    diaryId,
  ]);
  return diaryId;
}

const ofOpenNotebook = async (world: World, principal: Principal): Promise<string> =>
  newPlan({ ...world, diaryId: await openNotebook(world, principal) }, "team");

/** A plan that goes by the clock of another zone than its notebook. */
async function travelled(world: World, audience: Audience): Promise<Args> {
  const planId = await newPlan(world, audience);
  await world.service.database.pool.query(
    `insert into medication_plan_versions (plan_id, version, diary_id, effective_from, time_zone, first_day, schedule,
       late_after_minutes, late_until_minutes, words, changed_by)
     select plan_id, 2, diary_id, now(), 'Asia/Kolkata', first_day, schedule, 60, 240, words, changed_by
       from medication_plan_versions where plan_id = $1`,
    [planId],
  );
  return { diaryId: world.diaryId, from: Date.now() + 60_000, plans: [{ planId, version: 2 }] };
}

/** The letters of the plans that a list has. */
const names = (plans: { name: string }[]) =>
  [...new Set(plans.map(({ name }) => name[7]))].sort().join("") || "none";

const inNotebook = (more: Args = {}, schedule = BY_HOURS as object): FunctionSweep["cases"] => ({
  "the notebook": async (world: World) => {
    for (const audience of Object.values(AUDIENCES)) await newPlan(world, audience, schedule);
    return { diaryId: world.diaryId, ...more };
  },
  "a notebook that doesn't exist": () => ({ diaryId: missingId(), ...more }),
});

/** The newest entry is the caller's. */
const WRITTEN = `select e.by_user = $2 and d.revision = e.revision as ok from dose_entries e join doses d on d.id = e.dose_id
  where d.id::text = $1::jsonb ->> 'doseId' order by e.revision desc limit 1`;
const CHANGED =
  "select by_user = $2 and revision = 2 and $1::text is null as ok from dose_entries order by at desc limit 1";

export const DOSE_CALLS: Record<string, FunctionSweep> = {
  "plans.listPlans": { cases: inNotebook(), summarize: names },
  "plans.listPlanVersions": { cases: casesPerPlan(), summarize: (versions) => `${versions.length}` },
  "plans.getPlan": {
    cases: casesPerPlan(),
    summarize: ({ plan, source }) => `${names([plan])}${source === null ? "" : " with its list"}`,
  },
  "plans.compareList": {
    cases: {
      "the notebook": ({ diaryId }) => ({ diaryId }),
      "a notebook that doesn't exist": () => ({ diaryId: missingId() }),
    },
    summarize: ({ list }, { lists }) =>
      Object.entries(lists).find(([, { id }]) => id === list._id)?.[0] ?? "another list",
  },
  "plans.createPlan": {
    cases: {
      "the notebook": async (world) => {
        await endListOfDay(world);
        return { diaryId: world.diaryId, facts: { name: "x" }, doseUnit: "tablet", ...version };
      },
      "a notebook in which caregivers write plans": async (world, principal) => ({
        diaryId: await openNotebook(world, principal),
        facts: { name: "x" },
        doseUnit: "tablet",
        ...version,
      }),
      "a notebook that doesn't exist": () => ({
        diaryId: missingId(),
        facts: { name: "x" },
        doseUnit: "tablet",
        ...version,
      }),
    },
    effect: "select created_by = $2 as ok from medication_plans where id::text = $1",
  },
  "plans.changePlan": {
    cases: {
      // The plans of this world go by elapsed hours, and their change leaves such doses out.
      ...casesPerPlan(() => ({ baseVersion: 1, leavesOut: true, ...version })),
      "a plan of a notebook in which caregivers write plans": async (world, principal) => ({
        planId: await ofOpenNotebook(world, principal),
        baseVersion: 1,
        leavesOut: true,
        ...version,
      }),
    },
    effect: `select changed_by = $2 and version = 2 and $1::text is null as ok from medication_plan_versions
              order by changed_at desc limit 1`,
  },
  "plans.endPlan": {
    cases: casesPerPlan(),
    effect: `select ended_by = $2 and $1::text is null as ok from medication_plans
              order by ended_at desc nulls last limit 1`,
  },
  "plans.correctPlan": {
    cases: casesPerPlan(() => ({
      baseRevision: 0,
      facts: { name: "ramipril" },
      visibility: "team",
      reason: canary("T", "reason"),
    })),
    effect: `select corrected_by = $2 and revision = 1 and $1::text is null as ok from medication_plan_corrections
              order by corrected_at desc limit 1`,
  },
  "plans.countTogether": {
    cases: {
      ...casesPerPlan(async (world) => ({ otherPlanId: await newPlan(world, "team"), isTogether: true })),
      "a plan of another notebook": async (world, principal) => ({
        planId: await newPlan(world, "team"),
        otherPlanId: await ofOpenNotebook(world, principal),
        isTogether: true,
      }),
    },
    effect: `select said_by = $2 and is_together and $1::text is null as ok from medication_plan_ties
              order by said_at desc limit 1`,
  },
  "plans.movePlans": {
    cases: {
      "a plan of the team": (world) => travelled(world, "team"),
      "a plan for everyone": (world) => travelled(world, "extended"),
      "a plan that doesn't exist": ({ diaryId }) => ({
        diaryId,
        from: Date.now() + 60_000,
        plans: [{ planId: missingId(), version: 1 }],
      }),
      "a notebook that doesn't exist": () => ({
        diaryId: missingId(),
        from: Date.now() + 60_000,
        plans: [{ planId: missingId(), version: 1 }],
      }),
    },
    effect: `select changed_by = $2 and version = 3 and time_zone = 'UTC' and $1::text is null as ok
               from medication_plan_versions order by changed_at desc limit 1`,
  },
  "plans.confirmPlan": {
    cases: casesPerPlan(),
    effect: `select created_by = $2 and is_from_plans and $1::text is null as ok from notes
              where type = 'current-medications' order by updated_at desc limit 1`,
  },
  "plans.setCaregiversEdit": {
    cases: {
      "the notebook": ({ diaryId }) => ({ diaryId, isAllowed: true }),
      "a notebook that doesn't exist": () => ({ diaryId: missingId(), isAllowed: true }),
    },
    effect: `select caregivers_edit_plans as ok from diaries where $1::text is null and $2::uuid is not null
              order by caregivers_edit_plans desc limit 1`,
    undo: ({ service }) =>
      service.database.pool.query(
        "update diaries set caregivers_edit_plans = false where caregivers_edit_plans",
      ),
  },
  "doses.listDoses": {
    cases: inNotebook({ fromDay: "2026-01-01", toDay: "2026-01-02" }),
    summarize: ({ plans }) => names(plans),
  },
  "doses.listDue": {
    cases: {
      "all notebooks": async (world: World) => {
        for (const audience of Object.values(AUDIENCES)) await newPlan(world, audience);
        // Their first doses were due when the plans began.
        return { at: Date.now() - 2 * 86_400_000 };
      },
    },
    summarize: names,
  },
  "doses.listToReview": {
    cases: {
      "the notebook": async (world: World) => {
        for (const audience of Object.values(AUDIENCES)) await newExtra(world, audience);
        return { diaryId: world.diaryId };
      },
      "a notebook that doesn't exist": () => ({ diaryId: missingId() }),
    },
    summarize: names,
  },
  "doses.getDose": {
    cases: casesPerDose(),
    summarize: ({ mayGive, mayCorrect }) => (mayGive ? (mayCorrect ? "corrects" : "gives") : "sees"),
  },
  "doses.getMonth": {
    cases: inNotebook({ month: TODAY.slice(0, 7) }, DAILY),
    summarize: ({ plans }) => names(plans),
  },
  "doses.getSummary": {
    cases: inNotebook({ fromDay: TODAY, toDay: TODAY, countsAt: Date.now() }, DAILY),
    summarize: ({ plans }) => names(plans),
  },
  "doses.listDoseEntries": { cases: casesPerDose(), summarize: (entries) => `${entries.length}` },
  "doses.giveDose": { cases: casesPerPlan(given("seen")), effect: WRITTEN },
  "doses.recordDose": { cases: casesPerPlan(given("acknowledged")), effect: WRITTEN },
  "doses.skipDose": {
    cases: casesPerPlan(async (world, planId) => ({
      ...(await firstSlot(world, planId)),
      reason: "refused",
      saidAt: Date.now(),
      sentAt: Date.now(),
    })),
    effect: WRITTEN,
  },
  "doses.claimDose": { cases: casesPerPlan(firstSlot), effect: WRITTEN },
  "doses.releaseDose": {
    cases: casesPerDose(() => ({ entryId: randomUUID(), revision: 1 }), "claimed"),
    effect: CHANGED,
  },
  "doses.correctDose": {
    cases: casesPerDose(() => ({
      entryId: randomUUID(),
      revision: 1,
      amount: 1.5,
      givenAt: Date.now() - 60_000,
      why: "Counted again",
    })),
    effect: WRITTEN,
  },
  "doses.followUpDose": {
    cases: casesPerDose(() => ({
      entryId: randomUUID(),
      revision: 1,
      helped: "yes",
      helpedAt: Date.now(),
      sentAt: Date.now(),
    })),
    effect: CHANGED,
  },
  "doses.reviewDose": {
    cases: casesPerDose(() => ({ entryId: randomUUID(), revision: 1 })),
    effect: CHANGED,
  },
  "doses.withdrawDose": {
    cases: casesPerDose(() => ({ entryId: randomUUID(), revision: 1, reason: "mistake" })),
    effect: CHANGED,
  },
};

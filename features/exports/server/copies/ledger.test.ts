import { randomUUID } from "node:crypto";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import { HOUR, MINUTE } from "../../../../lib/dates/time.ts";
import { rooms } from "../../../../registry/rooms.ts";
import { deleteAccount } from "../../../../server/auth/account_deletion.ts";
import { composeAccountDeletedLetter } from "../../../../server/auth/letters.ts";
import { doseIdOf, dosesOfDay, record } from "../../../../test/doses.ts";
import { findUntranslated, TRANSLATED } from "../../../../test/languages.ts";
import { beginAt } from "../../../../test/moment.ts";
import { api, careTeam, type TestPerson } from "../../../../test/people.ts";
import { dailyFromNow, planOf, whenNeeded } from "../../../../test/plans.ts";
import type { Service } from "../../../../test/service.ts";

const startService = beginAt();

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function copyFor(person: TestPerson, diaryId: string) {
  const { url } = await person.http.action(api.diaries.getCopyUrl, { diaryId });
  const files = unzipSync(new Uint8Array(await (await fetch(url)).arrayBuffer()));
  const texts = new Map(Object.entries(files).map(([path, bytes]) => [path, Buffer.from(bytes).toString()]));
  const json = texts.get("notebook.json")!;
  texts.delete("notebook.json");
  return { json, data: JSON.parse(json), page: [...texts.values()].join("\n") };
}

const wordsIn = (text: string) => [...new Set(text.match(/word-\w+/g) ?? [])].sort();

/** A plan with everything that can be written about it and its doses; each text begins with its name. */
async function fullPlan(
  owner: TestPerson,
  caregiver: TestPerson,
  diaryId: string,
  level: string,
  more: object,
) {
  const word = (of: string) => `word-${level}${of}`;
  const planId = await planOf(owner, diaryId, "ramipril", whenNeeded(1, 2), {
    facts: {
      name: word("Name"),
      strength: word("Strength"),
      form: word("Form"),
      route: word("Route"),
      prescriber: word("Prescriber"),
      notes: word("Notes"),
    },
    instructions: word("Instructions"),
    saidBy: word("SaidBy"),
    maxCount: 9,
    ...more,
  });
  const at = (hours: number) => Date.now() - hours * HOUR;
  const first = doseIdOf(await record(caregiver, planId, { givenAt: at(9), note: word("DoseNote") }));
  await caregiver.http.mutation(api.doses.correctDose, {
    entryId: randomUUID(),
    doseId: first,
    revision: 1,
    amount: 2,
    givenAt: at(9),
    note: word("CorrectedNote"),
    why: word("Correction"),
  });
  await owner.http.mutation(api.doses.followUpDose, {
    entryId: randomUUID(),
    doseId: first,
    revision: 2,
    helped: "yes",
    helpedAt: at(8),
    sentAt: Date.now(),
    note: word("FollowUp"),
  });
  const taken = doseIdOf(await record(owner, planId, { givenAt: at(6), givenByName: word("Giver") }));
  await owner.http.mutation(api.doses.withdrawDose, {
    entryId: randomUUID(),
    doseId: taken,
    revision: 1,
    reason: "not_taken",
    why: word("Withdrawal"),
  });
  // Beside another one, kept while there was no connection; somebody looks at it.
  const kept = { planId, slot: null, amount: 1, note: "", sentAt: Date.now() };
  const doubtful = await caregiver.http.mutation(api.doses.giveDose, {
    ...kept,
    entryId: randomUUID(),
    givenAt: at(9) + MINUTE,
  });
  await owner.http.mutation(api.doses.reviewDose, {
    entryId: randomUUID(),
    doseId: doseIdOf(doubtful),
    revision: 1,
  });
  await owner.http.mutation(api.stock.recordStock, { planId, kind: "counted", amount: 77 });
  return planId;
}

const WORDS = [
  "Name",
  "Strength",
  "Form",
  "Route",
  "Prescriber",
  "Notes",
  "Instructions",
  "SaidBy",
  "DoseNote",
  "CorrectedNote",
  "Correction",
  "FollowUp",
  "Giver",
  "Withdrawal",
];

it("a copy has plans, doses with all that was said, pauses and stock, on its pages and in its data, of what its reader sees", async () => {
  const { owner, caregiver, viewer, diaryId } = await careTeam(service);
  const hidden = await fullPlan(owner, caregiver, diaryId, "team", {});
  await fullPlan(owner, caregiver, diaryId, "extended", { visibility: "extended" });
  await fullPlan(owner, caregiver, diaryId, "sealed", { isEncrypted: true });
  const pause = { kind: "hospital" as const, fromAt: Date.now(), untilAt: null };
  await owner.http.mutation(api.pauses.startPause, { diaryId, ...pause, planIds: [hidden] });
  const all = (levels: string[]) =>
    levels.flatMap((level) => WORDS.map((word) => `word-${level}${word}`)).sort();
  for (const [reader, levels] of [
    [owner, ["extended", "sealed", "team"]],
    [caregiver, ["extended", "sealed", "team"]],
    [viewer, ["extended"]],
  ] as const) {
    const { json, data, page } = await copyFor(reader, diaryId);
    expect(wordsIn(json)).toEqual(all([...levels]));
    expect(wordsIn(page)).toEqual(all([...levels]));
    expect(page).not.toMatch(/undefined|null|\[object/);
    expect(data.plans).toHaveLength(levels.length);
    expect(data.doses).toHaveLength(3 * levels.length);
    expect(data.pauses).toHaveLength(levels.length === 1 ? 0 : 1);
    for (const plan of data.plans) expect(plan.stockEvents).toMatchObject([{ kind: "counted", amount: 77 }]);
    const kinds = data.doses.flatMap(({ entries }: { entries: { kind: string }[] }) =>
      entries.map((e) => e.kind),
    );
    expect([...new Set(kinds)].sort()).toEqual([
      "corrected",
      "followed_up",
      "given",
      "reviewed",
      "withdrawn",
    ]);
    // Who gave it is a name, never an id that says nothing outside.
    const ledger = JSON.stringify([data.plans, data.doses, data.pauses]);
    expect(ledger).not.toContain(caregiver.userId);
    expect(ledger).not.toContain(owner.userId);
    if (levels.length === 1) expect(json).not.toContain(hidden);
  }
  for (const language of TRANSLATED) {
    await service.database.pool.query("update users set language = $2 where id = $1", [
      owner.userId,
      language,
    ]);
    const { page } = await copyFor(owner, diaryId);
    expect(wordsIn(page)).toEqual(all(["extended", "sealed", "team"]));
    // Lists were written from the plans, and stay as they were written.
    const ledger = page.replaceAll(/<h3>Current Medications.*|<div class="wide".*/g, "");
    expect(findUntranslated(ledger, language, ["copyhtml", "dosecells", "pauses", "schedule"])).toEqual([]);
    expect(ledger).not.toMatch(/\btablets?\b|recorded|when needed|at most|undefined|null/);
  }
});

it("the ledger of somebody whose account is deleted stays whole, under “Former member”", async () => {
  const { owner, caregiver, diaryId } = await careTeam(service);
  await fullPlan(owner, caregiver, diaryId, "team", {});
  const planned = await planOf(owner, diaryId, "ramipril", dailyFromNow());
  const slot = (await dosesOfDay(owner, diaryId)).slots.find(({ planId }) => planId === planned)!;
  const claim = { entryId: randomUUID(), planId: planned, slot: slot.slot };
  await caregiver.http.mutation(api.doses.claimDose, claim);
  const rows = async (text: string) => (await service.database.pool.query(text, [diaryId])).rows;
  const ledger = () =>
    rows(
      `select d.id, d.state, d.amount, d.given_at, d.revision, e.id as entry, e.kind, e.by_user, e."values"
         from doses d join dose_entries e on e.dose_id = d.id where d.diary_id = $1 order by e.at, e.id`,
    );
  const before = await ledger();
  await deleteAccount(
    service.database,
    caregiver.subject,
    composeAccountDeletedLetter(caregiver.email),
    rooms,
  );
  expect(await ledger()).toEqual(before);
  const { doses } = await dosesOfDay(owner, diaryId);
  const theirs = doses.filter(({ recordedById }) => recordedById === caregiver.userId);
  expect(theirs.length).toBeGreaterThan(0);
  for (const dose of theirs) expect(dose.recordedBy).toBe("Former member");
  const { json, page } = await copyFor(owner, diaryId);
  expect(json).toContain("Former member");
  for (const text of [json, page]) {
    expect(text).not.toContain("Clara Caregiver");
    expect(text).not.toContain(caregiver.email);
  }
  // What they were about to give can be given by others when the claim has lapsed, and corrected by those who edit plans.
  const mine = theirs.find(({ state }) => state === "given")!;
  expect(
    await owner.http.mutation(api.doses.correctDose, {
      entryId: randomUUID(),
      doseId: mine._id,
      revision: mine.revision,
      amount: 1,
      givenAt: mine.givenAt!,
      note: "",
      why: "It was one",
      acknowledged: mine.against,
    }),
  ).toMatchObject({ outcome: "written" });
});

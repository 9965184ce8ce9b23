import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY, HOUR } from "../../../lib/dates/time.ts";
import { rooms } from "../../../registry/rooms.ts";
import { createLog } from "../../../server/log.ts";
import { addDose, addPlan, slotsOf } from "../../../test/ledger.ts";
import { beginAt } from "../../../test/moment.ts";
import { pdfText } from "../../../test/pdf-text.ts";
import { api, careTeam, type TestPerson } from "../../../test/people.ts";
import { everyDayAt } from "../../../test/plans.ts";
import type { Service } from "../../../test/service.ts";
import { makeExports } from "../../exports/server/exporter.ts";

const startService = beginAt();

const MONTH = "2026-05";
const DAYS = { fromDay: "2026-05-01", toDay: "2026-05-31" };
const CANARY = "secretamycin";

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
let plans: { shared: string; hidden: string; needed: string };
beforeAll(async () => {
  service = await startService();
  team = await careTeam(service);
  const { pool } = service.database;
  const { diaryId, owner, caregiver } = team;
  const plan = { diaryId, userId: owner.userId, firstDay: "2026-04-01" };
  const shared = await addPlan(pool, {
    ...plan,
    name: "ramipril",
    schedule: everyDayAt("08:00", "20:00"),
    visibility: "extended",
  });
  const hidden = await addPlan(pool, {
    ...plan,
    name: CANARY,
    schedule: everyDayAt("09:00"),
    instructions: "Secret words",
  });
  const needed = await addPlan(pool, {
    ...plan,
    name: "paracetamol",
    schedule: { kind: "asNeeded", amount: 1, most: 2 },
    visibility: "extended",
  });
  plans = { shared, hidden, needed };
  for (const [i, { slot, dueAt }] of slotsOf(
    everyDayAt("08:00", "20:00"),
    DAYS.fromDay,
    DAYS.toDay,
  ).entries()) {
    if (i === 20) continue;
    await addDose(pool, {
      diaryId,
      planId: shared,
      by: (i % 2 ? owner : caregiver).userId,
      slot,
      dueAt,
      ...(i % 25 === 7 && { reason: "refused" }),
      givenAt: dueAt + (i === 3 ? 2 * HOUR : 0),
    });
  }
  const [first] = slotsOf(everyDayAt("09:00"), DAYS.fromDay, DAYS.fromDay);
  await addDose(pool, { diaryId, planId: hidden, by: caregiver.userId, ...first! });
  await addDose(pool, {
    diaryId,
    planId: needed,
    by: owner.userId,
    givenAt: Date.parse("2026-05-10T10:20:00Z"),
    amount: 2,
  });
});
afterAll(() => service.close());

const parts = () => ({ ...service, log: createLog("silent"), rooms });
const on = () => ({ kind: "dose-sheet", subjectId: team.diaryId });
const requestAs = (who: TestPerson, parameters: object = { month: MONTH }): Promise<string> =>
  who.http.mutation(api.exports.createExport, { ...on(), format: "pdf", parameters: { ...parameters } });
const listAs = (who: TestPerson) => who.http.query(api.exports.listExports, on());
const fetchAs = async (who: TestPerson, exportId: string) => {
  const { url } = await who.http.action(api.exports.getExportUrl, { exportId });
  const answer = await fetch(url);
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
};
const monthAs = (who: TestPerson, planId?: string) =>
  who.http.query(api.doses.getMonth, { diaryId: team.diaryId, month: MONTH, ...(planId && { planId }) });
const refusal = (code: string) => ({ data: { code } });

describe("a month's sheet", () => {
  it("is asked for, made and downloaded, and has what its requester sees", async () => {
    const exportId = await requestAs(team.caregiver);
    await makeExports(parts());
    const [row] = await listAs(team.owner);
    expect(row).toMatchObject({
      _id: exportId,
      status: "ready",
      parameters: { month: MONTH },
      filename: expect.stringMatching(/, medication record, 2026-05\.pdf$/),
    });
    const { answer, bytes } = await fetchAs(team.owner, exportId);
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    const text = await pdfText(bytes);
    for (const part of [
      "ramipril 5 mg",
      CANARY,
      "08:00, 1 tablet",
      "(R) refused",
      "2 tablets",
      "Clara Caregiver",
      "as seen by Clara Caregiver",
    ])
      expect(text).toContain(part);
  });

  it("is in the language that its requester's account has when it is made", async () => {
    const exportId = await requestAs(team.caregiver);
    const setLanguage = (language: string | null) =>
      service.database.pool.query("update users set language = $2 where id = $1", [
        team.caregiver.userId,
        language,
      ]);
    await setLanguage("de");
    await makeExports(parts());
    await setLanguage(null);
    const { bytes } = await fetchAs(team.owner, exportId);
    expect(await pdfText(bytes)).toContain("wie für Clara Caregiver sichtbar");
  });

  it("shows viewers only shared plans: on the screen, in counts and in their own sheet", async () => {
    const ofTeam = await requestAs(team.caregiver);
    const own = await requestAs(team.viewer);
    await makeExports(parts());
    const { bytes } = await fetchAs(team.viewer, own);
    const text = await pdfText(bytes);
    expect(text).toContain("ramipril");
    expect(text).toContain("Allergies: not shown to viewers");
    const seen = [
      text,
      JSON.stringify(await monthAs(team.viewer)),
      JSON.stringify(await monthAs(team.viewer, plans.hidden)),
      JSON.stringify(
        await team.viewer.http.query(api.doses.getSummary, {
          diaryId: team.diaryId,
          ...DAYS,
          countsAt: Date.now(),
        }),
      ),
      JSON.stringify(await listAs(team.viewer)),
    ].join("\n");
    expect(seen).not.toContain(CANARY);
    expect(seen).not.toContain("Secret words");
    expect(seen).not.toContain(plans.hidden);
    expect((await listAs(team.viewer)).map(({ _id }) => _id)).toEqual([own]);
    await expect(fetchAs(team.viewer, ofTeam)).rejects.toMatchObject(refusal("access-denied"));
    await expect(
      team.viewer.http.mutation(api.exports.deleteExport, { exportId: ofTeam }),
    ).rejects.toMatchObject(refusal("access-denied"));
    await team.viewer.http.mutation(api.exports.deleteExport, { exportId: own });
  });

  it("isn't for other people, and isn't made for a member who has left meanwhile", async () => {
    await expect(requestAs(team.outsider)).rejects.toMatchObject(refusal("access-denied"));
    await expect(listAs(team.outsider)).rejects.toMatchObject(refusal("access-denied"));
    const exportId = await requestAs(team.admin);
    await service.database.pool.query("delete from members where diary_id = $1 and user_id = $2", [
      team.diaryId,
      team.admin.userId,
    ]);
    await makeExports(parts());
    expect((await listAs(team.owner)).find(({ _id }) => _id === exportId)).toMatchObject({
      status: "failed",
      error: "The person who asked for this sheet doesn't see these doses any more.",
    });
  });

  it("of an encrypted plan is encrypted in the storage", async () => {
    const name = "encryptedine";
    await team.owner.http.mutation(api.plans.createPlan, {
      diaryId: team.diaryId,
      facts: { name },
      doseUnit: "tablet",
      isEncrypted: true,
      schedule: everyDayAt("08:00"),
      firstDay: "2026-01-01",
      lastDay: null,
      minGapMinutes: null,
      maxCount: null,
      maxAmount: null,
      windowHours: 24,
      sameDoseMinutes: null,
      lateAfterMinutes: 60,
      lateUntilMinutes: 240,
    });
    const folder = join(service.files, "exports");
    const before = await readdir(folder);
    const exportId = await requestAs(team.owner, {
      month: new Date(Date.now() + DAY).toISOString().slice(0, 7),
    });
    await makeExports(parts());
    const [file] = (await readdir(folder)).filter((one) => !before.includes(one));
    expect((await readFile(join(folder, file!), "latin1")).startsWith("%PDF")).toBe(false);
    const { bytes } = await fetchAs(team.owner, exportId);
    expect(await pdfText(bytes)).toContain(name);
  });

  it.each([
    [{}, "The month is missing"],
    [{ month: "2026-13" }, "Enter a month such as 2026-05"],
    [{ month: MONTH, zoom: 2 }, "isn't known here"],
  ])("refuses %j with a sentence", async (parameters, sentence) => {
    await expect(requestAs(team.owner, parameters)).rejects.toMatchObject({
      data: { code: "invalid", message: expect.stringContaining(sentence) },
    });
  });

  it("refuses other formats, and kinds that there aren't", async () => {
    await expect(
      team.owner.http.mutation(api.exports.createExport, {
        ...on(),
        format: "csv",
        parameters: { month: MONTH },
      }),
    ).rejects.toMatchObject({ data: { code: "invalid", path: "format" } });
    await expect(
      team.owner.http.query(api.exports.listExports, { ...on(), kind: "horoscope" }),
    ).rejects.toMatchObject({ data: { code: "invalid", path: "kind" } });
  });
});

describe("counts", () => {
  it("of a span are by plan and week, and of one plan alone if wished", async () => {
    const summary = await team.owner.http.query(api.doses.getSummary, {
      diaryId: team.diaryId,
      ...DAYS,
      countsAt: Date.now(),
    });
    const shared = summary.plans.find(({ planId }) => planId === plans.shared)!;
    expect(shared).toMatchObject({
      name: "ramipril",
      total: { due: 62, given: 58, notGiven: { refused: 3 }, notRecorded: 1, open: 0, paused: 0 },
    });
    expect(shared.weeks.map(({ counts }) => counts.due)).toEqual([6, 14, 14, 14, 14]);
    expect(summary.plans.find(({ planId }) => planId === plans.hidden)!.total).toMatchObject({
      due: 31,
      given: 1,
      notRecorded: 30,
    });
    const one = await team.owner.http.query(api.doses.getSummary, {
      diaryId: team.diaryId,
      ...DAYS,
      planId: plans.shared,
      countsAt: Date.now(),
    });
    expect(one.plans).toEqual([shared]);
    expect((await monthAs(team.owner, "x")).plans).toEqual([]);
  });

  it("are refused for a span that is too long, or runs backwards", async () => {
    for (const [fromDay, toDay] of [
      ["2026-01-01", "2026-06-01"],
      ["2026-05-02", "2026-05-01"],
    ] as const)
      await expect(
        team.owner.http.query(api.doses.getSummary, { diaryId: team.diaryId, fromDay, toDay, countsAt: 0 }),
      ).rejects.toMatchObject({ data: { code: "invalid", message: "Ask for at most 45 days" } });
  });
});

it("a dose of a month before its plan was made is in that month", async () => {
  const { pool } = service.database;
  const { diaryId, owner } = team;
  const planId = await addPlan(pool, {
    diaryId,
    userId: owner.userId,
    name: "later",
    schedule: everyDayAt("08:00"),
    firstDay: "2026-06-03",
  });
  const doseId = await addDose(pool, {
    diaryId,
    planId,
    by: owner.userId,
    givenAt: Date.parse("2026-05-30T10:00:00Z"),
  });
  const { doses } = await monthAs(owner, planId);
  expect(doses.map(({ _id }) => _id)).toEqual([doseId]);
});

it("a corrected dose, and one that was first refused, are marked; the month follows at once", async () => {
  const client = service.connect(team.owner);
  const seen: { corrected: number; refusedFirst: number }[] = [];
  client.onUpdate(api.doses.getMonth, { diaryId: team.diaryId, month: MONTH }, ({ doses }) => {
    seen.push({
      corrected: doses.filter(({ isCorrected }) => isCorrected).length,
      refusedFirst: doses.filter(({ wasNotGiven }) => wasNotGiven).length,
    });
  });
  await expect.poll(() => seen.at(-1), { timeout: 20_000 }).toEqual({ corrected: 0, refusedFirst: 0 });
  const { doses } = await monthAs(team.owner, plans.shared);
  const given = doses.find(({ state }) => state === "given")!;
  await team.owner.http.mutation(api.doses.correctDose, {
    entryId: crypto.randomUUID(),
    doseId: given._id,
    revision: 1,
    amount: 1,
    givenAt: given.givenAt! + 60_000,
    why: "Read the clock again",
  });
  await expect.poll(() => seen.at(-1), { timeout: 20_000 }).toEqual({ corrected: 1, refusedFirst: 0 });
  const refused = doses.find(({ state }) => state === "not_given")!;
  await team.owner.http.mutation(api.doses.recordDose, {
    entryId: crypto.randomUUID(),
    planId: plans.shared,
    slot: refused.slot,
    amount: 1,
    givenAt: refused.dueAt! + HOUR,
    sentAt: Date.now(),
    why: "Written down later",
  });
  await expect.poll(() => seen.at(-1), { timeout: 20_000 }).toEqual({ corrected: 1, refusedFirst: 1 });
});

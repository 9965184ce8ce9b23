import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import { beginAt } from "../../../test/moment.ts";
import {
  api,
  careTeam,
  createMedicationList,
  createNotebook,
  type TestPerson,
} from "../../../test/people.ts";
import type { Service } from "../../../test/service.ts";

const startService = beginAt();

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const DAY = 86_400_000;
const ramipril = { genericName: "Ramipril", dosage: "5 mg" };
const title = "Current Medications - November 20, 2026";

const latest = async (who: TestPerson, diaryId = team.diaryId) =>
  (await who.http.query(api.notes.latestMedications, { diaryId }))!;

type Change = Parameters<typeof change>[2];

/** Changes the list that the person sees, or the one given. */
async function change(
  who: TestPerson,
  list: { _id: string; version: number } | null,
  what: (typeof api.notes.changeMedications)["_args"]["change"],
  more: { reason?: string; diaryId?: string } = {},
) {
  return who.http.mutation(api.notes.changeMedications, {
    diaryId: team.diaryId,
    list: list && { noteId: list._id, version: list.version },
    change: what,
    title,
    ...more,
  });
}

const add = (brandName: string): Change => ({ kind: "add", medication: { brandName } });
const names = (list: { medications: { genericName: string; brandName: string }[] }) =>
  list.medications.map(({ genericName, brandName }) => genericName || brandName);

const OUTDATED = { data: { code: "conflict", message: "The list has changed since you opened it" } };

describe("notes.changeMedications", () => {
  beforeEach(async () => {
    team = await careTeam(service);
  });

  it("writes a new list of today with all rows, and leaves the former one as it is", async () => {
    const { owner, caregiver, diaryId } = team;
    const former = await createMedicationList(
      owner,
      diaryId,
      [ramipril, { genericName: "Ibuprofen", notes: "for the knee" }],
      { noteDate: 5 * DAY, visibility: "extended", isEncrypted: true },
    );
    const before = await latest(caregiver);
    const changed = await change(
      caregiver,
      before,
      { kind: "change", row: 0, medication: { ...ramipril, dosage: "10 mg", timing: "morning" } },
      { reason: " Dr Lee, letter of 3 May " },
    );
    expect(await latest(caregiver)).toMatchObject({
      _id: changed,
      title,
      noteDay: toDayInZone(Date.now(), "UTC"),
      visibility: "extended",
      isEncrypted: true,
      creatorName: "Clara Caregiver",
      summary: "Manual entry",
      reason: "Dr Lee, letter of 3 May",
      medications: [
        { genericName: "Ramipril", dosage: "10 mg", timing: "morning", compliance: "unknown" },
        { genericName: "Ibuprofen", notes: "for the knee" },
      ],
    });
    const note = (await owner.http.query(api.notes.getNote, { noteId: former }))!;
    expect(note).toMatchObject({ version: 1, noteDay: "1970-01-06" });
    expect(await owner.http.query(api.notes.newerMedications, { noteId: former })).toMatchObject({
      _id: changed,
    });
    const stored = await service.database.pool.query("select content from notes where id = $1", [changed]);
    expect(stored.rows).toEqual([{ content: null }]);
  });

  it("adds and stops rows, down to an empty list", async () => {
    const { caregiver } = team;
    await change(caregiver, null, add("Tritace"));
    expect(await latest(caregiver)).toMatchObject({ visibility: "team", isEncrypted: false });
    await change(caregiver, await latest(caregiver), add("Glucophage"));
    expect(names(await latest(caregiver))).toEqual(["Tritace", "Glucophage"]);
    await change(caregiver, await latest(caregiver), { kind: "stop", row: 0 }, { reason: "cough" });
    await change(caregiver, await latest(caregiver), { kind: "stop", row: 0 });
    expect(await latest(caregiver)).toMatchObject({ medications: [], reason: "" });
    const { page } = await caregiver.http.query(api.notes.pageMedications, {
      diaryId: team.diaryId,
      paginationOpts: { numItems: 3, cursor: null },
    });
    expect(page.map(({ count, reason, differences }) => [count, reason, differences!.shown])).toEqual([
      [0, "", [{ kind: "stopped", name: "Glucophage", before: "", after: "" }]],
      [1, "cough", [{ kind: "stopped", name: "Tritace", before: "", after: "" }]],
      [2, "", [{ kind: "started", name: "Glucophage", before: "", after: "" }]],
    ]);
  });

  it("replaces a list that is dated in advance, with its day", async () => {
    const { owner, diaryId } = team;
    const noteDate = Date.UTC(2999, 0, 1);
    await createMedicationList(owner, diaryId, [ramipril], { noteDate });
    const id = await change(owner, await latest(owner), { kind: "stop", row: 0 });
    expect(await latest(owner)).toMatchObject({ _id: id, noteDay: "2999-01-01", medications: [] });
  });

  it("is refused when another member wrote a list or edited this one meanwhile, and then nothing is lost", async () => {
    const { owner, caregiver, diaryId } = team;
    const noteId = await createMedicationList(owner, diaryId, [ramipril]);
    const seen = await latest(caregiver);
    await change(owner, seen, add("Metformin"));
    await expect(change(caregiver, seen, add("Aspirin"))).rejects.toMatchObject(OUTDATED);
    const second = await latest(caregiver);
    const note = (await owner.http.query(api.notes.getNote, { noteId: second._id }))!;
    await owner.http.mutation(api.notes.updateNote, {
      noteId: second._id,
      title: "Corrected",
      content: note.content,
      noteDay: note.noteDay,
      visibility: "team",
      tags: [],
    });
    await expect(change(caregiver, second, add("Aspirin"))).rejects.toMatchObject(OUTDATED);
    expect(await latest(caregiver)).toMatchObject({ edited: { name: "Olga Owner" }, version: 2 });
    await owner.http.mutation(api.notes.deleteNote, { noteId: second._id });
    await expect(change(caregiver, second, add("Aspirin"))).rejects.toMatchObject(OUTDATED);
    expect(await latest(caregiver)).toMatchObject({ _id: noteId });
  });

  it("of several concurrent changes, one succeeds and the others get a conflict", async () => {
    const { owner, caregiver, diaryId } = team;
    await createMedicationList(owner, diaryId, [ramipril]);
    const seen = await latest(owner);
    for (let round = 0; round < 5; round++) {
      const before = await latest(owner);
      const outcomes = await Promise.allSettled(
        [owner, caregiver, owner, caregiver].map((who, i) => change(who, before, add(`Drug ${round}.${i}`))),
      );
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      for (const outcome of outcomes) {
        if (outcome.status === "rejected") expect(outcome.reason).toMatchObject(OUTDATED);
      }
    }
    expect((await latest(owner)).medications).toHaveLength(seen.medications.length + 5);
  });

  it("a list that is written whole at the same moment isn't overwritten unseen", async () => {
    const { owner, caregiver, diaryId } = team;
    await createMedicationList(owner, diaryId, [ramipril], { noteDate: DAY });
    for (let round = 0; round < 5; round++) {
      const before = await latest(owner);
      const [whole, one] = await Promise.allSettled([
        createMedicationList(owner, diaryId, [{ genericName: `Whole ${round}` }], { noteDate: Date.now() }),
        change(caregiver, before, add(`One ${round}`)),
      ]);
      expect(whole.status).toBe("fulfilled");
      // Either the change came first and the whole list replaced it knowingly, or it was refused.
      if (one.status === "fulfilled") expect(names(await latest(owner))).toEqual([`Whole ${round}`]);
      else expect(one.reason).toMatchObject(OUTDATED);
    }
  });

  it.each([
    [
      "a row without a name",
      { kind: "add", medication: { dosage: "5 mg" } },
      "Please enter the generic name or the brand name",
    ],
    ["a row that isn't there", { kind: "stop", row: 7 }, "The list has changed since you opened it"],
    ["no change", { kind: "change", row: 0, medication: ramipril }, "Nothing was changed"],
  ] as [string, Change, string][])("refuses %s", async (_, what, message) => {
    const { owner, diaryId } = team;
    await createMedicationList(owner, diaryId, [ramipril]);
    await expect(change(owner, await latest(owner), what)).rejects.toThrow(message);
  });

  it("uses the newest list that the caller sees, and neither reveals nor replaces others' private ones", async () => {
    const { owner, caregiver, viewer, diaryId } = team;
    await createMedicationList(owner, diaryId, [ramipril], { visibility: "extended", noteDate: DAY });
    const draft = await createMedicationList(owner, diaryId, [{ genericName: "Secretol" }], {
      visibility: "private",
      noteDate: 2 * DAY,
    });
    expect(await latest(owner)).toMatchObject({
      _id: draft,
      forOthers: [
        { whom: "team", list: { noteDay: "1970-01-02" } },
        { whom: "extended", list: { noteDay: "1970-01-02" } },
      ],
    });
    expect(await latest(caregiver)).toMatchObject({ forOthers: [] });
    await expect(change(caregiver, { _id: draft, version: 1 }, add("X"))).rejects.toMatchObject(OUTDATED);
    await change(caregiver, await latest(caregiver), add("Metformin"));
    expect(names(await latest(viewer))).toEqual(["Ramipril", "Metformin"]);
    await expect(change(viewer, await latest(viewer), add("X"))).rejects.toMatchObject({
      data: { code: "access-denied" },
    });
    // The owner's own list of today is private like the one it replaces.
    await createMedicationList(owner, diaryId, [{ genericName: "Secretol" }], {
      visibility: "private",
      noteDate: Date.now() + DAY,
    });
    await change(owner, await latest(owner), add("Y"));
    expect(await latest(owner)).toMatchObject({ visibility: "private" });
    expect(names(await latest(caregiver))).toEqual(["Ramipril", "Metformin"]);
  });
});

describe("notes.pageMedications", () => {
  it("returns every list once in pages, each compared with the one before it, across the pages too", async () => {
    team = await careTeam(service);
    const { owner } = team;
    const diaryId = await createNotebook(owner);
    for (let day = 0; day < 7; day++) {
      await createMedicationList(owner, diaryId, [{ genericName: "Ramipril", dosage: `${day} mg` }], {
        noteDate: day * DAY,
        isEncrypted: day % 2 === 1,
      });
    }
    const found = [];
    let cursor: string | null = null;
    for (let isDone = false; !isDone; ) {
      const answer: (typeof api.notes.pageMedications)["_returnType"] = await owner.http.query(
        api.notes.pageMedications,
        { diaryId, paginationOpts: { numItems: 3, cursor } },
      );
      found.push(...answer.page);
      ({ isDone, continueCursor: cursor } = answer);
    }
    expect(
      found.map(({ differences }) => differences?.shown.map(({ before, after }) => [before, after])),
    ).toEqual([...[6, 5, 4, 3, 2, 1].map((day) => [[`${day - 1} mg`, `${day} mg`]]), undefined]);
  });
});

describe("notes.undoMedications", () => {
  it("deletes the newest list as it was written, and none that anybody has changed since", async () => {
    team = await careTeam(service);
    const { owner, caregiver, viewer, diaryId } = team;
    const undo = (who: TestPerson, noteId: string) =>
      who.http.mutation(api.notes.undoMedications, { noteId });
    const first = await createMedicationList(owner, diaryId, [ramipril]);
    const second = await change(caregiver, await latest(caregiver), { kind: "stop", row: 0 });
    await expect(undo(viewer, second)).rejects.toMatchObject({ data: { code: "access-denied" } });
    await undo(caregiver, second);
    expect(await latest(owner)).toMatchObject({ _id: first });

    const third = await change(caregiver, await latest(caregiver), { kind: "stop", row: 0 });
    const outcomes = await Promise.allSettled([
      undo(caregiver, third),
      change(owner, { _id: third, version: 1 }, add("Metformin")),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(names(await latest(owner))).toEqual(
      outcomes[0]!.status === "fulfilled" ? ["Ramipril"] : ["Metformin"],
    );
  });
});

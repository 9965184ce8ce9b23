import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  api,
  careTeam,
  createMedicationList,
  createNote,
  createNotebook,
  medicationArguments,
  noteArguments,
} from "../../../test/people.ts";
import { type Service, startService } from "../../../test/service.ts";
import { spec } from "../../../test/spec.ts";

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const DAY = 86_400_000;
const ramipril = { genericName: "Ramipril", dosage: "5 mg" };

describe("notes.createNote with a list of medications", () => {
  beforeAll(async () => {
    team = await careTeam(service);
  });

  it("is one of the two types of notes, and there is no third", { tags: spec("CORE-255") }, async () => {
    const { owner } = team;
    const diaryId = await createNotebook(owner);
    await createMedicationList(owner, diaryId, [ramipril]);
    await createNote(owner, diaryId);
    const notes = await owner.http.query(api.notes.listNotes, { diaryId });
    expect(notes.map(({ type }) => type).sort()).toEqual(["current-medications", "default"]);
    const unknown = { ...noteArguments(diaryId), type: "poem" as never };
    await expect(owner.http.mutation(api.notes.createNote, unknown)).rejects.toThrow(
      "The kind of note must be one of the choices offered",
    );
  });

  it("stores the list and shows it in the list of notes", {
    tags: spec("CORE-336 CORE-337 CORE-338 CORE-352"),
  }, async () => {
    const { caregiver, diaryId } = team;
    const noteDate = Date.UTC(2026, 10, 20);
    const noteId = await createMedicationList(
      caregiver,
      diaryId,
      [ramipril, { genericName: "Metformin" }, {}],
      {
        noteDate,
      },
    );
    const note = (await caregiver.http.query(api.notes.getNote, { noteId }))!;
    expect(note).toMatchObject({
      type: "current-medications",
      noteTypeName: "Current Medications",
      noteTypeIcon: "Pill",
      visibility: "team",
    });
    const blank = { brandName: "", timing: "", compliance: "unknown", notes: "" };
    expect(note.content).toEqual({
      type: "current-medications",
      data: {
        medications: [
          { ...blank, ...ramipril },
          { ...blank, genericName: "Metformin", dosage: "" },
        ],
        snapshotDate: noteDate,
        summary: "Manual entry",
      },
      metadata: { photoTranscripts: [], processingSteps: [] },
    });
    expect(await caregiver.http.query(api.notes.listNotes, { diaryId })).toMatchObject([
      { _id: noteId, preview: "Ramipril 5 mg, Metformin" },
    ]);
  });

  it.each([
    [
      "CORE-352 CORE-353 none with a generic name",
      [{ dosage: "5 mg" }],
      "Please add at least one medication with a generic name",
      "content.data.medications",
    ],
    [
      "a row without one",
      [ramipril, {}, { dosage: "5 mg" }],
      "Please enter the generic name or the brand name of this medication",
      "content.data.medications.2.genericName",
    ],
    [
      "a misspelt field",
      [{ ...ramipril, dosge: "5 mg" }],
      "The medications (entry 1) has an entry that isn't known here",
      "content.data.medications.0.dosge",
    ],
    [
      "a field of another type",
      [{ ...ramipril, dosage: 5 }],
      "The dosage (entry 1) must be a text",
      "content.data.medications.0.dosage",
    ],
  ])("refuses %s and says where", async (_, rows, message, path) => {
    const { owner, diaryId } = team;
    await expect(
      owner.http.mutation(api.notes.createNote, medicationArguments(diaryId, rows as never)),
    ).rejects.toMatchObject({ data: { code: "invalid", message, path } });
  });

  it("keeps a list a list when it is edited, never a text", async () => {
    const { caregiver, diaryId } = team;
    const noteId = await createMedicationList(caregiver, diaryId, [ramipril]);
    const { diaryId: _, type: __, ...fields } = medicationArguments("", [{ ...ramipril, dosage: "10 mg" }]);
    await caregiver.http.mutation(api.notes.updateNote, { noteId, ...fields });
    const read = async () => (await caregiver.http.query(api.notes.getNote, { noteId }))!;
    expect((await read()).content).toMatchObject({ data: { medications: [{ dosage: "10 mg" }] } });
    await expect(
      caregiver.http.mutation(api.notes.updateNote, { noteId, ...fields, content: "Only text" }),
    ).rejects.toMatchObject({
      data: {
        code: "invalid",
        message: "The content must be that of the note's kind",
      },
    });
    expect((await read()).version).toBe(2);
  });

  it("takes the largest allowed list, in the largest characters, and the search finds its first words", async () => {
    const { owner, diaryId } = team;
    const text = (length: number) => "𐐷ß가".repeat(length / 4).slice(0, length);
    const row = {
      genericName: `Maximalin ${text(480)}`,
      brandName: text(500),
      dosage: text(500),
      timing: text(500),
      notes: text(2000),
    };
    const noteId = await createMedicationList(
      owner,
      diaryId,
      Array.from({ length: 100 }, () => row),
    );
    const { page } = await owner.http.query(api.notes.pageNotes, {
      diaryId,
      text: "maximalin",
      paginationOpts: { numItems: 10, cursor: null },
    });
    expect(page.map((note) => note._id)).toEqual([noteId]);
  });
});

describe("notes.latestMedications and notes.formerMedications", () => {
  beforeAll(async () => {
    team = await careTeam(service);
  });

  it("return the newest list by its day, and for each note the list before it", async () => {
    const { owner, caregiver, viewer, diaryId } = team;
    const latest = (who = owner) => who.http.query(api.notes.latestMedications, { diaryId });
    const former = (noteId: string, who = owner) => who.http.query(api.notes.formerMedications, { noteId });
    expect(await latest()).toBeNull();
    const on = (day: number, dosage: string, more = {}) =>
      createMedicationList(owner, diaryId, [{ ...ramipril, dosage }], { noteDate: day * DAY, ...more });
    const second = await on(2, "5 mg");
    const first = await on(1, "2.5 mg", { visibility: "extended" });
    const hidden = await on(3, "20 mg", { visibility: "private" });
    const fourth = await on(4, "10 mg");
    const sameDay = await on(4, "15 mg");
    const text = await createNote(owner, diaryId, { noteDate: 9 * DAY });
    expect(await latest()).toEqual({
      _id: sameDay,
      shortId: expect.any(String),
      isFromPlans: false,
      title: "Current Medications - November 20, 2026",
      medications: [
        {
          brandName: "",
          genericName: "Ramipril",
          dosage: "15 mg",
          timing: "",
          compliance: "unknown",
          notes: "",
        },
      ],
      snapshotDate: 4 * DAY,
      summary: "Manual entry",
      noteDay: "1970-01-05",
      noteDate: 4 * DAY,
      visibility: "team",
      isEncrypted: false,
      isLost: false,
      creatorId: owner.userId,
      creatorName: "Olga Owner",
      updatedAt: expect.any(Number),
      writtenAt: expect.any(Number),
      edited: null,
      reason: "",
      version: 1,
      newerList: null,
      forOthers: [
        {
          whom: "extended",
          list: { _id: first, shortId: expect.any(String), noteDay: "1970-01-02", creatorName: "Olga Owner" },
        },
      ],
    });
    const chain = async (who: typeof owner, ...ids: string[]) =>
      Promise.all(ids.map(async (id) => (await former(id, who))?._id ?? null));
    expect(await chain(owner, sameDay, fourth, hidden, second, first, text)).toEqual([
      fourth,
      hidden,
      second,
      first,
      null,
      sameDay,
    ]);
    // Others don't see the private list, and a viewer only lists for everyone.
    expect(await chain(caregiver, fourth, hidden, second)).toEqual([second, null, first]);
    expect((await latest(viewer))!._id).toBe(first);
    expect(await chain(viewer, first, second)).toEqual([null, null]);
  });

  it("return a newer list at once", async () => {
    const { owner, caregiver, diaryId } = team;
    const client = service.connect(caregiver);
    const seen: (string | undefined)[] = [];
    client.onUpdate(api.notes.latestMedications, { diaryId }, (list) =>
      seen.push(list?.medications[0]?.dosage),
    );
    await expect.poll(() => seen.length).toBe(1);
    await createMedicationList(owner, diaryId, [{ ...ramipril, dosage: "40 mg" }], { noteDate: 10 * DAY });
    await expect.poll(() => seen.at(-1)).toBe("40 mg");
  });
});

import { v7 } from "uuid";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  addMember,
  api,
  careTeam,
  createMedicationList,
  createNote,
  type TestPerson,
} from "../../../test/people.ts";
import { type Service, startService } from "../../../test/service.ts";

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const DAY = 86_400_000;

type Visibility = "private" | "team" | "extended";

/** A list of that day; returns its id. */
const listOn = (
  author: TestPerson,
  day: number,
  visibility: Visibility,
  more: { isEncrypted?: boolean; id?: string } = {},
) =>
  createMedicationList(author, team.diaryId, [{ genericName: "Ramipril", dosage: `${day} mg` }], {
    title: `secret title of day ${day}`,
    noteDate: day * DAY,
    visibility,
    ...more,
  });

const newer = (who: TestPerson, noteId: string) => who.http.query(api.notes.newerMedications, { noteId });

const firstPage = { paginationOpts: { numItems: 20, cursor: null } };
const HIDDEN = { isShared: false };

it("an older list names the list that replaced it, to everybody who sees both", async () => {
  team = await careTeam(service);
  const { owner, caregiver, viewer, outsider } = team;
  const first = await listOn(owner, 1, "extended");
  expect(await newer(viewer, first)).toBeNull();
  const second = await listOn(caregiver, 2, "extended");
  const sealed = await listOn(owner, 3, "extended", { isEncrypted: true });
  const bySecond = {
    isShared: true,
    _id: second,
    shortId: expect.any(String),
    noteDay: "1970-01-03",
    creatorName: "Clara Caregiver",
  };
  for (const who of [owner, caregiver, viewer]) {
    expect(await newer(who, first)).toEqual(bySecond);
    expect(await newer(who, second)).toMatchObject({ _id: sealed, creatorName: "Olga Owner" });
    expect(await newer(who, sealed)).toBeNull();
    const noteRows = await who.http.query(api.notes.listNotes, { diaryId: team.diaryId });
    expect(noteRows.map(({ _id, newerList }) => [_id, newerList])).toEqual([
      [sealed, undefined],
      [second, expect.objectContaining({ _id: sealed })],
      [first, bySecond],
    ]);
  }
  expect(await newer(outsider, first)).toBeNull();
});

it("of two lists of a day the one that was stored last is the valid one, whatever ids their devices gave them", async () => {
  team = await careTeam(service);
  const { owner, viewer, diaryId } = team;
  const [last, middle, first] = [1, 2, 3].map((digit) => v7({ msecs: digit * DAY })) as [
    string,
    string,
    string,
  ];
  for (const id of [first, middle, last]) await listOn(owner, 1, "extended", { id });
  const order = [last, middle, first];
  const { http } = viewer;
  expect(await http.query(api.notes.latestMedications, { diaryId })).toMatchObject({ _id: last });
  expect(await Promise.all(order.map(async (id) => (await newer(viewer, id))?.isShared))).toEqual([
    undefined,
    true,
    true,
  ]);
  expect(await newer(viewer, first)).toMatchObject({ _id: middle });
  expect((await http.query(api.notes.listNotes, { diaryId })).map(({ _id }) => _id)).toEqual(order);
  const search = await http.query(api.notes.pageNotes, { diaryId, text: "Ramipril", ...firstPage });
  expect(search.page.map(({ _id }) => _id)).toEqual(order);
  // Pages of one end and begin between notes of the same day.
  for (const list of [api.notes.pageNotes, api.notes.pageMedications] as const) {
    let cursor: string | null = null;
    for (const id of order) {
      const args = { diaryId, paginationOpts: { numItems: 1, cursor } };
      const read: { page: { _id: string }[]; continueCursor: string } = await http.query(list, args);
      expect(read.page.map(({ _id }) => _id)).toEqual([id]);
      cursor = read.continueCursor;
    }
  }
});

it("a reader who doesn't see the newer list learns only that there is one", async () => {
  team = await careTeam(service);
  const { owner, caregiver, viewer, diaryId } = team;
  const first = await listOn(owner, 1, "extended");
  const second = await listOn(owner, 2, "extended");
  await listOn(caregiver, 3, "team");
  expect(await newer(viewer, second)).toEqual(HIDDEN);
  // The first list was replaced by one that they see, which says more.
  expect(await newer(viewer, first)).toMatchObject({ _id: second });
  const page = await viewer.http.query(api.notes.pageNotes, {
    diaryId,
    paginationOpts: { numItems: 20, cursor: null },
  });
  expect(page.page.map(({ _id, newerList }) => [_id, newerList])).toEqual([
    [second, HIDDEN],
    [first, expect.objectContaining({ _id: second })],
  ]);
  expect(await viewer.http.query(api.notes.latestMedications, { diaryId })).toMatchObject({
    _id: second,
    newerList: HIDDEN,
  });
  expect(JSON.stringify([page, await newer(viewer, second)])).not.toMatch(/day 3|Clara/);
  expect(await newer(caregiver, second)).toMatchObject({ creatorName: "Clara Caregiver" });
});

it("a private newer list replaces the older one for its author alone", async () => {
  team = await careTeam(service);
  const { owner, caregiver, viewer } = team;
  const shared = await listOn(owner, 1, "extended");
  const draft = await listOn(caregiver, 2, "private");
  for (const who of [owner, viewer]) expect(await newer(who, shared)).toBeNull();
  expect(await newer(caregiver, shared)).toMatchObject({ isShared: true, _id: draft });
});

it("notes of other types neither replace a list nor are replaced by one", async () => {
  team = await careTeam(service);
  const { owner, diaryId } = team;
  const note = await createNote(owner, diaryId, { noteDate: 0 });
  const list = await listOn(owner, 1, "team");
  await createNote(owner, diaryId, { noteDate: 5 * DAY });
  expect(await newer(owner, list)).toBeNull();
  expect(await newer(owner, note)).toBeNull();
  const noteRows = await owner.http.query(api.notes.listNotes, { diaryId });
  expect(noteRows.map(({ newerList }) => newerList)).toEqual([undefined, undefined, undefined]);
});

it("an open list changes at once when a newer one appears, is hidden or is deleted, and when its reader's role changes", async () => {
  team = await careTeam(service);
  const { owner, viewer, diaryId } = team;
  const first = await listOn(owner, 1, "extended");
  const client = service.connect(viewer);
  const seen: unknown[] = [];
  client.onUpdate(api.notes.newerMedications, { noteId: first }, (value) => seen.push(value));
  const expectState = (expected: unknown) => expect.poll(() => seen.at(-1)).toEqual(expected);
  await expectState(null);
  const second = await listOn(owner, 2, "extended");
  await expectState(expect.objectContaining({ isShared: true, _id: second }));
  const note = (await owner.http.query(api.notes.getNote, { noteId: second }))!;
  const show = (visibility: Visibility) =>
    owner.http.mutation(api.notes.updateNote, {
      noteId: second,
      title: note.title,
      content: note.content,
      noteDate: note.noteDate,
      tags: note.tags,
      visibility,
    });
  await show("team");
  await expectState(HIDDEN);
  const setRole = (role: string) =>
    service.database.pool.query("update members set role = $1 where diary_id = $2 and user_id = $3", [
      role,
      diaryId,
      viewer.userId,
    ]);
  await setRole("member");
  await expectState(expect.objectContaining({ _id: second }));
  await setRole("extended");
  await expectState(HIDDEN);
  await show("private");
  await expectState(null);
  await show("team");
  await expectState(HIDDEN);
  await owner.http.mutation(api.notes.deleteNote, { noteId: second });
  await expectState(null);
});

it("a person who joins later reads the list by their own role", async () => {
  team = await careTeam(service);
  const { owner, outsider, diaryId } = team;
  const first = await listOn(owner, 1, "extended");
  await listOn(owner, 2, "team");
  expect(await newer(outsider, first)).toBeNull();
  await addMember(service, diaryId, outsider, "extended");
  expect(await newer(outsider, first)).toEqual(HIDDEN);
});

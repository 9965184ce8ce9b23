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
  more: { isEncrypted?: boolean } = {},
) =>
  createMedicationList(author, team.diaryId, [{ genericName: "Ramipril", dosage: `${day} mg` }], {
    title: `secret title of day ${day}`,
    noteDate: day * DAY,
    visibility,
    ...more,
  });

const newer = (who: TestPerson, noteId: string) => who.http.query(api.notes.newerMedications, { noteId });

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

it("of two lists of one day the later written one replaces the other", async () => {
  team = await careTeam(service);
  const { owner } = team;
  const first = await listOn(owner, 1, "team");
  const second = await listOn(owner, 1, "team");
  expect(await newer(owner, first)).toMatchObject({ _id: second });
  expect(await newer(owner, second)).toBeNull();
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

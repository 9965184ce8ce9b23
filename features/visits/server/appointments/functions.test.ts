import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addDays } from "../../../../lib/dates/zone-day.ts";
import { beginAt } from "../../../../test/moment.ts";
import {
  addMember,
  api,
  careTeam,
  createNote,
  createNotebook,
  createPerson,
  type TestPerson,
} from "../../../../test/people.ts";
import type { Service } from "../../../../test/service.ts";
import { SERIES_DAYS_AHEAD } from "../../rules/appointments.ts";
import { extendAllAppointments } from "./jobs.ts";

const startService = beginAt();

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  team = await careTeam(service);
});

const DAY = "2027-03-04";

const create = (who: TestPerson, overrides: object = {}) =>
  who.http.mutation(api.appointments.createAppointment, {
    diaryId: team.diaryId,
    title: "Dr. Lorenz",
    starts: `${DAY}T09:30`,
    ...overrides,
  });
const get = async (who: TestPerson, appointmentId: string) =>
  (await who.http.query(api.appointments.getAppointment, { appointmentId }))!;
const list = async (who: TestPerson, fromDay = DAY, toDay = fromDay, diaryId?: string) =>
  (await who.http.query(api.appointments.listAppointments, { fromDay, toDay, ...(diaryId && { diaryId }) }))
    .appointments;
const update = (who: TestPerson, appointmentId: string, change: object, revision = 1) =>
  who.http.mutation(api.appointments.updateAppointment, { appointmentId, revision, ...change });
const answer = (
  who: TestPerson,
  appointmentId: string,
  given: "yes" | "no" | null,
  more: { role?: "goes" | "drives"; andLater?: boolean } = {},
) =>
  who.http.mutation(api.appointments.answerAppointment, {
    appointmentId,
    role: "drives",
    answer: given,
    ...more,
  });
const setPerson = (who: TestPerson, appointmentId: string, person: object) =>
  who.http.mutation(api.appointments.setAppointmentPerson, {
    appointmentId,
    role: "drives",
    isThere: true,
    ...person,
  });
const peopleOf = async (who: TestPerson, appointmentId: string) =>
  (await get(who, appointmentId)).people.map((one) => `${one.role} ${one.name} ${one.answer}`);
const refused = (message: RegExp | string) => ({ data: { message: expect.stringMatching(message) } });

describe("an appointment", () => {
  it("has what was typed, by the notebook's clock unless another is given", async () => {
    const id = await create(team.caregiver, {
      ends: `${DAY}T10:15`,
      place: "Main Street 4",
      withWhom: "Dr. Lorenz, cardiology",
      phone: "+49 30 1234",
      bring: "Card, list of medicines",
      travelMinutes: 25,
    });
    expect(await get(team.owner, id)).toMatchObject({
      title: "Dr. Lorenz",
      starts: `${DAY}T09:30`,
      ends: `${DAY}T10:15`,
      timeZone: "UTC",
      startsAt: Date.UTC(2027, 2, 4, 9, 30),
      endsAt: Date.UTC(2027, 2, 4, 10, 15),
      place: "Main Street 4",
      travelMinutes: 25,
      status: "planned",
      visibility: "team",
      recurrence: null,
      people: [],
      revision: 1,
      canEdit: true,
    });
    const abroad = await create(team.caregiver, { timeZone: "Asia/Tokyo" });
    expect((await get(team.owner, abroad)).startsAt).toBe(Date.UTC(2027, 2, 4, 0, 30));
  });

  it("is made once, however often a device sends it, and isn't made again after it was deleted", async () => {
    const id = crypto.randomUUID();
    expect(await create(team.caregiver, { id })).toBe(id);
    expect(await create(team.caregiver, { id })).toBe(id);
    expect(await list(team.owner)).toHaveLength(1);
    await team.caregiver.http.mutation(api.appointments.deleteAppointment, { appointmentId: id });
    expect(await create(team.caregiver, { id })).toBe(id);
    expect(await list(team.owner)).toEqual([]);
    await expect(create(team.owner, { id: crypto.randomUUID(), starts: "tomorrow" })).rejects.toMatchObject(
      refused("This isn't a date with a time"),
    );
  });

  it("is on each of its days by the clock of the notebook, in one list of all notebooks", async () => {
    const tokyo = await createNotebook(team.owner, { timeZone: "Asia/Tokyo", fullName: "Emil Weber" });
    await create(team.owner, { diaryId: tokyo, title: "Late", starts: `${DAY}T08:00`, timeZone: "UTC" });
    await create(team.owner, { title: "Stay", allDay: true, starts: DAY, ends: addDays(DAY, 2) });
    await create(team.owner, { title: "Before", starts: `${addDays(DAY, -1)}T22:30` });
    const titles = async (from: string, to = from, diaryId?: string) =>
      (await list(team.owner, from, to, diaryId)).map(({ title }) => title);
    expect(await titles(DAY)).toEqual(["Stay", "Late"]);
    // 08:00 in UTC is 17:00 of the same day in Tokyo, 23:59 is the next day's morning there.
    await create(team.owner, { diaryId: tokyo, title: "Next day", starts: `${DAY}T20:00`, timeZone: "UTC" });
    expect(await titles(addDays(DAY, 1))).toEqual(["Stay", "Next day"]);
    expect(await titles(addDays(DAY, 2))).toEqual(["Stay"]);
    expect(await titles(addDays(DAY, 3))).toEqual([]);
    expect(await titles(DAY, addDays(DAY, 1), tokyo)).toEqual(["Late", "Next day"]);
    await team.owner.http.mutation(api.diaries.archiveDiary, { diaryId: tokyo });
    expect(await titles(DAY, addDays(DAY, 1))).toEqual(["Stay"]);
    expect(await titles(DAY, DAY, tokyo)).toEqual(["Late"]);
  });

  it("is changed by one at a time, keeps its length, and asks whoever agreed again when it moves", async () => {
    const id = await create(team.owner, { ends: `${DAY}T10:15` });
    await answer(team.caregiver, id, "yes");
    await answer(team.owner, id, "yes", { role: "goes" });
    await setPerson(team.owner, id, { role: "goes", name: "Aunt Ilse" });
    await update(team.owner, id, { place: "Main Street 4" });
    expect(await peopleOf(team.owner, id)).toContain("drives Clara Caregiver yes");
    await expect(update(team.caregiver, id, { title: "Other" })).rejects.toMatchObject(
      refused("Somebody has changed this appointment"),
    );
    await update(team.owner, id, { starts: `${addDays(DAY, 1)}T11:00`, status: "confirmed" }, 2);
    const moved = await get(team.owner, id);
    expect(moved).toMatchObject({ ends: `${addDays(DAY, 1)}T11:45`, status: "confirmed", revision: 3 });
    expect(await peopleOf(team.owner, id)).toEqual(
      expect.arrayContaining(["drives Clara Caregiver asked", "goes Olga Owner yes", "goes Aunt Ilse yes"]),
    );
  });

  it("shows its outcome to those who see the note", async () => {
    const id = await create(team.owner, { visibility: "extended" });
    const noteId = await createNote(team.owner, team.diaryId, { title: "What came of it" });
    await team.owner.http.mutation(api.appointments.setOutcome, { appointmentId: id, noteId });
    expect((await get(team.caregiver, id)).outcome).toMatchObject({ noteId });
    expect((await get(team.viewer, id)).outcome).toBeNull();
    await team.owner.http.mutation(api.notes.deleteNote, { noteId });
    expect((await get(team.caregiver, id)).outcome).toBeNull();
  });
});

describe("the driver", () => {
  it("is one: of several who take the drive at once one has it, the others learn who", async () => {
    const id = await create(team.owner, { visibility: "extended" });
    const drivers = [team.owner, team.admin, team.caregiver, team.viewer];
    const results = await Promise.allSettled(drivers.map((who) => answer(who, id, "yes")));
    const winners = results.flatMap(({ status }, index) => (status === "fulfilled" ? [drivers[index]!] : []));
    expect(winners).toHaveLength(1);
    const [winner] = winners as [TestPerson];
    for (const result of results)
      if (result.status === "rejected")
        expect(result.reason).toMatchObject(refused(`^${winner.name} drives already$`));
    expect(await peopleOf(team.owner, id)).toEqual([`drives ${winner.name} yes`]);
  });

  it("is replaced once the ride is given back, and nobody is asked twice", async () => {
    const id = await create(team.owner);
    await setPerson(team.owner, id, { userId: team.caregiver.userId });
    await setPerson(team.owner, id, { userId: team.admin.userId });
    expect(await peopleOf(team.owner, id)).toEqual([
      "drives Clara Caregiver asked",
      "drives Adam Admin asked",
    ]);
    await answer(team.caregiver, id, "yes");
    await expect(answer(team.admin, id, "yes")).rejects.toMatchObject(
      refused("Clara Caregiver drives already"),
    );
    await expect(setPerson(team.owner, id, { name: "Taxi" })).rejects.toMatchObject(
      refused("Clara Caregiver drives already"),
    );
    await answer(team.caregiver, id, "no");
    await answer(team.admin, id, "yes");
    await answer(team.admin, id, null);
    await setPerson(team.owner, id, { name: "Taxi" });
    expect(await peopleOf(team.owner, id)).toEqual(["drives Clara Caregiver no", "drives Taxi yes"]);
    await setPerson(team.owner, id, { name: "taxi", isThere: false });
    expect(await peopleOf(team.owner, id)).toEqual(["drives Clara Caregiver no"]);
  });

  it("is no former member, and no appointment that is called off has a new one", async () => {
    const next = await create(team.owner);
    const past = await create(team.owner, { starts: "2026-01-05T09:00" });
    for (const id of [next, past]) await answer(team.caregiver, id, "yes");
    const { _id } = (await team.owner.http.query(api.members.listMembers, { diaryId: team.diaryId })).find(
      ({ userId }) => userId === team.caregiver.userId,
    )!;
    await team.owner.http.mutation(api.members.removeMember, { memberId: _id });
    expect(await peopleOf(team.owner, next)).toEqual([]);
    expect(await peopleOf(team.owner, past)).toEqual(["drives Clara Caregiver yes"]);
    await update(team.owner, next, { status: "calledOff" });
    await expect(answer(team.admin, next, "yes")).rejects.toMatchObject(
      refused("This appointment is called off"),
    );
    await expect(setPerson(team.owner, next, { userId: team.caregiver.userId })).rejects.toMatchObject(
      refused("isn't a member"),
    );
    await expect(setPerson(team.owner, next, {})).rejects.toMatchObject(refused("Choose a member"));
  });
});

describe("a repeated appointment", () => {
  const weekly = { recurrence: { weekly: { byWeekdays: ["TU", "TH"] } } };
  const first = { starts: "2027-03-02T08:00", ends: "2027-03-02T12:00", title: "Dialysis" };
  const days = async (from = "2027-03-01", to = "2027-03-14") =>
    (await list(team.owner, from, to)).map(({ starts, status }) => `${starts.slice(5)} ${status}`);

  it("has its appointments for half a year, keeps its hour over a clock change, and goes on by itself", async () => {
    const berlin = await createNotebook(team.owner, { timeZone: "Europe/Berlin" });
    const id = await create(team.owner, { diaryId: berlin, ...weekly, ...first });
    expect((await get(team.owner, id)).recurrence).toEqual({
      pattern: "weekly",
      weekly: { byWeekdays: ["TU", "TH"] },
    });
    const hours = (await list(team.owner, "2027-03-23", "2027-04-01", berlin)).map(({ starts, startsAt }) => [
      starts,
      new Date(startsAt).toISOString().slice(11, 16),
    ]);
    // Clocks change on 28 March.
    expect(hours).toEqual([
      ["2027-03-23T08:00", "07:00"],
      ["2027-03-25T08:00", "07:00"],
      ["2027-03-30T08:00", "06:00"],
      ["2027-04-01T08:00", "06:00"],
    ]);
    const count = async () =>
      (await service.database.pool.query("select 1 from appointments where diary_id = $1", [berlin]))
        .rowCount;
    const before = await count();
    const later = new Date(Date.UTC(2027, 2, 2) + 14 * 86_400_000);
    await extendAllAppointments(service.database, later);
    await extendAllAppointments(service.database, later);
    expect(await count()).toBe(before! + 4);
    expect(SERIES_DAYS_AHEAD).toBe(180);
  });

  it("has exceptions: one is moved or called off, and the others stay", async () => {
    await create(team.owner, { ...weekly, ...first });
    const [, second] = await list(team.owner, "2027-03-01", "2027-03-14");
    await update(team.owner, second!._id, { starts: "2027-03-05T09:00" });
    const [, , third] = await list(team.owner, "2027-03-01", "2027-03-14");
    await update(team.owner, third!._id, { status: "calledOff" });
    expect(await days()).toEqual([
      "03-02T08:00 planned",
      "03-05T09:00 planned",
      "03-09T08:00 calledOff",
      "03-11T08:00 planned",
    ]);
    await extendAllAppointments(service.database, new Date(Date.UTC(2027, 3, 2)));
    expect(await days()).toHaveLength(4);
  });

  it("gets another hour from one on, also for those to come", async () => {
    const id = await create(team.owner, { ...weekly, ...first });
    const [, second] = await list(team.owner, "2027-03-01", "2027-03-14");
    await update(team.owner, second!._id, { starts: "2027-03-04T14:00", place: "Ward 3", andLater: true });
    expect(await days()).toEqual([
      "03-02T08:00 planned",
      "03-04T14:00 planned",
      "03-09T14:00 planned",
      "03-11T14:00 planned",
    ]);
    expect((await get(team.owner, id)).place).toBe("");
    await extendAllAppointments(service.database, new Date(Date.UTC(2027, 3, 2)));
    const [last] = (await list(team.owner, "2027-09-20", "2027-09-30")).slice(-1);
    expect(last).toMatchObject({
      starts: expect.stringMatching(/T14:00$/),
      ends: expect.stringMatching(/T18:00$/),
      place: "Ward 3",
    });
    await expect(
      update(team.owner, second!._id, { starts: "2027-03-05T14:00", andLater: true }, 2),
    ).rejects.toMatchObject(refused("can get another time, not another day"));
    const single = await create(team.owner);
    await expect(update(team.owner, single, { place: "x", andLater: true })).rejects.toMatchObject(
      refused("isn't repeated"),
    );
  });

  it("keeps the times of one that was moved before, where only words change for all later ones", async () => {
    await create(team.owner, { ...weekly, ...first });
    const [one, second] = await list(team.owner, "2027-03-01", "2027-03-14");
    await update(team.owner, second!._id, { starts: "2027-03-05T09:00" });
    await update(team.owner, one!._id, { place: "Ward 3", andLater: true });
    const places = (await list(team.owner, "2027-03-01", "2027-03-14")).map(
      ({ starts, place }) => `${starts.slice(5)} ${place}`,
    );
    expect(places).toEqual([
      "03-02T08:00 Ward 3",
      "03-05T09:00 Ward 3",
      "03-09T08:00 Ward 3",
      "03-11T08:00 Ward 3",
    ]);
    // Those to come have the hour of the series, though the one that is changed now has another.
    await update(team.owner, second!._id, { place: "Ward 4", andLater: true }, 3);
    await extendAllAppointments(service.database, new Date(Date.UTC(2027, 3, 2)));
    const [last] = (await list(team.owner, "2027-09-20", "2027-09-30")).slice(-1);
    expect(last).toMatchObject({ starts: expect.stringMatching(/T08:00$/), place: "Ward 4" });
  });

  it("has one driver from one on where they say so, and ends where it is called off or deleted", async () => {
    await create(team.owner, { ...weekly, ...first });
    const [one, , third, fourth] = await list(team.owner, "2027-03-01", "2027-03-14");
    await answer(team.caregiver, one!._id, "yes", { andLater: true });
    expect(await peopleOf(team.owner, fourth!._id)).toEqual(["drives Clara Caregiver yes"]);
    await update(team.owner, third!._id, { status: "calledOff", andLater: true });
    await extendAllAppointments(service.database, new Date(Date.UTC(2027, 3, 2)));
    expect(await days("2027-03-08", "2027-03-14")).toEqual([
      "03-09T08:00 calledOff",
      "03-11T08:00 calledOff",
    ]);
    expect((await list(team.owner, "2027-09-01", "2027-10-30")).length).toBe(0);
    await team.owner.http.mutation(api.appointments.deleteAppointment, {
      appointmentId: one!._id,
      andLater: true,
    });
    expect(await days()).toEqual(["03-09T08:00 calledOff", "03-11T08:00 calledOff"]);
  });

  it("needs a day", async () => {
    await expect(
      create(team.owner, { ...first, recurrence: { weekly: { byWeekdays: [] } } }),
    ).rejects.toMatchObject({ data: { code: "invalid" } });
    await expect(
      create(team.owner, { ...first, recurrence: { interval: { every: 1, unit: "hour" } } }),
    ).rejects.toMatchObject({ data: { code: "invalid" } });
  });
});

it("a clinician changes their own appointments only", async () => {
  const doctor = await createPerson(service, "Dora Doctor");
  await addMember(service, team.diaryId, doctor, "clinician");
  const own = await create(doctor);
  const others = await create(team.owner);
  await update(doctor, own, { place: "Ward 3" });
  await expect(update(doctor, others, { place: "Ward 3" })).rejects.toMatchObject(refused("Access denied"));
});

describe("a calendar file", () => {
  const file = (...events: string[][]) =>
    ["BEGIN:VCALENDAR", "VERSION:2.0", ...events.flat(), "END:VCALENDAR"].join("\r\n");
  const event = (uid: string, title: string, start: string, ...more: string[]) => [
    ...["BEGIN:VEVENT", `UID:${uid}`, `SUMMARY:${title}`, `DTSTART:${start}`],
    ...more,
    "END:VEVENT",
  ];
  const take = (who: TestPerson, text: string, ...uids: string[]) =>
    who.http.mutation(api.appointments.importCalendar, { diaryId: team.diaryId, text, uids });

  it("gives the chosen events once, and a later one moves, renames and calls off what is known", async () => {
    const first = file(
      event("eye", "Eye doctor", "20270304T090000Z", "LOCATION:Main Street 4"),
      event("private", "My yoga", "20270305T090000Z"),
    );
    const { events } = await team.owner.http.action(api.appointments.readCalendar, {
      diaryId: team.diaryId,
      text: first,
    });
    expect(events.map(({ title }) => title)).toEqual(["Eye doctor", "My yoga"]);
    expect(await take(team.owner, first, "eye")).toEqual({ added: 1, changed: 0, same: 0 });
    expect(await take(team.caregiver, first, "eye")).toEqual({ added: 0, changed: 0, same: 1 });
    expect(await list(team.caregiver)).toMatchObject([
      { title: "Eye doctor", place: "Main Street 4", starts: "2027-03-04T09:00", visibility: "team" },
    ]);
    const [eye] = await list(team.owner);
    await update(team.owner, eye!._id, { bring: "Glasses" });
    await answer(team.caregiver, eye!._id, "yes");
    const moved = file(event("eye", "Eye doctor", "20270304T140000Z"));
    expect(await take(team.owner, moved, "eye")).toEqual({ added: 0, changed: 1, same: 0 });
    expect(await list(team.owner)).toMatchObject([
      { starts: "2027-03-04T14:00", bring: "Glasses", revision: 3 },
    ]);
    // As by hand, a move asks the driver again.
    expect(await peopleOf(team.owner, eye!._id)).toEqual(["drives Clara Caregiver asked"]);
    const off = file(event("eye", "Eye doctor", "20270304T140000Z", "STATUS:CANCELLED"));
    await take(team.owner, off, "eye");
    expect(await list(team.owner)).toMatchObject([{ status: "calledOff" }]);
  });

  it("isn't read where it is none, and no unknown event is taken over", async () => {
    await expect(take(team.owner, "hello", "x")).rejects.toMatchObject(refused("This isn't a calendar file"));
    expect(await take(team.owner, file(event("eye", "Eye", "20270304T090000Z")), "other")).toEqual({
      added: 0,
      changed: 0,
      same: 0,
    });
  });
});

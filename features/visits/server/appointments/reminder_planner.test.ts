import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { DAY, HOUR, MINUTE } from "../../../../lib/dates/time.ts";
import { toClockInZone, toDayInZone } from "../../../../lib/dates/zone-day.ts";
import { createLoopClock } from "../../../../test/fake_clock.ts";
import { beginAt } from "../../../../test/moment.ts";
import { api, careTeam, type TestPerson } from "../../../../test/people.ts";
import type { Service } from "../../../../test/service.ts";
import { planAppointments } from "./reminder_planner.ts";

const startService = beginAt();

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  // Its loops rest: this test plans by itself.
  service = await startService({ clock: createLoopClock() });
});
afterAll(() => service.close());
beforeEach(async () => {
  team = await careTeam(service);
});

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const toLocal = (at: number) => `${toDayInZone(at, "UTC")}T${toClockInZone(at, "UTC")}`;

const create = (who: TestPerson, startsAt: number, overrides: object = {}) =>
  who.http.mutation(api.appointments.createAppointment, {
    diaryId: team.diaryId,
    title: "Dr. Lorenz",
    starts: toLocal(startsAt),
    ...overrides,
  });
const answer = (who: TestPerson, appointmentId: string, given: "yes" | "no") =>
  who.http.mutation(api.appointments.answerAppointment, { appointmentId, role: "drives", answer: given });
/** Who is reminded of an appointment, and whether it is settled. */
const reminded = async (appointmentId: string) =>
  (
    await sql(
      `select u.name, n.done_at is not null as done from notifications n join users u on u.id = n.user_id
        where n.subject_id = $1 and n.kind = 'appointment' order by u.name, n.made_at`,
      [appointmentId],
    )
  ).map(({ name, done }) => `${name}${done ? " (settled)" : ""}`);
/** Lets the next reminder of an appointment come, and plans. */
async function plan(appointmentId: string): Promise<void> {
  await sql("update appointments set remind_at = now() where id = $1", [appointmentId]);
  await planAppointments(service.database);
}

it("whoever goes or drives is reminded, nobody else; its author where nobody is named", async () => {
  const at = Date.now() + HOUR;
  const driven = await create(team.owner, at);
  await answer(team.caregiver, driven, "yes");
  await answer(team.admin, driven, "no");
  await plan(driven);
  expect(await reminded(driven)).toEqual(["Clara Caregiver"]);
  const alone = await create(team.owner, at);
  await plan(alone);
  expect(await reminded(alone)).toEqual(["Olga Owner"]);
  // The same reminder comes once.
  await plan(alone);
  expect(await reminded(alone)).toEqual(["Olga Owner"]);
  // A viewer may drive, and isn't reminded of what is hidden from them since.
  const hidden = await create(team.owner, at, { visibility: "extended" });
  await answer(team.viewer, hidden, "yes");
  await sql("update appointments set visibility = 'team' where id = $1", [hidden]);
  await plan(hidden);
  expect(await reminded(hidden)).toEqual([]);
});

it("moves on to its next reminder, and to none once it is over", async () => {
  const startsAt = Math.ceil(Date.now() / MINUTE) * MINUTE + 3 * DAY;
  const id = await create(team.owner, startsAt, { travelMinutes: 30 });
  const next = async () =>
    (await sql("select extract(epoch from remind_at) * 1000 as at from appointments where id = $1", [id]))[0]
      .at;
  // The evening before comes first.
  const evening = Number(await next());
  expect([toDayInZone(evening, "UTC"), toClockInZone(evening, "UTC")]).toEqual([
    toDayInZone(startsAt - DAY, "UTC"),
    "18:00",
  ]);
  await sql(
    "update appointments set ends_at = now(), starts_at = now() - interval '1 hour', remind_at = now() where id = $1",
    [id],
  );
  await planAppointments(service.database);
  expect(await reminded(id)).toEqual([]);
});

it("asks for nothing once the appointment is called off, moved or deleted", async () => {
  const at = Date.now() + HOUR;
  const end = {
    "called off": (appointmentId: string) =>
      team.owner.http.mutation(api.appointments.updateAppointment, {
        appointmentId,
        revision: 1,
        status: "calledOff",
      }),
    moved: (appointmentId: string) =>
      team.owner.http.mutation(api.appointments.updateAppointment, {
        appointmentId,
        revision: 1,
        starts: toLocal(at + DAY),
      }),
    deleted: (appointmentId: string) =>
      team.owner.http.mutation(api.appointments.deleteAppointment, { appointmentId }),
  };
  for (const [how, run] of Object.entries(end)) {
    const id = await create(team.owner, at);
    await plan(id);
    expect(await reminded(id), how).toEqual(["Olga Owner"]);
    await run(id);
    expect(await reminded(id), how).toEqual(["Olga Owner (settled)"]);
  }
  const off = await create(team.owner, at);
  await team.owner.http.mutation(api.appointments.updateAppointment, {
    appointmentId: off,
    revision: 1,
    status: "calledOff",
  });
  expect((await sql("select remind_at from appointments where id = $1", [off]))[0].remind_at).toBeNull();
});

it("is in the inbox with its title and its time, for those who may still see it", async () => {
  const at = Date.now() + HOUR;
  const id = await create(team.owner, at, { visibility: "extended" });
  await answer(team.viewer, id, "yes");
  await plan(id);
  const list = async () =>
    (
      await team.viewer.http.query(api.notifications.pageNotifications, {
        paginationOpts: { numItems: 5, cursor: null },
      })
    ).page;
  expect(await list()).toMatchObject([
    { kind: "appointment", subject: { type: "appointment", id, title: "Dr. Lorenz" } },
  ]);
  await team.owner.http.mutation(api.appointments.updateAppointment, {
    appointmentId: id,
    revision: 1,
    visibility: "team",
  });
  expect(await list()).toMatchObject([{ kind: "appointment", subject: null }]);
});

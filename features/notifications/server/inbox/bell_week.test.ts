import { expect, it } from "vitest";
import { DAY } from "../../../../lib/dates/time.ts";
import { toDayInZone } from "../../../../lib/dates/zone-day.ts";
import { record } from "../../../../test/doses.ts";
import { withFreshTeam } from "../../../../test/fresh_team.ts";
import { beginAt } from "../../../../test/moment.ts";
import { tellOf } from "../../../../test/notifications.ts";
import {
  addMember,
  api,
  createComment,
  createNote,
  createPerson,
  type TestPerson,
} from "../../../../test/people.ts";
import { beganDaysAgo, everyDayAt, planOf } from "../../../../test/plans.ts";

/** A week of a family of five, day by day: who did their part has an empty bell, however much the others wrote. */

const fresh = withFreshTeam(beginAt());

const count = async (person: TestPerson) =>
  (await person.http.query(api.notifications.countUnseen, {})).unseen;
const open = async (person: TestPerson, subjectType: "note" | "task", subjectId: string) => {
  const unseen = await person.http.query(api.notifications.listUnseen, { subjectType, subjectId });
  await person.http.mutation(api.notifications.markManySeen, {
    notificationIds: unseen.map(({ notificationId }) => notificationId),
  });
};

it("is empty after a week for those who did their part", { timeout: 120_000 }, async () => {
  const { service, team } = fresh;
  const { owner: olga, admin: adam, caregiver: clara, viewer: viktor, diaryId } = team;
  const ben = await createPerson(service, "Ben");
  await addMember(service, diaryId, ben, "member");
  const family = { olga, adam, clara, viktor, ben };
  const planId = await planOf(olga, diaryId, "ramipril", everyDayAt("08:00"), { lateUntilMinutes: 1380 });
  await beganDaysAgo(service.database.pool, planId, 9);
  const bells = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(family).map(async ([name, person]) => [name, await count(person)] as const),
      ),
    );
  const task = (title: string, assignedTo?: TestPerson) =>
    olga.http.mutation(api.tasks.createTask, {
      diaryId,
      title,
      ...(assignedTo && { assignedTo: assignedTo.userId }),
    } as never) as Promise<string>;
  const done = (person: TestPerson, taskId: string) =>
    person.http.mutation(api.tasks.updateTask, { taskId, status: "completed" } as never);

  for (let day = 7; day > 0; day--) {
    const onDuty = day % 2 === 0 ? clara : ben;
    const off = onDuty === clara ? ben : clara;
    // The morning's dose: all who may give are reminded, twice; whoever is on duty gives it.
    const at = Date.now() - day * DAY;
    const slot = `${toDayInZone(at, "UTC")}T08:00[UTC]`;
    for (const person of [olga, adam, clara, ben])
      for (const kind of ["dose-due", "dose-missed"] as const) {
        const id = await tellOf(service, person, kind, { type: "dose", id: planId, diaryId });
        await fresh.sql("update notifications set slot = $2 where id = $1", [id, slot]);
      }
    expect(await count(adam)).toBe(1);
    await record(onDuty, planId, {
      slot,
      givenAt: Date.parse(`${slot.slice(0, 16)}Z`),
      why: "Kept on paper",
    });
    // Ten notes a day are news; a question below one of them is for the person on duty, who answers it.
    const notes = await Promise.all(
      Array.from({ length: 10 }, (_, n) => createNote(onDuty, diaryId, { title: `Note ${n}` })),
    );
    await createComment(olga, diaryId, notes[0]!, { mentions: [onDuty.userId] });
    await createComment(olga, diaryId, notes[1]!, { content: "Thank you." });
    expect(await count(onDuty)).toBe(1);
    await open(onDuty, "note", notes[0]!);
    await createComment(onDuty, diaryId, notes[0]!, { mentions: [olga.userId, off.userId] });
    await open(olga, "note", notes[0]!);
    // The handover names the next one, who reads it; a task without an assignee is whoever's has time.
    await open(off, "note", notes[0]!);
    const walk = await task("A walk");
    for (const person of [olga, adam, clara, ben])
      await tellOf(service, person, "task-due", { type: "task", id: walk, diaryId });
    await done(adam, walk);
    // One task each day is given to somebody, who does it without opening it.
    await done(off, await task("Order gloves", off));
    expect(await bells(), `the evening, ${day} days ago`).toEqual({
      olga: 0,
      adam: 0,
      clara: 0,
      viktor: 0,
      ben: 0,
    });
  }
  await task("Call the doctor", ben);
  expect(await bells()).toEqual({ olga: 0, adam: 0, clara: 0, viktor: 0, ben: 1 });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays, getDayStart, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { beginAt } from "../../../test/moment.ts";
import { api, careTeam, createNote, createNotebook, insertDiaryProgram } from "../../../test/people.ts";
import { randomFrom } from "../../../test/random.ts";
import type { Service } from "../../../test/service.ts";
import { ZONES } from "../../../test/zones.ts";
import { getHistoryState } from "../rules/history.ts";

const startService = beginAt();

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  service = await startService();
  team = await careTeam(service);
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const HOUR = 3_600_000;
const DAILY = { pattern: "interval", interval: { every: 1, unit: "day" } };

describe("tasks.getTaskHistory", () => {
  it("has the tasks of thirty days with who did them, and nothing of other repetitions", async () => {
    const { owner, caregiver } = team;
    const zone = "Europe/Berlin";
    const diaryId = await createNotebook(owner, { timeZone: zone });
    await sql(
      "insert into members (id, diary_id, user_id, role) values (gen_random_uuid(), $1, $2, 'member')",
      [diaryId, caregiver.userId],
    );
    const toDay = toDayInZone(Date.now(), zone);
    const series = (title: string) =>
      owner.http.mutation(api.tasks.createTask, {
        diaryId,
        title,
        scheduledDate: getDayStart(addDays(toDay, -40), zone) + 8 * HOUR,
        recurrence: DAILY,
      });
    const taskId = await series("Tablet");
    await series("Walk");
    const read = async () => (await owner.http.query(api.tasks.getTaskHistory, { taskId, toDay }))!;
    const before = await read();
    expect(before).toMatchObject({ fromDay: addDays(toDay, -29), toDay, isCut: false });
    expect(before.tasks.map(({ scheduledDay }) => scheduledDay)).toEqual(
      Array.from({ length: 30 }, (_, index) => addDays(toDay, index - 29)),
    );

    const set = (index: number, status: "completed" | "cancelled") =>
      caregiver.http.mutation(api.tasks.updateTask, { taskId: before.tasks[index]!._id, status });
    for (const index of [0, 1, 29]) await set(index, "completed");
    await set(2, "cancelled");
    const { tasks } = await read();
    const states = tasks.map((task) =>
      getHistoryState({ ...task, timeZone: zone, addedToTodayAt: null }, Date.now()),
    );
    expect([states[0], states[2], states[3], states[29]]).toEqual(["late", "cancelled", "missed", "done"]);
    expect(states.filter((state) => state === "missed")).toHaveLength(26);
    expect(tasks[0]!.completedByName).toBe("Clara Caregiver");
    expect(tasks[3]!.completedByName).toBeNull();
  });

  it("leaves out what the reader doesn't see of the same repetition", async () => {
    const { owner, viewer, diaryId } = team;
    const toDay = toDayInZone(Date.now(), "UTC");
    const taskId = await owner.http.mutation(api.tasks.createTask, {
      diaryId,
      title: "Turn her",
      scheduledDay: addDays(toDay, -3),
      recurrence: DAILY,
    });
    const noteId = await createNote(owner, diaryId, { visibility: "private" });
    await sql(
      `update tasks t set note_id = $2 from tasks f
        where f.id = $1 and t.series_id = f.series_id and t.scheduled_day > f.scheduled_day`,
      [taskId, noteId],
    );
    const count = async (person: typeof owner) =>
      (await person.http.query(api.tasks.getTaskHistory, { taskId, toDay }))?.tasks.length;
    expect([await count(owner), await count(viewer)]).toEqual([4, 1]);
    expect(await count(team.outsider)).toBeUndefined();
  });
});

/** Choices that are the same in each run. */
function numbers(seed: number) {
  const next = randomFrom(seed);
  return (below: number) => Math.floor(next() * below);
}

describe("tasks.listMissedDays", () => {
  it.each(ZONES.map((zone, seed) => [zone, seed + 1] as const))(
    "counts in %s by the day that the notebook's clock showed when a task was due",
    async (timeZone, seed) => {
      const below = numbers(seed);
      const { owner } = team;
      const diaryId = await createNotebook(owner, { timeZone });
      // Weeks in which clocks are put forward or back somewhere.
      const fromDay = addDays(["2026-03-20", "2025-10-20", "2026-04-01"][seed % 3]!, below(5));
      const toDay = addDays(fromDay, 20);
      const expected = new Map<string, number>();
      for (let i = 0; i < 60; i++) {
        // Half of them around the last day.
        const day = addDays(fromDay, below(2) === 0 ? below(25) - 2 : 19 + below(4));
        const dateOnly = below(2) === 0;
        // Often the first or the last moment of a day.
        const edge = getDayStart(addDays(day, below(2)), timeZone) - below(2);
        const at = below(2) === 0 ? edge : getDayStart(day, timeZone) + below(24) * HOUR;
        const status = ["pending", "in_progress", "completed", "cancelled"][below(4)]!;
        const columns = dateOnly ? ["scheduled_day", day] : ["due_date", new Date(at)];
        await sql(
          `insert into tasks (id, diary_id, title, created_by, status, completed_at, date_only, ${columns[0]})
           values (gen_random_uuid(), $1, 'T', $2, $3, $4, $5, $6)`,
          [diaryId, owner.userId, status, status === "completed" ? new Date() : null, dateOnly, columns[1]],
        );
        const due = dateOnly ? day : toDayInZone(at, timeZone);
        const isOpen = status === "pending" || status === "in_progress";
        if (isOpen && due >= fromDay && due <= toDay) expected.set(due, (expected.get(due) ?? 0) + 1);
      }
      const days = await owner.http.query(api.tasks.listMissedDays, { diaryId, fromDay, toDay });
      expect(days).toEqual([...expected].sort().map(([day, count]) => ({ day, count })));
    },
  );

  it("counts neither what is still to come nor what a pause holds back", async () => {
    const { owner } = team;
    const diaryId = await createNotebook(owner, { timeZone: "UTC" });
    const today = toDayInZone(Date.now(), "UTC");
    const program = await insertDiaryProgram(service, diaryId, owner.userId);
    await sql("update diary_programs set status = 'paused', paused_since = $2 where id = $1", [
      program,
      new Date(getDayStart(addDays(today, -2), "UTC")),
    ]);
    for (const day of [-4, -3, -2, -1, 0, 1]) {
      await sql(
        `insert into tasks (id, diary_id, title, created_by, date_only, scheduled_day, linked_diary_program_id,
                            activity_template_id, task_template_id, occurrence_at)
         values (gen_random_uuid(), $1, 'T', $2, true, $3, $4, 'a', 't', now() + $5 * interval '1 day')`,
        [diaryId, owner.userId, addDays(today, day), program, day],
      );
    }
    const args = { diaryId, fromDay: addDays(today, -10), toDay: addDays(today, 10) };
    const missed = await owner.http.query(api.tasks.listMissedDays, args);
    expect(missed.map(({ day }) => day)).toEqual([addDays(today, -4), addDays(today, -3)]);
  });
});

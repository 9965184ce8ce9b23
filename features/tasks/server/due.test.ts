import { afterAll, beforeAll, expect, it } from "vitest";
import { api, careTeam, type TestPerson } from "../../../test/people.ts";
import { randomFrom } from "../../../test/random.ts";
import { type Service, startService } from "../../../test/service.ts";
import { isForReader } from "../rules/due.ts";
import { getTaskPlaces, TASK_SECTIONS } from "../rules/states.ts";

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  service = await startService();
  team = await careTeam(service);
});
afterAll(() => service.close());

const HOUR = 3_600_000;

it("SQL and TypeScript agree on whose a task is, for each role: home counts what its list shows", async () => {
  const next = randomFrom(7);
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(next() * values.length)]!;
  const { diaryId, owner, admin, caregiver, viewer } = team;
  const members: TestPerson[] = [owner, admin, caregiver, viewer];
  const now = Date.UTC(2027, 5, 1, 12);
  for (let i = 0; i < 40; i++) {
    const assignee = pick([null, ...members]);
    await pick([owner, admin, caregiver]).http.mutation(api.tasks.createTask, {
      diaryId,
      title: `T${i}`,
      scheduledDate: now + Math.floor((next() - 0.5) * 96) * HOUR,
      ...(assignee && { assignedTo: assignee.userId }),
    });
  }
  const seen: number[] = [];
  for (const { http, userId } of members) {
    const list = { filter: "all", limit: 500, around: now, countsAt: now } as const;
    const { tasks } = await http.query(api.tasks.listMyTasks, list);
    const { counts } = await http.query(api.tasks.listMyTasks, { ...list, toDo: true });
    const theirs = tasks.filter((task) => isForReader(task, userId));
    const bySection = TASK_SECTIONS.map((section) => [
      section,
      theirs.filter((task) => getTaskPlaces(task, now)[0]!.section === section).length,
    ]);
    expect(counts).toEqual(Object.fromEntries(bySection));
    seen.push(theirs.length);
  }
  // A viewer does only what is assigned to them; the others also what is nobody's.
  expect(seen[3]).toBeLessThan(Math.min(...seen.slice(0, 3)));
  expect(Math.max(...seen)).toBeLessThan(40);
});

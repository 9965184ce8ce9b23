import { api } from "../../lib/api.ts";
import { addDays, getDayStart, toDayInZone } from "../../lib/dates/zone-day.ts";
import type { Person } from "./people.ts";
import { activateProgram, tasksOf, uploadProgram } from "./programs.ts";
import type { RunningNode } from "./running-node.ts";
import { HOUR, taskOf } from "./tasks.ts";

const ZONE = "Europe/Berlin";

/** The day that is so many days after today, or before it, in the time zone of the notebooks. */
export const dayFromNow = (days: number): string => addDays(toDayInZone(Date.now(), ZONE), days);

/** Inserts what only time could make: the moment at which a task was completed. */
const completeAt = (node: RunningNode, taskId: string, person: Person, at: number) =>
  node
    .database()
    .pool.query("update tasks set status = 'completed', completed_at = $2, completed_by = $3 where id = $1", [
      taskId,
      new Date(at),
      person.userId,
    ]);

/**
 * A tablet each morning at eight for forty days: done by Anna, on the seventh day of the picture a day late by Jonas, then
 * missed and cancelled once each. Returns the id of its first task.
 */
export async function fortyTablets(
  node: RunningNode,
  diaryId: string,
  { anna, jonas }: { anna: Person; jonas: Person },
): Promise<string> {
  const at = (day: string, hours: number) => getDayStart(day, ZONE) + hours * HOUR;
  const taskId = await taskOf(anna, diaryId, "Morning tablet", {
    scheduledDate: at(dayFromNow(-40), 8),
    recurrence: { pattern: "interval", interval: { every: 1, unit: "day" } },
  });
  const { tasks } = (await anna.http.query(api.tasks.getTaskHistory, { taskId, toDay: dayFromNow(-1) }))!;
  for (const [index, { _id, scheduledDay }] of tasks.entries()) {
    if (index === 7) await completeAt(node, _id, jonas, at(addDays(scheduledDay!, 1), 9));
    else if (index === 9)
      await anna.http.mutation(api.tasks.updateTask, { taskId: _id, status: "cancelled" });
    else if (index !== 8) await completeAt(node, _id, anna, at(scheduledDay!, 8.5));
  }
  return taskId;
}

/** A program in its second phase, with tasks done and missed, and a pause of two days that is over. */
export async function programUnderWay(node: RunningNode, anna: Person, diaryId: string): Promise<string> {
  const id = await activateProgram(anna, diaryId, await uploadProgram(anna, diaryId), {
    daysAgo: 12,
    activities: ["walk", "tablets", "garden", "physio"],
  });
  const tasks = await tasksOf(anna, id);
  for (const { _id } of tasks.filter((_, index) => index < 24 && index % 5 !== 0))
    await anna.http.mutation(api.tasks.updateTask, { taskId: _id, status: "completed" });
  await node
    .database()
    .pool.query("update diary_programs set pauses = $2 where id = $1", [
      id,
      JSON.stringify([{ from: dayFromNow(-8), to: dayFromNow(-7) }]),
    ]);
  return id;
}

type Written = { day: string; tags?: string[]; visibility?: "private" | "team" | "extended" };

/** Writes a note of a day. */
export const noteOn = (
  person: Pick<Person, "http">,
  diaryId: string,
  title: string,
  { day, tags = [], visibility = "extended" }: Written,
): Promise<string> =>
  person.http.mutation(api.notes.createNote, {
    diaryId,
    type: "default",
    title,
    content: "Ate well and slept in the afternoon.",
    noteDay: day,
    visibility,
    tags,
  });

/** Writes a list of medications of a day. */
export const listOn = (person: Pick<Person, "http">, diaryId: string, day: string): Promise<string> =>
  person.http.mutation(api.notes.createNote, {
    diaryId,
    type: "current-medications",
    title: "Her medications",
    content: {
      type: "current-medications",
      data: { medications: [{ genericName: "Ramipril", dosage: "5 mg" }] },
    },
    noteDay: day,
    visibility: "extended",
    tags: [],
  });

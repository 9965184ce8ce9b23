import { api } from "../../lib/api.ts";
import { say } from "./comments.ts";
import { addMember, notebookOf, noteOf, type Person } from "./people.ts";
import type { RunningNode } from "./running-node.ts";
import { HOUR, taskOf } from "./tasks.ts";

type Author = Pick<Person, "http">;

/** A plan that is due at these times every day, since `days` ago; returns its id. */
export async function planOf(
  node: RunningNode,
  author: Author,
  diaryId: string,
  name: string,
  times: string[],
  days = 0,
): Promise<string> {
  const planId = await author.http.mutation(api.plans.createPlan, {
    diaryId,
    facts: { name, strength: "5 mg" },
    doseUnit: "tablet",
    schedule: { kind: "clock", times: times.map((at) => ({ at, amount: 1 })), days: { everyDays: 1 } },
    firstDay: new Date(Date.now() - days * 24 * HOUR).toISOString().slice(0, 10),
    lastDay: null,
    minGapMinutes: null,
    maxCount: null,
    maxAmount: null,
    windowHours: 24,
    sameDoseMinutes: null,
    lateAfterMinutes: 60,
    lateUntilMinutes: 240,
  });
  if (days > 0) {
    // It has been valid since then; versions are never changed by the product.
    await node
      .database()
      .pool.query("alter table medication_plan_versions disable trigger ledger_only_grows");
    await node
      .database()
      .pool.query(
        "update medication_plan_versions set effective_from = now() - make_interval(days => $2), changed_at = now() - make_interval(days => 20) where plan_id = $1",
        [planId, days],
      );
    await node.database().pool.query("alter table medication_plan_versions enable trigger ledger_only_grows");
  }
  return planId;
}

/** A note that hands over. */
export const handOver = (author: Author, diaryId: string, fields: object = {}) =>
  author.http.mutation(api.notes.createNote, {
    diaryId,
    type: "handover",
    title: "She slept badly and is tired",
    noteDate: Date.now(),
    visibility: "team",
    tags: [],
    content: {
      type: "handover",
      data: {
        state: "watch",
        happened: "She slept badly and is tired. Ate half of her lunch.",
        nextSteps: "- Look at her heel\n- Water at ten",
        watchFor: "If the heel is red, call Dr. Roth",
        forWhom: "Whoever comes in the evening",
        ...fields,
      },
    },
  });

/** An ordinary day, as the evening nurse finds it: a handover, two notes, a task done, a comment. */
export async function ordinaryDay(node: RunningNode, anna: Person, ben: Person) {
  const rosa = await notebookOf(anna, "Rosa Blum");
  await addMember(node, rosa._id, ben, "member");
  const diaryId = rosa._id;
  await node
    .database()
    .pool.query("update members set joined_at = now() - interval '30 days' where diary_id = $1", [diaryId]);
  const upTo = Date.now() - 8 * HOUR;
  await ben.http.mutation(api.handover.markRead, { diaryId, upTo, tail: [] });
  const morning = await noteOf(
    anna,
    diaryId,
    "A good morning",
    "Slept until seven, ate porridge and half a pear.",
  );
  await noteOf(anna, diaryId, "Visit of the physiotherapist", "Stairs went well, twice up and down.");
  await say(anna, { diaryId, noteId: morning._id }, "She asked for you.");
  const taskId = await taskOf(anna, diaryId, "Wash her hair");
  await anna.http.mutation(api.tasks.updateTask, { taskId, status: "completed" });
  await taskOf(anna, diaryId, "Order bandages", { assignedTo: ben.userId, dueDate: Date.now() - 26 * HOUR });
  await handOver(anna, diaryId);
  // It is an hour ago.
  for (const table of ["notes", "comments", "tasks"])
    await node.database().pool.query(
      `update ${table} set created_at = created_at - interval '1 hour', updated_at = updated_at - interval '1 hour'
          where diary_id = $1`,
      [diaryId],
    );
  await node.database().pool.query(
    `update tasks set completed_at = completed_at - interval '1 hour', assigned_at = assigned_at - interval '1 hour'
        where diary_id = $1`,
    [diaryId],
  );
  return { rosa, upTo, morning };
}

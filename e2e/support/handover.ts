import { api } from "../../lib/api.ts";
import { say } from "./comments.ts";
import { addMember, notebookOf, noteOf, type Person } from "./people.ts";
import type { RunningNode } from "./running-node.ts";
import { HOUR, taskOf } from "./tasks.ts";

type Author = Pick<Person, "http">;

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

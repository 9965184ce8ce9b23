import { api } from "../lib/api.ts";
import { alterCall, alterResult, brokenTable, holdAnswers } from "./support/faults.ts";
import { notebookOf } from "./support/people.ts";
import { activateProgram, tasksOf, uploadProgram } from "./support/programs.ts";
import { spec } from "./support/spec.ts";
import { afternoon, chooseFor, DAY, HOUR, sectionOf, taskOf, taskRow } from "./support/tasks.ts";
import { expect, screenTest, test } from "./support/test.ts";
import { watchCalls } from "./support/watched.ts";

screenTest(
  "overdue tasks of an activity with a later unfinished task have a skip button",
  {
    tag: spec("WORK-382 WORK-383 WORK-384 WORK-385 WORK-387"),
  },
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { _id } = await notebookOf(anna);
    const program = await activateProgram(anna, _id, await uploadProgram(anna, _id), {
      daysAgo: 2,
      activities: ["walk"],
    });
    await taskOf(anna, _id, "Call the doctor", { dueDate: afternoon() - DAY });
    const { page } = anna;
    await page.clock.setFixedTime(afternoon());
    await page.goto("/tasks?tab=all");
    const late = sectionOf(page, "Overdue");
    const skipButtons = (within: typeof late) =>
      within.getByRole("button", { name: /^Skip to current instance/ });
    const walks = taskRow(late, "Walk with the frame");
    await expect(walks).toHaveCount(2);
    await expect(skipButtons(walks)).toHaveCount(2);
    await expect(skipButtons(late)).toHaveCount(2);
    await expect(taskRow(late, "Call the doctor")).toBeVisible();
    await expect(taskRow(sectionOf(page, "Today"), "Walk with the frame")).toBeVisible();
    await expect(skipButtons(sectionOf(page, "Today"))).toHaveCount(0);
    await expect(skipButtons(sectionOf(page, "Upcoming"))).toHaveCount(0);

    // All later tasks of the activity are done, or belong to another program.
    const [, ...later] = await tasksOf(anna, program);
    for (const { _id: taskId } of later)
      await anna.http.mutation(api.tasks.updateTask, { taskId, status: "completed" });
    await activateProgram(anna, _id, await uploadProgram(anna, _id), { activities: ["walk"] });
    await page.reload();
    await expect(taskRow(sectionOf(page, "Today"), "Walk with the frame")).toBeVisible();
    await expect(walks).toHaveCount(1);
    await expect(skipButtons(page.getByRole("main"))).toHaveCount(0);
  },
);

screenTest(
  "a change of status shows before the server answers",
  { tag: spec("WORK-466") },
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { _id } = await notebookOf(anna);
    const now = afternoon();
    await taskOf(anna, _id, "Wash her hair", { scheduledDate: now + HOUR });
    const { page } = anna;
    const release = await holdAnswers(page, "tasks:updateTask");
    await page.clock.setFixedTime(now);
    await page.goto("/tasks?tab=all");
    const row = taskRow(sectionOf(page, "Today"), "Wash her hair");
    await chooseFor(row, "In progress");
    await expect(row).toContainText("In progress");
    // Undo is offered once the server has answered, which it hasn't yet.
    const notification = page.getByRole("status").filter({ hasText: "Task status changed." });
    await expect(notification).toHaveCount(0);
    release();
    await expect(notification).toBeVisible();
    await expect(row).toContainText("In progress");
  },
);

screenTest("Undo makes a task pending that had no status", { tag: spec("WORK-470") }, async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { _id } = await notebookOf(anna);
  const now = afternoon();
  const taskId = await taskOf(anna, _id, "Wash her hair", { scheduledDate: now + HOUR });
  const { page } = anna;
  const list = await anna.http.query(api.tasks.listMyTasks, { filter: "all", limit: 200, countsAt: now });
  // A task without a status, as older servers stored them.
  const tasks = list.tasks.map(({ status: _, ...task }) => task);
  await alterResult(page, "tasks:listMyTasks", { ...list, tasks });
  const calls = watchCalls(page, "tasks:updateTask");
  await page.clock.setFixedTime(now);
  await page.goto("/tasks?tab=all");
  await chooseFor(taskRow(sectionOf(page, "Today"), "Wash her hair"), "In progress");
  await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await expect
    .poll(() => calls)
    .toEqual([
      { taskId, status: "in_progress" },
      { taskId, status: "pending" },
    ]);
});

test("a change that the server refuses is undone on screen, with the reason", {
  tag: spec("CORE-663 WORK-467 WORK-468 WORK-488 WORK-489 WORK-490 WORK-491 WORK-492 WORK-493"),
}, async ({ someone, node }) => {
  const now = afternoon();
  const anna = await someone("Anna Keller");
  const { _id } = await notebookOf(anna);
  await taskOf(anna, _id, "Wash her hair", { scheduledDate: now + HOUR });
  await taskOf(anna, _id, "Eye drops", {
    scheduledDate: now - DAY,
    recurrence: { interval: { every: 1, unit: "day" } },
  });
  const { page } = anna;
  await page.clock.setFixedTime(now);
  await page.goto("/tasks?tab=all");
  const skip = async (on: typeof page) => {
    await expect(sectionOf(on, "Overdue").getByRole("button", { name: "Overdue (1)" })).toBeVisible();
    await taskRow(sectionOf(on, "Overdue"), "Eye drops")
      .getByRole("button", { name: /^Skip to current/ })
      .click();
  };
  const row = taskRow(sectionOf(page, "Today"), "Wash her hair");
  /** Waits for the failure, and takes it away: it lies over the list, and would close by itself on a busy machine. */
  const failsWith = async (text: string) => {
    const failure = page.getByRole("alert").filter({ hasText: text });
    await expect(failure).toBeVisible();
    await expect(page.getByText(/Internal error|broken for a test/)).toHaveCount(0);
    await failure.getByRole("button", { name: "Dismiss" }).click();
    await expect(failure).toHaveCount(0);
  };
  await expect(row).toBeVisible();
  await chooseFor(row, "In progress");
  const undo = page.getByRole("status").getByRole("button", { name: "Undo" });
  await expect(undo).toBeVisible();
  {
    await using _broken = await brokenTable(node, "tasks");
    await undo.click();
    await failsWith("Failed to undo action");
    await expect(row).toContainText("In progress");
    await row.getByRole("checkbox").click();
    await failsWith("Failed to update task");
    await expect(row.getByRole("checkbox")).not.toBeChecked();
    await row.getByRole("button", { name: "Add to today" }).click();
    await failsWith("Failed to update task");
    await chooseFor(row, "Assign to…");
    await page.getByRole("dialog").getByRole("button", { name: "Me" }).click();
    await failsWith("Failed to update assignee");
    await expect(row).toContainText("Unassigned");
    await chooseFor(row, "Delete…");
    await page.getByRole("dialog").getByRole("button", { name: "Delete task" }).click();
    await failsWith("Failed to delete task");
    await expect(row).toBeVisible();
    await skip(page);
    await failsWith("Failed to skip instances");
    await expect(taskRow(sectionOf(page, "Overdue"), "Eye drops")).toBeVisible();
  }
  // The page shows the server's message of a refusal.
  const other = await anna.context.newPage();
  let isRefused = false;
  await alterCall(other, /^tasks:/, (args) => (isRefused ? { ...args, taskId: crypto.randomUUID() } : args));
  await other.clock.setFixedTime(now);
  await other.goto("/tasks?tab=all");
  const hairTask = taskRow(sectionOf(other, "Today"), "Wash her hair");
  await hairTask.getByRole("button", { name: "Add to today" }).click();
  const undoToday = other.getByRole("status").getByRole("button", { name: "Undo" });
  await expect(undoToday).toBeVisible();
  isRefused = true;
  const attempts: (() => Promise<void>)[] = [
    () => undoToday.click(),
    () => hairTask.getByRole("checkbox").click(),
    () => hairTask.getByRole("button", { name: "Remove from today" }).click(),
    async () => {
      await chooseFor(hairTask, "Assign to…");
      await other.getByRole("dialog").getByRole("button", { name: "Me" }).click();
    },
    async () => {
      await chooseFor(hairTask, "Delete…");
      await other.getByRole("dialog").getByRole("button", { name: "Delete task" }).click();
    },
    () => skip(other),
  ];
  const reason = other.getByRole("alert").filter({ hasText: "Task not found" });
  for (const attempt of attempts) {
    await attempt();
    await expect(reason).toBeVisible();
    await reason.getByRole("button", { name: "Dismiss" }).click();
    await expect(reason).toHaveCount(0);
  }
  await expect(hairTask.getByRole("checkbox")).not.toBeChecked();
  await expect(hairTask).toContainText("Unassigned");
});

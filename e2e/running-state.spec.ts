import { api } from "../lib/api.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { doseRow, MIDDAY, middayNotebook, plannedIn } from "./support/doses.ts";
import { addMember, type Person } from "./support/people.ts";
import type { RunningNode } from "./support/running-node.ts";
import { taskOf } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";

test.use({ hasBackground: true });

test.use({ timezoneId: MIDDAY });

/** Tells `next` after an hour of what nobody has answered. */
const setUp = (by: Person, diaryId: string, next: Person, kind: "task-due" | "dose-due") =>
  by.http.mutation(api.escalation.setEscalation, {
    diaryId,
    kind,
    setup: {
      again: { everyMinutes: 10, times: 0 },
      people: [{ userId: next.userId, waitMinutes: 60 }],
      leadersWaitMinutes: null,
    },
    version: 0,
  });

/** An hour later: the run of a task or plan tells the next person. */
async function passAnHour(node: RunningNode, subjectId: string) {
  const { pool } = node.database();
  await expect
    .poll(
      async () =>
        (await pool.query("select id from escalation_runs where subject_id = $1", [subjectId])).rows,
    )
    .toHaveLength(1);
  await pool.query(
    `update escalation_runs set counts_from = counts_from - interval '61 minutes', next_at = now()
      where subject_id = $1`,
    [subjectId],
  );
}

test("rows of tasks and doses, the task's dialog, home and the inbox say whom it was passed on to; whoever is on it says so there", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const ben = await someone("Ben Weber");
  const carla = await someone("Carla Vogel");
  const vera = await someone("Vera Vogel");
  const rosa = await middayNotebook(anna);
  for (const each of [ben, carla]) await addMember(node, rosa._id, each, "member");
  await addMember(node, rosa._id, vera, "extended");
  for (const kind of ["task-due", "dose-due"] as const) await setUp(anna, rosa._id, carla, kind);
  const task = await taskOf(anna, rosa._id, "Water the flowers", {
    scheduledDate: Date.now() + 500,
    assignedTo: ben.userId,
  });
  const planId = await plannedIn(node, anna, rosa._id, "ramipril", -2);
  await node.database().pool.query(
    `update dose_reminders set done_until = now() - interval '10 minutes', next_at = now() - interval '1 minute'
      where plan_id = $1 and kind = 'dose'`,
    [planId],
  );
  const { page } = anna;
  const row = page.getByRole("listitem").filter({ hasText: "Water the flowers" });
  await page.goto("/tasks?tab=all");
  await expect(row).toBeVisible();
  await expect(row.getByText(/was told/)).toHaveCount(0);
  for (const id of [task, planId]) await passAnHour(node, id);
  const told = /^Ben Weber was told at \d+:\d+.[AP]M; Carla Vogel at \d+:\d+.[AP]M$/;
  await expect(row.getByText(told)).toBeVisible();
  await expectCleanScreen(page);
  await row.getByRole("button", { name: "Water the flowers", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Water the flowers" });
  await expect(dialog.getByText(told)).toBeVisible();
  await expectCleanScreen(page);
  await page.keyboard.press("Escape");
  await page.goto("/home");
  const due = page.getByRole("listitem").filter({ hasText: "ramipril" });
  await expect(due.getByText(/^Carla Vogel was told at/)).toBeVisible();
  await page.goto(`/care/${rosa.shortId}/doses`);
  await expect(doseRow(page, "ramipril").getByText(/^Carla Vogel was told at/)).toBeVisible();
  await expectCleanScreen(page);

  // Carla reads the same in her inbox, and is on it: everybody sees it at once.
  await carla.page.goto("/notifications");
  const message = carla.page
    .getByRole("listitem")
    .filter({ hasText: "Nobody has answered: Water the flowers" });
  await expect(message).toContainText(/Ben Weber was told at .*; you at /);
  await carla.page.goto("/tasks?tab=all");
  const hers = carla.page.getByRole("listitem").filter({ hasText: "Water the flowers" });
  await page.goto("/tasks?tab=all");
  await expect(row.getByText(told)).toBeVisible();
  await hers.getByRole("button", { name: "I’m on it" }).click();
  await expect(hers).toContainText("You are on it until");
  await expect(row).toContainText("Carla Vogel is on it until");
  await expect(row.getByRole("button", { name: "I’m on it" })).toHaveCount(0);
  await carla.http.mutation(api.tasks.updateTask, { taskId: task, status: "completed" });
  await expect(row).toHaveCount(0);

  await vera.page.goto(`/care/${rosa.shortId}/doses`);
  await expect(doseRow(vera.page, "ramipril")).toHaveCount(0);
  await vera.page.goto("/tasks?tab=all");
  await expect(vera.page.getByText(/told at/)).toHaveCount(0);
});

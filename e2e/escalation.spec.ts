import { api } from "../lib/api.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { addMember, notebookOf } from "./support/people.ts";
import { taskOf } from "./support/tasks.ts";
import { expect, screenTest, test } from "./support/test.ts";

test.use({ hasBackground: true });

test("a notebook chooses who is told next, in an order that keys change; nobody answers, and one of them is on it", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const ben = await someone("Ben Weber");
  const carla = await someone("Carla Vogel");
  const rosa = await notebookOf(anna, "Rosa Blum");
  await addMember(node, rosa._id, ben, "member");
  await addMember(node, rosa._id, carla, "member");
  const { page } = anna;
  await page.goto(`/care/${rosa.shortId}/info`);
  await page.getByRole("link", { name: "When nobody answers" }).click();
  const tasks = page.getByRole("region", { name: "Tasks", exact: true });
  await expect(tasks).toContainText("Off. Only whoever has the task is reminded, once.");
  await tasks.getByRole("button", { name: /^Set up/ }).press("Enter");
  await tasks.getByLabel("Tell next").selectOption("Carla Vogel");
  await tasks.getByLabel("And then").selectOption("Ben Weber");
  // The keys move Ben up, and the focus stays with him.
  await tasks.getByRole("button", { name: "Tell Ben Weber earlier" }).press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Ben Weber is number 1 now" })).toBeAttached();
  await expect(tasks.getByRole("button", { name: "Tell Ben Weber later" })).toBeFocused();
  const lines = tasks.locator("ol").last().getByRole("listitem");
  await expect(lines).toHaveText([
    "8:00 AM whoever has the task",
    "8:10 AM, 8:20 AM, 8:30 AM the same again",
    "9:00 AM Ben Weber",
    "9:30 AM Carla Vogel",
    "10:00 AM everyone who leads the notebook",
  ]);
  await expectCleanScreen(page);
  await tasks.getByRole("button", { name: "Save" }).click();
  await expect(tasks.getByRole("button", { name: /^Change/ })).toBeVisible();

  const task = await taskOf(anna, rosa._id, "Water the flowers", {
    scheduledDate: Date.now() + 500,
    assignedTo: anna.userId,
  });
  const run = async (statement: string) =>
    (await node.database().pool.query(statement, [task])).rows as { id: string }[];
  await expect.poll(() => run("select id from escalation_runs where subject_id = $1")).toHaveLength(1);
  // An hour later.
  await run(
    `update escalation_runs set counts_from = now() - interval '61 minutes', done_minutes = 30, next_at = now()
      where subject_id = $1`,
  );
  await ben.page.goto("/notifications");
  const told = ben.page.getByRole("main").getByRole("listitem");
  await expect(told.first()).toContainText("Nobody has answered: Water the flowers");
  await expectCleanScreen(ben.page);
  await told.first().getByRole("button", { name: "I’m on it" }).click();
  await expect(told.first()).toContainText("You are on it until");
  await page.goto("/notifications");
  await expect(page.getByRole("main").getByRole("listitem").first()).toContainText(
    "Ben Weber is on it: Water the flowers",
  );
  await ben.http.mutation(api.tasks.updateTask, { taskId: task, status: "completed" });
  await expect(told.first()).not.toContainText("is on it until");
});

screenTest(
  "whoever may not choose reads who is told; viewers don't have the page",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const ben = await someone("Ben Weber");
    const vera = await someone("Vera Vogel");
    const rosa = await notebookOf(anna, "Rosa Blum");
    await addMember(node, rosa._id, ben, "member");
    await addMember(node, rosa._id, vera, "extended");
    await anna.http.mutation(api.escalation.setEscalation, {
      diaryId: rosa._id,
      kind: "dose-due",
      setup: {
        again: { everyMinutes: 10, times: 0 },
        people: [{ userId: ben.userId, waitMinutes: 45 }],
        leadersWaitMinutes: null,
      },
      version: 0,
    });
    await ben.page.goto(`/care/${rosa.shortId}/escalation`);
    await expect(ben.page.getByRole("region", { name: "Doses" })).toContainText("8:45 AM Ben Weber");
    await expect(ben.page.getByRole("button", { name: /Set up|Change|Turn off/ })).toHaveCount(0);
    await ben.page.getByLabel("What is urgent in this notebook may reach me in my quiet hours").click();
    await expect
      .poll(
        async () => (await ben.http.query(api.escalation.getEscalation, { diaryId: rosa._id })).breaksQuiet,
      )
      .toBe(true);
    await vera.page.goto(`/care/${rosa.shortId}/escalation`);
    await expect(vera.page.getByText("This page is for the care team")).toBeVisible();
  },
);

screenTest(
  "times at night are asked about before they are saved, without a word of anybody",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const ben = await someone("Ben Weber");
    const rosa = await notebookOf(anna, "Rosa Blum", "UTC");
    await addMember(node, rosa._id, ben, "member");
    const night = Math.ceil(Date.now() / 86_400_000) * 86_400_000 + 23 * 3_600_000;
    await taskOf(anna, rosa._id, "Walk", { scheduledDate: night });
    const { page } = anna;
    await page.goto(`/care/${rosa.shortId}/escalation`);
    await page
      .getByRole("button", { name: /^Set up/ })
      .first()
      .click();
    await page.getByLabel("Tell next").selectOption("Ben Weber");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const question = page.getByRole("alert").filter({ hasText: "quiet hours" });
    await expect(question).toContainText("Some of these times are at night");
    await expect(question).not.toContainText("Ben");
    await page.getByRole("button", { name: "Save anyway" }).click();
    await expect(page.getByRole("button", { name: /^Change/ })).toBeVisible();
  },
);

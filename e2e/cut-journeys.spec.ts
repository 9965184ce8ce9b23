import { jpegOf } from "../test/pictures.ts";
import { planOf, whenNeeded } from "../test/plans.ts";
import { commentField } from "./support/comments.ts";
import { cutLine, LAST_FILE, mendLine, test, waitUntilKept } from "./support/cut-line.ts";
import { doseRow } from "./support/doses.ts";
import { notebookOf, noteOf } from "./support/people.ts";
import { afternoon, taskOf, taskRow } from "./support/tasks.ts";
import { expect } from "./support/test.ts";

test.use({ serviceWorkers: "allow", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
test.afterEach(mendLine);

/** What a person does, step by step; `name`: of what it makes or changes. */
type Journey = {
  steps: ((name: string) => Promise<unknown>)[];
  isThere: (name: string) => Promise<number>;
};

for (const what of ["note", "comment", "task", "dose"] as const)
  test(`a ${what} arrives once, at whichever step the line breaks`, async ({ someone, node }) => {
    // Each step is a journey of its own.
    test.slow();
    const anna = await someone("Anna Keller");
    const rosa = await notebookOf(anna);
    const care = `/care/${rosa.shortId}`;
    const { page } = anna;
    const note = await noteOf(anna, rosa._id, "A short night", "Slept until six.");
    const photo = {
      name: "ankle.jpg",
      mimeType: "image/jpeg",
      buffer: await jpegOf({ width: 300, height: 200 }),
    };
    const { pool } = node.database();
    const count = async (query: string, name: string) =>
      Number((await pool.query(`select count(*) from ${query}`, [name])).rows[0].count);

    const journeys: Record<typeof what, Journey> = {
      note: {
        steps: [
          () => page.goto(`${care}/note/new?type=default`),
          (name) => page.getByLabel("Title").fill(name),
          () => page.getByLabel("Content").fill("Swollen since noon."),
          () => page.locator("input[type=file][multiple]").setInputFiles([photo]),
          () => page.getByRole("button", { name: "Save note" }).click(),
          () => expect(page).not.toHaveURL(/\/new/),
        ],
        isThere: (name) => count("notes n join attachments a on a.note_id = n.id where n.title = $1", name),
      },
      comment: {
        steps: [
          () => page.goto(`${care}/note/${note.shortId}`),
          (name) => commentField(page).fill(name),
          () => page.getByRole("button", { name: "Send" }).click(),
          (name) => expect(page.getByRole("listitem").filter({ hasText: name })).toBeVisible(),
        ],
        isThere: (name) => count("comments where content = $1", name),
      },
      task: {
        steps: [
          () => page.goto("/tasks"),
          (name) => taskRow(page, name).getByRole("checkbox").click(),
          (name) => expect(taskRow(page, name).getByRole("checkbox", { checked: false })).toHaveCount(0),
        ],
        isThere: (name) => count("tasks where title = $1 and status = 'completed'", name),
      },
      dose: {
        steps: [
          () => page.goto(`${care}/doses`),
          (name) =>
            doseRow(page, name)
              .getByRole("button", { name: /^Give\s?:/ })
              .click(),
          (name) => expect(doseRow(page, name)).toContainText(/Last: 1 tablet|Kept on this phone/),
        ],
        isThere: (name) =>
          count(
            "doses d join medication_plans p on p.id = d.plan_id where p.facts ->> 'name' = $1 and d.state = 'given'",
            name,
          ),
      },
    };
    // Medicines whose names differ in a number alone count as one.
    const nameOf = (kind: typeof what, step: number) =>
      kind === "dose" ? ["ramipril", "metformin", "simeticone"][step]! : `The ${kind} ${step}`;
    // Everything that is ticked and given, before the line breaks for the first time.
    for (const [step] of journeys.task.steps.entries())
      await taskOf(anna, rosa._id, nameOf("task", step), {
        scheduledDate: afternoon(),
        assignedTo: anna.userId,
      });
    for (const [step] of journeys.dose.steps.entries())
      await planOf(anna, rosa._id, nameOf("dose", step), whenNeeded());
    await page.goto("/home");
    await waitUntilKept(page, LAST_FILE);
    for (const path of [
      "/tasks",
      `${care}/doses`,
      `${care}/note/${note.shortId}`,
      care,
      `${care}/note/new?type=default`,
    ]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByText(/^Loading .*\.\.\.$/)).toHaveCount(0);
    }
    await expect(page.getByLabel("Title")).toBeVisible();
    await page.evaluate(() => window.dispatchEvent(new Event("pagehide")));

    const { steps, isThere } = journeys[what];
    for (const [cut] of steps.entries()) {
      const name = nameOf(what, cut);
      await test.step(`cut before step ${cut + 1}`, async () => {
        for (const [index, step] of steps.entries()) {
          if (index === cut) cutLine("refuse");
          await step(name);
        }
        mendLine();
        await page.goto("/more/not-sent");
        await expect(page.getByText("All that you wrote on this device has been saved.")).toBeVisible({
          timeout: 60_000,
        });
        await expect.poll(() => isThere(name), { message: name, timeout: 20_000 }).toBe(1);
      });
    }
  });

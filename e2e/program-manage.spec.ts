import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { expectClean, LOOKS } from "./support/axe.ts";
import { stopClock } from "./support/clock.ts";
import { countWaitingForLocks } from "./support/faults.ts";
import { addMember, notebookOf, noteOf, type Person } from "./support/people.ts";
import { activateProgram, HIP_PROGRAM, tasksOf, uploadProgram } from "./support/programs.ts";
import { spec } from "./support/spec.ts";
import { sectionOf } from "./support/tasks.ts";
import { expect, screenTest, test } from "./support/test.ts";

type Scene = { noteId?: string; daysAgo?: number; activities?: string[]; assignedTo?: string };

/** A notebook that has the program; returns the address of the program's page. */
async function runningProgram(owner: Person, scene: Scene & { activator?: Person } = {}) {
  const { _id: diaryId, shortId } = await notebookOf(owner);
  const programId = await uploadProgram(owner, diaryId);
  const diaryProgramId = await activateProgram(owner, diaryId, programId, scene);
  const care = `/care/${shortId}`;
  return { diaryId, programId, diaryProgramId, care, path: `${care}/programs/${diaryProgramId}` };
}

const complete = (person: Person, taskId: string) =>
  person.http.mutation(api.tasks.updateTask, { taskId, status: "completed" });

async function manage(page: Page) {
  await page.getByRole("button", { name: "Manage Program" }).click();
  return page.getByRole("dialog", { name: "Manage Program" });
}

screenTest(
  "the card shows status, phase and percentage, and changes live as tasks are completed",
  {
    tag: spec("CORE-573 CORE-574 CORE-575 CORE-576"),
  },
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { diaryProgramId, care } = await runningProgram(anna, { activities: ["walk", "wound"] });
    const { page } = anna;
    await page.goto(`${care}/programs`);
    const card = page.getByRole("list", { name: "Programs" }).getByRole("listitem");
    await expect(card).toContainText("Activated");
    await expect(card).toContainText("Phase 1 of 2");
    await expect(card.getByText("0%", { exact: true })).toBeVisible();
    await expect(card).toContainText("0 of 10 tasks");
    const bar = card.getByRole("progressbar", { name: "Progress of Back on her feet" });
    await expect(bar).toHaveAttribute("aria-valuenow", "0");

    const tasks = await tasksOf(anna, diaryProgramId);
    const [first, ...walks] = tasks.filter(({ phaseId }) => phaseId === "home");
    await complete(anna, first!._id);
    await expect(card.getByText("10%", { exact: true })).toBeVisible();
    await expect(bar).toHaveAttribute("aria-valuetext", "10 %, 1 of 10 tasks");
    // A cancelled task no longer counts: 1 of 9, and later 7 of 9, are rounded.
    const [cancelled, ...further] = tasks.filter(({ phaseId }) => phaseId === "further");
    await anna.http.mutation(api.tasks.updateTask, { taskId: cancelled!._id, status: "cancelled" });
    await expect(card.getByText("11%", { exact: true })).toBeVisible();
    for (const { _id } of walks) await complete(anna, _id);
    await expect(card).toContainText("Phase 2 of 2");
    await expect(card.getByText("78%", { exact: true })).toBeVisible();
    // The phase number stops at the last phase.
    for (const { _id } of further) await complete(anna, _id);
    await expect(card.getByText("100%", { exact: true })).toBeVisible();
    await expect(card).toContainText("Phase 2 of 2");
    await expect(card).toContainText("Completed");
  },
);

screenTest("a program without a task is at 0 percent", { tag: spec("CORE-576") }, async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { _id: diaryId, shortId } = await notebookOf(anna);
  const program = structuredClone(HIP_PROGRAM);
  // A day of the month that isn't in the phase makes no task.
  program.phases[0]!.activities[0]!.recurrence = { pattern: "weekly", weekly: { byWeekdays: [] } } as never;
  await activateProgram(anna, diaryId, await uploadProgram(anna, diaryId, program), { activities: ["walk"] });
  await anna.page.goto(`/care/${shortId}/programs`);
  const card = anna.page.getByRole("list", { name: "Programs" }).getByRole("listitem");
  await expect(card.getByText("0%", { exact: true })).toBeVisible();
  await expect(card).toContainText("0 of 0 tasks");
});

screenTest(
  "a program that waits on a note only offers its start, and becomes a card once it is started",
  {
    tag: spec("CORE-320 CORE-572"),
  },
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const petra = await someone("Petra Sommer");
    const { _id: diaryId, shortId } = await notebookOf(anna);
    await addMember(node, diaryId, petra, "extended");
    const programId = await uploadProgram(anna, diaryId);
    const note = await noteOf(anna, diaryId);
    const { page } = anna;
    await page.goto(`/care/${shortId}/note/${note.shortId}`);
    const programs = page.getByRole("region", { name: "Programs" });
    await expect(programs.getByRole("link", { name: "Add Care Program" })).toBeVisible();
    await anna.http.mutation(api.programs.linkProgram, { programId, noteId: note._id });
    const card = programs.getByRole("listitem");
    await expect(card).toContainText("Not started yet");
    await expect(card).toContainText("2 phases");
    await expect(card).not.toContainText("Activated");
    await expect(card.getByRole("progressbar")).toHaveCount(0);
    await card.getByRole("link", { name: "Start program" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Activate Program" })).toBeVisible();
    for (let step = 0; step < 3; step++)
      await page.getByRole("button", { name: "Next", exact: true }).click();
    await page.getByRole("button", { name: "Activate program" }).click();
    await page.getByRole("link", { name: "Note: A quiet morning" }).click();
    await expect(programs.getByRole("listitem")).toHaveCount(1);
    await expect(programs.getByRole("listitem")).toContainText("Activated");
    await expect(programs.getByRole("link", { name: "Start program" })).toHaveCount(0);
  },
);

test("the page of a program shows phases, adherence, activities and the tasks by day, which can be done there", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const { diaryId, diaryProgramId, path } = await runningProgram(anna, { daysAgo: 3 });
  await addMember(node, diaryId, jonas, "member");
  const tasks = await tasksOf(anna, diaryProgramId);
  for (const { _id } of tasks.slice(0, 2)) await complete(anna, _id);
  const { page } = jonas;
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1, name: "Back on her feet" })).toBeVisible();
  const phases = page.getByRole("region", { name: "Phases" });
  await expect(phases.getByRole("progressbar", { name: "Progress of Arriving at home" })).toHaveAttribute(
    "aria-valuenow",
    "29",
  );
  // Two of the three tasks whose day is over.
  await expect(phases.getByRole("progressbar", { name: "Adherence in Arriving at home" })).toHaveAttribute(
    "aria-valuenow",
    "67",
  );
  await phases.getByText("4 activities").click();
  await expect(phases.getByRole("listitem").filter({ hasText: "Every 1 day" }).first()).toBeVisible();

  const list = page.getByRole("region", { name: "Tasks" });
  await expect(list.getByLabel("Phase")).toHaveValue("home");
  await expect(list.locator("h3").nth(3)).toHaveText(/^Today, /);
  await expect(list.locator("ul").nth(2)).toContainText("Overdue");
  // The description is shown on the task's day only.
  await expect(list.locator("ul").nth(3)).toContainText("Shoes on, one of you beside her.");
  await expect(list.getByText("Shoes on, one of you beside her.")).toHaveCount(1);
  await list.getByLabel("Phase").selectOption("All phases");
  await expect(list.getByRole("checkbox")).toHaveCount(28);
  const late = list.locator("ul").nth(2).getByRole("checkbox");
  await late.click();
  await expect(late).toBeChecked();
  await expect(phases.getByRole("progressbar", { name: "Adherence in Arriving at home" })).toHaveAttribute(
    "aria-valuenow",
    "100",
  );
  expect((await tasksOf(anna, diaryProgramId))[2]!.status).toBe("completed");
});

screenTest("a comment on a program reaches everybody who sees the program", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const { diaryId, path } = await runningProgram(anna);
  await addMember(node, diaryId, jonas, "member");
  await jonas.page.goto(path);
  await expect(jonas.page.getByRole("heading", { name: "Comments (0)" })).toBeVisible();
  await anna.page.goto(path);
  await anna.page.getByLabel("Write a comment").fill("The frame is too high for her.");
  await anna.page.getByRole("button", { name: "Send" }).click();
  await expect(jonas.page.getByText("The frame is too high for her.")).toBeVisible();
});

screenTest(
  "deletion takes two steps, shows a message, and leads to the note after 300 ms",
  {
    tag: spec("CORE-577 CORE-578 CORE-579 CORE-585 CORE-586"),
  },
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { _id: diaryId, shortId } = await notebookOf(anna);
    const note = await noteOf(anna, diaryId);
    const programId = await uploadProgram(anna, diaryId);
    const diaryProgramId = await activateProgram(anna, diaryId, programId, { noteId: note._id });
    const { page } = anna;
    const path = `/care/${shortId}/programs/${diaryProgramId}`;
    await page.clock.install();
    await page.goto(path);
    const dialog = await manage(page);
    await dialog.getByRole("button", { name: "Delete program", exact: true }).click();
    await expect(dialog).toContainText("Delete “Back on her feet” with 28 tasks");
    await dialog.getByRole("button", { name: "Keep it" }).click();
    await dialog.getByRole("button", { name: "Delete program", exact: true }).click();
    expect(await anna.http.query(api.programs.getDiaryProgram, { diaryProgramId })).not.toBeNull();
    expect(await tasksOf(anna, diaryProgramId)).toHaveLength(28);

    const confirm = dialog.getByRole("button", { name: "Delete program and tasks" });
    // A stopped clock would stop the dialog's second step as well.
    await expect(confirm).toBeVisible();
    await stopClock(page);
    await confirm.click();
    await expect.poll(() => anna.http.query(api.programs.getDiaryProgram, { diaryProgramId })).toBeNull();
    expect((await anna.http.query(api.tasks.listMyTasks, { filter: "all", diaryId })).tasks).toEqual([]);
    // In small steps: the answer arrives in real time, and what it shows needs a few ms of the page's.
    await expect
      .poll(async () => {
        await page.clock.runFor(10);
        return page.getByText("Program and its tasks were deleted.").count();
      })
      .toBe(1);
    await page.clock.runFor(200);
    expect(new URL(page.url()).pathname).toBe(path);
    await expect(page.getByText("Program not found")).toHaveCount(0);
    await page.clock.runFor(200);
    await page.clock.resume();
    await expect(page).toHaveURL(`/care/${shortId}/note/${note.shortId}`);
    await expect(page.getByText("No care program belongs to this note yet.")).toBeVisible();
    await page.clock.fastForward(7000);
    await expect(page.getByText("Program and its tasks were deleted.")).toHaveCount(0);
  },
);

screenTest(
  "deleting a program without a note leads to the notebook, and others who have it open get a message",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const { diaryId, path, care } = await runningProgram(anna);
    await addMember(node, diaryId, jonas, "member");
    await jonas.page.goto(path);
    await expect(jonas.page.getByRole("heading", { level: 1, name: "Back on her feet" })).toBeVisible();
    await anna.page.goto(path);
    const dialog = await manage(anna.page);
    await dialog.getByRole("button", { name: "Delete program", exact: true }).click();
    await dialog.getByRole("button", { name: "Delete program and tasks" }).click();
    await expect(anna.page).toHaveURL(care);
    await expect(
      jonas.page.getByRole("heading", { name: "Program not found or you don't have access to it" }),
    ).toBeVisible();
  },
);

screenTest(
  "cancelling overdue tasks takes two steps, and says how many",
  {
    tag: spec("CORE-580 CORE-581 CORE-591 CORE-661"),
  },
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { diaryProgramId, path } = await runningProgram(anna, { daysAgo: 3 });
    const { page } = anna;
    await page.clock.install();
    await page.goto(path);
    const dialog = await manage(page);
    await expect(dialog).toContainText("3 tasks overdue");
    await dialog.getByRole("button", { name: "Cancel overdue tasks" }).click();
    await dialog.getByRole("button", { name: "Keep them" }).click();
    await dialog.getByRole("button", { name: "Cancel overdue tasks" }).click();
    const open = async () =>
      (await tasksOf(anna, diaryProgramId)).filter(({ status }) => status === "pending").length;
    expect(await open()).toBe(28);
    await dialog.getByRole("button", { name: "Cancel the tasks" }).click();
    await expect(page.getByText("Cancelled 3 overdue task(s).")).toBeVisible();
    expect(await open()).toBe(25);
    await expect(dialog).toContainText("No task is overdue.");
    await expect(dialog.getByRole("button", { name: "Cancel overdue tasks" })).toBeDisabled();
    await page.clock.fastForward(5000);
    await expect(page.getByText("Cancelled 3 overdue task(s).")).toBeVisible();
    await page.clock.fastForward(2000);
    await expect(page.getByText("Cancelled 3 overdue task(s).")).toHaveCount(0);
  },
);

for (const [citing, open, confirm, toast] of [
  [
    "CORE-587 a refused deletion",
    "Delete program",
    "Delete program and tasks",
    "Failed to delete program: Access denied",
  ],
  [
    "CORE-592 a refused cancelling",
    "Cancel overdue tasks",
    "Cancel the tasks",
    "Failed to cancel overdue tasks: Access denied",
  ],
] as const) {
  screenTest(`${citing} shows the reason in a notification`, async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const { _id: diaryId, shortId } = await notebookOf(anna);
    await addMember(node, diaryId, jonas, "member");
    const programId = await uploadProgram(jonas, diaryId);
    const diaryProgramId = await activateProgram(jonas, diaryId, programId, { daysAgo: 3 });
    const { page } = jonas;
    await page.clock.install();
    await page.goto(`/care/${shortId}/programs/${diaryProgramId}`);
    const dialog = await manage(page);
    await dialog.getByRole("button", { name: open }).click();
    // The role changes during the call: earlier, and the page would have closed the dialog.
    await node
      .database()
      .db.transaction()
      .execute(async (change) => {
        await change
          .updateTable("diary_programs")
          .set({ activated_by: anna.userId })
          .where("id", "=", diaryProgramId)
          .execute();
        // Both calls write rows that are locked here, so that they are refused only afterwards.
        await change
          .updateTable("tasks")
          .set({ is_recurring: true })
          .where("linked_diary_program_id", "=", diaryProgramId)
          .execute();
        await dialog.getByRole("button", { name: confirm }).click();
        await expect.poll(() => countWaitingForLocks(node)).toBeGreaterThan(0);
      });
    await expect(page.getByText(toast)).toBeVisible();
    await page.clock.fastForward(7000);
    await expect(page.getByText(toast)).toHaveCount(0);
    expect(await anna.http.query(api.programs.getDiaryProgram, { diaryProgramId })).not.toBeNull();
  });
}

test("a failure without a message is an unknown error", { tag: spec("CORE-588") }, async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const { diaryProgramId, path } = await runningProgram(anna);
  const { page } = anna;
  await page.goto(path);
  const dialog = await manage(page);
  await dialog.getByRole("button", { name: "Delete program", exact: true }).click();
  // A failure that the server doesn't expect.
  const { pool } = node.database();
  await pool.query(`create function refuse_deletion() returns trigger language plpgsql as
    $$ begin raise exception 'the disk is on fire'; end $$`);
  await pool.query(`create trigger refuse before delete on diary_programs for each row
    when (old.id = '${diaryProgramId}') execute function refuse_deletion()`);
  await dialog.getByRole("button", { name: "Delete program and tasks" }).click();
  await expect(page.getByText("Failed to delete program: Unknown error")).toBeVisible();
  await pool.query("drop trigger refuse on diary_programs");
  await pool.query("drop function refuse_deletion()");
  await expect(dialog).toBeVisible();
});

screenTest(
  "a program pauses until a day or until somebody resumes it, for all members",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const { diaryId, diaryProgramId, path, care } = await runningProgram(anna, { daysAgo: 2 });
    await addMember(node, diaryId, jonas, "member");
    await jonas.page.goto(`${care}/programs`);
    const { page } = anna;
    await page.goto(path);
    const dialog = await manage(page);
    await dialog.getByRole("button", { name: "Pause" }).click();
    await dialog.getByRole("button", { name: "Pause program" }).click();
    await expect(page.getByText("The program is paused.")).toBeVisible();
    const card = jonas.page.getByRole("list", { name: "Programs" }).getByRole("listitem");
    await expect(card.getByText("Paused", { exact: true })).toBeVisible();
    await dialog.getByRole("button", { name: "Resume" }).click();
    await expect(card.getByText("Paused", { exact: true })).toHaveCount(0);

    await dialog.getByRole("button", { name: "Pause" }).click();
    await dialog.getByLabel("Until a day").check();
    await dialog.getByLabel("It goes on on").fill("2020-01-01");
    await dialog.getByRole("button", { name: "Pause program" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("Please choose a day from tomorrow on, within a year");
    const inTenDays = new Date(Date.now() + 10 * 86_400_000);
    await dialog
      .getByLabel("It goes on on")
      .fill(inTenDays.toLocaleDateString("sv-SE", { timeZone: "Europe/Berlin" }));
    await dialog.getByRole("button", { name: "Pause program" }).click();
    const words = inTenDays.toLocaleDateString("en-US", {
      timeZone: "Europe/Berlin",
      dateStyle: "medium",
    });
    await expect(card.getByText(`Paused until ${words}`)).toBeVisible();
    const program = await anna.http.query(api.programs.getDiaryProgram, { diaryProgramId });
    expect(program!.status).toBe("paused");
    // Tasks of a paused program are neither overdue nor for today nor to come, in the lists and in home's count.
    const jonasPage = jonas.page;
    await jonasPage.goto("/tasks?tab=all");
    const paused = sectionOf(jonasPage, "Paused");
    await paused.getByRole("button", { name: /^Paused \(\d+\)$/ }).click();
    await expect(paused.getByRole("listitem").getByText("Paused", { exact: true }).first()).toBeVisible();
    for (const section of ["Overdue", "Today", "Upcoming"])
      await expect(sectionOf(jonasPage, section).getByText("Paused", { exact: true })).toHaveCount(0);
    await jonasPage.goto("/home");
    await expect(jonasPage.getByText("You have 0 tasks today, 0 overdue, and 0 coming up")).toBeVisible();
    await expect(jonasPage.getByRole("region", { name: "Today" })).toHaveCount(0);
  },
);

screenTest(
  "members who may not manage a program get no button for it; a viewer sees its tasks and does only their own",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const petra = await someone("Petra Sommer");
    const { _id: diaryId, shortId } = await notebookOf(anna);
    await addMember(node, diaryId, jonas, "member");
    await addMember(node, diaryId, petra, "extended");
    const programId = await uploadProgram(anna, diaryId);
    const { diaryProgramId } = await anna.http.mutation(api.programs.activateProgram, {
      programId,
      diaryId,
      baselineDate: Date.now(),
      selectedActivities: [
        { activityId: "walk", isActivated: true },
        { activityId: "leaflet", isActivated: true, assignedTo: petra.userId },
      ],
    });
    const path = `/care/${shortId}/programs/${diaryProgramId}`;
    for (const [{ page }, count] of [
      [jonas, 8],
      [petra, 8],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1, name: "Back on her feet" })).toBeVisible();
      await expect(page.getByRole("region", { name: "Tasks" }).getByRole("checkbox")).toHaveCount(count);
      await expect(page.getByRole("button", { name: "Manage Program" })).toHaveCount(0);
    }
    const boxes = petra.page
      .getByRole("region", { name: "Tasks" })
      .getByRole("checkbox", { disabled: false });
    await expect(boxes).toHaveCount(1);
    await expect(boxes).toHaveAccessibleName(/Read the leaflet together/);
    await anna.page.goto(path);
    await expect(anna.page.getByRole("button", { name: "Manage Program" })).toBeVisible();
  },
);

for (const { colorScheme, width } of LOOKS) {
  test(`axe finds no problem on a program's pages, ${colorScheme}, ${width} px`, async ({ someone }) => {
    const anna = await someone("Anna Keller", { colorScheme, viewport: { width, height: 844 } });
    const { _id: diaryId, shortId } = await notebookOf(anna);
    const note = await noteOf(anna, diaryId);
    const other = await uploadProgram(anna, diaryId, { ...HIP_PROGRAM, programName: "Sleeping better" });
    await anna.http.mutation(api.programs.linkProgram, { programId: other, noteId: note._id });
    const programId = await uploadProgram(anna, diaryId);
    const id = await activateProgram(anna, diaryId, programId, { daysAgo: 3, noteId: note._id });
    const { page } = anna;
    const care = `/care/${shortId}`;
    for (const path of [`${care}/programs`, `${care}/note/${note.shortId}`, `${care}/programs/${id}`]) {
      await page.goto(path);
      await expect(page.getByText("Back on her feet").first()).toBeVisible();
      await expectClean(page, path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(
        width,
      );
    }
    const dialog = await manage(page);
    await expectClean(page, "Manage Program");
    await dialog.getByRole("button", { name: "Delete program", exact: true }).click();
    await expectClean(page, "the question before a deletion");
  });
}

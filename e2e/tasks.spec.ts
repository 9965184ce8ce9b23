import { api } from "../lib/api.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { addMember, notebookOf, noteOf } from "./support/people.ts";
import { spec } from "./support/spec.ts";
import { afternoon, chooseFor, DAY, HOUR, sectionOf, taskOf, taskRow } from "./support/tasks.ts";
import { expect, screenTest, test } from "./support/test.ts";
import { watchQuery } from "./support/watched.ts";

// The last file of a run: any free worker takes its next test.
test.describe.configure({ mode: "parallel" });

const SECTIONS = ["Overdue", "Today", "Upcoming", "Completed", "Expired"];

screenTest("the tasks page groups the tasks of all notebooks by due date", async ({ someone, node }) => {
  const now = afternoon();
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const rosa = await notebookOf(anna, "Rosa Blum");
  const emil = await notebookOf(jonas, "Emil Weber");
  await addMember(node, emil._id, anna, "member");
  const { page } = anna;
  await page.clock.setFixedTime(now);
  const { asked, answers } = watchQuery(page, "tasks:listMyTasks");
  // The queries of the page; one task is enough to know whether other lists have any.
  const askedLast = () => asked.findLast(({ limit }) => limit !== 1);

  await page.goto("/tasks");
  await expect(page.getByRole("heading", { level: 1, name: "Tasks" }), "@WORK-327").toBeVisible();
  expect(askedLast(), "@WORK-363 @WORK-368").toMatchObject({ filter: "my-tasks", limit: 200 });
  expect(askedLast()).not.toHaveProperty("diaryId");
  await expect(page.getByRole("tab"), "@WORK-332 @WORK-333 @WORK-334 @WORK-335").toHaveText([
    "My Tasks",
    "Helping With",
    "All Tasks",
    "Unassigned Tasks",
  ]);
  for (const [name, isOpen, lines, empty, emptyLine] of [
    ["Overdue", false, "@WORK-337 @WORK-344", "No overdue tasks", "@WORK-347"],
    ["Today", true, "@WORK-338 @WORK-342", "No tasks scheduled for today", "@WORK-348"],
    ["Upcoming", true, "@WORK-339 @WORK-343", "No upcoming tasks", "@WORK-349"],
    ["Completed", false, "@WORK-340 @WORK-345", "No completed tasks", "@WORK-350"],
    ["Expired", false, "@WORK-341 @WORK-346", "No expired tasks", "@WORK-351"],
  ] as const) {
    const toggle = sectionOf(page, name).getByRole("button", { name: `${name} (0)` });
    await expect(toggle, lines).toHaveAttribute("aria-expanded", String(isOpen));
    if (!isOpen) await toggle.click();
    await expect(page.getByText(empty), emptyLine).toBeVisible();
  }
  await expect(
    page.getByText("If you see this, no tasks are available or an error occurred."),
    "@WORK-352",
  ).toBeVisible();

  const mine = { assignedTo: anna.userId };
  const note = await noteOf(anna, rosa._id);
  await taskOf(anna, rosa._id, "Call the doctor", { ...mine, dueDate: now - 2 * DAY, noteId: note._id });
  await taskOf(anna, rosa._id, "Book the taxi", { ...mine, dueDate: now - 3 * DAY });
  await taskOf(anna, rosa._id, "Wash her hair", { ...mine, scheduledDate: now + HOUR });
  await taskOf(anna, rosa._id, "Buy bandages", mine);
  await taskOf(anna, rosa._id, "Ask about the dose", {
    ...mine,
    dueDate: now - 4 * DAY,
    endDate: now - DAY,
  });
  const walker = await taskOf(anna, rosa._id, "Pick up the walker", { ...mine, dueDate: now + 3 * DAY });
  const letter = await taskOf(anna, rosa._id, "Post the letter", { ...mine, dueDate: now - DAY });
  for (const taskId of [walker, letter]) await anna.http.mutation(api.tasks.toggleAddToToday, { taskId });
  const feedingTask = await taskOf(anna, rosa._id, "Feed the cat", mine);
  await anna.http.mutation(api.tasks.updateTask, { taskId: feedingTask, status: "completed" });
  await taskOf(jonas, emil._id, "Cut his nails", { scheduledDate: now + DAY });
  await taskOf(jonas, emil._id, "Drive him home", { assignedTo: jonas.userId });
  await taskOf(jonas, emil._id, "Walk with him", { ...mine, scheduledDate: now + 2 * HOUR });

  const titles = async (name: string) =>
    sectionOf(page, name).getByRole("listitem").getByRole("heading").allTextContents();
  const shown = async () =>
    Object.fromEntries(await Promise.all(SECTIONS.map(async (s) => [s, await titles(s)])));
  await expect(sectionOf(page, "Today").getByRole("listitem")).toHaveCount(4);
  // Tasks of two sections appear in both, and all are sorted by date.
  await expect.poll(shown, "@WORK-328 @WORK-371 @WORK-373 @WORK-374 @WORK-376 @WORK-379").toEqual({
    Overdue: ["Book the taxi", "Call the doctor", "Post the letter"],
    Today: ["Post the letter", "Wash her hair", "Walk with him", "Pick up the walker"],
    Upcoming: ["Pick up the walker", "Buy bandages"],
    Completed: ["Feed the cat"],
    Expired: ["Ask about the dose"],
  });
  await expect(sectionOf(page, "Overdue").getByRole("button", { name: "Overdue (3)" })).toBeVisible();
  await expect(taskRow(sectionOf(page, "Overdue"), "Post the letter"), "@WORK-380").toHaveAttribute(
    "data-ghost",
  );
  await expect(taskRow(sectionOf(page, "Today"), "Post the letter")).not.toHaveAttribute("data-ghost");
  await expect(taskRow(sectionOf(page, "Upcoming"), "Pick up the walker"), "@WORK-381").toContainText(
    "Added to today",
  );
  // Several queries of the page answer, in any order.
  expect(
    answers.flatMap(({ tasks }) => tasks),
    "@WORK-361",
  ).toContainEqual(expect.objectContaining({ _id: walker, title: "Pick up the walker" }));
  // A card links to its note, else to its notebook.
  const linkOf = (title: string) => taskRow(page, title).first().getByRole("link");
  await expect(linkOf("Call the doctor"), "@CORE-033").toHaveAttribute(
    "href",
    `/care/${rosa.shortId}/note/${note.shortId}`,
  );
  await expect(linkOf("Buy bandages"), "@CORE-034").toHaveAttribute("href", `/care/${rosa.shortId}`);

  const tab = (name: string) => page.getByRole("tab", { name }).click();
  await tab("Helping With");
  await expect(page).toHaveURL(/tab=helping-with/);
  const both = async () => [await titles("Today"), await titles("Upcoming")];
  await expect.poll(both, "@WORK-336").toEqual([["Walk with him"], ["Cut his nails"]]);
  expect(askedLast(), "@WORK-364").toMatchObject({ filter: "helping-with", limit: 200 });
  await tab("Unassigned Tasks");
  await expect.poll(both).toEqual([[], ["Cut his nails"]]);
  expect(askedLast(), "@WORK-366").toMatchObject({ filter: "unassigned", limit: 200 });
  await tab("All Tasks");
  await expect
    .poll(() => titles("Upcoming"))
    .toEqual(["Cut his nails", "Pick up the walker", "Buy bandages", "Drive him home"]);
  expect(askedLast(), "@WORK-365").toMatchObject({ filter: "all", limit: 200 });
  expect(askedLast(), "@WORK-367").not.toHaveProperty("diaryId");
  const notebooks = page.getByLabel("Filter by notebook");
  await expect(notebooks.locator("option"), "@WORK-329 @WORK-330 @WORK-331").toHaveText([
    "All notebooks",
    "Emil Weber: Emil Weber's Care Notebook",
    "Rosa Blum: Rosa Blum's Care Notebook",
  ]);
  await notebooks.selectOption(emil._id);
  await expect.poll(() => titles("Upcoming")).toEqual(["Cut his nails", "Drive him home"]);
  expect(askedLast(), "@WORK-367").toMatchObject({ filter: "all", diaryId: emil._id, limit: 200 });
  await page.reload();
  await expect(page.getByRole("tab", { name: "All Tasks" })).toHaveAttribute("aria-selected", "true");
  await expect.poll(() => titles("Upcoming")).toEqual(["Cut his nails", "Drive him home"]);
});

test("every action of a row works, reaches other members, and can be undone", async ({ someone, node }) => {
  const now = afternoon();
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const { _id } = await notebookOf(anna);
  await addMember(node, _id, jonas, "member");
  await taskOf(anna, _id, "Wash her hair", { scheduledDate: now + HOUR });
  const daily = { interval: { every: 1, unit: "day" } };
  const first = await taskOf(anna, _id, "Eye drops", { scheduledDate: now - HOUR, recurrence: daily });
  const { seriesId } = (await anna.http.query(api.tasks.getTask, { taskId: first }))!;
  // As if the series had started three days ago.
  await node
    .database()
    .pool.query("update tasks set scheduled_date = scheduled_date - interval '3 days' where series_id = $1", [
      seriesId,
    ]);
  for (const { page } of [anna, jonas]) {
    await page.clock.setFixedTime(now);
    await page.goto("/tasks?tab=all");
  }
  const { page } = anna;
  const toast = (text: string) => page.getByRole("status").filter({ hasText: text });
  const undo = async (text: string) => {
    await toast(text).getByRole("button", { name: "Undo" }).click();
    await expect(toast(text)).toHaveCount(0);
  };
  const mine = taskRow(sectionOf(page, "Today"), "Wash her hair");
  const theirs = taskRow(sectionOf(jonas.page, "Today"), "Wash her hair");
  await expect(theirs).toBeVisible();

  await chooseFor(mine, "In progress");
  await expect(mine).toContainText("In progress");
  await expect(theirs, "@WORK-353").toContainText("In progress");
  await expect(toast("Task status changed."), "@WORK-476").toBeVisible();
  await undo("Task status changed.");
  await expect(theirs, "@WORK-469").not.toContainText("In progress");
  // A dismissed notification leaves nothing that covers the page.
  await chooseFor(mine, "In progress");
  await toast("Task status changed.").getByRole("button", { name: "Dismiss" }).click();
  await expect(toast("Task status changed.")).toHaveCount(0);
  await expect(theirs, "@WORK-473").toContainText("In progress");
  await chooseFor(theirs, "Pending");
  await expect(mine).not.toContainText("In progress");
  await mine.getByRole("checkbox").click();
  await expect(sectionOf(page, "Completed").getByRole("button", { name: "Completed (1)" })).toBeVisible();
  await expect(theirs).toHaveCount(0);
  await undo("Task status changed.");
  await expect(theirs).toBeVisible();

  await chooseFor(mine, "Assign to…");
  await page.getByRole("dialog").getByRole("button", { name: "Me" }).click();
  await expect(theirs, "@WORK-354").toContainText("Anna Keller");
  await chooseFor(mine, "Assign to…");
  await page.getByRole("dialog").getByRole("button", { name: "Unassigned" }).click();
  await expect(theirs).toContainText("Unassigned");

  await chooseFor(mine, "Move to…");
  const dialog = page.getByRole("dialog", { name: "Move to" });
  await dialog.getByLabel("Day").fill(new Date(now + 2 * DAY).toISOString().slice(0, 10));
  await dialog.getByRole("button", { name: "Move" }).click();
  const moved = taskRow(sectionOf(page, "Upcoming"), "Wash her hair");
  await expect(moved).toContainText("3:30 PM");
  await moved.getByRole("button", { name: "Add to today" }).click();
  await expect(toast("Task added to today."), "@WORK-360 @WORK-475").toBeVisible();
  await expect(mine, "@WORK-356").toBeVisible();
  await expect(theirs).toBeVisible();
  await undo("Task added to today.");
  await expect(mine, "@WORK-471").toHaveCount(0);
  await moved.getByRole("button", { name: "Add to today" }).click();
  await mine.getByRole("button", { name: "Remove from today" }).click();
  await expect(toast("Task removed from today."), "@WORK-475").toBeVisible();
  await expect(mine, "@WORK-357").toHaveCount(0);
  await undo("Task moved to");
  await expect(mine).toBeVisible();

  await chooseFor(mine, "Edit…");
  const form = page.getByRole("dialog", { name: "Edit task" });
  await form.getByLabel("Title").fill("Wash and dry her hair");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(taskRow(sectionOf(jonas.page, "Today"), "Wash and dry her hair"), "@WORK-358").toBeVisible();

  const late = sectionOf(page, "Overdue");
  await expect(late.getByRole("button", { name: /^Skip to current instance/ }), "@WORK-359").toHaveCount(3);
  // Not for today's task, which is the current one, and not for single tasks.
  await expect(sectionOf(page, "Today").getByRole("button", { name: /^Skip/ })).toHaveCount(0);
  await late
    .getByRole("button", { name: /^Skip to current instance/ })
    .first()
    .click();
  await expect(late.getByRole("listitem")).toHaveCount(0);
  const skipped = "Skipped 3 overdue instance(s) of this recurring task.";
  await expect(toast(skipped), "@WORK-474").toBeVisible();
  await undo(skipped);
  await expect(late.getByRole("listitem"), "@WORK-472").toHaveCount(3);

  await chooseFor(taskRow(late, "Eye drops").first(), "Delete…");
  await page.getByRole("checkbox", { name: /^Also delete all later ones/ }).check();
  await page.getByRole("dialog").getByRole("button", { name: "Delete task" }).click();
  await expect(taskRow(page, "Eye drops")).toHaveCount(0);

  await chooseFor(taskRow(page, "Wash and dry her hair"), "Delete…");
  await page.getByRole("dialog").getByRole("button", { name: "Delete task" }).click();
  await expect(taskRow(page, "Wash and dry her hair")).toHaveCount(0);
  await expect(taskRow(jonas.page, "Wash and dry her hair"), "@WORK-355").toHaveCount(0);
});

test("two members complete, take and move the same tasks at once and see the same result", {
  tag: spec("CORE-614"),
}, async ({ someone, node }) => {
  const now = afternoon();
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const { _id: diaryId } = await notebookOf(anna);
  await addMember(node, diaryId, jonas, "admin");
  const titles = ["Eye drops", "Open the window", "Wash her hair"];
  for (const [i, title] of titles.entries())
    await taskOf(anna, diaryId, title, { scheduledDate: now + i * HOUR });
  const both = [anna.page, jonas.page];
  for (const page of both) {
    await page.clock.setFixedTime(now);
    await page.goto("/tasks?tab=all");
    await expect(taskRow(sectionOf(page, "Today"), "Wash her hair")).toBeVisible();
    await sectionOf(page, "Completed")
      .getByRole("button", { name: /^Completed/ })
      .click();
  }
  const bothAtOnce = (...acts: ((page: typeof anna.page) => Promise<unknown>)[]) =>
    Promise.all(both.map((page, i) => acts[i % acts.length]!(page)));
  const row = (page: typeof anna.page, title: string) => taskRow(page, title).first();

  // Both complete the same task: it stays completed.
  await bothAtOnce(async (page) => {
    const box = taskRow(sectionOf(page, "Today"), "Eye drops").getByRole("checkbox");
    // The second one may find the row gone; a click on the completed row would undo it.
    await box.click({ timeout: 10_000 }).catch(() => {});
  });
  for (const page of both)
    await expect(taskRow(sectionOf(page, "Completed"), "Eye drops")).toContainText(
      /Done by (Anna Keller|Jonas Weber)/,
    );
  // Both take the same task: one gets it, and both see who.
  await bothAtOnce(async (page) => {
    await chooseFor(row(page, "Open the window"), "Assign to…");
    await expect(page.getByRole("dialog").getByRole("button", { name: "Me" })).toHaveCount(1);
    await page.getByRole("dialog").getByRole("button", { name: "Me" }).click();
  });
  // One moves a task to another day while the other completes it.
  await chooseFor(row(anna.page, "Wash her hair"), "Move to…");
  const dialog = anna.page.getByRole("dialog", { name: "Move to" });
  await dialog.getByLabel("Day").fill(new Date(now + 2 * DAY).toISOString().slice(0, 10));
  await bothAtOnce(
    () => dialog.getByRole("button", { name: "Move" }).click(),
    (page) => row(page, "Wash her hair").getByRole("checkbox").click(),
  );

  const stored = async (title: string) => {
    const { tasks } = await anna.http.query(api.tasks.listMyTasks, { filter: "all" });
    return tasks.find((task) => task.title === title)!;
  };
  await expect
    .poll(() => stored("Wash her hair"))
    .toMatchObject({ status: "completed", scheduledDate: now + 2 * DAY + HOUR + HOUR });
  expect((await stored("Eye drops")).status).toBe("completed");
  const assigneeId = (await stored("Open the window")).assignedTo;
  expect([anna.userId, jonas.userId]).toContain(assigneeId);
  const rowTexts = (page: typeof anna.page) =>
    page
      .getByRole("main")
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading") })
      .allInnerTexts();
  // "Me" is the only difference.
  const normalizedRows = async (page: typeof anna.page, name: string) =>
    (await rowTexts(page)).map((text) => text.replaceAll(/\bMe\b/g, name).replaceAll(/\s+/g, " "));
  await expect.poll(async () => (await rowTexts(anna.page)).length).toBe(3);
  const differences = async () => {
    const [annasRows, jonasRows] = [
      await normalizedRows(anna.page, "Anna Keller"),
      await normalizedRows(jonas.page, "Jonas Weber"),
    ];
    return annasRows.join("\n") === jonasRows.join("\n") ? [] : [annasRows, jonasRows];
  };
  await expect.poll(differences).toEqual([]);
});

test("the form makes a task, checks it, repeats it, and lists it on its note; typed text is kept", {
  tag: spec("CORE-323"),
}, async ({ someone }) => {
  const now = afternoon();
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  const note = await noteOf(anna, _id);
  const { page } = anna;
  await page.clock.setFixedTime(now);
  await page.goto(`/care/${shortId}/note/${note.shortId}`);
  const panel = page.getByRole("region", { name: /^Tasks/ });
  await expect(panel.getByText("No tasks yet")).toBeVisible();
  await panel.getByRole("button", { name: "New task" }).click();
  const form = page.getByRole("dialog", { name: "New task" });
  await form.getByRole("button", { name: "Add task" }).click();
  await expect(form.getByText("Please enter a title")).toBeVisible();
  await expect(form.getByLabel("Title")).toBeFocused();
  await form.getByLabel("Title").fill("Weigh her");
  await form.getByText("By when, and until when it makes sense").click();
  await form.getByLabel("Due by").fill(new Date(now - 3 * DAY).toISOString().slice(0, 10));
  await form.getByRole("button", { name: "Add task" }).click();
  await expect(form.getByText("It can't be due before the day it is for")).toBeVisible();
  // Typed text is stored at once, so that an empty battery doesn't lose it.
  await page.reload();
  await panel.getByRole("button", { name: "New task" }).click();
  await expect(form.getByLabel("Title")).toHaveValue("Weigh her");
  await form.getByLabel("Due by").fill("");
  await form.getByLabel("Time", { exact: true }).fill("18:15");
  await form.getByLabel("Assigned to").selectOption("Me");
  await form.getByLabel("How often").selectOption("At an interval");
  await form.getByLabel("Last day").fill(new Date(now + 2 * DAY).toISOString().slice(0, 10));
  await form.getByRole("button", { name: "Add task" }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Tasks (3)" })).toBeVisible();
  await expect(panel.getByRole("listitem").first()).toContainText("6:15 PM");
  await expect(panel.getByRole("listitem").first()).toContainText("Every day");
  await expect(panel.getByRole("listitem").first()).toContainText("Anna Keller");

  await chooseFor(panel.getByRole("listitem").first(), "Comments");
  const talk = page.getByRole("dialog", { name: "Weigh her" });
  await talk.getByLabel("Write a comment").fill("52 kg");
  await talk.getByRole("button", { name: "Send" }).click();
  await expect(talk.getByRole("heading", { name: "Comments (1)" })).toBeVisible();

  // A task that is made in one's own list is assigned to oneself and stays visible.
  await page.goto("/tasks");
  await page.getByRole("button", { name: "New task" }).click();
  await form.getByLabel("Title").fill("Buy fruit");
  await expect(form.getByLabel("Assigned to").locator("option:checked")).toHaveText("Me");
  await form.getByRole("button", { name: "Add task" }).click();
  await expect(taskRow(sectionOf(page, "Today"), "Buy fruit")).toBeVisible();

  // When the current list doesn't show the new task, the notification says where it is and leads there.
  await page.getByRole("button", { name: "New task" }).click();
  await form.getByLabel("Title").fill("Buy bandages");
  await form.getByLabel("Assigned to").selectOption("Nobody in particular");
  await form.getByRole("button", { name: "Add task" }).click();
  const notification = page.getByRole("status").filter({ hasText: "Task added. This list doesn't show it" });
  await notification.getByRole("button", { name: "Show it" }).click();
  await expect(page).toHaveURL(/tab=all/);
  await expect(page.getByRole("button", { name: "Buy bandages", exact: true })).toBeFocused();

  // A click on a task's title opens the task with its comments.
  await page.getByRole("button", { name: "Weigh her", exact: true }).first().click();
  await expect(talk.getByRole("link", { name: /Rosa Blum, note/ })).toBeVisible();
  await expect(talk.getByRole("listitem").filter({ hasText: "52 kg" })).toBeVisible();
  await talk.getByRole("button", { name: "Edit…" }).click();
  await expect(page.getByRole("dialog", { name: "Edit task" }).getByLabel("Title")).toHaveValue("Weigh her");
});

screenTest("the fallback line is shown only when there are no tasks in any list", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { _id } = await notebookOf(anna);
  await taskOf(anna, _id, "Weigh her");
  await anna.page.goto("/tasks");
  await expect(anna.page.getByText("No upcoming tasks")).toBeVisible();
  await anna.page.getByRole("tab", { name: "All Tasks" }).click();
  await expect(taskRow(anna.page, "Weigh her")).toBeVisible();
  await anna.page.getByRole("tab", { name: "Helping With" }).click();
  await expect(taskRow(anna.page, "Weigh her")).toHaveCount(0);
  await expect(anna.page.getByText("No upcoming tasks")).toBeVisible();
  await expect(anna.page.getByText("or an error occurred")).toHaveCount(0);
});

test("the page stays right when the day changes while it is open, and viewers change only their own tasks", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const petra = await someone("Petra Sommer");
  const { _id } = await notebookOf(anna);
  await addMember(node, _id, petra, "extended");
  const midnight = afternoon() + 9.5 * HOUR;
  await taskOf(anna, _id, "Wash her hair", { scheduledDate: midnight - HOUR });
  await taskOf(anna, _id, "Turn her", { scheduledDate: midnight + HOUR, assignedTo: petra.userId });
  const { page } = petra;
  await page.clock.install({ time: midnight - 120_000 });
  await page.goto("/tasks?tab=all");
  await expect(taskRow(sectionOf(page, "Today"), "Wash her hair")).toBeVisible();
  await expect(taskRow(sectionOf(page, "Upcoming"), "Turn her")).toBeVisible();
  const others = taskRow(page, "Wash her hair");
  await expect(others.getByRole("checkbox")).toBeDisabled();
  await expect(others.getByRole("button", { name: "Add to today" })).toHaveCount(0);
  await page.clock.fastForward(240_000);
  await expect(taskRow(sectionOf(page, "Today"), "Turn her")).toBeVisible();
  await expect(sectionOf(page, "Overdue").getByRole("button", { name: "Overdue (1)" })).toBeVisible();
  await expect(taskRow(sectionOf(page, "Overdue"), "Wash her hair")).toBeVisible();
  await taskRow(page, "Turn her").getByRole("checkbox").click();
  await expect
    .poll(async () =>
      (await anna.http.query(api.tasks.listMyTasks, { filter: "all" })).tasks.map((t) => t.status).sort(),
    )
    .toEqual(["completed", "pending"]);
});

test("axe finds no problem on the tasks page and its dialogs", async ({ someone }) => {
  const anna = await someone("Anna Keller", { viewport: { width: 390, height: 844 } });
  const { _id, shortId } = await notebookOf(anna);
  const now = afternoon();
  const note = await noteOf(anna, _id);
  await taskOf(anna, _id, "Wash her hair", { scheduledDate: now + HOUR, noteId: note._id });
  const late = await taskOf(anna, _id, "Call the doctor", {
    dueDate: now - DAY,
    description: "About the dose",
  });
  await anna.http.mutation(api.tasks.toggleAddToToday, { taskId: late });
  await taskOf(anna, _id, "Ask for the letter", { endDate: now - DAY });
  const { page } = anna;
  await page.clock.setFixedTime(now);
  const clean = (name: string) => expectCleanScreen(page, name);
  await page.goto("/tasks?tab=all");
  await sectionOf(page, "Expired").getByRole("button").first().click();
  await clean("the page");
  const row = taskRow(sectionOf(page, "Today"), "Wash her hair");
  await row.getByRole("button", { name: /^More for/ }).click();
  await clean("the menu");
  await page.keyboard.press("Escape");
  for (const [item, title] of [
    ["Assign to…", "Assign to"],
    ["Move to…", "Move to"],
    ["Edit…", "Edit task"],
    ["Comments", "Wash her hair"],
  ] as const) {
    await chooseFor(row, item);
    await expect(page.getByRole("dialog", { name: title })).toBeVisible();
    await clean(title);
    await page.keyboard.press("Escape");
  }
  await page.goto(`/care/${shortId}/note/${note.shortId}`);
  await expect(page.getByRole("heading", { name: "Tasks (1)" })).toBeVisible();
  await clean("the note");
});

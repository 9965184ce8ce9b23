import type { Locator } from "@playwright/test";
import { api } from "../lib/api.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { measureBusyTime } from "./support/busy-time.ts";
import { addToToday, cell, chip, dragTo, march, middle, NOW } from "./support/calendar.ts";
import { alterCall, brokenTable, delayResult } from "./support/faults.ts";
import { addMember, notebookOf } from "./support/people.ts";
import { spec } from "./support/spec.ts";
import { readCall, writeArgs } from "./support/sync-call.ts";
import { afternoon, chooseFor, HOUR, taskOf, taskRow } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";
import { watchQuery } from "./support/watched.ts";

// High enough for the whole month below the banner of a wrong clock, which these tests set: near the window's end the page
// scrolls under a task that is dragged.
const DESK = { viewport: { width: 1280, height: 1400 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const EVERY_DAY = { pattern: "interval", interval: { every: 1, unit: "day" } };

test("the calendar shows tasks by month, week and day", async ({ someone, node }) => {
  const anna = await someone("Anna Keller", DESK);
  const rosa = await notebookOf(anna, "Rosa Blum");
  const emil = await notebookOf(anna, "Emil Weber");
  const { page } = anna;
  await page.clock.setFixedTime(NOW);
  const { asked, answers } = watchQuery(page, "tasks:listMyTasks");
  await page.goto("/calendar");
  await expect(page.getByRole("heading", { level: 1, name: "March 2027" }), "@WORK-388").toBeVisible();
  await expect(page.getByRole("heading", { name: "No tasks found" }), "@WORK-405").toBeVisible();
  await expect(
    page.getByText("You have no tasks scheduled. Try adding a new program or diary to get started."),
    "@WORK-406",
  ).toBeVisible();
  await expect(page.getByRole("radio", { name: "Month" }), "@WORK-392").toBeChecked();
  expect(asked[0], "@WORK-408 @WORK-409").toMatchObject({
    filter: "all",
    limit: 500,
    fromDay: "2027-02-28",
    toDay: "2027-04-03",
  });

  const task = (title: string, fields: object = {}) => taskOf(anna, rosa._id, title, fields);
  const over = await task("Ask about the dose", { scheduledDate: march(9), endDate: march(9, 20) });
  await task("Call Dr. Sahin", { scheduledDate: march(9, 8) });
  await task("Order stockings", { scheduledDate: march(9, 10), dueDate: march(12) });
  await task("Wash her hair", { scheduledDate: march(10, 16) });
  const letter = await task("Write the letter", { scheduledDate: march(24, 10) });
  await addToToday(node, letter);
  await task("Find the photographs");
  const bought = await task("Buy fruit", { scheduledDate: march(17, 7) });
  await anna.http.mutation(api.tasks.updateTask, { taskId: bought, status: "completed" });
  await task("Give the tablets", {
    scheduledDate: march(17, 6),
    endDate: march(17, 23),
    recurrence: EVERY_DAY,
  });
  for (const hour of [11, 9]) await task(`Physiotherapy at ${hour}`, { scheduledDate: march(17, hour) });
  await taskOf(anna, emil._id, "Cut his nails", { scheduledDate: march(17, 12) });
  await task("Return the walker", { dueDate: march(23) });
  const paid = await task("Pay the taxi", { dueDate: march(25) });
  await anna.http.mutation(api.tasks.updateTask, { taskId: paid, status: "completed" });

  // Each colour has its label; a day shows three chips, daily tasks last, and the number of further ones.
  const chipsOf = async (date: string) =>
    (await cell(page, date).locator("[data-chip]").allTextContents()).map((text) =>
      text.replace(/^\d+:\d\d\s[AP]M/, ""),
    );
  // What was written last: the rest is shown by then.
  await expect.poll(() => chipsOf("2027-03-25"), "@WORK-415").toEqual(["Pay the taxi, Finished"]);
  expect(await chipsOf("2027-03-09"), "@WORK-416").toEqual([
    "Call Dr. Sahin, Overdue",
    "Order stockings, Begun, still due",
  ]);
  expect(await chipsOf("2027-03-10"), "@WORK-413").toEqual([
    "Write the letter, Today",
    "Wash her hair, Today",
  ]);
  expect(await chipsOf("2027-03-24"), "@WORK-414").toEqual(["Write the letter, Added to today"]);
  expect(await chipsOf("2027-03-23")).toEqual(["Return the walker, To come"]);
  expect(
    answers.flatMap(({ tasks }) => tasks),
    "@WORK-411",
  ).toContainEqual(expect.objectContaining({ _id: letter, title: "Write the letter" }));
  expect(await chipsOf("2027-03-17"), "@WORK-399 @WORK-427").toEqual([
    "Physiotherapy at 9, To come",
    "Physiotherapy at 11, To come",
    "Cut his nails, To come",
  ]);
  await expect(cell(page, "2027-03-17").getByRole("button", { name: "+2 more" }), "@WORK-400").toBeVisible();
  const undated = page.getByRole("region", { name: "No date" });
  await expect(chip(undated, "Find the photographs"), "@WORK-423").toHaveAttribute("data-colour", "green");
  const borderOf = (title: string, date: string) =>
    chip(cell(page, date), title).evaluate((element) => {
      const { borderTopColor, borderTopStyle } = getComputedStyle(element);
      const [red, green, blue] = borderTopColor.match(/\d+/g)!.map(Number) as [number, number, number];
      const spread = Math.max(red, green, blue) - Math.min(red, green, blue);
      const strongest = red >= green && red >= blue ? "red" : green >= blue ? "green" : "blue";
      // Orange: between red and green, without blue.
      const isYellow = strongest === "red" && green - blue > (red - blue) / 2;
      const main = spread < 40 ? "grey" : isYellow ? "yellow" : strongest;
      return `${borderTopStyle} ${main}`;
    });
  expect(await borderOf("Call Dr. Sahin", "2027-03-09"), "@WORK-420 @WORK-424").toBe("solid red");
  expect(await borderOf("Order stockings", "2027-03-09"), "@WORK-419").toBe("solid yellow");
  expect(await borderOf("Pay the taxi", "2027-03-25"), "@WORK-417 @WORK-424").toBe("solid grey");
  expect(await borderOf("Wash her hair", "2027-03-10"), "@WORK-421 @WORK-424").toBe("solid blue");
  expect(await borderOf("Physiotherapy at 9", "2027-03-17"), "@WORK-422 @WORK-424").toBe("solid green");
  expect(await borderOf("Write the letter", "2027-03-24"), "@WORK-418").toBe("dashed grey");
  await expect(page.getByText("Ask about the dose"), "@WORK-412").toHaveCount(0);
  expect(over).toBeTruthy();
  await expect(page.getByRole("columnheader"), "@CORE-511 @WORK-397 @WORK-398").toHaveText(
    ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"].map(
      (day) => new RegExp(`${day}$`),
    ),
  );
  await expect(page.locator("td[data-date]"), "@WORK-398").toHaveCount(35);

  // The day view.
  await page.getByRole("button", { name: "Wednesday, March 17, 2027, 5 tasks" }).click();
  const modal = page.getByRole("dialog", { name: "Wednesday, March 17, 2027" });
  await expect(modal.getByRole("listitem").getByRole("heading"), "@WORK-425 @WORK-426").toHaveText([
    "Physiotherapy at 9",
    "Physiotherapy at 11",
    "Cut his nails",
    "Give the tablets",
    "Buy fruit",
  ]);
  await expect(taskRow(modal, "Buy fruit")).toContainText("Finished");
  await modal.getByRole("button", { name: "New task" }).click();
  const form = page.getByRole("dialog", { name: "New task" });
  await expect(form.getByLabel("Day", { exact: true })).toHaveValue("2027-03-17");
  await page.keyboard.press("Escape");
  await expect(form).toHaveCount(0);
  await expect(modal).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(modal).toHaveCount(0);
  await cell(page, "2027-03-02").click({ position: { x: 80, y: 100 } });
  await expect(
    page.getByRole("dialog").getByText("No tasks scheduled for this day"),
    "@WORK-404 @WORK-407",
  ).toBeVisible();
  await page.keyboard.press("Escape");

  // The notebook, the view and the day are in the address.
  await expect(
    page.getByLabel("Filter by notebook").locator("option").first(),
    "@WORK-395 @WORK-396",
  ).toHaveText("All notebooks");
  await page
    .getByLabel("Filter by notebook")
    .selectOption({ label: "Emil Weber: Emil Weber's Care Notebook" });
  await expect(page).toHaveURL(new RegExp(`notebook=${emil._id}`));
  await expect.poll(() => chipsOf("2027-03-17")).toEqual(["Cut his nails, To come"]);
  await expect(page.locator("[data-chip]")).toHaveCount(1);
  expect(asked.at(-1), "@WORK-410").toMatchObject({ filter: "all", limit: 500, diaryId: emil._id });
  await page.getByLabel("Filter by notebook").selectOption({ label: "All notebooks" });
  await page.getByText("Week", { exact: true }).click();
  await expect(page.locator("td[data-date]"), "@WORK-393 @WORK-401").toHaveCount(7);
  await expect(cell(page, "2027-03-07")).toBeVisible();
  await page.getByRole("button", { name: "Next week" }).click();
  await expect(page).toHaveURL(/mode=week.*date=2027-03-17|date=2027-03-17.*mode=week/);
  await expect(cell(page, "2027-03-17").locator("[data-chip]")).toHaveCount(5);
  await page.getByText("Day", { exact: true }).click();
  await expect(
    page.getByRole("heading", { level: 2, name: "Wednesday, March 17, 2027" }),
    "@WORK-394 @WORK-403",
  ).toBeVisible();
  await expect(
    page.getByRole("listitem").filter({ has: page.getByRole("checkbox") }),
    "@WORK-402",
  ).toHaveCount(5);
  await page.getByRole("button", { name: "Next day" }).click();
  await expect(
    page.getByRole("heading", { level: 2, name: "Thursday, March 18, 2027" }),
    "@WORK-391",
  ).toBeVisible();
  await expect(page.getByText("No tasks scheduled for this day")).toBeVisible();
  await page.getByRole("button", { name: "Previous day" }).click();
  await expect(
    page.getByRole("heading", { level: 2, name: "Wednesday, March 17, 2027" }),
    "@WORK-389",
  ).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { level: 2, name: "Wednesday, March 17, 2027" })).toBeVisible();
  await page.getByRole("button", { name: "Today", exact: true }).click();
  await expect(
    page.getByRole("heading", { level: 2, name: "Wednesday, March 10, 2027" }),
    "@WORK-390",
  ).toBeVisible();
});

test("tasks are moved by mouse, by keyboard and by menu, for all members, and moved back", {
  tag: spec("WORK-428 WORK-429 WORK-432"),
}, async ({ someone, node }) => {
  const anna = await someone("Anna Keller", DESK);
  const jonas = await someone("Jonas Weber", DESK);
  const rosa = await notebookOf(anna);
  await addMember(node, rosa._id, jonas, "member");
  const taskId = await taskOf(anna, rosa._id, "Wash her hair", {
    scheduledDate: march(16, 14),
    dueDate: march(16, 18),
  });
  await taskOf(anna, rosa._id, "Find the photographs");
  const datesOf = async () => {
    const { scheduledDate, dueDate } = (await anna.http.query(api.tasks.getTask, { taskId }))!;
    return [scheduledDate, dueDate];
  };
  for (const { page } of [anna, jonas]) {
    await page.clock.install({ time: NOW });
    await page.goto("/calendar");
    await expect(chip(cell(page, "2027-03-16"), "Wash her hair")).toBeVisible();
  }
  const { page } = anna;
  const hairTask = (on: typeof page, day: number) => chip(cell(on, `2027-03-${day}`), "Wash her hair");

  await dragTo(page, hairTask(page, 16), cell(page, "2027-03-18"));
  await expect(hairTask(page, 18)).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect.poll(datesOf).toEqual([march(18, 14), march(18, 18)]);
  await expect(hairTask(jonas.page, 18)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(hairTask(page, 16)).toBeVisible();
  await expect.poll(datesOf).toEqual([march(16, 14), march(16, 18)]);

  // Space takes the task, arrow keys move it, Escape cancels, Enter drops; the focus follows.
  await hairTask(page, 16).focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("Wash her hair taken.")).toBeAttached();
  await page.keyboard.press("ArrowDown");
  await expect(cell(page, "2027-03-23")).toHaveAttribute("data-over");
  await page.keyboard.press("Escape");
  await expect(hairTask(page, 16)).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(hairTask(page, 24)).toBeFocused();
  await expect.poll(datesOf).toEqual([march(24, 14), march(24, 18)]);
  await page.keyboard.press("Enter");
  const modal = page.getByRole("dialog", { name: "Wednesday, March 24, 2027" });
  await chooseFor(taskRow(modal, "Wash her hair"), "Move to…");
  const move = page.getByRole("dialog", { name: "Move to" });
  await move.getByLabel("Day").fill("2027-03-19");
  await move.getByRole("button", { name: "Move" }).click();
  await expect(modal.getByText("No tasks scheduled for this day")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(hairTask(jonas.page, 19)).toBeVisible();

  // A move gives an undated task a date; two simultaneous moves end on the same day for both members.
  await dragTo(
    page,
    chip(page.getByRole("region", { name: "No date" }), "Find the photographs"),
    cell(page, "2027-03-22"),
  );
  await expect(chip(cell(jonas.page, "2027-03-22"), "Find the photographs")).toBeVisible();
  await Promise.all([
    dragTo(page, hairTask(page, 19), cell(page, "2027-03-25")),
    dragTo(jonas.page, hairTask(jonas.page, 19), cell(jonas.page, "2027-03-26")),
  ]);
  await expect
    .poll(async () => {
      const [scheduled] = await datesOf();
      const day = new Date(scheduled!).getUTCDate();
      return [
        day === 25 || day === 26,
        await hairTask(page, day).count(),
        await hairTask(jonas.page, day).count(),
      ];
    })
    .toEqual([true, 1, 1]);

  const failingPage = await anna.context.newPage();
  await failingPage.clock.setFixedTime(NOW);
  await alterCall(failingPage, "tasks:updateTask", (args) => ({ ...args, scheduledDate: -1e15 }));
  await failingPage.goto("/calendar");
  await expect(chip(failingPage, "Find the photographs")).toBeVisible();
  // It comes after the tasks and moves them down.
  await expect(failingPage.getByRole("status").filter({ hasText: "This device's clock is" })).toBeVisible();
  await dragTo(failingPage, chip(failingPage, "Find the photographs"), cell(failingPage, "2027-03-23"));
  await expect(failingPage.getByRole("alert")).toBeVisible();
  await expect(chip(cell(failingPage, "2027-03-22"), "Find the photographs")).toBeVisible();
  await failingPage.close();
  await using _broken = await brokenTable(node, "tasks");
  await dragTo(page, chip(page, "Find the photographs"), cell(page, "2027-03-23"));
  await expect(page.getByRole("alert").filter({ hasText: "Failed to reschedule task" })).toBeVisible();
  await expect(chip(cell(page, "2027-03-22"), "Find the photographs")).toBeVisible();
});

test("on a phone the calendar opens on the day, moves tasks by touch, scrolls by swipe, changes day at midnight, and stays fast with 500 tasks", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller", PHONE);
  const rosa = await notebookOf(anna);
  await taskOf(anna, rosa._id, "Wash her hair", { scheduledDate: march(16, 14) });
  const { page } = anna;
  const beforeMidnight = Date.UTC(2027, 2, 10, 22, 58);
  await page.clock.install({ time: beforeMidnight });
  await page.goto("/calendar");
  await expect(page.getByRole("heading", { level: 2, name: "Wednesday, March 10, 2027" })).toBeVisible();
  await page.clock.fastForward(240_000);
  await expect(page.getByRole("heading", { level: 2, name: "Thursday, March 11, 2027" })).toBeVisible();
  await page.getByText("Month", { exact: true }).click();
  await expect(cell(page, "2027-03-11")).toHaveAttribute("data-today");
  await page.getByText("Week", { exact: true }).click();
  await page.getByRole("button", { name: "Next week" }).click();
  // A nearly empty week fits on the screen, so a low window is needed to scroll.
  await page.setViewportSize({ width: 390, height: 600 });

  const session = await page.context().newCDPSession(page);
  const touchAt = (type: "touchStart" | "touchMove" | "touchEnd", at?: { x: number; y: number }) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
  const start = await middle(chip(page, "Wash her hair"));
  // A swipe scrolls the page and moves no task.
  const before = await page.evaluate(() => window.scrollY);
  await session.send("Input.synthesizeScrollGesture", { ...start, yDistance: -150, speed: 1200 });
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before + 50);
  await expect(chip(cell(page, "2027-03-16"), "Wash her hair")).toBeVisible();
  const from = await middle(chip(page, "Wash her hair"));
  const box = (await cell(page, "2027-03-18").boundingBox())!;
  const to = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await touchAt("touchStart", from);
  await page.clock.runFor(300);
  await expect(page.locator("[data-dragged]")).toHaveCount(1);
  for (const part of [0.3, 0.6, 1])
    await touchAt("touchMove", { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
  await expect(cell(page, "2027-03-18")).toHaveAttribute("data-over");
  await touchAt("touchEnd");
  await expect(chip(cell(page, "2027-03-18"), "Wash her hair")).toBeVisible();

  await node.database().pool.query(
    `insert into tasks (id, diary_id, title, scheduled_date, created_by)
     select gen_random_uuid(), $1, 'Task ' || n, $2::timestamptz + n % 28 * interval '1 day', $3
       from generate_series(1, 499) n`,
    [rosa._id, new Date(march(1)), anna.userId],
  );
  // An open page would get these rows only with the next change, so a new page is measured.
  const slow = await anna.context.newPage();
  await slow.clock.setFixedTime(NOW);
  await slow.goto("/calendar?mode=month");
  const full = cell(slow, "2027-03-16");
  const counts = full.locator("[data-colour]");
  await expect(counts).toHaveText(["18"]);
  const busyMs = await measureBusyTime(slow);
  // A slow phone takes four times as long.
  const phoneMs = async (act: () => Promise<void>, shown: Locator) => {
    const before = await busyMs();
    await act();
    await expect(shown).toBeVisible();
    return Math.round(4 * ((await busyMs()) - before));
  };
  const toWeek = () =>
    phoneMs(
      () => slow.getByText("Week", { exact: true }).click(),
      cell(slow, "2027-03-10").locator("[data-chip]").nth(15),
    );
  const toMonth = () => phoneMs(() => slow.getByText("Month", { exact: true }).click(), counts);
  const first = { week: await toWeek(), month: await toMonth() };
  // The better of two measurements, because other processes may use the same core.
  const times = {
    week: Math.min(first.week, await toWeek()),
    month: Math.min(first.month, await toMonth()),
    day: await phoneMs(
      () => full.getByRole("button", { name: /^Tuesday/ }).click(),
      slow.getByRole("dialog").getByRole("listitem").nth(15),
    ),
  };
  const description = JSON.stringify(times);
  test.info().annotations.push({ type: "ms of a slow phone to show 500 tasks by", description });
  for (const [mode, time] of Object.entries(times))
    expect(time, `${mode} of ${description}`).toBeLessThan(2500);
});

test("the calendar offers to undo a change, and shows failures without a dialog", async ({ someone }) => {
  const anna = await someone("Anna Keller", DESK);
  const rosa = await notebookOf(anna);
  await taskOf(anna, rosa._id, "Wash her hair", { scheduledDate: march(10, 16) });
  const { page } = anna;
  await page.clock.setFixedTime(NOW);
  await page.goto("/calendar?mode=day");
  const row = taskRow(page, "Wash her hair");
  await row.getByRole("checkbox").click();
  await expect(page.getByText("Task status changed."), "@WORK-434").toBeVisible();
  await expect(row).toContainText("Finished");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row.getByRole("checkbox"), "@WORK-434").not.toBeChecked();
  await row.getByRole("button", { name: /^Add to today/ }).click();
  await expect(page.getByText("Task added to today."), "@WORK-433").toBeVisible();

  // The server's own clock decides what "today" is, so this runs on the present day.
  const present = await anna.context.newPage();
  await taskOf(anna, rosa._id, "Water the flowers", { scheduledDate: afternoon() + HOUR });
  await present.clock.setFixedTime(afternoon());
  await present.goto("/calendar?mode=day");
  const flowerTask = taskRow(present, "Water the flowers");
  const notification = (text: string) => present.getByRole("status").filter({ hasText: text });
  const undo = (text: string) => notification(text).getByRole("button", { name: "Undo" }).click();
  const add = flowerTask.getByRole("button", { name: "Add to today" });
  const remove = flowerTask.getByRole("button", { name: "Remove from today" });
  await add.click();
  await expect(remove).toBeVisible();
  await undo("Task added to today.");
  await expect(add).toBeVisible();
  await add.click();
  await remove.click();
  await expect(add).toBeVisible();
  await undo("Task removed from today.");
  await expect(remove, "@WORK-433").toBeVisible();
  await present.close();

  const failing = await anna.context.newPage();
  const logged: string[] = [];
  failing.on("console", (message) => message.type() === "error" && logged.push(message.text()));
  await failing.clock.setFixedTime(NOW);
  await failing.routeWebSocket(/\/api\/.*\/sync/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const { type, udfPath, args } = readCall(message);
      // A missing task, which the server really refuses.
      const isChange = type === "Mutation" && udfPath!.startsWith("tasks:");
      const taskId = "0193a000-0000-7000-8000-000000000000";
      server.send(isChange ? writeArgs(message, { ...args![0], taskId }) : message);
    });
  });
  await failing.goto("/calendar?mode=day");
  const card = taskRow(failing, "Wash her hair");
  const attempts: [failed: string, line: string, attempt: () => Promise<void>][] = [
    ["Failed to update task", "@WORK-437", () => card.getByRole("checkbox").click()],
    ["Failed to update task", "@WORK-436", () => card.getByRole("button", { name: /today:/ }).click()],
    [
      "Failed to update assignee",
      "@WORK-438",
      async () => {
        await chooseFor(card, "Assign to…");
        await failing.getByRole("dialog").getByRole("button", { name: "Me" }).click();
      },
    ],
    [
      "Failed to delete task",
      "@WORK-435",
      async () => {
        await chooseFor(card, "Delete…");
        await failing.getByRole("dialog").getByRole("button", { name: "Delete task" }).click();
      },
    ],
  ];
  for (const [failed, line, attempt] of attempts) {
    const countLogged = () => logged.filter((text) => text.includes(failed)).length;
    const count = countLogged();
    await attempt();
    await expect.poll(countLogged, line).toBeGreaterThan(count);
    // A quiet notification instead of an alert, which would close by itself, so its absence now is what counts.
    const quiet = failing.getByRole("status").filter({ hasText: "Task not found" });
    await expect(quiet, line).toBeVisible();
    expect(await failing.getByRole("alert").count(), line).toBe(0);
    await quiet.getByRole("button", { name: "Dismiss" }).click();
    await expect(quiet).toHaveCount(0);
  }
  await expect(card.getByRole("checkbox")).not.toBeChecked();
});

test("axe finds no problem on the calendar", async ({ someone, node }) => {
  const anna = await someone("Anna Keller", { viewport: { width: 390, height: 844 } });
  const { _id } = await notebookOf(anna);
  await taskOf(anna, _id, "Call Dr. Sahin", { scheduledDate: march(8) });
  await taskOf(anna, _id, "Order stockings", { scheduledDate: march(9), dueDate: march(12) });
  await taskOf(anna, _id, "Wash her hair", { scheduledDate: march(10, 16) });
  await addToToday(node, await taskOf(anna, _id, "Write the letter", { scheduledDate: march(24) }));
  await taskOf(anna, _id, "Find the photographs");
  const done = await taskOf(anna, _id, "Buy fruit", { scheduledDate: march(10) });
  await anna.http.mutation(api.tasks.updateTask, { taskId: done, status: "completed" });
  const { page } = anna;
  await page.clock.setFixedTime(NOW);
  for (const mode of ["month", "week", "day", "modal"]) {
    await page.goto(`/calendar?mode=${mode === "modal" ? "month" : mode}`);
    await expect(page.getByText("Wash her hair").first()).toBeVisible();
    if (mode === "modal") await page.getByRole("button", { name: /^Wednesday, March 10/ }).click();
    await expectCleanScreen(page, mode);
  }
});

test("on a phone the calendar's tools keep their place when one knows who may add tasks", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller", PHONE);
  const { page } = anna;
  await notebookOf(anna);
  const notebooks = await delayResult(page, "diaries:listMyDiaries");
  await page.goto("/calendar");
  const tools = page.getByRole("radiogroup", { name: "How much to show" });
  await expect(tools).toBeVisible();
  await expect.poll(notebooks.countHeld).toBeGreaterThan(0);
  const before = await tools.boundingBox();
  notebooks.release();
  await notebookOf(anna, "Emil Weber");
  await expect(page.getByRole("button", { name: "New task" })).toBeVisible();
  expect(await tools.boundingBox()).toEqual(before);
});

import { api } from "../lib/api.ts";
import { cell, chip } from "./support/calendar.ts";
import { notebookOf } from "./support/people.ts";
import { chooseFor, sectionOf, taskOf, taskRow } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";

const LOS_ANGELES = { timezoneId: "America/Los_Angeles", viewport: { width: 1280, height: 900 } };
/** 22 November 2026, 00:00 UTC: 16:00 on the 21st in Los Angeles, 14:00 on the 22nd in Kiritimati. */
const NOW = Date.UTC(2026, 10, 22, 0, 0);

for (const [timeZone, place, today, tomorrow, eight, own] of [
  ["UTC", "UTC", "2026-11-22", "2026-11-23", "8:00 AM", "12:00 AM for you"],
  ["Europe/Berlin", "Berlin", "2026-11-22", "2026-11-23", "8:00 AM", "11:00 PM for you"],
  ["Pacific/Kiritimati", "Kiritimati", "2026-11-22", "2026-11-23", "8:00 AM", "10:00 AM for you"],
] as const) {
  test(`a reader in Los Angeles sees the days and hours of a notebook in ${timeZone}, and a line that names the zone`, async ({
    someone,
  }) => {
    const anna = await someone("Anna Keller", LOS_ANGELES);
    const { page } = anna;
    const { _id } = await notebookOf(anna, "Rosa Blum", timeZone);
    const mine = { assignedTo: anna.userId };
    await taskOf(anna, _id, "Give the pill", { ...mine, scheduledDay: today });
    await taskOf(anna, _id, "Tomorrow's pill", { ...mine, scheduledDay: tomorrow });
    await taskOf(anna, _id, "Yesterday's pill", { ...mine, scheduledDay: "2026-11-21" });
    const offset = { UTC: 0, "Europe/Berlin": 1, "Pacific/Kiritimati": 14 }[timeZone];
    const at = Date.parse(`${tomorrow}T08:00:00Z`) - offset * 3_600_000;
    await taskOf(anna, _id, "Physiotherapy", { ...mine, scheduledDate: at });
    await page.clock.setFixedTime(NOW);

    await page.goto("/tasks");
    const titles = (name: string) =>
      sectionOf(page, name).getByRole("listitem").getByRole("heading").allInnerTexts();
    await expect.poll(() => titles("Today")).toEqual(["Give the pill"]);
    expect(await titles("Overdue")).toEqual(["Yesterday's pill"]);
    expect(await titles("Upcoming")).toEqual(["Physiotherapy", "Tomorrow's pill"]);
    await expect(page.getByText(`Times are those of Rosa's notebook, ${place}`)).toBeVisible();
    await expect(taskRow(page, "Give the pill")).toContainText("Today");
    await expect(taskRow(page, "Give the pill")).not.toContainText("Overdue");
    await expect(taskRow(page, "Tomorrow's pill")).not.toContainText(":00");
    await expect(taskRow(page, "Physiotherapy")).toContainText(`Tomorrow, ${eight} · ${own}`);

    await page.goto("/home");
    await expect(page.getByText("You have 1 tasks today, 1 overdue, and 2 coming up")).toBeVisible();

    await page.goto("/calendar?mode=month");
    await expect(page.getByText(`Times are those of Rosa's notebook, ${place}`)).toBeVisible();
    await expect(page.locator("td[data-today]")).toHaveAttribute("data-date", today);
    await expect(chip(cell(page, today), "Give the pill")).toHaveAttribute("data-colour", "blue");
    await expect(chip(cell(page, tomorrow), "Tomorrow's pill")).toHaveAttribute("data-colour", "green");
    await expect(chip(cell(page, tomorrow), "Physiotherapy")).toContainText(eight);

    // A move by keyboard or menu keeps the hour in the notebook's time zone.
    await chip(cell(page, tomorrow), "Physiotherapy").focus();
    for (const key of [" ", "ArrowRight", " "]) await page.keyboard.press(key);
    await expect(chip(cell(page, "2026-11-24"), "Physiotherapy")).toContainText(eight);
    // The server has it: a page that opens before would show the former day for a moment.
    await expect(page.getByText(/^Task moved to/)).toBeVisible();
    await page.goto("/tasks");
    await chooseFor(taskRow(page, "Physiotherapy"), "Edit…");
    const dialog = page.getByRole("dialog", { name: "Edit task" });
    await expect(dialog.getByLabel("Day", { exact: true })).toHaveValue("2026-11-24");
    await expect(dialog.getByLabel("Time", { exact: true })).toHaveValue("08:00");
    await dialog.getByLabel("Time", { exact: true }).fill("09:30");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    const { tasks } = await anna.http.query(api.tasks.listMyTasks, { filter: "all" });
    expect(tasks.find(({ title }) => title === "Physiotherapy")).toMatchObject({
      dateOnly: false,
      scheduledDay: "2026-11-24",
      scheduledDate: at + 86_400_000 + 90 * 60_000,
    });
  });
}

test("each notebook on a screen has today's date of its own time zone", async ({ someone }) => {
  const anna = await someone("Anna Keller", LOS_ANGELES);
  const { page } = anna;
  const near = await notebookOf(anna, "Rosa Blum", "America/Los_Angeles");
  const far = await notebookOf(anna, "Emil Weber", "Pacific/Kiritimati");
  for (const day of ["2026-11-21", "2026-11-22"]) {
    await taskOf(anna, near._id, `Near ${day}`, { scheduledDay: day });
    await taskOf(anna, far._id, `Far ${day}`, { scheduledDay: day });
  }
  await page.clock.setFixedTime(NOW);
  await page.goto("/calendar?mode=month");
  await expect(page.getByText("Times are those of Emil's notebook, Kiritimati")).toBeVisible();
  const colours = async () =>
    Promise.all(
      ["Near 2026-11-21", "Near 2026-11-22", "Far 2026-11-21", "Far 2026-11-22"].map((title) =>
        chip(page, title).getAttribute("data-colour"),
      ),
    );
  await expect.poll(colours).toEqual(["blue", "green", "red", "blue"]);
  const marked = page.locator("td[data-today]");
  await expect(marked).toHaveAttribute("data-date", "2026-11-21");
  await page.getByLabel("Filter by notebook").selectOption(far._id);
  await expect(marked).toHaveAttribute("data-date", "2026-11-22");
  await page.goto("/tasks?tab=all");
  await expect(sectionOf(page, "Today").getByRole("listitem").getByRole("heading")).toHaveText([
    "Near 2026-11-21",
    "Far 2026-11-22",
  ]);
});

test("a section of the tasks page loads page by page, and shows the same count as the home page", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const { page } = anna;
  const { _id } = await notebookOf(anna);
  await node.database().pool.query(
    `insert into tasks (id, diary_id, title, date_only, scheduled_day, assigned_to, created_by)
     select gen_random_uuid(), $1, 'Task ' || i, true, (now() at time zone 'Europe/Berlin')::date + i, $2, $2 from generate_series(-110, 290) i
      where i <> 0`,
    [_id, anna.userId],
  );
  await page.goto("/home");
  await expect(page.getByText("You have 0 tasks today, 110 overdue, and 290 coming up")).toBeVisible();
  await page.goto("/tasks");
  await expect(page.getByText("Choose a notebook for more")).toHaveCount(0);
  const overdue = sectionOf(page, "Overdue");
  for (const [name, all, presses] of [
    ["Overdue", 110, 1],
    // About 100 of them are loaded with the page, by the hour one more or less; each press shows 50 others.
    ["Upcoming", 290, 4],
  ] as const) {
    const section = sectionOf(page, name);
    const more = section.getByRole("button", {
      name: name === "Overdue" ? "Show earlier ones" : "Show more",
    });
    for (let press = 0; press < presses; press++) await more.click();
    await expect(more).toHaveCount(0);
    await expect(section.getByRole("listitem")).toHaveCount(all);
  }
  const headings = overdue.getByRole("listitem").getByRole("heading");
  await expect(headings.first()).toHaveText("Task -110");
  await expect(headings.last()).toHaveText("Task -1");
  await taskRow(overdue, "Task -110").getByRole("checkbox").click();
  await expect(overdue.getByRole("button", { name: "Overdue (109)" })).toBeVisible();
});

test("the month on a phone counts tasks by colour and lists the tasks of the chosen day below", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller", { viewport: { width: 390, height: 844 } });
  const { page } = anna;
  const { _id } = await notebookOf(anna);
  for (let i = 1; i <= 6; i++) {
    const taskId = await taskOf(anna, _id, `Physiotherapy ${i}`, { scheduledDay: "2026-11-22" });
    if (i > 4) await anna.http.mutation(api.tasks.updateTask, { taskId, status: "completed" });
  }
  await taskOf(anna, _id, "Write the letter", { scheduledDay: "2026-11-24" });
  await page.clock.setFixedTime(NOW + 9 * 3_600_000);
  await page.goto("/calendar?mode=month");
  // A dot and a count for each colour; the words are in the name of the day's button.
  await expect(cell(page, "2026-11-22").locator("[data-colour]")).toHaveText(["4", "2"]);
  await expect(
    page.getByRole("button", { name: "Sunday, November 22, 2026, 6 tasks: 4 today, 2 finished" }),
  ).toBeVisible();
  await expect(page.locator("[data-chip]")).toHaveCount(0);
  const dayList = page.getByRole("region", { name: "Sunday, November 22, 2026" });
  await expect(dayList.getByRole("listitem").getByRole("heading")).toHaveCount(6);
  await page.getByRole("button", { name: "Tuesday, November 24, 2026, 1 task: 1 to come" }).click();
  await expect(page.getByRole("dialog", { name: "Tuesday, November 24, 2026" })).toContainText(
    "Write the letter",
  );
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "Tuesday, November 24, 2026" })).toContainText(
    "Write the letter",
  );
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
});

test("dates and weeks follow the reader's language on every screen: 22 Nov 2026 and Monday first in Britain", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller", { ...LOS_ANGELES, locale: "en-GB" });
  const { page } = anna;
  const { _id } = await notebookOf(anna, "Rosa Blum", "America/Los_Angeles");
  await taskOf(anna, _id, "Visit", { assignedTo: anna.userId, scheduledDay: "2026-11-30" });
  await page.clock.setFixedTime(NOW);

  await page.goto("/calendar?mode=month");
  await expect(page.getByRole("columnheader").first()).toHaveText(/Mon/);
  await expect(page.locator("tbody tr").first().locator("td").first()).toHaveAttribute(
    "data-date",
    "2026-10-26",
  );
  await page.goto("/calendar?mode=week");
  await expect(page.locator("tbody td").first()).toHaveAttribute("data-date", "2026-11-16");
  await page.goto("/tasks");
  await expect(taskRow(page, "Visit")).toContainText("30 Nov 2026");
  await expect(page.getByRole("main")).not.toContainText("Nov 30");
});

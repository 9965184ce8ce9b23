import type { Locator, Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { getFormerMonth, startOfMonth } from "../lib/dates/weeks.ts";
import { addDays, longDay, monthOfDay, shortDay } from "../lib/dates/zone-day.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { dayFromNow, fortyTablets, listOn, noteOn, programUnderWay } from "./support/glance.ts";
import { addMember, notebookOf, type Person } from "./support/people.ts";
import type { RunningNode } from "./support/running-node.ts";
import { DAY, taskOf } from "./support/tasks.ts";
import { expect, screenTest, test } from "./support/test.ts";

// What is drawn: a program over time, the last days of a repeated task, a month of a notebook.

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const asTable = (page: Page, part: string) =>
  region(page, part).getByRole("button", { name: /^Show as (table|picture)$/ });
const HISTORY = "The last 30 days";

async function household(node: RunningNode, someone: (name: string) => Promise<Person & { page: Page }>) {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const { _id: diaryId, shortId } = await notebookOf(anna);
  await addMember(node, diaryId, jonas, "member");
  return { anna, jonas, diaryId, care: `/care/${shortId}` };
}

screenTest(
  "a program is drawn over time: its phases with what is done, missed and to come, today, and its pauses",
  async ({ someone, node }) => {
    const { anna, diaryId, care } = await household(node, someone);
    const id = await programUnderWay(node, anna, diaryId);
    const { page } = anna;
    await page.goto(`${care}/programs/${id}`);
    const line = region(page, "Time line");
    const program = (await anna.http.query(api.programs.getDiaryProgram, { diaryProgramId: id }))!;
    await expect(line).toContainText(shortDay(program.baselineDay));
    await expect(line).toContainText(shortDay(program.phases[1]!.endDay));
    await expect(line).toContainText(
      `Paused from ${shortDay(dayFromNow(-8))} to ${shortDay(dayFromNow(-7))}`,
    );
    await expect(line.getByText("Today")).toBeVisible();
    const rows = line.getByRole("listitem").filter({ has: page.getByRole("link") });
    await expect(rows).toHaveCount(2);
    const [home] = program.phases;
    await expect(rows.first()).toContainText("1. Arriving at home");
    await expect(rows.first()).toContainText(
      `${home!.completedTasks} of ${home!.totalTasks} done, ${home!.expiredTasks} expired`,
    );
    // A press on a phase leads to it.
    await line.getByRole("link", { name: "2. Going further" }).click();
    await expect(
      region(page, "Phases").getByRole("listitem").filter({ hasText: "2. Going further" }),
    ).toBeFocused();

    await asTable(page, "Time line").click();
    const further = line.getByRole("row").filter({ hasText: "2. Going further" });
    const { completedTasks, overdueTasks, totalTasks } = program.phases[1]!;
    await expect(further.getByRole("cell")).toHaveText([
      `${shortDay(program.phases[1]!.startDay)} to ${shortDay(program.phases[1]!.endDay)}`,
      String(completedTasks),
      String(overdueTasks),
      String(totalTasks - completedTasks - overdueTasks),
    ]);
    // It is live, and whoever prefers tables gets the next picture as one.
    await anna.http.mutation(api.programs.pauseDiaryProgram, { diaryProgramId: id });
    await expect(line).toContainText(`Paused since ${shortDay(dayFromNow(0))}`);
    await page.reload();
    await expect(further).toBeVisible();
    await asTable(page, "Time line").click();
    await expect(rows).toHaveCount(2);
  },
);

screenTest(
  "the last thirty days of a repeated task say who did it and which were missed, in words, as marks and as a table",
  async ({ someone, node }) => {
    const { anna, jonas, diaryId } = await household(node, someone);
    const taskId = await fortyTablets(node, diaryId, { anna, jonas });
    const { page } = anna;
    await page.goto(`/tasks/repeated/${taskId}`);
    const history = region(page, HISTORY);
    // The first day of the thirty is the second of those that were prepared.
    await expect(history).toContainText("27 of 28 done, 1 of them late, 1 missed, 1 cancelled, 1 still open");
    const day = (index: number) => addDays(dayFromNow(-30), index);
    const done = history.getByRole("button", {
      name: `${longDay(day(3))}: 8:00 AM: done, Anna Keller, 8:30 AM`,
    });
    await expect(done).toBeVisible();
    await expect(history.getByRole("button", { name: `${longDay(day(8))}: 8:00 AM: missed` })).toBeVisible();
    await expect(
      history.getByRole("button", { name: `${longDay(day(9))}: 8:00 AM: cancelled` }),
    ).toBeVisible();
    // A press on a day shows who did it.
    await history.getByRole("button", { name: longDay(day(7)) }).click();
    await expect(history.getByRole("heading", { name: longDay(day(7)) })).toBeVisible();
    await expect(history.getByRole("listitem")).toHaveText([
      `8:00 AM: done late, Jonas Weber, ${shortDay(day(8))}, 9:00 AM`,
    ]);

    await asTable(page, HISTORY).click();
    const row = history
      .getByRole("row")
      .filter({ has: page.getByRole("rowheader", { name: shortDay(day(8)), exact: true }) });
    await expect(row.getByRole("cell")).toHaveText(["8:00 AM", "Missed", ""]);
    // What others do appears at once.
    const { tasks } = (await jonas.http.query(api.tasks.getTaskHistory, { taskId, toDay: dayFromNow(0) }))!;
    const missed = tasks.find(({ scheduledDay }) => scheduledDay === day(8))!;
    await jonas.http.mutation(api.tasks.updateTask, { taskId: missed._id, status: "completed" });
    await expect(row.getByRole("cell").nth(1)).toHaveText("Done late");
    await expect(row.getByRole("cell").nth(2)).toContainText("Jonas Weber");
  },
);

screenTest("a task that isn't repeated has no history", async ({ someone, node }) => {
  const { anna, diaryId } = await household(node, someone);
  const taskId = await taskOf(anna, diaryId, "Pay the chemist", { scheduledDate: Date.now() - 2 * DAY });
  await anna.page.goto(`/tasks/repeated/${taskId}`);
  await expect(region(anna.page, "Open").getByRole("listitem")).toHaveCount(1);
  await expect(region(anna.page, HISTORY)).toHaveCount(0);
});

/** The fifth of the former month, which has no day to come. */
const FIFTH = addDays(getFormerMonth(dayFromNow(0)), 4);

async function writtenMonth(anna: Person, jonas: Person, diaryId: string) {
  await noteOn(anna, diaryId, "A bad night", { day: FIFTH, tags: ["sleep", "pain"] });
  await noteOn(anna, diaryId, "Still awake", { day: FIFTH, tags: ["Sleep"] });
  await noteOn(jonas, diaryId, "Only mine", { day: FIFTH, visibility: "private", tags: ["secret"] });
  await noteOn(jonas, diaryId, "A walk", { day: addDays(FIFTH, 2), tags: ["walk"] });
  await listOn(anna, diaryId, addDays(FIFTH, 2));
  await taskOf(anna, diaryId, "Call the doctor", { scheduledDay: addDays(FIFTH, 3) });
}

const monthButton = (page: Page) => page.getByRole("button", { name: "Month", exact: true });
const notesIn = (page: Page) =>
  page.getByRole("list", { name: "Notes" }).locator(":scope > li").getByRole("heading");

screenTest(
  "a month of a notebook shows the days with notes, tags, lists of medications and missed tasks, to each their own",
  async ({ someone, node }) => {
    const { anna, jonas, diaryId, care } = await household(node, someone);
    await writtenMonth(anna, jonas, diaryId);
    const { page } = anna;
    await page.goto(care);
    await monthButton(page).click();
    await expect(region(page, monthOfDay(dayFromNow(0)))).toBeVisible();
    await page.getByRole("button", { name: "Month before" }).click();
    const month = region(page, monthOfDay(FIFTH));
    // Jonas' private note counts for him alone.
    await expect(month.getByRole("status")).toContainText(
      "4 notes on 2 days, 1 new list of medications, 1 missed task",
    );
    const fifth = month.getByRole("link", { name: longDay(FIFTH) });
    await expect(fifth).toHaveAccessibleName(`${longDay(FIFTH)}: 2 notes, tags: Sleep (2), pain`);
    await expect(month.getByRole("link", { name: longDay(addDays(FIFTH, 2)) })).toHaveAccessibleName(
      `${longDay(addDays(FIFTH, 2))}: 2 notes, tags: walk; new list of medications`,
    );
    await expect(month.getByRole("table")).toContainText(`${longDay(addDays(FIFTH, 3))}: 1 missed task`);

    await month.getByRole("combobox", { name: "Show the days of a tag" }).selectOption("walk");
    await expect(month.getByRole("status")).toContainText("“walk” on 1 day");

    // Live: what Jonas writes appears.
    await noteOn(jonas, diaryId, "Another", { day: FIFTH });
    await expect(month.getByRole("status")).toContainText("5 notes on 2 days");

    await asTable(page, monthOfDay(FIFTH)).click();
    await expect(
      month
        .getByRole("row")
        .filter({ hasText: shortDay(FIFTH) })
        .getByRole("cell")
        .first(),
    ).toHaveText("3");

    // A press on a day lists its notes; Back returns to all of them.
    await month.getByRole("link", { name: shortDay(FIFTH) }).click();
    await expect(page).toHaveURL(`${care}?day=${FIFTH}`);
    await expect(notesIn(page)).toHaveText(["Another", "Still awake", "A bad night"]);
    await expect(page.getByRole("heading", { name: longDay(FIFTH) })).toBeFocused();
    await page.goBack();
    await expect(notesIn(page)).toHaveCount(5);
    await expect(month).toBeVisible();

    await jonas.page.goto(`${care}?day=${FIFTH}`);
    await expect(notesIn(jonas.page)).toHaveText(["Another", "Only mine", "Still awake", "A bad night"]);
    await monthButton(jonas.page).click();
    await expect(region(jonas.page, monthOfDay(FIFTH)).getByRole("status")).toContainText(
      "6 notes on 2 days",
    );
    await jonas.page.getByRole("button", { name: "Show all days" }).click();
    await expect(jonas.page).toHaveURL(care);
  },
);

screenTest("the filter of the notes has a day, also in the address", async ({ someone, node }) => {
  const { anna, jonas, diaryId, care } = await household(node, someone);
  await writtenMonth(anna, jonas, diaryId);
  const { page } = anna;
  await page.goto(`${care}?day=2026-02-30`);
  await expect(notesIn(page)).toHaveCount(4);
  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByLabel("Day", { exact: true }).fill(addDays(FIFTH, 2));
  await expect(notesIn(page)).toHaveText(["Her medications", "A walk"]);
  await expect(page).toHaveURL(`${care}?day=${addDays(FIFTH, 2)}`);
  await page.getByLabel("Day", { exact: true }).fill(addDays(FIFTH, 4));
  await expect(page.getByRole("heading", { name: "No notes fit" })).toBeVisible();
});

/** What of a part of a page is beyond the window; only what is inside a frame of its own may be. */
const beyondWindow = (part: Locator) =>
  part.evaluate((section) => {
    const width = document.documentElement.clientWidth;
    return [...section.querySelectorAll("*")]
      .filter((element) => !element.closest("[tabindex='0'] > *, .visually-hidden"))
      .filter((element) => element.getBoundingClientRect().right > width + 1)
      .map((element) => element.outerHTML.slice(0, 100));
  });

test("the three pictures are used with the keyboard, fit 320 px and text of 200 %, and axe finds no problem", async ({
  someone,
  node,
}) => {
  const { anna, jonas, diaryId, care } = await household(node, someone);
  const [programId, taskId] = [
    await programUnderWay(node, anna, diaryId),
    await fortyTablets(node, diaryId, { anna, jonas }),
  ];
  await writtenMonth(anna, jonas, diaryId);
  const { page } = anna;
  const pictures = [
    { path: `${care}/programs/${programId}`, part: "Time line" },
    { path: `/tasks/repeated/${taskId}`, part: HISTORY },
    { path: `${care}?day=${FIFTH}`, part: monthOfDay(startOfMonth(FIFTH)), opens: true },
  ];
  for (const { path, part, opens } of pictures) {
    await page.goto(path);
    if (opens) await monthButton(page).press("Enter");
    await expect(region(page, part)).toBeVisible();
    await expectCleanScreen(page, `${path} as a picture`);
    for (const [width, text] of [
      [320, "100%"],
      [390, "200%"],
    ] as const) {
      await page.setViewportSize({ width, height: 700 });
      const style = await page.addStyleTag({ content: `html { font-size: ${text} !important; }` });
      expect(await beyondWindow(region(page, part)), `${path} at ${width} px, ${text}`).toEqual([]);
      await asTable(page, part).press("Enter");
      await expect(region(page, part).getByRole("columnheader").first()).toBeVisible();
      expect(await beyondWindow(region(page, part)), `the table of ${path}, ${width} px, ${text}`).toEqual(
        [],
      );
      if (text === "200%") await expectCleanScreen(page, `${path} as a table`);
      await asTable(page, part).press("Enter");
      await style.evaluate((element) => (element as Element).remove());
    }
  }

  // The focus alone shows who did it.
  await page.goto(`/tasks/repeated/${taskId}`);
  const late = addDays(dayFromNow(-30), 7);
  const day = region(page, HISTORY).getByRole("button", { name: longDay(late) });
  await day.focus();
  await expect(region(page, HISTORY).getByRole("heading", { name: longDay(late) })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(region(page, HISTORY).getByRole("heading", { name: longDay(addDays(late, 1)) })).toBeVisible();

  // From the program's picture to a phase, and from the month to a day's notes.
  await page.goto(`${care}/programs/${programId}`);
  await region(page, "Time line").getByRole("link", { name: "2. Going further" }).press("Enter");
  const card = region(page, "Phases").getByRole("listitem").filter({ hasText: "2. Going further" });
  await expect(card).toBeFocused();
  await expect(card).toBeInViewport();
  await page.goto(care);
  await monthButton(page).press("Enter");
  await page.getByRole("button", { name: "Month before" }).press("Enter");
  await page.getByRole("link", { name: longDay(FIFTH) }).press("Enter");
  await expect(page.getByRole("heading", { name: longDay(FIFTH) })).toBeFocused();
  await expect(page.getByRole("heading", { name: longDay(FIFTH) })).toBeInViewport();
  await expect(notesIn(page)).toHaveText(["Still awake", "A bad night"]);
});

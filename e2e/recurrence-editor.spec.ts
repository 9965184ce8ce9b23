import type { Locator } from "@playwright/test";
import { expectClean, LOOKS } from "./support/axe.ts";
import { notebookOf } from "./support/people.ts";
import { HIP_PROGRAM, uploadProgram } from "./support/programs.ts";
import { spec } from "./support/spec.ts";
import { expect, test } from "./support/test.ts";

type Someone = Parameters<Parameters<typeof test>[2]>[0]["someone"];

/** Opens the editor of an activity's recurrence in the wizard: in the list on a phone, else in a popover. */
async function openEditor(someone: Someone, options: { width: number; colorScheme?: "light" | "dark" }) {
  const { width, colorScheme = "light" } = options;
  const anna = await someone("Anna Keller", { viewport: { width, height: 844 }, colorScheme });
  const { _id: diaryId, shortId } = await notebookOf(anna);
  const programId = await uploadProgram(anna, diaryId, HIP_PROGRAM);
  const { page } = anna;
  await page.goto(`/care/${shortId}/programs/library/${programId}/activate`);
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.getByRole("button", { name: /Change how often: Walk with the frame/ }).click();
  const role = width > 1000 ? "dialog" : "group";
  const editor = page.getByRole(role, { name: "How often: Walk with the frame" });
  const choose = (pattern: string) => editor.getByLabel("How often").selectOption(pattern);
  /** The label of the recurrence in the wizard. */
  const expectLabel = (label: string) =>
    expect(
      page.getByRole("button", { name: `${label}. Change how often: Walk with the frame` }),
    ).toBeVisible();
  return { page, editor, choose, expectLabel };
}

const options = (select: Locator) => select.locator("option").allTextContents();

test("each pattern starts with its default and shows its label", {
  tag: spec("CORE-521 CORE-522 CORE-524 CORE-525 CORE-526 CORE-527"),
}, async ({ someone }) => {
  const { editor, choose, expectLabel } = await openEditor(someone, { width: 390 });
  await expectLabel("Every 1 day");
  expect(await options(editor.getByLabel("Unit"))).toEqual(["hour", "day", "week", "month", "year"]);
  await choose("frequency");
  await expectLabel("1 time per 1 day");
  await choose("weekly");
  await expectLabel("Every Mon");
  await choose("monthly");
  const today = new Intl.DateTimeFormat("en", { day: "numeric", timeZone: "Europe/Berlin" }).format(
    Date.now(),
  );
  await expectLabel(`Day ${today} of each month`);
  await choose("custom");
  await expectLabel("Custom recurrence");
  await choose("one-time");
  await expectLabel("One time");
});

test("numbers are whole and at least 1; other input is marked and changes nothing", {
  tag: spec("CORE-516 CORE-517 CORE-518"),
}, async ({ someone }) => {
  const { page, editor, choose, expectLabel } = await openEditor(someone, { width: 390 });
  const every = editor.getByLabel("Every");
  await every.fill("3");
  await editor.getByLabel("Unit").selectOption("week");
  await expectLabel("Every 3 weeks");
  for (const wrong of ["0", "-2", "1.5", "721", ""]) {
    await every.fill(wrong);
    await expect(editor.getByRole("alert")).toHaveText("From 1 to 720");
    await expectLabel("Every 3 weeks");
  }
  await every.blur();
  await expect(every).toHaveValue("3");
  await expect(editor.getByRole("alert")).toHaveCount(0);

  await choose("frequency");
  await editor.getByLabel("Times").fill("2");
  await editor.getByLabel("Per").fill("3");
  await expectLabel("2 times per 3 days");
  await editor.getByLabel("Times").fill("0");
  await expect(editor.getByRole("alert")).toHaveText("From 1 to 720");
  await editor.getByLabel("Per").fill("0");
  await expectLabel("2 times per 3 days");

  // The former input is still there.
  await choose("interval");
  await expectLabel("Every 3 weeks");
  await page.reload();
  await expectLabel("Every 3 weeks");
});

test("weekdays start with Monday and are switched by the keyboard; at least one stays", {
  tag: spec("CORE-510 CORE-531"),
}, async ({ someone }) => {
  const { page, editor, choose, expectLabel } = await openEditor(someone, { width: 1280 });
  await choose("weekly");
  const days = editor.getByRole("group", { name: "On" }).getByRole("button");
  await expect(days).toHaveText(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]);
  await editor.getByLabel("How often").press("Tab");
  await expect(editor.getByRole("button", { name: "Monday" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(editor.getByRole("button", { name: "Tuesday", pressed: true })).toBeVisible();
  await expectLabel("Every Mon, Tue");
  await editor.getByRole("button", { name: "Monday" }).click();
  await editor.getByRole("button", { name: "Tuesday" }).click();
  await expect(editor.getByRole("alert")).toHaveText("Choose at least one day");
  await expectLabel("No weekdays chosen");
});

test("days of the month are a list with commas, and invalid days are dropped", {
  tag: spec("CORE-519 CORE-520 CORE-532"),
}, async ({ someone }) => {
  const { editor, choose, expectLabel } = await openEditor(someone, { width: 1280 });
  await choose("monthly");
  const days = editor.getByLabel("Days of the month");
  await days.fill("15, first, 1,, 32, 0");
  await expectLabel("Days 1, 15 of each month");
  await days.blur();
  await expect(days).toHaveValue("1, 15");
  await days.fill("31");
  await expect(editor.getByText("Months without day 31 are left out")).toBeVisible();
  await days.fill("none");
  await expect(editor.getByRole("alert")).toHaveText("Enter at least one day, such as 1, 15");
});

test("a custom rule is checked while one types", { tag: spec("CORE-513 CORE-533") }, async ({ someone }) => {
  const { editor, choose } = await openEditor(someone, { width: 390 });
  await choose("custom");
  const rule = editor.getByLabel("Rule");
  await expect(rule).toHaveValue("FREQ=DAILY");
  await expect(editor.getByText("Custom recurrence", { exact: true })).toBeVisible();
  await rule.fill("FREQ=SECONDLY");
  await expect(editor.getByRole("alert")).toHaveText("A task can't recur every second");
  await rule.fill("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31");
  await expect(editor.getByRole("alert")).toHaveText("These months have no such day");
  await rule.fill("FREQ=WEEKLY;BYDAY=MO,TH");
  await expect(editor.getByRole("alert")).toHaveCount(0);
});

const PATTERNS = ["one-time", "interval", "frequency", "weekly", "monthly", "custom"];

for (const { colorScheme, width } of LOOKS) {
  test(`axe finds no problem in the editor, targets are large, nothing overflows, ${colorScheme}, ${width} px`, async ({
    someone,
  }) => {
    const { page, editor, choose } = await openEditor(someone, { width, colorScheme });
    for (const pattern of PATTERNS) {
      await choose(pattern);
      if (pattern === "custom") await editor.getByLabel("Rule").fill("FREQ=FORTNIGHTLY");
      if (pattern === "weekly") await editor.getByRole("button", { name: "Thursday" }).click();
      await expectClean(page, pattern);
      const small = await editor.locator("button, input, select").evaluateAll((targets) =>
        targets
          .map((target) => ({ html: target.outerHTML.slice(0, 80), box: target.getBoundingClientRect() }))
          .filter(({ box }) => box.width < 44 || box.height < 44)
          .map(({ html, box }) => `${html} ${box.width} × ${box.height}`),
      );
      expect(small, pattern).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
}

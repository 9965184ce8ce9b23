import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { addDays, longWeekday, shortDay, toDayInZone } from "../lib/dates/zone-day.ts";
import { everyDayAt, planOf } from "../test/plans.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { notebookOf, type Person } from "./support/people.ts";
import { expect, screenTest, test } from "./support/test.ts";

const ZONE = "Europe/Berlin";
const today = () => toDayInZone(Date.now(), ZONE);
/** The first and the last minute of a day: one is over and one is to come, whatever the clock says. */
const twice = (amount: number) => everyDayAt(["00:00", amount], ["23:59", amount]);
const aPlan = (author: Pick<Person, "http">, diaryId: string, schedule = twice(1)) =>
  planOf(author, diaryId, "ramipril", schedule, { facts: { strength: "5 mg" }, firstDay: today() });
const planned = async ({ http }: Person, diaryId: string, day: string) =>
  (await http.query(api.doses.listDoses, { diaryId, fromDay: day, toDay: day })).slots.map(
    ({ amount }) => amount,
  );

const plansOf = ({ http }: Person, diaryId: string) => http.query(api.plans.listPlans, { diaryId });

const amount = (page: Page) => page.getByLabel("How much, in tablets?");
const saveChange = (page: Page) => page.getByRole("button", { name: "Save the change" });

/** A picture for people who look at the change; none in a usual run. */
async function shoot(page: Page, name: string) {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
}

test("a change begins on the day that is asked for, and the doses until then stay planned", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  const planId = await aPlan(anna, _id);
  const begin = addDays(today(), 3);
  const { page } = anna;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/care/${shortId}/plans/${planId}/change`);
  await expect(page.getByText("Nothing is changed yet.")).toBeVisible();
  await amount(page).fill("2");
  await expect(page.getByText(/^From the day that you choose: 2 tablets .*, was 1\.$/)).toBeVisible();
  // Nothing is chosen for anybody: what is typed as a first day would end the plan until then.
  await saveChange(page).click();
  await expect(page.getByText("Choose from when", { exact: true })).toBeVisible();
  await page.getByRole("radio", { name: "Another day" }).check();
  await page.getByLabel("The day on which the change begins").fill(addDays(today(), -1));
  await saveChange(page).click();
  await expect(page.getByText("Choose today or a later day")).toBeVisible();
  await expect(page.getByLabel("The day on which the change begins")).toBeFocused();
  await page.getByLabel("The day on which the change begins").fill(begin);
  await shoot(page, "dates-390");
  await expect(
    page.getByText(
      new RegExp(`^From ${longWeekday(begin)}: 2 tablets at 12:00\\sAM and 11:59\\sPM, every day, was 1\\.$`),
    ),
  ).toBeVisible();
  await page.locator("summary", { hasText: "Seven days around the change" }).click();
  const days = page.getByRole("list", { name: "Seven days around the change" }).locator("> li");
  await expect(days.nth(1)).toContainText("1 tablet");
  await expect(days.nth(2)).toContainText("1 tablet");
  await expect(days.nth(3)).toContainText("The change begins");
  await expect(days.nth(3)).toContainText("2 tablets");
  await expect(page.getByText("Planned doses are left out")).toHaveCount(0);
  await shoot(page, "check-390");
  await expectCleanScreen(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await shoot(page, "check-1280");
  await saveChange(page).click();

  await expect(page).toHaveURL(`/care/${shortId}/plans/${planId}`);
  const coming = page.getByRole("region", { name: `From ${shortDay(begin)} on` });
  await expect(coming).toContainText("2 tablets at");
  await expect(page.getByRole("region", { name: "What it says now" })).toContainText("1 tablet at");
  await shoot(page, "plan-1280");
  await page.setViewportSize({ width: 390, height: 844 });
  await shoot(page, "plan-390");
  expect(await planned(anna, _id, addDays(begin, -1))).toEqual([1, 1]);
  expect(await planned(anna, _id, begin)).toEqual([2, 2]);
  await page.goto(`/care/${shortId}/plans`);
  await expect(page.getByText(new RegExp(`^From ${shortDay(begin)} on: 2 tablets`))).toBeVisible();
  await shoot(page, "list-390");

  // It is changed for its own day, and taken back with one press and one question.
  await page.goto(`/care/${shortId}/plans/${planId}`);
  await page.getByRole("button", { name: "Take this change back" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Take it back" }).click();
  await expect(coming).toHaveCount(0);
  expect(await planned(anna, _id, begin)).toEqual([1, 1]);
});

screenTest("a change that leaves planned doses without a successor asks first", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  const planId = await aPlan(anna, _id);
  const { page } = anna;
  await page.goto(`/care/${shortId}/plans/${planId}/change`);
  await page.getByRole("radio", { name: "Tomorrow" }).check();
  await page.locator("summary", { hasText: "Until when" }).click();
  await page.getByLabel("Last day (optional)").fill(addDays(today(), 2));
  await expect(page.getByText("Planned doses are left out")).toBeVisible();
  const save = saveChange(page);
  await save.click();
  await expect(page.getByText("Confirm this, or choose another day")).toBeVisible();
  await expect(page.getByRole("checkbox")).toBeFocused();
  await page.getByRole("checkbox", { name: "Yes, these doses are not to be given" }).check();
  // Another last day is another question.
  await page.getByLabel("Last day (optional)").fill(addDays(today(), 4));
  await expect(page.getByRole("checkbox")).not.toBeChecked();
  await page.getByRole("checkbox").check();
  await save.click();
  await expect(page).toHaveURL(`/care/${shortId}/plans/${planId}`);
  expect(await planned(anna, _id, addDays(today(), 5))).toEqual([]);
});

screenTest(
  "a change that begins before another one says that this one doesn't begin any more",
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { _id, shortId } = await notebookOf(anna);
    const planId = await aPlan(anna, _id);
    const { current } = (await anna.http.query(api.plans.getPlan, { planId }))!.plan;
    const {
      version: _,
      effectiveFrom: __,
      timeZone: ___,
      changedBy: ____,
      changedAt: _____,
      ...fields
    } = current;
    const begin = addDays(today(), 5);
    await anna.http.mutation(api.plans.changePlan, {
      ...fields,
      planId,
      baseVersion: 1,
      from: begin,
      schedule: twice(3),
    });
    const { page } = anna;
    await page.goto(`/care/${shortId}/plans/${planId}/change`);
    await amount(page).fill("2");
    // What comes is changed for its own day.
    await expect(page.getByLabel("The day on which the change begins")).toHaveValue(begin);
    await page.getByRole("radio", { name: "Tomorrow" }).check();
    await expect(
      page.getByText(`The change from ${shortDay(begin)} on doesn't begin any more: 3 tablets`),
    ).toBeVisible();
    await page.getByRole("checkbox", { name: "Yes, this replaces it" }).check();
    await saveChange(page).click();
    await expect(page).toHaveURL(`/care/${shortId}/plans/${planId}`);
    expect(await planned(anna, _id, begin)).toEqual([2, 2]);
  },
);

test("half a tablet is typed as ½, and as many tablets as the strength has mg are asked about", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  const { page } = anna;
  await page.goto(`/care/${shortId}/plans/new`);
  await page.getByLabel("Name of the medicine").fill("metoprolol");
  await page.getByLabel("Strength").fill("47.5 mg");
  await page.getByRole("button", { name: /^Morning/ }).click();
  await expect(page.getByText("at a time?")).toHaveCount(0);
  await amount(page).fill("47.5");
  await expect(page.getByText("47.5 tablets at a time?")).toBeVisible();
  await page.getByRole("button", { name: "Save the plan" }).click();
  await expect(page.getByText("Confirm the amount, or change it")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Yes, 47.5 tablets at a time" })).toBeFocused();
  await amount(page).fill("½");
  await expect(page.getByText(/^½ tablet at 8:00/)).toBeVisible();
  await expect(page.getByText("at a time?")).toHaveCount(0);
  await page.getByRole("button", { name: "Save the plan" }).click();
  await expect(page).toHaveURL(`/care/${shortId}/plans`);
  // The list of medications has it as a decimal, which other lists are compared with.
  const { medications } = (await anna.http.query(api.notes.latestMedications, { diaryId: _id }))!;
  expect(medications).toMatchObject([{ dosage: "0.5 tablet of 47.5 mg" }]);
  expect((await plansOf(anna, _id))[0]!.current.schedule).toMatchObject({ times: [{ amount: 0.5 }] });
});

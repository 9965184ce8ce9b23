import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { addDays, shortDay, toDayInZone } from "../lib/dates/zone-day.ts";
import { everyDayAt, planOf } from "../test/plans.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { notebookOf, type Person } from "./support/people.ts";
import { next, question } from "./support/plans.ts";
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

/** Goes from "When is it given?" to the question of the dates, with 2 at both times. */
async function toDates(page: Page) {
  await question(page, "When is it given?");
  await next(page);
  await question(page, "How much?");
  await page.getByLabel(/^At 12:00\sAM/).fill("2");
  await page.getByLabel(/^At 11:59\sPM/).fill("2");
  await next(page);
  await next(page);
  await question(page, "From when, until when?");
}

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
  await toDates(page);
  // Nothing is chosen for anybody: what is typed as a first day would end the plan until then.
  await next(page);
  await expect(page.getByText("Choose from when on")).toBeVisible();
  await page.getByRole("radio", { name: "Another day" }).check();
  await page.getByLabel("The day on which the change begins").fill(addDays(today(), -1));
  await next(page);
  await expect(page.getByText("Choose today or a later day")).toBeVisible();
  await page.getByLabel("The day on which the change begins").fill(begin);
  await shoot(page, "dates-390");
  await next(page);

  await question(page, "Is this right?");
  await expect(page.getByRole("heading", { name: "Until then" })).toBeVisible();
  await expect(page.getByRole("heading", { name: `From ${shortDay(begin)} on`, exact: true })).toBeVisible();
  const days = page.getByRole("list", { name: "Seven days around the change" }).locator("> li");
  await expect(days.nth(1)).toContainText("1 tablet");
  await expect(days.nth(2)).toContainText("1 tablet");
  await expect(days.nth(3)).toContainText("The change begins");
  await expect(days.nth(3)).toContainText("2 tablets");
  await expect(page.getByText("Planned doses are left out")).toHaveCount(0);
  await page.getByLabel("Why does it change?").fill("Dr Lee said so");
  await shoot(page, "check-390");
  await expectCleanScreen(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await shoot(page, "check-1280");
  await page.getByRole("button", { name: `Save, from ${shortDay(begin)} on` }).click();

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
  await toDates(page);
  await page.getByRole("radio", { name: "Tomorrow" }).check();
  await page.getByLabel("Last day (optional)").fill(addDays(today(), 2));
  await next(page);
  await question(page, "Is this right?");
  await page.getByLabel("Why does it change?").fill("Dr Lee said so");
  await expect(page.getByText("Planned doses are left out")).toBeVisible();
  const save = page.getByRole("button", { name: /^Save, from/ });
  await save.click();
  await expect(page.getByText("Confirm this, or go back and choose another day")).toBeVisible();
  await expect(page.getByRole("checkbox")).toBeFocused();
  await page.getByRole("checkbox", { name: "Yes, these doses are not to be given" }).check();
  // Another last day is another question.
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByLabel("Last day (optional)").fill(addDays(today(), 4));
  await next(page);
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
    await toDates(page);
    // What comes is changed for its own day.
    await expect(page.getByLabel("The day on which the change begins")).toHaveValue(begin);
    await page.getByRole("radio", { name: "Tomorrow" }).check();
    await next(page);
    await page.getByLabel("Why does it change?").fill("Sooner");
    await expect(
      page.getByText(`The change from ${shortDay(begin)} on doesn't begin any more: 3 tablets`),
    ).toBeVisible();
    await page.getByRole("checkbox", { name: "Yes, this replaces it" }).check();
    await page.getByRole("button", { name: /^Save, from/ }).click();
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
  await page.getByLabel("Strength (optional)").fill("47.5 mg");
  await page.getByLabel("What is counted?").selectOption("tablet");
  await next(page);
  await page.getByLabel("Time", { exact: true }).fill("08:00");
  await next(page);
  await page.getByLabel(/^At 8:00\sAM/).fill("47.5");
  for (let step = 0; step < 3; step++) await next(page);
  await question(page, "Is this right?");
  await expect(page.getByText("47.5 tablets at a time?")).toBeVisible();
  await page.getByRole("button", { name: "Save the plan" }).click();
  await expect(page.getByText("Confirm the amount, or go back and change it")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Yes, 47.5 tablets at a time" })).toBeFocused();
  for (let step = 0; step < 3; step++) await page.getByRole("button", { name: "Back", exact: true }).click();
  await page.getByLabel(/^At 8:00\sAM/).fill("½");
  for (let step = 0; step < 3; step++) await next(page);
  await expect(page.getByText(/^0\.5 tablet at 8:00/)).toBeVisible();
  await expect(page.getByText("at a time?")).toHaveCount(0);
  await page.getByRole("button", { name: "Save the plan" }).click();
  await expect(page).toHaveURL(`/care/${shortId}/plans`);
  await page.goto(`/care/${shortId}/plans/list`);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.getByText("0.5 tablet of 47.5 mg").locator("visible=true")).toHaveCount(1);
  }
  expect((await plansOf(anna, _id))[0]!.current.schedule).toMatchObject({ times: [{ amount: 0.5 }] });
});

import type { Page } from "@playwright/test";
import type { FunctionArgs } from "convex/server";
import { api } from "../lib/api.ts";
import { toDayInZone } from "../lib/dates/zone-day.ts";
import { everyDayAt, planOf } from "../test/plans.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { addMember, notebookOf, type Person } from "./support/people.ts";
import { expect, screenTest, test } from "./support/test.ts";

/** A plan once a day at eight, made without a browser; returns its id. */
const aPlan = (author: Pick<Person, "http">, diaryId: string, name: string, more: object = {}) =>
  planOf(author, diaryId, name, everyDayAt("08:00"), {
    facts: { strength: "5 mg" },
    firstDay: toDayInZone(Date.now(), "Europe/Berlin"),
    sameDoseMinutes: 240,
    ...more,
  });

type Content = Extract<FunctionArgs<typeof api.notes.createNote>["content"], { type: "current-medications" }>;

const ROWS = [
  { genericName: "amlodipine", brandName: "Norvasc", dosage: "5 mg", timing: "1-0-1/2" },
  { genericName: "ibuprofen", dosage: "400 mg", timing: "when needed" },
] satisfies Content["data"]["medications"];

const listOf = (
  { http }: Person,
  diaryId: string,
  medications: Content["data"]["medications"] = ROWS,
  { isEncrypted = false, visibility = "team" as "team" | "private" | "extended" } = {},
) =>
  http.mutation(api.notes.createNote, {
    diaryId,
    type: "current-medications",
    title: "Her medications",
    content: { type: "current-medications", data: { medications } },
    noteDate: Date.now(),
    visibility,
    isEncrypted,
    tags: [],
  });

const plansOf = ({ http }: Person, diaryId: string) => http.query(api.plans.listPlans, { diaryId });

const save = (page: Page) => page.getByRole("button", { name: "Save the plan" }).click();
const fold = (page: Page, title: string) => page.locator("summary", { hasText: title });

screenTest(
  "rows of the list become plans one after the other, and what they say is never guessed",
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { _id, shortId } = await notebookOf(anna);
    await listOf(anna, _id);
    const { page } = anna;
    await page.goto(`/care/${shortId}/plans`);
    await page.getByRole("link", { name: /^Add times for amlodipine/ }).click();

    await expect(page.getByLabel("Name of the medicine")).toHaveValue("amlodipine");
    await expect(page.getByLabel("Strength")).toHaveValue("5 mg");
    // The row is next to the fields, which are empty.
    await expect(page.getByText("1-0-1/2")).toBeVisible();
    await expect(page.getByLabel("How much, in tablets?")).toHaveValue("");
    await expect(page.getByRole("button", { pressed: true })).toHaveCount(0);
    await page.getByRole("button", { name: /^Morning 8:00\sAM$/ }).click();
    await page.getByRole("button", { name: /^Evening 6:00\sPM$/ }).click();
    await page.getByLabel("Evening at").fill("08:00");
    await page.getByLabel("How much, in tablets?").fill("one");
    await save(page);
    await expect(page.getByText("Enter a number, such as 1, ½ or 0.5")).toBeVisible();
    await expect(page.getByLabel("How much, in tablets?")).toBeFocused();
    await page.getByLabel("How much, in tablets?").fill("1");
    await save(page);
    await expect(page.getByText("Each time may stand once")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Morning/ })).toBeFocused();
    await page.getByLabel("Evening at").fill("20:00");
    await page.getByRole("button", { name: "Different amounts" }).click();
    await page.getByLabel(/^At 8:00\sPM/).fill("½");

    // A problem within a folded part opens it.
    await fold(page, "Limits").click();
    await expect(page.getByLabel("At most so many doses")).toHaveValue("");
    await page.getByLabel("At least so many hours apart").fill("6");
    await fold(page, "Bookkeeping").click();
    await expect(page.getByLabel(/taken for the same/)).toHaveValue("240");
    await fold(page, "Limits").click();
    await expect(page.getByLabel("At least so many hours apart")).toHaveCount(0);
    await save(page);
    await expect(page.getByText("Write who gave these limits")).toBeVisible();
    await expect(page.getByLabel("According to")).toBeFocused();
    await page.getByLabel("According to").fill("Dr Lee");

    await expect(
      page.getByText(/^1 tablet at 8:00\sAM and ½ tablet at 8:00\sPM, every day, from today\.$/),
    ).toBeVisible();
    await fold(page, "The next seven days").click();
    await expect(page.getByRole("list", { name: "The next seven days" }).locator("> li")).toHaveCount(7);
    expect(await plansOf(anna, _id)).toEqual([]);
    await save(page);

    await expect(page.getByRole("heading", { level: 1, name: "Plan ibuprofen" })).toBeVisible();
    // The times of the household are offered.
    await expect(page.getByRole("button", { name: /^Evening 8:00\sPM$/ })).toBeVisible();
    await page.getByRole("link", { name: "Skip this one" }).click();
    await expect(page.getByRole("heading", { name: "amlodipine 5 mg" })).toBeVisible();
    await expect(page.getByText("At least 6 hours between two doses (according to Dr Lee)")).toBeVisible();
    expect(await plansOf(anna, _id)).toMatchObject([
      {
        name: "amlodipine",
        doseUnit: "tablet",
        current: {
          schedule: {
            kind: "clock",
            times: [
              { at: "08:00", amount: 1 },
              { at: "20:00", amount: 0.5 },
            ],
          },
          minGapMinutes: 360,
          maxCount: null,
          sameDoseMinutes: 240,
          saidBy: "Dr Lee",
        },
      },
    ]);
  },
);

screenTest("each kind of plan is made", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  const { page } = anna;
  const amount = page.getByLabel("How much, in tablets?");
  const begin = async (name: string, kind?: string) => {
    await page.goto(`/care/${shortId}/plans/new`);
    await page.getByLabel("Name of the medicine").fill(name);
    if (!kind) return;
    await page.getByRole("button", { name: "Something else" }).click();
    await page.getByRole("radio", { name: kind }).check();
  };
  const finish = async () => {
    await save(page);
    await expect(page.getByRole("heading", { level: 1, name: "Medicines", exact: true })).toBeVisible();
  };
  await begin("a", "Every few hours by the clock");
  await page.getByLabel("Every how many hours?").fill("8");
  await page.getByLabel("One of the times").fill("06:00");
  await amount.fill("1");
  await finish();
  await begin("b");
  await page.getByRole("button", { name: "When needed" }).click();
  await amount.fill("1");
  await page.getByLabel("Up to (optional)").fill("2");
  await finish();
  await begin("c", "Changing by days");
  await page.getByLabel("From", { exact: true }).fill("2027-01-01");
  await page.getByLabel("To", { exact: true }).fill("2027-01-03");
  await page.getByLabel("Time", { exact: true }).fill("08:00");
  await amount.fill("4");
  await page.getByRole("button", { name: "Another part" }).click();
  await page.getByLabel("From", { exact: true }).nth(1).fill("2027-01-03");
  await amount.nth(1).fill("2");
  await save(page);
  await expect(page.getByText("Each step must begin after the one before has ended")).toBeVisible();
  await page.getByLabel("From", { exact: true }).nth(1).fill("2027-01-04");
  await finish();
  await begin("d", "In words only");
  // No amounts and no limits are asked for.
  await expect(amount).toHaveCount(0);
  await expect(fold(page, "Limits")).toHaveCount(0);
  await save(page);
  await expect(page.getByText("Write how it is given")).toBeVisible();
  await page.getByLabel("How is it given?").fill("As Dr Lee says");
  await finish();
  await begin("e", "At times of the day");
  await amount.fill("1");
  await save(page);
  await expect(page.getByText("Choose when it is given")).toBeVisible();
  await page.getByRole("button", { name: "Another time" }).click();
  await page.getByLabel("Time", { exact: true }).fill("08:00");
  await page.getByLabel("On which days?").selectOption("weekdays");
  await save(page);
  await expect(page.getByText("Choose at least one weekday")).toBeVisible();
  await page.getByRole("button", { name: "Monday" }).click();
  await fold(page, "Meals and instructions").click();
  await page.getByLabel("And meals?").selectOption("before");
  await page.getByLabel("How many minutes before (optional)").fill("30");
  await finish();
  const schedules = (await plansOf(anna, _id)).map(({ name, current }) => [name, current.schedule]);
  expect(Object.fromEntries(schedules)).toMatchObject({
    a: { kind: "everyHours", hours: 8, from: "06:00", amount: 1 },
    b: { kind: "asNeeded", amount: 1, most: 2 },
    c: { kind: "steps", steps: [{ until: "2027-01-03" }, { from: "2027-01-04", until: null }] },
    d: { kind: "freeText" },
    e: { kind: "clock", times: [{ at: "08:00", amount: 1 }], days: { weekdays: ["MO"] } },
  });
});

screenTest(
  "a change holds from now on, and of two at once the second is told what the first was",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const { _id, shortId } = await notebookOf(anna);
    await addMember(node, _id, jonas, "admin");
    const planId = await aPlan(anna, _id, "ramipril");
    const { page } = anna;
    await page.goto(`/care/${shortId}/plans/${planId}`);
    await page.getByRole("link", { name: /: change the time$/ }).click();
    await expect(page.getByLabel("Morning at")).toBeFocused();
    await page.getByLabel("Morning at").fill("09:00");
    await page.getByRole("radio", { name: "Today, from now on" }).check();
    await expect(
      page.getByText(/^From now on: 1 tablet at 9:00\sAM, every day, was at 8:00\sAM\.$/),
    ).toBeVisible();
    await fold(page, "Why? (optional)").click();
    await page.getByLabel("Why does it change?").fill("She sleeps longer");
    const save = page.getByRole("button", { name: "Save the change" });

    const plan = (await plansOf(jonas, _id))[0]!;
    const { schedule, firstDay, lastDay, windowHours, lateAfterMinutes, lateUntilMinutes } = plan.current;
    await jonas.http.mutation(api.plans.changePlan, {
      planId,
      baseVersion: 1,
      reason: "The clinic said so",
      schedule,
      firstDay,
      lastDay,
      windowHours,
      lateAfterMinutes,
      lateUntilMinutes,
      minGapMinutes: 720,
      maxCount: null,
      maxAmount: null,
      sameDoseMinutes: 240,
      saidBy: "Dr Lee",
    });
    await expect(page.getByText("Jonas Weber changed this plan while you were writing")).toBeVisible();
    await expect(page.getByText(/: The clinic said so$/)).toBeVisible();
    await expect(
      page.getByText("Limits: nothing → At least 12 hours between two doses").first(),
    ).toBeVisible();
    // Nothing is overwritten before somebody has chosen.
    await save.click();
    expect((await plansOf(anna, _id))[0]!.current.version).toBe(2);
    await page.getByRole("button", { name: "Keep what I wrote" }).click();
    await save.click();
    await expect(page).toHaveURL(`/care/${shortId}/plans/${planId}`);
    const history = page.getByRole("region", { name: "What it said" }).locator("ol > li");
    await expect(history).toHaveCount(3);
    await expect(history.first()).toContainText("Anna Keller: changed");
    await expect(history.first()).toContainText("Why: She sleeps longer");
    await expect(history.nth(1)).toContainText("According to Dr Lee");
  },
);

screenTest(
  "a typing error is corrected, a plan is ended with the reason, and both stay readable",
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { _id, shortId } = await notebookOf(anna);
    const planId = await aPlan(anna, _id, "ramirpil");
    const { page } = anna;
    await page.goto(`/care/${shortId}/plans/${planId}`);
    await page.getByRole("button", { name: "Correct a typing error" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name of the medicine").fill("ramipril");
    await dialog.getByRole("radio", { name: "Everyone" }).check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "ramipril 5 mg" })).toBeVisible();
    await expect(page.getByText("Name: ramirpil → ramipril")).toBeVisible();
    await expect(page.getByText("Seen by: the care team → everyone")).toBeVisible();

    await page.getByRole("button", { name: "End", exact: true }).click();
    await dialog.getByRole("button", { name: "End the plan" }).click();
    await expect(dialog.getByText("Write why it ends")).toBeVisible();
    await dialog.getByLabel("Why does it end?").fill("Stopped by Dr Lee");
    await dialog.getByRole("button", { name: "End the plan" }).click();
    await expect(page.getByText("By Anna Keller. Stopped by Dr Lee")).toBeVisible();
    await expect(page.getByRole("link", { name: "Change", exact: true })).toHaveCount(0);
    await page.goto(`/care/${shortId}/plans`);
    await page.getByText("1 plan that has ended").click();
    await expect(page.getByRole("link", { name: "ramipril 5 mg" })).toBeVisible();
    // It is offered again, and a second plan of the same name is hinted at.
    await aPlan(anna, _id, "metformin");
    await page.goto(`/care/${shortId}/plans/new`);
    await page.getByRole("button", { name: "Use ramipril" }).click();
    await expect(page.getByLabel("Strength")).toHaveValue("5 mg");
    await page.getByLabel("Name of the medicine").fill("Metformin");
    await expect(page.getByText("There is already a plan with this name:")).toBeVisible();
  },
);

screenTest(
  "a viewer sees the plan, and neither questions nor the way to change it",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const vera = await someone("Vera Viewer");
    const { _id, shortId } = await notebookOf(anna);
    await addMember(node, _id, vera, "extended");
    const planId = await aPlan(anna, _id, "ramipril", { visibility: "extended" });
    await listOf(anna, _id, [{ genericName: "ramipril", dosage: "10 mg" }, { genericName: "ibuprofen" }]);
    await anna.page.goto(`/care/${shortId}/plans`);
    await expect(anna.page.getByRole("group", { name: "A question about ramipril" })).toBeVisible();
    await vera.page.goto(`/care/${shortId}/plans`);
    await expect(vera.page.getByRole("heading", { name: "ramipril 5 mg" })).toBeVisible();
    await expect(vera.page.getByRole("group", { name: /^A question about/ })).toHaveCount(0);
    await expect(vera.page.getByRole("link", { name: "Add a medicine" })).toHaveCount(0);
    await vera.page.goto(`/care/${shortId}/plans/${planId}/change`);
    await expect(vera.page.getByText("You can't change plans in this notebook.")).toBeVisible();
  },
);

screenTest("caregivers write plans once the owner lets them, without a reload", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const { _id, shortId } = await notebookOf(anna);
  await addMember(node, _id, jonas, "member");
  await aPlan(anna, _id, "ramipril");
  await jonas.page.goto(`/care/${shortId}/plans`);
  await expect(jonas.page.getByRole("heading", { name: "ramipril 5 mg" })).toBeVisible();
  await expect(jonas.page.getByRole("link", { name: "Add a medicine" })).toHaveCount(0);
  await expect(jonas.page.getByLabel("Caregivers may change the medication plan")).toHaveCount(0);
  await anna.page.goto(`/care/${shortId}/plans`);
  await anna.page.getByLabel("Caregivers may change the medication plan").check();
  await expect(jonas.page.getByRole("link", { name: "Add a medicine" })).toBeVisible();
  await anna.page.getByLabel("Caregivers may change the medication plan").uncheck();
  await expect(jonas.page.getByRole("link", { name: "Add a medicine" })).toHaveCount(0);
});

screenTest(
  "after a journey the family decides from when on the new clock holds",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const { _id, shortId } = await notebookOf(anna);
    const planId = await aPlan(anna, _id, "ramipril");
    // As if it had been planned for days.
    await node.database().pool.query("update diaries set time_zone = 'Asia/Kolkata' where id = $1", [_id]);
    const { page } = anna;
    await page.goto(`/care/${shortId}/plans`);
    await expect(page.getByText("1 plan still goes by the clock of Berlin")).toBeVisible();
    await page.getByRole("link", { name: "Decide" }).click();
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel("Day in Kolkata").fill(day);
    // 8:00 in Kolkata is 3:30 in Berlin, in winter.
    await expect(page.getByText(/^(19|20) hours 30 minutes$/)).toBeVisible();
    await expect(page.getByText("(otherwise 24 hours)")).toBeVisible();
    await page.getByLabel("Day in Kolkata").fill("2026-01-01");
    await expect(page.getByRole("button", { name: "Change 1 plan" })).toBeDisabled();
    await page.getByLabel("Day in Kolkata").fill(day);
    await page.getByRole("button", { name: "Change 1 plan" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Medicines", exact: true })).toBeVisible();
    await expect(page.getByText("still goes by the clock")).toHaveCount(0);
    const versions = (await anna.http.query(api.plans.listPlanVersions, { planId }))!;
    expect(versions.map(({ timeZone }) => timeZone)).toEqual(["Asia/Kolkata", "Europe/Berlin"]);
  },
);

test("the editor works on a phone with the keyboard alone, and axe finds nothing", async ({ someone }) => {
  const anna = await someone("Anna Keller", { viewport: { width: 390, height: 844 } });
  const { _id, shortId } = await notebookOf(anna);
  await listOf(anna, _id);
  await aPlan(anna, _id, "amlodipine", { facts: { strength: "10 mg" } });
  const { page } = anna;
  await page.goto(`/care/${shortId}/plans/new?row=1`);
  const stepTo = async (name: string | RegExp) => {
    const target = page
      .getByLabel(name, { exact: true })
      .or(page.getByRole("button", { name, exact: true }))
      .or(page.locator("summary").filter({ hasText: name }))
      .first();
    for (let step = 0; step < 60; step++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`Tab doesn't lead to ${name}`);
  };
  await expect(page.getByLabel("Name of the medicine")).toBeVisible();
  await expectCleanScreen(page, "a new plan");
  await stepTo("How much, in tablets?");
  await page.keyboard.type("1");
  await stepTo(/^Morning/);
  await page.keyboard.press("Enter");
  await stepTo(/^Evening/);
  await page.keyboard.press("Space");
  await stepTo("Different amounts");
  await page.keyboard.press("Enter");
  for (const title of ["The next seven days", "Meals and instructions", "Limits", "From when", "About it"]) {
    await stepTo(title);
    await page.keyboard.press("Enter");
  }
  for (const title of ["Who sees it", "Bookkeeping"]) {
    await stepTo(title);
    await page.keyboard.press("Enter");
  }
  await expectCleanScreen(page, "a new plan with all its parts");
  await stepTo("Save the plan");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "ibuprofen 400 mg" })).toBeVisible();
  await expectCleanScreen(page, "the list of plans");
  await page.getByRole("link", { name: "amlodipine 10 mg" }).click();
  await expect(page.getByRole("region", { name: "What it said" })).toBeVisible();
  await expectCleanScreen(page, "a plan");
});

test("a reader in Germany types and reads a comma, and a fraction of a tablet as one character", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller", { locale: "de-DE" });
  const { _id, shortId } = await notebookOf(anna);
  // Reads English, in Germany.
  await anna.http.mutation(api.users.updateSettings, { language: "en" });
  const { page } = anna;
  await page.addInitScript(() => localStorage.setItem("carediary.language", '"en"'));
  await page.goto(`/care/${shortId}/plans/new`);
  await page.getByLabel("Name of the medicine").fill("ramipril");
  await page.getByLabel("How much, in tablets?").fill("1,5");
  await page.getByRole("button", { name: "Morning 08:00" }).click();
  await expect(page.getByText("1,5 tablets at 08:00, every day, from today.")).toBeVisible();
  await page.getByLabel("How much, in tablets?").fill("0,5");
  await expect(page.getByText("½ tablet at 08:00, every day, from today.")).toBeVisible();
  await page.getByLabel("How much, in tablets?").fill("1,5");
  await save(page);
  await page.getByRole("link", { name: "ramipril", exact: true }).click();
  await page.getByRole("link", { name: "1,5 tablets: change the amount" }).click();
  await expect(page.getByLabel("How much, in tablets?")).toHaveValue("1,5");
  expect((await plansOf(anna, _id))[0]!.current.schedule).toMatchObject({ times: [{ amount: 1.5 }] });
});

test("with text twice as large the form is not wider than the phone", async ({ someone }) => {
  const anna = await someone("Anna Keller", { viewport: { width: 390, height: 844 } });
  const { shortId } = await notebookOf(anna);
  const { page } = anna;
  await page.goto(`/care/${shortId}/plans/new`);
  await page.addStyleTag({ content: "html { font-size: 200% }" });
  await page.getByLabel("How much, in tablets?").fill("1");
  await page.getByRole("button", { name: /^Night/ }).click();
  await expect(page.getByText(/^1 tablet at 10:00/)).toBeVisible();
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(widths[0]).toBeLessThanOrEqual(widths[1]!);
});

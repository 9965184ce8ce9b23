import type { FunctionArgs } from "convex/server";
import { api } from "../lib/api.ts";
import { toDayInZone } from "../lib/dates/zone-day.ts";
import { everyDayAt, planOf } from "../test/plans.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { addMember, notebookOf, type Person } from "./support/people.ts";
import { next, question } from "./support/plans.ts";
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

screenTest(
  "rows of the list become plans one after the other, and what they say is never guessed",
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { _id, shortId } = await notebookOf(anna);
    await listOf(anna, _id);
    const { page } = anna;
    await page.goto(`/care/${shortId}/plans`);
    await expect(page.getByRole("heading", { name: "Nothing is planned" })).toBeVisible();
    await page.getByRole("link", { name: /^Make plans from the list of/ }).click();

    await question(page, "Which medicine?");
    await expect(page.getByLabel("Name of the medicine")).toHaveValue("amlodipine");
    await expect(page.getByLabel("Strength (optional)")).toHaveValue("5 mg");
    await next(page);
    await expect(page.getByText("Choose what is counted")).toBeVisible();
    await expect(page.getByLabel("What is counted?")).toBeFocused();
    await page.getByLabel("What is counted?").selectOption("tablet");
    await next(page);

    await question(page, "When is it given?");
    // The row stands beside the fields, which are empty.
    await expect(page.getByText("1-0-1/2")).toBeVisible();
    await expect(page.getByLabel("Time", { exact: true })).toHaveValue("");
    await next(page);
    await expect(page.getByText("Enter a time", { exact: true })).toBeVisible();
    await page.getByLabel("Time", { exact: true }).fill("08:00");
    await page.getByRole("button", { name: "Another time" }).click();
    await page.getByLabel("Time 2", { exact: true }).fill("08:00");
    await next(page);
    await expect(page.getByRole("alert")).toHaveText("Each time may stand once");
    await page.getByLabel("Time 2", { exact: true }).fill("20:00");
    await next(page);

    await question(page, "How much?");
    await page.getByLabel(/^At 8:00\sAM/).fill("one");
    await next(page);
    await expect(page.getByText("Enter a number, such as 1 or 0.5").first()).toBeVisible();
    await page.getByLabel(/^At 8:00\sAM/).fill("1");
    await page.getByRole("button", { name: "1 at each time" }).click();
    await page.getByLabel(/^At 8:00\sPM/).fill("½");
    await next(page);

    await question(page, "Are there limits?");
    await expect(page.getByLabel("At least so many hours between two doses")).toHaveValue("");
    await expect(page.getByLabel("At most so many doses")).toHaveValue("");
    await expect(page.getByLabel(/taken for the same/)).toHaveValue("240");
    await page.getByLabel("At least so many hours between two doses").fill("6");
    await next(page);
    await expect(page.getByText("Write who said these numbers")).toBeVisible();
    await page.getByLabel("Who said so").fill("Dr Lee");
    await next(page);

    await question(page, "From when, until when?");
    await next(page);

    await question(page, "Is this right?");
    expect(await plansOf(anna, _id)).toEqual([]);
    await expect(page.getByText(/^1 tablet at 8:00.* and 0.5 tablet at .*, every day$/)).toBeVisible();
    await expect(page.getByRole("list", { name: "The next seven days" }).locator("> li")).toHaveCount(7);
    await expect(page.getByText("At least 6 hours between two doses (said by Dr Lee)")).toBeVisible();
    await page.getByRole("button", { name: "Save the plan" }).click();

    await expect(page.getByRole("heading", { level: 1, name: "Plan ibuprofen" })).toBeVisible();
    await page.getByRole("link", { name: "Skip this one" }).click();
    await expect(page.getByRole("heading", { name: "amlodipine 5 mg" })).toBeVisible();
    await expect(page.getByText(/^Next: /)).toBeVisible();
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
  const begin = async (name: string, kind: string) => {
    await page.goto(`/care/${shortId}/plans/new`);
    await page.getByLabel("Name of the medicine").fill(name);
    await page.getByLabel("What is counted?").selectOption("tablet");
    await next(page);
    await page.getByRole("radio", { name: kind }).check();
  };
  const finish = async () => {
    for (let step = 0; step < 5; step++) {
      if (await page.getByRole("button", { name: "Save the plan" }).isVisible()) break;
      await next(page);
    }
    await page.getByRole("button", { name: "Save the plan" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Plans", exact: true })).toBeVisible();
  };
  await begin("a", "Every few hours by the clock");
  await page.getByLabel("Every how many hours?").fill("8");
  await page.getByLabel("One of the times").fill("06:00");
  await next(page);
  await page.getByLabel("Each time, in tablets").fill("1");
  await finish();
  await begin("b", "When it is needed");
  await next(page);
  await page.getByLabel("How much, at least, in tablets").fill("1");
  await page.getByLabel("At most (optional), in tablets").fill("2");
  await finish();
  await begin("c", "Changing by days");
  await page.getByLabel("From", { exact: true }).fill("2027-01-01");
  await page.getByLabel("To", { exact: true }).fill("2027-01-03");
  await page.getByLabel("Time", { exact: true }).fill("08:00");
  await page.getByRole("button", { name: "Another part" }).click();
  await page.getByLabel("From", { exact: true }).nth(1).fill("2027-01-03");
  await next(page);
  await expect(page.getByText("Each step must begin after the one before has ended")).toBeVisible();
  await page.getByLabel("From", { exact: true }).nth(1).fill("2027-01-04");
  await next(page);
  await page
    .getByLabel(/^At 8:00/)
    .nth(0)
    .fill("4");
  await page
    .getByLabel(/^At 8:00/)
    .nth(1)
    .fill("2");
  await finish();
  await begin("d", "In words only");
  await next(page);
  await expect(page.getByText("Write how it is given")).toBeVisible();
  await page.getByLabel("How is it given?").fill("As Dr Lee says");
  // No amounts and no limits are asked for.
  await expect(page.getByText("Step 2 of 4")).toBeVisible();
  await finish();
  await begin("e", "At times of the day");
  await page.getByLabel("Time", { exact: true }).fill("08:00");
  await page.getByLabel("On which days?").selectOption("weekdays");
  await next(page);
  await expect(page.getByText("Choose at least one weekday")).toBeVisible();
  await page.getByRole("button", { name: "Monday" }).click();
  await page.getByLabel("And meals?").selectOption("before");
  await page.getByLabel("How many minutes before (optional)").fill("30");
  await next(page);
  await page.getByLabel(/^At 8:00/).fill("1");
  await finish();
  const schedules = (await plansOf(anna, _id)).map(({ name, current }) => [name, current.schedule]);
  expect(Object.fromEntries(schedules)).toMatchObject({
    a: { kind: "everyHours", hours: 8, from: "06:00", amount: 1 },
    b: { kind: "asNeeded", amount: 1, most: 2 },
    c: { kind: "steps", steps: [{ until: "2027-01-03" }, { from: "2027-01-04", until: null }] },
    d: { kind: "freeText" },
    e: { kind: "clock", days: { weekdays: ["MO"] } },
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
    await page.getByRole("link", { name: "Change", exact: true }).click();
    await question(page, "When is it given?");
    await page.getByLabel("Time", { exact: true }).fill("09:00");
    for (let step = 0; step < 3; step++) await next(page);
    await page.getByRole("radio", { name: "Today, from now on" }).check();
    await next(page);
    await expect(page.getByText(/^When and how much: 1 tablet at 8:00.* → 1 tablet at 9:00/)).toBeVisible();
    await page.getByRole("button", { name: "Save, from now on" }).click();
    await expect(page.getByText("Write why it changes")).toBeVisible();
    await page.getByLabel("Why does it change?").fill("She sleeps longer");

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
    await expect(page.getByText("Somebody changed this plan while you were writing")).toBeVisible();
    await expect(page.getByText(/Jonas Weber.*The clinic said so/)).toBeVisible();
    await expect(page.getByText("Limits: nothing → At least 12 hours between two doses")).toBeVisible();
    // Nothing is overwritten before somebody has chosen.
    await page.getByRole("button", { name: "Save, from now on" }).click();
    expect((await plansOf(anna, _id))[0]!.current.version).toBe(2);
    await page.getByRole("button", { name: "Keep what I wrote" }).click();
    await page.getByRole("button", { name: "Save, from now on" }).click();
    await expect(page).toHaveURL(`/care/${shortId}/plans/${planId}`);
    const history = page.getByRole("region", { name: "What it said" }).locator("ol > li");
    await expect(history).toHaveCount(3);
    await expect(history.first()).toContainText("Anna Keller: changed");
    await expect(history.first()).toContainText("Why: She sleeps longer");
    await expect(history.nth(1)).toContainText("Said by Dr Lee");
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
    await expect(page.getByLabel("Strength (optional)")).toHaveValue("5 mg");
    await page.getByLabel("Name of the medicine").fill("Metformin");
    await expect(page.getByText("There is already a plan with this name:")).toBeVisible();
  },
);

screenTest(
  "where the list and the plans differ is said on three pages, and both ways lead there",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const vera = await someone("Vera Viewer");
    const { _id, shortId } = await notebookOf(anna);
    await addMember(node, _id, vera, "extended");
    await listOf(anna, _id, [{ genericName: "ramipril", dosage: "10 mg" }, { genericName: "ibuprofen" }]);
    const planId = await aPlan(anna, _id, "ramipril", { visibility: "extended" });
    const { page } = anna;
    const says = /^ramipril: the list of .* says 10 mg, the plan says 5 mg$/;
    for (const path of ["plans", `plans/${planId}`, "medications"]) {
      await page.goto(`/care/${shortId}/${path}`);
      await expect(page.getByText(says), path).toBeVisible();
    }
    await expect(page.getByText(/without a plan: ibuprofen$/)).toBeVisible();
    await page.getByRole("link", { name: "The list is wrong about ramipril" }).click();
    const dialog = page.getByRole("dialog", { name: "Change ramipril" });
    await expect(page).toHaveURL(`/care/${shortId}/medications`);
    await dialog.getByLabel("Dosage").fill("5 mg");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(says)).toHaveCount(0);

    // A viewer sees the plan and changes nothing; of the team's list they learn nothing.
    await vera.page.goto(`/care/${shortId}/plans`);
    await expect(vera.page.getByRole("heading", { name: "ramipril 5 mg" })).toBeVisible();
    await expect(vera.page.getByText("The list and the plans differ")).toHaveCount(0);
    await expect(vera.page.getByRole("link", { name: "New plan" })).toHaveCount(0);
    await vera.page.goto(`/care/${shortId}/plans/${planId}/change`);
    await expect(vera.page.getByText("You can't change plans in this notebook.")).toBeVisible();
  },
);

screenTest("the plans write the list, which is read before it is saved", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  await listOf(anna, _id, [{ genericName: "ramipril", dosage: "10 mg" }, { genericName: "ibuprofen" }]);
  await aPlan(anna, _id, "ramipril");
  const { page } = anna;
  await page.goto(`/care/${shortId}/plans`);
  await page.getByRole("link", { name: "Write a list from the plans" }).click();
  await expect(page.getByText("ramipril: 10 mg → 5 mg")).toBeVisible();
  await expect(page.getByText("ibuprofen: stopped")).toHaveCount(0);
  await page.getByLabel(/^Keep the row of the list/).uncheck();
  await expect(page.getByText("ibuprofen: stopped")).toBeVisible();
  await page.getByLabel(/^Keep the row of the list/).check();
  await page.getByRole("button", { name: "Save the list" }).click();
  await expect(page).toHaveURL(`/care/${shortId}/medications`);
  await expect(page.getByText(/1 tablet at 8:00.*, every day$/).first()).toBeVisible();
  const { medications } = (await anna.http.query(api.notes.latestMedications, { diaryId: _id }))!;
  expect(medications).toMatchObject([
    { genericName: "ramipril", dosage: "5 mg" },
    { genericName: "ibuprofen" },
  ]);
});

screenTest("caregivers write plans once the owner lets them, without a reload", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const { _id, shortId } = await notebookOf(anna);
  await addMember(node, _id, jonas, "member");
  await aPlan(anna, _id, "ramipril");
  await jonas.page.goto(`/care/${shortId}/plans`);
  await expect(jonas.page.getByRole("heading", { name: "ramipril 5 mg" })).toBeVisible();
  await expect(jonas.page.getByRole("link", { name: "New plan" })).toHaveCount(0);
  await expect(jonas.page.getByLabel("Caregivers may change the medication plan")).toHaveCount(0);
  await anna.page.goto(`/care/${shortId}/plans`);
  await anna.page.getByLabel("Caregivers may change the medication plan").check();
  await expect(jonas.page.getByRole("link", { name: "New plan" })).toBeVisible();
  await anna.page.getByLabel("Caregivers may change the medication plan").uncheck();
  await expect(jonas.page.getByRole("link", { name: "New plan" })).toHaveCount(0);
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
    await expect(page.getByRole("heading", { level: 1, name: "Plans", exact: true })).toBeVisible();
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
  await question(page, "Which medicine?");
  const stepTo = async (name: string | RegExp) => {
    const target = page
      .getByLabel(name, { exact: true })
      .or(page.getByRole("button", { name, exact: true }))
      .first();
    for (let step = 0; step < 60; step++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`Tab doesn't lead to ${name}`);
  };
  await expectCleanScreen(page, "which medicine");
  await stepTo("What is counted?");
  await page.keyboard.type("tablets");
  await stepTo("Next");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "When is it given?" })).toBeFocused();
  await stepTo("Time");
  await page.keyboard.type("0800AM");
  await expectCleanScreen(page, "when");
  await stepTo("Next");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "How much?" })).toBeFocused();
  await stepTo(/^At 8:00/);
  await page.keyboard.type("1");
  await expectCleanScreen(page, "how much");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Are there limits?" })).toBeFocused();
  await expectCleanScreen(page, "limits");
  await stepTo("Next");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "From when, until when?" })).toBeFocused();
  await stepTo("Next");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Is this right?" })).toBeFocused();
  await expectCleanScreen(page, "the check");
  await page.goBack();
  await expect(page.getByRole("heading", { name: "From when, until when?" })).toBeVisible();
  await stepTo("Next");
  await page.keyboard.press("Enter");
  await stepTo("Save the plan");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "ibuprofen 400 mg" })).toBeVisible();
  await expectCleanScreen(page, "the list of plans");
  await page.getByRole("link", { name: "amlodipine 10 mg" }).click();
  await expect(page.getByRole("region", { name: "What it said" })).toBeVisible();
  await expectCleanScreen(page, "a plan");
  await page.goto(`/care/${shortId}/plans/list`);
  await expectCleanScreen(page, "a list from the plans");
});

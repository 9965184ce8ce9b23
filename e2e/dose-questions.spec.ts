import { api } from "../lib/api.ts";
import { DAY, MINUTE } from "../lib/dates/time.ts";
import { addDays, getWeekday, toDayInZone } from "../lib/dates/zone-day.ts";
import { givenArgs, meant } from "../test/doses.ts";
import { beganDaysAgo, clockIn, everyDayAt, planOf, whenNeeded } from "../test/plans.ts";
import { chooseForDose, doseRow, MIDDAY, middayNotebook, plannedIn, shownTime } from "./support/doses.ts";
import { addMember, type Person } from "./support/people.ts";
import type { RunningNode } from "./support/running-node.ts";
import { expect, screenTest } from "./support/test.ts";

screenTest.use({ timezoneId: MIDDAY });

const today = () => toDayInZone(Date.now(), MIDDAY);
const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
const NAMES = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** Four tablets once a week, in three days and four days ago. */
async function weeklyPlan(node: RunningNode, author: Pick<Person, "http">, diaryId: string): Promise<string> {
  const weekday = getWeekday(addDays(today(), 3));
  const planId = await planOf(author, diaryId, "methotrexate", {
    kind: "clock",
    times: [{ at: "08:00", amount: 4 }],
    days: { weekdays: [WEEKDAYS[weekday]!] },
  });
  await beganDaysAgo(node.database().pool, planId, 28);
  return planId;
}

screenTest(
  "a dose when none is planned asks with the next planned and the last given one, and is looked at",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const ben = await someone("Ben Weber");
    const rosa = await middayNotebook(anna);
    await addMember(node, rosa._id, ben, "member");
    const planId = await weeklyPlan(node, anna, rosa._id);
    const yesterday = meant("acknowledged", { amount: 4, givenAt: Date.now() - DAY });
    await ben.http.mutation(api.doses.recordDose, givenArgs(planId, yesterday));
    const { page } = anna;
    await page.goto(`/care/${rosa.shortId}/doses`);
    await page.getByRole("button", { name: "A dose that isn’t planned…" }).click();
    await page
      .getByRole("dialog", { name: "A dose that isn’t planned" })
      .getByRole("button", { name: "methotrexate" })
      .click();
    const record = page.getByRole("dialog", { name: "It has already been given" });
    await expect(record.getByLabel("How much (tablets)")).toHaveValue("4");
    await record.getByRole("button", { name: "Write it down" }).click();
    const question = page.getByRole("dialog", { name: "No dose was planned then" });
    const next = NAMES[getWeekday(addDays(today(), 3))];
    await expect(question).toContainText(`Next planned: ${next}. Last given: yesterday, by Ben Weber.`);
    await question.getByRole("button", { name: "It was given all the same" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    const review = page.getByRole("region", { name: "Please look at these" });
    await expect(review.getByText("Given when none was planned:")).toHaveCount(2);
    await expect(review).toContainText("4 tablets, yesterday, ");
    await review
      .getByRole("button", { name: /^It was given\s?: methotrexate/ })
      .first()
      .click();
    await expect(review.getByText("Given when none was planned:")).toHaveCount(1);
  },
);

screenTest(
  "an amount far from the plan asks; a course that hasn't begun or is over offers nothing to give",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const rosa = await middayNotebook(anna);
    await plannedIn(node, anna, rosa._id, "ramipril", 1);
    await planOf(anna, rosa._id, "ibuprofen", whenNeeded(), { firstDay: addDays(today(), 3) });
    await planOf(anna, rosa._id, "cetirizine", whenNeeded(), { lastDay: addDays(today(), -2) });
    const { page } = anna;
    await page.goto(`/care/${rosa.shortId}/doses`);
    await expect(doseRow(page, "ibuprofen")).toContainText(/This plan begins on \w+day\./);
    await expect(doseRow(page, "cetirizine")).toContainText("The last day of this plan was ");
    for (const name of ["ibuprofen", "cetirizine"])
      await expect(doseRow(page, name).getByRole("button", { name: /^Give/ })).toHaveCount(0);
    await chooseForDose(doseRow(page, "ramipril"), "It was given already…");
    const record = page.getByRole("dialog", { name: "It has already been given" });
    await record.getByLabel("How much (tablets)").fill("40");
    await record.getByRole("button", { name: "Write it down" }).click();
    const question = page.getByRole("dialog", { name: "Another amount than planned" });
    await expect(question).toContainText("Planned: 1 tablet. Entered: 40 tablets.");
    await question.getByRole("button", { name: "Leave it" }).click();
    await expect(doseRow(page, "ramipril")).toContainText("Due");
  },
);

screenTest(
  "one medicine in two plans: the last dose of the other is on the row, giving asks, and people say what is the same",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const ben = await someone("Ben Weber");
    const rosa = await middayNotebook(anna);
    await addMember(node, rosa._id, ben, "member");
    const plain = await planOf(anna, rosa._id, "paracetamol", whenNeeded(), {
      facts: { strength: "500 mg" },
      maxAmount: 8,
      saidBy: "Dr Lee",
    });
    await planOf(anna, rosa._id, "Paracetamol", whenNeeded(), { facts: { strength: "1 g" } });
    await planOf(anna, rosa._id, "Tylenol", whenNeeded());
    const { page } = anna;
    await page.goto(`/care/${rosa.shortId}/plans/${plain}`);
    const same = page.getByRole("region", { name: "Counts together with" });
    await expect(same.getByRole("listitem")).toHaveText([/^Paracetamol, 1 g/]);
    await same.getByRole("button", { name: "Counts together with…" }).click();
    const choose = page.getByRole("dialog", { name: "paracetamol, 500 mg counts together with…" });
    await choose.getByLabel("Medicine").selectOption("Tylenol");
    await choose.getByRole("button", { name: "Count together" }).click();
    await expect(same.getByRole("listitem")).toHaveCount(2);

    const givenAt = Date.now() - MINUTE;
    await ben.http.mutation(api.doses.giveDose, givenArgs(plain, { givenAt }));
    await page.goto(`/care/${rosa.shortId}/doses`);
    const strong = doseRow(page, "Paracetamol, 1 g");
    await expect(strong).toContainText(
      `Same medicine, paracetamol, 500 mg: 1 tablet, ${shownTime(givenAt)}, Ben Weber`,
    );
    await expect(doseRow(page, "Tylenol")).toContainText("Same medicine, paracetamol, 500 mg");
    await strong.getByRole("button", { name: /^Give\s?:/ }).click();
    const question = page.getByRole("dialog", {
      name: `Ben Weber gave paracetamol, 500 mg at ${shownTime(givenAt)}`,
    });
    await expect(question).toContainText(`paracetamol, 500 mg: 1 tablet, ${shownTime(givenAt)}, Ben Weber.`);
    await question.getByRole("button", { name: "Give it all the same" }).click();
    const review = page.getByRole("region", { name: "Given twice?" });
    await expect(review).toContainText("Paracetamol, 1 g");
    await expect(review).toContainText("paracetamol, 500 mg: 1 tablet, ");
    // The limit of one counts what was given of the other: one of 1 g is two of 500 mg.
    await expect(doseRow(page, "paracetamol, 500 mg")).toContainText("3 of 8 tablets in 24 hours.");

    await page.goto(`/care/${rosa.shortId}/plans/${plain}`);
    await same.getByRole("button", { name: /^Don’t count together\s?: Tylenol/ }).click();
    await expect(same).toContainText("Tylenol: doesn’t count together");
  },
);

screenTest(
  "after a change of a plan its open dose has its own instructions, on home and on the page of doses",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const rosa = await middayNotebook(anna);
    const schedule = everyDayAt(clockIn(-30, MIDDAY));
    const planId = await planOf(anna, rosa._id, "ramipril", schedule, { instructions: "Before the meal" });
    await beganDaysAgo(node.database().pool, planId, 2);
    const [plan] = await anna.http.query(api.plans.listPlans, { diaryId: rosa._id });
    const {
      version,
      effectiveFrom: _,
      timeZone: __,
      changedBy: ___,
      changedAt: ____,
      ...fields
    } = plan!.current;
    await anna.http.mutation(api.plans.changePlan, {
      planId,
      baseVersion: version,
      ...fields,
      schedule: everyDayAt(clockIn(-30 + 600, MIDDAY)),
      instructions: "With milk",
      mealRelation: "with",
    });
    const { page } = anna;
    await page.goto("/home");
    const due = doseRow(page.getByRole("region", { name: "Doses today" }), "ramipril");
    await expect(due).toContainText("Before the meal");
    await page.goto(`/care/${rosa.shortId}/doses`);
    const open = page.locator(`[data-slot^="${today()}T${clockIn(-30, MIDDAY)}"]`);
    await expect(open).toContainText("Before the meal");
    await expect(open).not.toContainText("With milk");
    await expect(open).not.toContainText("with a meal");
  },
);

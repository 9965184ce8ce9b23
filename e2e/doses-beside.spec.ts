import { api } from "../lib/api.ts";
import { DAY, HOUR, MINUTE } from "../lib/dates/time.ts";
import { toDayInZone } from "../lib/dates/zone-day.ts";
import { givenArgs, meant } from "../test/doses.ts";
import { clockIn, planOf, whenNeeded } from "../test/plans.ts";
import {
  chooseForDose,
  daysOf,
  doseRow,
  MIDDAY,
  middayNotebook,
  plannedIn,
  shownTime,
  slotBefore,
} from "./support/doses.ts";
import { alterCall } from "./support/faults.ts";
import { addMember } from "./support/people.ts";
import { expect, screenTest } from "./support/test.ts";

screenTest.use({ timezoneId: MIDDAY });

screenTest(
  "a dose kept beside another one stands first until one is withdrawn or both were given",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const ben = await someone("Ben Weber");
    const rosa = await middayNotebook(anna);
    await addMember(node, rosa._id, ben, "member");
    const twice = async (name: string) => {
      const planId = await plannedIn(node, anna, rosa._id, name, -30);
      const slot = await slotBefore(anna, rosa._id, planId);
      await anna.http.mutation(api.doses.giveDose, givenArgs(planId, { slot, givenAt: Date.now() - MINUTE }));
      await ben.http.mutation(
        api.doses.giveDose,
        givenArgs(planId, { slot, givenAt: Date.now() - 9 * MINUTE }),
      );
    };
    await twice("ramipril");
    await twice("metformin");
    const { page } = ben;
    await page.goto(`/care/${rosa.shortId}/doses`);
    const doubts = page.getByRole("region", { name: "Given twice?" });
    await expect(doubts.getByRole("heading", { level: 3 })).toHaveCount(2);
    const ramipril = doubts
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { name: "ramipril" }) });
    await expect(ramipril.first()).toContainText("Anna Keller");
    await expect(ramipril.first()).toContainText(", you");
    // A caregiver withdraws what they wrote themselves.
    await expect(ramipril.first().getByRole("button", { name: /^It was one: withdraw this/ })).toHaveCount(0);
    await ramipril
      .first()
      .getByRole("button", { name: /^It was one: withdraw mine/ })
      .click();
    await expect(doubts.getByRole("heading", { level: 3 })).toHaveText(["metformin"]);
    await doubts.getByRole("button", { name: /^Both were given/ }).click();
    await expect(doubts).toHaveCount(0);
    await expect(doseRow(page, "ramipril").first()).toContainText("Given by Anna Keller");
    await expect(page.getByRole("region", { name: "Also given" })).toContainText("metformin");
  },
);

screenTest(
  "yesterday's doses that are still open stay at the top; another day can be opened; text is never due",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const rosa = await middayNotebook(anna);
    // Due in the evening of yesterday, and open for a day.
    const planId = await plannedIn(node, anna, rosa._id, "weekly patch", 6 * 60, {
      doseUnit: "patch",
      lateAfterMinutes: 60,
      lateUntilMinutes: 24 * 60,
    });
    await planOf(
      anna,
      rosa._id,
      "skin cream",
      { kind: "freeText" },
      { instructions: "When the skin is dry" },
    );
    const { page } = anna;
    await page.goto(`/care/${rosa.shortId}/doses`);
    const before = page.getByRole("region", { name: "Still open from before" });
    await expect(doseRow(before, "weekly patch")).toContainText("yesterday");
    await expect(doseRow(before, "weekly patch")).toContainText("Late");
    await expect(page.getByRole("region", { name: "Written as text" })).toContainText("never due here");
    const coming = doseRow(page.getByRole("region", { name: /— 1 medicine$/ }), "weekly patch");
    await expect(coming).toContainText("Coming");
    // One for later isn't given unasked.
    await coming.getByRole("button", { name: /^Give/ }).click();
    const question = page.getByRole("dialog", { name: /^That is planned for/ });
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(coming).toContainText("Coming");
    await page.getByRole("button", { name: "The day before" }).click();
    await page.getByRole("button", { name: "The day before" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Doses" })).toBeVisible();
    const old = doseRow(page, "weekly patch");
    await expect(old).toContainText("Not recorded");
    await expect(old.getByRole("button", { name: /^Give/ })).toHaveCount(0);
    await chooseForDose(old, "It was given already…");
    const dialog = page.getByRole("dialog", { name: "It has already been given" });
    const givenAt = Date.now() - 2 * DAY + 6 * HOUR + 5 * MINUTE;
    await dialog.getByLabel("Day", { exact: true }).fill(toDayInZone(givenAt, MIDDAY));
    await dialog.getByLabel("Time").fill(clockIn(0, MIDDAY, givenAt));
    await dialog.getByRole("button", { name: "Write it down" }).click();
    await expect(old).toContainText(`Given by you, ${shownTime(givenAt)}`);
    const { doses } = await anna.http.query(api.doses.listDoses, {
      diaryId: rosa._id,
      fromDay: toDayInZone(Date.now() - 3 * DAY, MIDDAY),
      toDay: toDayInZone(Date.now(), MIDDAY),
    });
    expect(doses).toMatchObject([{ planId, state: "given" }]);
  },
);

screenTest(
  "viewers see the plans that are shared with them, without buttons; the page says what it hides",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const vera = await someone("Vera Sommer");
    const rosa = await middayNotebook(anna);
    await addMember(node, rosa._id, vera, "extended");
    await vera.page.goto(`/care/${rosa.shortId}/doses`);
    // The same words whether the care team has plans or not.
    await expect(vera.page.getByText("Medicines are shown to the care team only")).toBeVisible();
    await expect(vera.page.getByRole("link", { name: "Plan a medicine" })).toHaveCount(0);
    await plannedIn(node, anna, rosa._id, "of the team", 1);
    await plannedIn(node, anna, rosa._id, "for all", 1, { visibility: "extended" });
    await planOf(anna, rosa._id, "ibuprofen", whenNeeded(), { visibility: "extended" });
    await expect(doseRow(vera.page, "for all")).toContainText("Due");
    await expect(vera.page.getByText("of the team")).toHaveCount(0);
    await expect(
      vera.page.getByText("As a viewer you don’t see medicines that are for the care team only."),
    ).toBeVisible();
    await expect(vera.page.getByRole("button", { name: /give|more for|written/i })).toHaveCount(0);
    await vera.page.goto("/home");
    await expect(vera.page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
    const doses = vera.page.getByRole("region", { name: "Doses today" });
    await expect(doses.getByRole("link", { name: "0 of 1 given today" })).toBeVisible();
    await expect(doses.getByRole("button")).toHaveCount(0);
  },
);

screenTest(
  "home gives a dose with one press and takes it back; the row stays where it is",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const ben = await someone("Ben Weber");
    const rosa = await middayNotebook(anna);
    const emil = await middayNotebook(anna, "Emil Weber");
    await addMember(node, rosa._id, ben, "member");
    await plannedIn(node, anna, rosa._id, "ramipril", [-90, 300], {
      facts: { strength: "5 mg" },
      sameDoseMinutes: 30,
    });
    const second = await plannedIn(node, anna, emil._id, "insulin", 1, { doseUnit: "unit" });
    const { page } = anna;
    await page.goto("/home");
    const region = page.getByRole("region", { name: "Doses today" });
    await expect(region.getByRole("heading", { level: 3 })).toHaveText(["ramipril, 5 mg", "insulin"]);
    await expect(region.getByRole("heading", { level: 2 })).toContainText(["Rosa Blum", "Emil Weber"]);
    const row = doseRow(region.first(), "ramipril, 5 mg");
    await expect(row).toContainText("Late");
    await row.getByRole("button", { name: /^Give/ }).click();
    await expect(row).toContainText("Given by you, ");
    await row.getByRole("button", { name: /^Undo/ }).click();
    await expect(row).toContainText("Late");
    // What another one gives stays in its place, so that no other row slips under the thumb.
    const slot = await slotBefore(anna, emil._id, second);
    await anna.http.mutation(api.doses.giveDose, givenArgs(second, { slot }));
    await expect(doseRow(region, "insulin")).toContainText("Given by you");
    await page.reload();
    await expect(region.getByRole("heading", { level: 3 })).toHaveText(["ramipril, 5 mg"]);
    await expect(region.last().getByRole("link", { name: "1 of 1 given today" })).toBeVisible();
    // A refusal is answered here too.
    const givenAt = Date.now() - 5 * MINUTE;
    await ben.http.mutation(
      api.doses.recordDose,
      givenArgs((await daysOf(ben, rosa._id)).plans[0]!._id, meant("acknowledged", { givenAt })),
    );
    await row.getByRole("button", { name: /^Give/ }).click();
    await expect(
      page.getByRole("dialog", { name: `Ben Weber gave it at ${shownTime(givenAt)}` }),
    ).toContainText("Ben Weber");
    await page.getByRole("button", { name: "Don’t give it" }).click();
    await expect(row).toContainText("Late");
  },
);

screenTest(
  "a phone whose clock is forty minutes wrong writes the dose with the right time",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const rosa = await middayNotebook(anna);
    await plannedIn(node, anna, rosa._id, "ramipril", 30);
    const { page } = anna;
    await page.clock.install({ time: Date.now() + 40 * MINUTE });
    await page.goto(`/care/${rosa.shortId}/doses`);
    await doseRow(page, "ramipril").getByRole("button", { name: /^Give/ }).click();
    await expect(doseRow(page, "ramipril")).toContainText("Given by you");
    const [dose] = (await daysOf(anna, rosa._id)).doses;
    expect(Math.abs(dose!.givenAt! - Date.now())).toBeLessThan(MINUTE);
  },
);

screenTest("a dose that the server refuses for good is said, and isn't kept", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const rosa = await middayNotebook(anna);
  await plannedIn(node, anna, rosa._id, "ramipril", 1);
  const { page } = anna;
  await alterCall(page, "doses:giveDose", (args) => ({ ...args, amount: 0.0001 }));
  await page.goto(`/care/${rosa.shortId}/doses`);
  await doseRow(page, "ramipril").getByRole("button", { name: /^Give/ }).click();
  await expect(page.getByRole("alert")).toContainText("at most 2 decimals");
  await expect(doseRow(page, "ramipril")).toContainText("Due");
});

import { randomUUID } from "node:crypto";
import type { ClockSchedule, Schedule } from "../features/plans/rules/schedule.ts";
import { api } from "../lib/api.ts";
import { DAY, HOUR, MINUTE } from "../lib/dates/time.ts";
import { addDays, shortDay, toDayInZone } from "../lib/dates/zone-day.ts";
import { givenArgs, meant } from "../test/doses.ts";
import { beganDaysAgo, clockIn, everyDayAt, planOf, whenNeeded } from "../test/plans.ts";
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
import { holdAnswers } from "./support/faults.ts";
import { addMember } from "./support/people.ts";
import { expect, screenTest } from "./support/test.ts";

screenTest.use({ timezoneId: MIDDAY });

screenTest(
  "a dose is given with one press, seen on another phone, and taken back",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const ben = await someone("Ben Weber");
    const rosa = await middayNotebook(anna);
    await addMember(node, rosa._id, ben, "member");
    const now = Date.now();
    const fields = { facts: { strength: "5 mg" }, instructions: "Before the meal" };
    await plannedIn(node, anna, rosa._id, "ramipril", 1, fields, now);
    for (const { page } of [anna, ben]) {
      await page.goto(`/care/${rosa.shortId}/doses`);
      await expect(doseRow(page, "ramipril, 5 mg")).toContainText("Due");
    }
    await expect(
      anna.page.getByRole("heading", { name: `${shownTime(now + MINUTE)} — 1 medicine` }),
    ).toBeVisible();
    const [mine, hers] = [doseRow(ben.page, "ramipril, 5 mg"), doseRow(anna.page, "ramipril, 5 mg")];
    await expect(mine).toContainText("1 tablet");
    await expect(mine).toContainText("Before the meal");
    await mine.getByRole("button", { name: /^Give/ }).click();
    await expect(mine).toContainText("Given by you, ");
    await expect(hers).toContainText("Given by Ben Weber, ");
    await expect(hers.getByRole("button", { name: /^Give/ })).toHaveCount(0);
    await ben.page.getByRole("button", { name: "Undo" }).click();
    await expect(hers).toContainText("Due");
    await expect(hers.getByRole("button", { name: /^Give/ })).toBeVisible();
  },
);

screenTest(
  "a row says how it is given and what it is part of; the sheet of a dose has the whole plan; a plan leads to its doses",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const rosa = await middayNotebook(anna);
    const now = Date.now();
    const meal = { mealRelation: "before", mealMinutes: 30 };
    await plannedIn(node, anna, rosa._id, "ramipril", 1, meal, now);
    const today = toDayInZone(now, MIDDAY);
    const time = clockIn(1, MIDDAY, now);
    const step = (from: string, until: string | null, amount: number) => ({
      from,
      until,
      schedule: everyDayAt([time, amount]) as ClockSchedule,
    });
    const steps = [
      step(addDays(today, -2), addDays(today, -1), 2),
      step(today, addDays(today, 3), 1),
      step(addDays(today, 4), null, 0.5),
    ];
    const taper = await planOf(anna, rosa._id, "prednisone", { kind: "steps", steps });
    await beganDaysAgo(node.database().pool, taper, 2);
    const hours: Schedule = { kind: "everyHours", hours: 8, from: time, amount: 1 };
    await beganDaysAgo(node.database().pool, await planOf(anna, rosa._id, "amoxicillin", hours), 2);
    await planOf(anna, rosa._id, "ibuprofen", whenNeeded(1, 2), { mealRelation: "with" });
    const { page } = anna;
    await page.goto("/home");
    await expect(doseRow(page.getByRole("region", { name: "Doses today" }), "ramipril")).toContainText(
      "1 tablet, 30 minutes before a meal, ",
    );
    await page.goto(`/care/${rosa.shortId}/doses`);
    const section = page.getByRole("region", { name: /— 3 medicines$/ });
    await expect(doseRow(section, "ramipril")).toContainText("1 tablet, 30 minutes before a meal");
    await expect(doseRow(section, "prednisone")).toContainText(
      `Step 2 of 3, until ${shortDay(addDays(today, 3))}`,
    );
    await expect(doseRow(section, "amoxicillin")).toContainText("Every 8 hours");
    await expect(doseRow(page, "ibuprofen")).toContainText("1 to 2 tablets, with a meal");
    await doseRow(section, "ramipril").getByRole("button", { name: /^Give/ }).click();
    await doseRow(section, "ramipril").getByRole("button", { name: "ramipril", exact: true }).click();
    const sheet = page.getByRole("dialog", { name: "ramipril" });
    await expect(sheet).toContainText(`1 tablet at ${shownTime(now + MINUTE)}, every day`);
    await expect(sheet).toContainText("30 minutes before a meal");
    await page.goto(`/care/${rosa.shortId}/plans/${taper}`);
    await page.getByRole("link", { name: "Doses of this medicine" }).click();
    await expect(page).toHaveURL(new RegExp(`doses/month\\?plan=${taper}`));
    const grid = page.getByRole("region", { name: /^Planned doses/ });
    await expect(grid.getByRole("rowheader", { name: /prednisone/ }).first()).toBeVisible();
    await expect(grid.getByRole("rowheader", { name: /ramipril/ })).toHaveCount(0);
    await page.getByRole("button", { name: "All medicines" }).click();
    await expect(grid.getByRole("rowheader", { name: /ramipril/ })).toBeVisible();
  },
);

screenTest(
  "a press is shown as on its way until the server has answered; a second press writes nothing more",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const rosa = await middayNotebook(anna);
    const planId = await planOf(anna, rosa._id, "ibuprofen", whenNeeded());
    await plannedIn(node, anna, rosa._id, "ramipril", 1);
    const { page } = anna;
    const release = await holdAnswers(page, "doses:giveDose");
    await page.goto(`/care/${rosa.shortId}/doses`);
    for (const name of ["ramipril", "ibuprofen"]) {
      const row = doseRow(page, name);
      // Both presses arrive before anything is drawn again.
      await row.getByRole("button", { name: /^Give\s?:/ }).evaluate((button: HTMLElement) => {
        button.click();
        button.click();
      });
      await expect(row).toContainText("Sending…");
      await expect(row).not.toContainText("Given by");
      await expect(row.getByRole("button", { name: /^Give/ })).toHaveCount(0);
    }
    release();
    await expect(doseRow(page, "ramipril")).toContainText("Given by you");
    await expect(doseRow(page, "ibuprofen")).toContainText("Last: 1 tablet, ");
    const { doses } = await daysOf(anna, rosa._id);
    expect(doses.filter((dose) => dose.planId === planId)).toHaveLength(1);
    expect(doses).toHaveLength(2);
    // One more press just after it isn't taken for another dose.
    await doseRow(page, "ibuprofen")
      .getByRole("button", { name: /^Give another…/ })
      .click();
    const question = page.getByRole("dialog", { name: "Give ibuprofen" });
    await expect(question).toContainText("Last: 1 tablet, ");
    await question.getByRole("button", { name: "Cancel" }).click();
  },
);

screenTest(
  "medicines given together are all listed first; what was refused is said, with why",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const ben = await someone("Ben Weber");
    const rosa = await middayNotebook(anna);
    await addMember(node, rosa._id, ben, "member");
    const taken = await plannedIn(node, anna, rosa._id, "ramipril", 1);
    const left = await plannedIn(node, anna, rosa._id, "metformin", 1, { doseUnit: "tablet" });
    const third = await plannedIn(node, anna, rosa._id, "insulin", 1, { doseUnit: "unit" });
    const { page } = anna;
    // Ben gives one of them while Anna's press is on its way.
    const slot = await slotBefore(anna, rosa._id, taken);
    await page.goto(`/care/${rosa.shortId}/doses`);
    await page.getByRole("button", { name: "Give all three…" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("checkbox")).toHaveCount(3);
    await expect(dialog.getByLabel("ramipril: 1 tablet")).toBeChecked();
    await expect(dialog.getByLabel("insulin: 1 unit")).toBeChecked();
    await dialog.getByLabel("metformin: 1 tablet").click();
    await ben.http.mutation(api.doses.giveDose, givenArgs(taken, { slot }));
    await dialog.getByRole("button", { name: "Give 2" }).click();
    await expect(dialog).toContainText("1 of 2 are written.");
    await expect(dialog).toContainText(
      /ramipril, 1 tablet: not given\. This dose was recorded: 1 tablet, .*, Ben Weber/,
    );
    await expect(dialog).toContainText("insulin, 1 unit: given");
    await dialog.getByRole("button", { name: "Close" }).last().click();
    // Nothing is asked again.
    await expect(page.getByRole("dialog")).toHaveCount(0);
    const { doses } = await daysOf(anna, rosa._id);
    expect(doses.map(({ planId }) => planId).sort()).toEqual([taken, third].sort());
    expect(doses.some(({ planId }) => planId === left)).toBe(false);
  },
);

screenTest(
  "as needed: the last dose and the typed limits, which follow another phone and the clock",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const ben = await someone("Ben Weber");
    const rosa = await middayNotebook(anna);
    await addMember(node, rosa._id, ben, "member");
    const planId = await planOf(anna, rosa._id, "ibuprofen", whenNeeded(1, 2), {
      facts: { strength: "400 mg" },
      minGapMinutes: 120,
      maxCount: 4,
      saidBy: "Dr Lee, letter of 3 May",
    });
    const { page } = anna;
    await page.clock.install({ time: Date.now() });
    await page.goto(`/care/${rosa.shortId}/doses`);
    const row = doseRow(page, "ibuprofen, 400 mg");
    await expect(row).toContainText("No dose is written here yet.");
    await expect(row).toContainText(
      "By the limits you entered (Dr Lee, letter of 3 May): 0 of 4 in 24 hours.",
    );
    const givenAt = Date.now() - 10 * MINUTE;
    await ben.http.mutation(api.doses.recordDose, givenArgs(planId, { givenAt, amount: 1 }));
    await expect(row).toContainText(`Last: 1 tablet, ${shownTime(givenAt)}, Ben Weber.`);
    await expect(row).toContainText(`from ${shownTime(givenAt + 2 * HOUR)}; 1 of 4 in 24 hours.`);
    await expect(row.getByRole("button", { name: /^Give/ })).toHaveCount(0);
    // Time passes: nothing stands in its way any more, and how much is asked, because the plan has a range.
    await page.clock.fastForward(111 * MINUTE);
    await row.getByRole("button", { name: /^Give…/ }).click();
    const dialog = page.getByRole("dialog", { name: "Give ibuprofen, 400 mg" });
    await expect(dialog.getByRole("radio")).toHaveCount(2);
    await dialog.getByLabel("2 tablets").click();
    await expect(dialog.getByRole("button", { name: "Give 2 tablets" })).toBeVisible();
  },
);

screenTest(
  "as needed: what has happened against a limit is written with each dose in its way and a reason",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const ben = await someone("Ben Weber");
    const rosa = await middayNotebook(anna);
    await addMember(node, rosa._id, ben, "member");
    const planId = await planOf(anna, rosa._id, "ibuprofen", whenNeeded(), { minGapMinutes: 240 });
    const givenAt = Date.now() - HOUR;
    await ben.http.mutation(api.doses.recordDose, givenArgs(planId, { givenAt }));
    const { page } = anna;
    await page.goto(`/care/${rosa.shortId}/doses`);
    await doseRow(page, "ibuprofen")
      .getByRole("button", { name: /^It has already been given…/ })
      .click();
    const dialog = page.getByRole("dialog", { name: "It has already been given" });
    await expect(dialog).toContainText(`1 tablet, ${shownTime(givenAt)}, Ben Weber.`);
    await dialog.getByRole("button", { name: "Write it down" }).click();
    await expect(dialog).toContainText("Say why");
    await dialog.getByLabel("Why it was given").fill("The clinic said so on the phone");
    // A new one comes meanwhile: it is shown, and asked again.
    const secondAt = Date.now() - 2 * MINUTE;
    const second = givenArgs(planId, { givenAt: secondAt, why: "In pain" });
    const first = (await daysOf(ben, rosa._id)).doses[0]!._id;
    await ben.http.mutation(api.doses.recordDose, { ...second, acknowledged: [first] });
    await expect(dialog).toContainText(`${shownTime(secondAt)}, Ben Weber`);
    await dialog.getByRole("button", { name: "Write it down" }).click();
    await expect(doseRow(page.getByRole("region", { name: "As needed" }), "ibuprofen")).toContainText(
      /Last: 1 tablet, .*, you\./,
    );
    const { doses } = await daysOf(anna, rosa._id);
    expect(doses.find(({ recordedById }) => recordedById === anna.userId)!.against).toHaveLength(2);
    await expect(page.getByRole("region", { name: "Given twice?" })).toContainText(
      "It was written although it goes against other doses:",
    );
  },
);

screenTest(
  "a refusal by the guard says who, when and how much, and has two ways on",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const ben = await someone("Ben Weber");
    const rosa = await middayNotebook(anna);
    await addMember(node, rosa._id, ben, "member");
    const planId = await plannedIn(node, anna, rosa._id, "ramipril", 1, { sameDoseMinutes: 60 });
    const { page } = anna;
    await page.goto(`/care/${rosa.shortId}/doses`);
    await expect(doseRow(page, "ramipril")).toContainText("Due");
    // One that wasn't planned, just before: the row is still open.
    const givenAt = Date.now() - 20 * MINUTE;
    await ben.http.mutation(api.doses.recordDose, givenArgs(planId, meant("acknowledged", { givenAt })));
    const planned = () => doseRow(page.getByRole("region", { name: /— 1 medicine$/ }), "ramipril");
    const press = () => planned().getByRole("button", { name: /^Give/ }).click();
    await press();
    const dialog = page.getByRole("dialog", { name: `Ben Weber gave it at ${shownTime(givenAt)}` });
    await expect(dialog).toContainText(`1 tablet, ${shownTime(givenAt)}, Ben Weber.`);
    // Nobody has typed a limit: what is taken for the same dose is bookkeeping.
    await expect(dialog).toContainText("Next planned: tomorrow, ");
    await expect(dialog).not.toContainText("By the limits you entered");
    await dialog.getByRole("button", { name: "Don’t give it" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(planned()).toContainText("Due");
    await press();
    await dialog.getByRole("button", { name: "It has already been given…" }).click();
    const record = page.getByRole("dialog", { name: "It has already been given" });
    await record.getByLabel("Why it was given").fill("She had spat the first one out");
    // A dose that comes meanwhile isn't covered by what was read.
    const entryId = randomUUID();
    const meanwhile = Date.now() - 5 * MINUTE;
    await ben.http.mutation(
      api.doses.recordDose,
      givenArgs(planId, {
        entryId,
        givenAt: meanwhile,
        acknowledged: [entryId, ...(await daysOf(ben, rosa._id)).doses.map(({ _id }) => _id)],
        why: "x",
      }),
    );
    await record.getByRole("button", { name: "Write it down" }).click();
    const again = page.getByRole("dialog", { name: "Another dose was written meanwhile" });
    await expect(again).toContainText(shownTime(meanwhile));
    await again.getByRole("button", { name: "It has already been given…" }).click();
    // What was typed is kept.
    await expect(record.getByLabel("Why it was given")).toHaveValue("She had spat the first one out");
    await record.getByRole("button", { name: "Write it down" }).click();
    await expect(planned()).toContainText("Given by you");
  },
);

screenTest("not given has reasons, and the dose stays open for the next try", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const rosa = await middayNotebook(anna);
  await plannedIn(node, anna, rosa._id, "ramipril", 1);
  const { page } = anna;
  await page.goto(`/care/${rosa.shortId}/doses`);
  const row = doseRow(page, "ramipril");
  await chooseForDose(row, "Not given…");
  const dialog = page.getByRole("dialog", { name: "Not given" });
  await expect(dialog.getByRole("radio")).toHaveCount(12);
  await dialog.getByRole("button", { name: "Write it down" }).click();
  await expect(dialog).toContainText("Choose why it wasn’t given");
  await dialog.getByLabel("Other reason").click();
  await dialog.getByRole("button", { name: "Write it down" }).click();
  await expect(dialog).toContainText("Say why");
  await dialog.getByLabel("Refused").click();
  await dialog.getByRole("textbox", { name: "Note" }).fill("Spat it out");
  await dialog.getByRole("button", { name: "Write it down" }).click();
  await expect(row).toContainText("Refused at ");
  await expect(row).toContainText("Spat it out");
  await row.getByRole("button", { name: /^Give/ }).click();
  await expect(row).toContainText("Given by you");
  await row.getByRole("button", { name: "ramipril", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "ramipril" });
  await expect(sheet.getByRole("listitem")).toHaveCount(2);
  await expect(sheet.getByRole("listitem").first()).toContainText("Refused");
  await expect(sheet.getByRole("listitem").nth(1)).toContainText("Given: 1 tablet");
});

screenTest(
  "a dose that somebody else gave earlier is written with who and when; not in the future, long ago with a reason",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const ben = await someone("Ben Weber");
    const rosa = await middayNotebook(anna);
    await addMember(node, rosa._id, ben, "member");
    const planId = await plannedIn(node, anna, rosa._id, "ramipril", -120, { lateUntilMinutes: 300 });
    const { page } = anna;
    await page.goto(`/care/${rosa.shortId}/doses`);
    const row = doseRow(page, "ramipril");
    await expect(row).toContainText("Late");
    await chooseForDose(row, "It was given already…");
    const dialog = page.getByRole("dialog", { name: "It has already been given" });
    await dialog.getByLabel("Day", { exact: true }).fill(toDayInZone(Date.now() + DAY, MIDDAY));
    await dialog.getByRole("button", { name: "Write it down" }).click();
    await expect(dialog).toContainText("can't be given in the future");
    await dialog.getByLabel("Day", { exact: true }).fill(toDayInZone(Date.now() - 9 * DAY, MIDDAY));
    await dialog.getByRole("button", { name: "Write it down" }).click();
    await expect(dialog).toContainText("Say why it is recorded after more than 7 days");
    await dialog.getByLabel("Day", { exact: true }).fill(toDayInZone(Date.now(), MIDDAY));
    await dialog.getByLabel("Time").fill("10:40");
    await dialog.getByLabel("How much").fill("0,5");
    await dialog.getByLabel("Who gave it").selectOption({ label: "Ben Weber" });
    await dialog.getByRole("button", { name: "Write it down" }).click();
    await expect(row).toContainText("Given by Ben Weber, 10:40 AM");
    await expect(row).toContainText("½ tablet (planned: 1 tablet)");
    // Another one, by somebody who isn't a member, and by the person themselves.
    await chooseForDose(row, "Another dose was given…");
    await dialog.getByLabel("Who gave it").selectOption({ label: "Somebody else" });
    await dialog.getByRole("button", { name: "Write it down" }).click();
    await expect(dialog).toContainText("Choose a member of the notebook, or write a name");
    await dialog.getByLabel("Their name").fill("The night nurse");
    await dialog.getByRole("button", { name: "Write it down" }).click();
    const unplanned = page.getByRole("dialog", { name: "No dose was planned then" });
    await expect(unplanned).toContainText("Last given: 10:40 AM, by Ben Weber.");
    await unplanned.getByRole("button", { name: "It was given all the same" }).click();
    await expect(page.getByRole("region", { name: "Also given" })).toContainText("The night nurse");
    await chooseForDose(row, "Another dose was given…");
    await dialog.getByLabel("Who gave it").selectOption({ label: "Rosa Blum, without help" });
    await dialog.getByRole("button", { name: "Write it down" }).click();
    // One is written for this minute: two people may write down the same one.
    const same = page.getByRole("dialog", { name: "One is written for this time" });
    await expect(same).toContainText("The night nurse");
    await expect(same.getByRole("button", { name: "It’s the same one" })).toBeVisible();
    await same.getByRole("button", { name: "It was another one" }).click();
    await expect(page.getByRole("region", { name: "Also given" })).toContainText("Rosa Blum");
    expect((await daysOf(anna, rosa._id)).doses.filter((dose) => dose.planId === planId)).toHaveLength(3);
  },
);

screenTest(
  "“I’m giving it” is seen by the others, lapses by itself and can be taken back; one alone isn't offered it",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const ben = await someone("Ben Weber");
    const rosa = await middayNotebook(anna);
    await plannedIn(node, anna, rosa._id, "ramipril", 1);
    const { page } = anna;
    await page.goto(`/care/${rosa.shortId}/doses`);
    const hers = doseRow(page, "ramipril");
    await hers.getByRole("button", { name: /^More for/ }).click();
    await expect(hers.getByRole("menu")).toContainText("Not given…");
    await expect(hers.getByRole("menu")).not.toContainText("I’m giving it");
    await page.keyboard.press("Escape");
    await addMember(node, rosa._id, ben, "member");
    await ben.page.clock.install({ time: Date.now() });
    await ben.page.goto(`/care/${rosa.shortId}/doses`);
    const his = doseRow(ben.page, "ramipril");
    await chooseForDose(hers, "I’m giving it");
    await expect(hers).toContainText("You are giving it, since ");
    await expect(his).toContainText("Being given by Anna Keller, since ");
    await expect(his.getByRole("button", { name: /^Give/ })).toHaveCount(0);
    await ben.page.clock.fastForward(16 * MINUTE);
    await expect(his).toContainText("Due");
    await hers.getByRole("button", { name: /^Not me/ }).click();
    await expect(hers).toContainText("Due");
  },
);

screenTest(
  "the sheet of a dose corrects, withdraws and keeps all that was written; Back closes it",
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const rosa = await middayNotebook(anna);
    const planId = await planOf(anna, rosa._id, "ibuprofen", whenNeeded());
    await anna.http.mutation(
      api.doses.recordDose,
      givenArgs(planId, { givenAt: Date.now() - HOUR, note: "Headache" }),
    );
    const { page } = anna;
    await page.goto(`/care/${rosa.shortId}/doses`);
    await doseRow(page, "ibuprofen")
      .getByRole("button", { name: /^1 tablet, / })
      .click();
    const sheet = page.getByRole("dialog", { name: "ibuprofen" });
    await expect(sheet).toContainText("Not planned");
    await expect(sheet).toContainText("Headache");
    await sheet.getByRole("button", { name: "Partly" }).click();
    await expect(sheet).toContainText("It helped partly, ");
    await sheet.getByRole("button", { name: "Correct…" }).click();
    const correct = sheet.getByRole("form", { name: "Correct" });
    await correct.getByLabel("How much").fill("2");
    await correct.getByRole("button", { name: "Correct it" }).click();
    await expect(correct).toContainText("Say why");
    await expect(correct.getByLabel("Who gave it")).toHaveValue("me");
    await correct.getByLabel("Who gave it").selectOption({ label: "Somebody else" });
    await correct.getByLabel("Why it is corrected").fill("It were two");
    await correct.getByRole("button", { name: "Correct it" }).click();
    await expect(correct).toContainText("write a name");
    await correct.getByLabel("Their name").fill("Mrs Weber");
    await correct.getByRole("button", { name: "Correct it" }).click();
    await expect(correct).toContainText("Planned: 1 tablet. Entered: 2 tablets.");
    await correct.getByRole("button", { name: "Correct it all the same" }).click();
    await expect(correct).toHaveCount(0);
    await expect(sheet.getByRole("listitem")).toHaveCount(3);
    await expect(sheet.getByRole("listitem").nth(2)).toContainText(/Corrected: 2 tablets, .*, by Mrs Weber/);
    await expect(sheet.getByRole("listitem").nth(2)).toContainText("Why: It were two");
    await sheet.getByRole("button", { name: "Withdraw…" }).click();
    const withdraw = sheet.getByRole("form", { name: "Withdraw" });
    await withdraw.getByLabel("Another reason").click();
    await withdraw.getByRole("button", { name: "Withdraw it" }).click();
    await expect(withdraw).toContainText("Say why");
    await withdraw.getByLabel("It wasn't taken after all").click();
    await withdraw.getByRole("button", { name: "Withdraw it" }).click();
    await expect(sheet.getByRole("listitem")).toHaveCount(4);
    await expect(sheet.getByRole("listitem").nth(3)).toContainText("Withdrawn: it wasn't taken after all");
    await expect(sheet.getByRole("button", { name: "Correct…" })).toHaveCount(0);
    await page.goBack();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1, name: "Today's doses" })).toBeVisible();
  },
);

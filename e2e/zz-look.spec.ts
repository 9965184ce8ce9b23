import { randomUUID } from "node:crypto";
import { api } from "../lib/api.ts";
import { planOf, whenNeeded } from "../test/plans.ts";
import { MIDDAY, middayNotebook, plannedIn } from "./support/doses.ts";
import { addMember } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

test.use({ timezoneId: MIDDAY });
for (const [w, h] of [
  [390, 844],
  [1280, 900],
] as const)
  for (const scheme of ["light", "dark"] as const)
    test(`look ${w} ${scheme}`, async ({ someone, node }) => {
      const anna = await someone("Anna Keller", { viewport: { width: w, height: h }, colorScheme: scheme });
      const ben = await someone("Ben Weber");
      const rosa = await middayNotebook(anna);
      await addMember(node, rosa._id, ben, "member");
      const morning = await plannedIn(node, anna, rosa._id, "ramipril", [-180, 5], {
        facts: { strength: "5 mg" },
        instructions: "Before the meal, with a glass of water",
        lateUntilMinutes: 240,
      });
      await plannedIn(node, anna, rosa._id, "metformin", [5, 300], { facts: { strength: "500 mg" } });
      await plannedIn(node, anna, rosa._id, "levothyroxine", [-100, 5], { facts: { strength: "75 mcg" } });
      const ibu = await planOf(anna, rosa._id, "ibuprofen", whenNeeded(1, 2), {
        facts: { strength: "400 mg" },
        minGapMinutes: 240,
        maxCount: 4,
        saidBy: "Dr Lee, letter of 3 May",
      });
      await planOf(anna, rosa._id, "paracetamol", whenNeeded(1), { facts: { strength: "500 mg" } });
      await planOf(
        anna,
        rosa._id,
        "skin cream",
        { kind: "freeText" },
        { instructions: "A thin layer when the skin is dry" },
      );
      const say = { amount: 1, givenAt: Date.now(), sentAt: Date.now() };
      await ben.http.mutation(api.doses.recordDose, {
        entryId: randomUUID(),
        planId: ibu,
        slot: null,
        ...say,
        givenAt: Date.now() - 40 * 60000,
      });
      const days = await anna.http.query(api.doses.listDoses, {
        diaryId: rosa._id,
        fromDay: new Date(Date.now() - 86400000).toISOString().slice(0, 10),
        toDay: new Date(Date.now() + 86400000).toISOString().slice(0, 10),
      });
      const slot = days.slots.filter((s) => s.planId === morning && s.dueAt < Date.now()).at(-1)!;
      await ben.http.mutation(api.doses.giveDose, {
        entryId: randomUUID(),
        planId: morning,
        slot: slot.slot,
        ...say,
      });
      await anna.http.mutation(api.doses.giveDose, {
        entryId: randomUUID(),
        planId: morning,
        slot: slot.slot,
        ...say,
        givenAt: Date.now() - 9 * 60000,
      });
      const { page } = anna;
      const shot = (name: string) =>
        page.screenshot({ path: `/work/shots/today/${name}-${w}-${scheme}.png`, fullPage: true });
      await page.goto("/home");
      await expect(page.getByRole("heading", { name: "Doses due now" })).toBeVisible();
      await shot("home");
      await page.goto(`/care/${rosa.shortId}/doses`);
      await expect(page.getByRole("heading", { name: "As needed" })).toBeVisible();
      await shot("today");
      await page
        .getByRole("button", { name: /^Give all/ })
        .first()
        .click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await page.waitForTimeout(300);
      await page.screenshot({ path: `/work/shots/today/all-${w}-${scheme}.png` });
      await page.getByRole("button", { name: "Give 3" }).click();
      await expect(page.getByText("All 3 are written.")).toBeVisible();
      await page.screenshot({ path: `/work/shots/today/all-done-${w}-${scheme}.png` });
      await page.getByRole("button", { name: "Close" }).last().click();
      await page.getByRole("button", { name: "It has already been given…" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await page.waitForTimeout(300);
      await page.screenshot({ path: `/work/shots/today/record-${w}-${scheme}.png` });
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Give: paracetamol, 500 mg" }).click();
      await expect(page.getByText("Given: paracetamol")).toBeVisible();
      await page.waitForTimeout(300);
      await shot("today-later");
      await page.getByRole("button", { name: /^1 tablet.*you: paracetamol/ }).click();
      await expect(page.getByRole("heading", { name: "What was written" })).toBeVisible();
      await page.waitForTimeout(300);
      await page.screenshot({ path: `/work/shots/today/sheet-${w}-${scheme}.png` });
    });

import { endOfMonth, startOfMonth } from "../lib/dates/weeks.ts";
import { addDays, toDayInZone } from "../lib/dates/zone-day.ts";
import { addDose, addPlan, slotsOf } from "../test/ledger.ts";
import { everyDayAt } from "../test/plans.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { addMember, notebookOf, type Person } from "./support/people.ts";
import type { RunningNode } from "./support/running-node.ts";
import { expect, screenTest, test } from "./support/test.ts";

test.use({ hasBackground: true });

const PHONE = { width: 390, height: 844 };
const HOUR = 3_600_000;

/** A notebook with a month of doses before this one: something of each look, by two people with the same initials. */
async function monthOf(node: RunningNode, anna: Person, anja: Person) {
  const { _id: diaryId, shortId } = await notebookOf(anna, "Rosa Blum");
  await addMember(node, diaryId, anja, "member");
  const zone = (await node.database().pool.query("select time_zone from diaries where id = $1", [diaryId]))
    .rows[0].time_zone as string;
  const from = startOfMonth(addDays(startOfMonth(toDayInZone(Date.now(), zone)), -1));
  const to = endOfMonth(from);
  const { pool } = node.database();
  const plan = { diaryId, userId: anna.userId, firstDay: from, timeZone: zone };
  const ramipril = await addPlan(pool, { ...plan, name: "ramipril", schedule: everyDayAt("08:00", "20:00") });
  await addPlan(pool, {
    ...plan,
    name: "Hydrochlorothiazide",
    strength: "12.5 mg",
    schedule: { ...everyDayAt("09:00"), days: { everyDays: 2 } },
  });
  const paracetamol = await addPlan(pool, {
    ...plan,
    name: "paracetamol",
    strength: "500 mg",
    schedule: { kind: "asNeeded", amount: 1, most: 2 },
    instructions: "For pain.",
  });
  const slots = slotsOf(everyDayAt("08:00", "20:00"), from, to, zone);
  const times = { diaryId, planId: ramipril };
  let first = "";
  for (const [i, { slot, dueAt }] of slots.entries()) {
    if (i === 8) continue;
    const by = (i % 3 === 1 ? anja : anna).userId;
    const id = await addDose(pool, {
      ...times,
      by,
      slot,
      dueAt,
      givenAt: dueAt + (i === 4 ? 2 * HOUR : 0),
      ...(i === 6 && { reason: "refused" }),
    });
    if (i === 0) first = id;
  }
  await addDose(pool, {
    ...times,
    by: anja.userId,
    slot: slots[0]!.slot,
    dueAt: slots[0]!.dueAt,
    givenAt: slots[0]!.dueAt + 60_000,
    extraOf: first,
    against: [first],
  });
  await addDose(pool, {
    diaryId,
    planId: paracetamol,
    by: anja.userId,
    givenAt: slots[2]!.dueAt + HOUR,
    amount: 2,
  });
  return { path: `/care/${shortId}/doses/month?month=${from.slice(0, 7)}`, shortId, from, zone };
}

screenTest(
  "the month shows who gave what, what wasn't given and what isn't recorded",
  async ({ node, someone }) => {
    const anna = await someone("Anna Berg");
    const anja = await someone("Anja Brandt");
    const { path, from } = await monthOf(node, anna, anja);
    const { page } = anna;
    await page.goto(path);
    const grid = page.getByRole("region", { name: /^Planned doses/ });
    await expect(grid.getByRole("row")).toHaveCount(4);
    const morning = grid.getByRole("row", { name: /ramipril 5 mg 08:00, 1 tablet/ });
    const cells = morning.getByRole("cell");
    await expect(cells.nth(0)).toContainText("given 08:00 by Anna Berg, given more than once");
    await expect(cells.nth(2)).toContainText("given 10:00 by Anja Brandt, late");
    await expect(cells.nth(3)).toContainText("not given: refused, recorded by Anna Berg");
    await expect(cells.nth(4)).toContainText("not recorded");
    await expect(
      grid
        .getByRole("row", { name: /Hydrochlorothiazide/ })
        .getByRole("cell")
        .nth(1),
    ).toContainText("not planned");
    // Two people with the same initials stay apart.
    const codes = page.getByRole("listitem").filter({ hasText: /^AB\d / });
    await expect(codes).toHaveCount(2);
    const timed = page.getByRole("list", { name: "These doses with their times" });
    await expect(timed).toContainText("paracetamol 500 mg, 2 tablets");
    await expect(timed).toContainText(
      "given once more for a planned time, against its plan, a limit or another dose",
    );
    await expect(
      page.getByText(/ramipril 5 mg: given \d+ of \d+ due, 1 refused, 1 not recorded/),
    ).toBeVisible();
    await expect(page.getByText(/missed|%/)).toHaveCount(0);

    await cells.nth(0).getByRole("button").click();
    const history = page.getByRole("dialog");
    await expect(history).toContainText("Written by you");
    // The other one stands beside it, and opens from it.
    await history.getByRole("button", { name: /^The entry beside it: .*Anja Brandt/ }).click();
    await expect(history).toContainText("Written by Anja Brandt");
    await page.goBack();
    await expect(history).toHaveCount(0);

    await page.getByRole("button", { name: "Next month" }).click();
    await expect(page).not.toHaveURL(new RegExp(from.slice(0, 7)));
    await page.getByRole("button", { name: "Previous month" }).click();
    await expect(page).toHaveURL(new RegExp(from.slice(0, 7)));
  },
);

screenTest("a month without plans says what will be there", async ({ someone }) => {
  const anna = await someone("Anna Berg");
  const { shortId } = await notebookOf(anna);
  await anna.page.goto(`/care/${shortId}/doses/month`);
  await expect(anna.page.getByRole("heading", { name: "No plans in this month" })).toBeVisible();
});

test("the sheet of a month is made, downloaded and deleted; the month fits a phone and a wide screen", async ({
  node,
  someone,
}) => {
  const anna = await someone("Anna Berg", { viewport: PHONE });
  const anja = await someone("Anja Brandt");
  const { path } = await monthOf(node, anna, anja);
  const { page } = anna;
  await page.goto(path);
  const grid = page.getByRole("region", { name: /^Planned doses/ });
  await expect(grid.getByRole("row")).toHaveCount(4);
  // The page itself doesn't scroll sideways, and the medicine stays in sight while the grid does.
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBeLessThanOrEqual(PHONE.width);
  const name = grid.getByText("Hydrochlorothiazide");
  const before = (await name.boundingBox())!.x;
  await grid.evaluate((frame) => frame.scrollTo({ left: 600 }));
  expect(await grid.evaluate((frame) => frame.scrollLeft)).toBeGreaterThan(500);
  expect(Math.abs((await name.boundingBox())!.x - before)).toBeLessThan(2);
  await grid.evaluate((frame) => frame.scrollTo({ left: 0 }));
  const button = grid.getByRole("button").first();
  const box = (await button.boundingBox())!;
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(43.5);
  await expectCleanScreen(page, "the month on a phone");
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/month-390.png`, fullPage: true });
  await button.click();
  await expect(page.getByRole("dialog")).toContainText("Written by you");
  await expectCleanScreen(page, "the history of a dose");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.getByRole("button", { name: /^Make a sheet/ }).click();
  const panel = page.getByRole("region", { name: /^Sheets on paper/ });
  const download = panel.getByRole("button", { name: /^Download/ });
  await expect(download).toBeVisible({ timeout: 30_000 });
  await expect(panel).toContainText("Medication record (PDF)");
  const file = page.waitForEvent("download");
  await download.click();
  expect((await file).suggestedFilename()).toMatch(/, medication record, \d{4}-\d\d\.pdf$/);
  await panel.getByRole("button", { name: /^Delete/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(panel).toContainText("No exports yet");

  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await width()).toBeLessThanOrEqual(1280);
  await expectCleanScreen(page, "the month on a wide screen");
  if (process.env.SHOTS) {
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.screenshot({ path: `${process.env.SHOTS}/month-1280.png`, fullPage: true });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.screenshot({ path: `${process.env.SHOTS}/month-1280-dark.png`, fullPage: true });
    await page.setViewportSize(PHONE);
    await page.screenshot({ path: `${process.env.SHOTS}/month-390-dark.png`, fullPage: true });
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ colorScheme: "light" });
    await page.pdf({ path: `${process.env.SHOTS}/month-print.pdf`, preferCSSPageSize: true });
  }
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: /^Make a sheet/ })).toBeHidden();
});

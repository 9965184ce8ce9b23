import { randomUUID } from "node:crypto";
import { api } from "../lib/api.ts";
import { HOUR, MINUTE } from "../lib/dates/time.ts";
import { toDayInZone } from "../lib/dates/zone-day.ts";
import { planOf, whenNeeded } from "../test/plans.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { doseRow, MIDDAY, middayNotebook, plannedIn } from "./support/doses.ts";
import { brokenTable } from "./support/faults.ts";
import { addMember, type Person } from "./support/people.ts";
import { taskOf } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";

test.use({ timezoneId: MIDDAY, viewport: { width: 390, height: 844 } });

const dosesOf = async (person: Pick<Person, "http">, diaryId: string) =>
  (
    await person.http.query(api.doses.listDoses, {
      diaryId,
      fromDay: toDayInZone(Date.now() - 24 * HOUR, MIDDAY),
      toDay: toDayInZone(Date.now(), MIDDAY),
    })
  ).doses;

test("a dose given without a connection is kept for hours and written with its own time, beside another's", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const ben = await someone("Ben Weber");
  const rosa = await middayNotebook(anna);
  await addMember(node, rosa._id, ben, "member");
  await plannedIn(node, anna, rosa._id, "ramipril", -180, { lateUntilMinutes: 600 });
  const { page } = anna;
  // Three hours ago, by a phone that is forty minutes ahead as well.
  const wrong = 40 * MINUTE;
  await page.clock.install({ time: Date.now() - 3 * HOUR + wrong });
  await page.goto(`/care/${rosa.shortId}/doses`);
  const row = doseRow(page, "ramipril");
  await expect(row.getByRole("button", { name: /^Give/ })).toBeVisible();
  await anna.context.setOffline(true);
  await expect(page.getByText("Reconnecting…")).toBeVisible();
  const pressedAt = Date.now() - 3 * HOUR;
  await row.getByRole("button", { name: /^Give/ }).click();
  await expect(row).toContainText("Kept on this phone. Others can’t see it yet, and may have given it too");
  await expect(row).not.toContainText("Given by");
  // Meanwhile Ben gives it.
  const slot = (
    await ben.http.query(api.doses.listDoses, {
      diaryId: rosa._id,
      fromDay: toDayInZone(Date.now(), MIDDAY),
      toDay: toDayInZone(Date.now(), MIDDAY),
    })
  ).slots[0]!;
  await ben.http.mutation(api.doses.giveDose, {
    entryId: randomUUID(),
    planId: slot.planId,
    slot: slot.slot,
    amount: 1,
    givenAt: Date.now(),
    sentAt: Date.now(),
  });
  await page.clock.fastForward(3 * HOUR);
  await expect(row).toContainText("Kept on this phone");
  await anna.context.setOffline(false);
  await page.clock.runFor(20_000);
  const doubts = page.getByRole("region", { name: "Given twice?" });
  await expect(doubts).toContainText("Ben Weber", { timeout: 30_000 });
  await expect(page.getByText("Kept on this phone")).toHaveCount(0);
  const mine = (await dosesOf(anna, rosa._id)).filter(({ recordedById }) => recordedById === anna.userId);
  expect(mine).toHaveLength(1);
  expect(mine[0]!.extraOf).not.toBeNull();
  expect(Math.abs(mine[0]!.givenAt! - pressedAt)).toBeLessThan(2 * MINUTE);
});

test("a dose that waits for the network survives a page that is closed, is sent from any page, and written once", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const rosa = await middayNotebook(anna);
  await planOf(anna, rosa._id, "ibuprofen", whenNeeded());
  await anna.page.goto(`/care/${rosa.shortId}/doses`);
  await expect(doseRow(anna.page, "ibuprofen")).toBeVisible();
  await anna.context.setOffline(true);
  await expect(anna.page.getByText("Reconnecting…")).toBeVisible();
  await doseRow(anna.page, "ibuprofen")
    .getByRole("button", { name: /^Give\s?:/ })
    .click();
  await expect(doseRow(anna.page, "ibuprofen")).toContainText("Kept on this phone");
  // As when the phone closes it.
  await anna.page.close({ runBeforeUnload: false });
  expect(await dosesOf(anna, rosa._id)).toEqual([]);
  await anna.context.setOffline(false);
  const page = await anna.context.newPage();
  // On a page that has nothing to do with doses.
  await page.goto("/account");
  await expect.poll(async () => (await dosesOf(anna, rosa._id)).length).toBe(1);
  await page.goto(`/care/${rosa.shortId}/doses`);
  await expect(doseRow(page, "ibuprofen")).toContainText("Last: 1 tablet, ");
  await page.reload();
  await expect(doseRow(page, "ibuprofen")).toContainText("Last: 1 tablet, ");
  expect(await dosesOf(anna, rosa._id)).toHaveLength(1);
});

test("home shows doses and tasks together: neither moves the other while it loads", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const rosa = await middayNotebook(anna);
  // Both are due already: what becomes due while the page loads moves what is below it.
  await plannedIn(node, anna, rosa._id, "ramipril", -5);
  await taskOf(anna, rosa._id, "Water her flowers", { scheduledDate: Date.now() - MINUTE });
  const { page } = anna;
  await page.addInitScript(() => {
    const moved = new Set<number>();
    const watch = () => {
      const task = document.querySelector("[data-task]");
      if (task) moved.add(Math.round(task.getBoundingClientRect().top + window.scrollY));
      requestAnimationFrame(watch);
    };
    watch();
    Object.assign(window, { placesOfTask: moved });
  });
  await page.goto("/home");
  await expect(page.getByRole("region", { name: "Doses today" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Water her flowers", exact: true })).toBeVisible();
  await page.waitForLoadState("networkidle");
  const places = await page.evaluate(() => [
    ...(window as never as { placesOfTask: Set<number> }).placesOfTask,
  ]);
  expect(places).toHaveLength(1);
});

test("axe finds no problem on today's doses, its dialogs and on home", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const ben = await someone("Ben Weber");
  const rosa = await middayNotebook(anna);
  await addMember(node, rosa._id, ben, "member");
  const ramipril = await plannedIn(node, anna, rosa._id, "ramipril", [-90, 1, 300], {
    lateUntilMinutes: 240,
  });
  await plannedIn(node, anna, rosa._id, "metformin", [-180, 1], { facts: { strength: "500 mg" } });
  const ibuprofen = await planOf(anna, rosa._id, "ibuprofen", whenNeeded(1, 2), { minGapMinutes: 240 });
  await planOf(anna, rosa._id, "paracetamol", whenNeeded(1, 2));
  await planOf(anna, rosa._id, "skin cream", { kind: "freeText" }, { instructions: "When dry" });
  const given = { slot: null, amount: 1, givenAt: Date.now(), sentAt: Date.now() };
  const give = (planId: string, fields: object) =>
    ben.http.mutation(api.doses.recordDose, { entryId: randomUUID(), planId, ...given, ...fields });
  await give(ibuprofen, {});
  const days = await ben.http.query(api.doses.listDoses, {
    diaryId: rosa._id,
    fromDay: toDayInZone(Date.now(), MIDDAY),
    toDay: toDayInZone(Date.now(), MIDDAY),
  });
  const { slot } = days.slots.find(({ planId }) => planId === ramipril)!;
  await give(ramipril, { slot });
  await anna.http.mutation(api.doses.giveDose, {
    entryId: randomUUID(),
    planId: ramipril,
    ...given,
    slot,
    givenAt: Date.now() - 5 * MINUTE,
  });
  const { page } = anna;
  await page.goto("/home");
  await expect(page.getByRole("region", { name: "Doses today" })).toBeVisible();
  await expectCleanScreen(page, "home");
  await page.goto(`/care/${rosa.shortId}/doses`);
  await expect(page.getByRole("region", { name: "Given twice?" })).toBeVisible();
  await expectCleanScreen(page, "today");
  for (const [name, open] of [
    ["all", () => page.getByRole("button", { name: "Give both…" }).click()],
    ["amount", () => page.getByRole("button", { name: /^Give…\s?: paracetamol/ }).click()],
    ["record", () => page.getByRole("button", { name: /^It has already been given/ }).click()],
    [
      "not given",
      async () => {
        await page.getByRole("button", { name: "More for metformin, 500 mg" }).last().click();
        await page.getByText("Not given…").click();
      },
    ],
    ["sheet", () => page.getByRole("button", { name: /^1 tablet, .*: ibuprofen/ }).click()],
  ] as const) {
    await open();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectCleanScreen(page, name);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});

test("somebody in another zone sees the notebook's clock named and their own time beside it", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller", { timezoneId: "Asia/Kolkata" });
  const rosa = await middayNotebook(anna);
  await plannedIn(node, anna, rosa._id, "ramipril", 1);
  await anna.page.goto(`/care/${rosa.shortId}/doses`);
  await expect(anna.page.getByText(/Times are those of Rosa's notebook/)).toBeVisible();
  await expect(anna.page.getByRole("heading", { name: /for you — 1 medicine$/ })).toBeVisible();
});

test("a dose that the server fails to write stays on the phone and is sent again by itself", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const rosa = await middayNotebook(anna);
  await plannedIn(node, anna, rosa._id, "ramipril", 1);
  const { page } = anna;
  await page.clock.install({ time: Date.now() });
  await page.goto(`/care/${rosa.shortId}/doses`);
  const row = doseRow(page, "ramipril");
  {
    await using _ = await brokenTable(node, "doses");
    await row.getByRole("button", { name: /^Give/ }).click();
    await expect(page.getByText("The dose isn't recorded yet, but this device keeps it")).toBeVisible();
    await expect(row).not.toContainText("Given by");
    // It isn't offered a second time.
    await expect(row.getByRole("button", { name: /^Give/ })).toHaveCount(0);
  }
  expect(await dosesOf(anna, rosa._id)).toEqual([]);
  await page.clock.fastForward(31_000);
  await expect(row).toContainText("Given by you");
  expect(await dosesOf(anna, rosa._id)).toHaveLength(1);
});

import { api } from "../lib/api.ts";
import { HOUR, MINUTE } from "../lib/dates/time.ts";
import { parseSlotMoment } from "../lib/slot-moment.ts";
import { givenArgs } from "../test/doses.ts";
import { clockIn, everyDayAt, planOf } from "../test/plans.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { doseRow, MIDDAY, middayNotebook, plannedIn, slotBefore } from "./support/doses.ts";
import { addMember, type Person } from "./support/people.ts";
import type { RunningNode } from "./support/running-node.ts";
import { taskOf } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";

test.use({ timezoneId: MIDDAY });

/** Two notebooks with doses that are due, missed, given and to come, a pause, little left, tasks and news. */
async function fullHome(node: RunningNode, anna: Person, ben: Person) {
  const rosa = await middayNotebook(anna);
  const emil = await middayNotebook(anna, "Emil Weber");
  await addMember(node, rosa._id, ben, "member");
  // Late at night, and this morning; an hour is the time in which each can be given. What is due is minutes away: yesterday's
  // at its time stays within the last 24 hours while the test runs.
  const ramipril = await plannedIn(node, anna, rosa._id, "ramipril", [-14.5 * 60, -240, 10, 300], {
    lateUntilMinutes: 60,
    lateAfterMinutes: 30,
  });
  const metformin = await plannedIn(node, anna, rosa._id, "metformin", 400);
  const insulin = await plannedIn(node, anna, emil._id, "insulin", 300, { doseUnit: "unit" });
  const slot = await slotBefore(anna, rosa._id, ramipril, Date.now() - 200 * MINUTE);
  await ben.http.mutation(
    api.doses.recordDose,
    givenArgs(ramipril, { slot, givenAt: Date.now() - 239 * MINUTE }),
  );
  await anna.http.mutation(api.stock.recordStock, {
    planId: metformin,
    kind: "counted",
    amount: 2,
    at: Date.now() - HOUR,
  });
  await anna.http.mutation(api.stock.setStockWarning, {
    planId: metformin,
    warning: { below: 5, of: "days" },
  });
  await anna.http.mutation(api.pauses.startPause, {
    diaryId: emil._id,
    kind: "hospital",
    planIds: [insulin],
    fromAt: Date.now() - HOUR,
    untilAt: null,
  });
  await taskOf(anna, rosa._id, "Water her flowers", { scheduledDate: Date.now() + MINUTE });
  return { rosa, emil };
}

test("home lists a notebook's doses by time: what was missed, is due, comes next, is paused or low, and how many were given", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const ben = await someone("Ben Weber");
  const { rosa } = await fullHome(node, anna, ben);
  const { page } = anna;
  await page.goto("/home");
  const part = (name: string) => page.getByRole("region", { name: `Doses today: ${name}` });
  const ofRosa = part("Rosa Blum");
  await expect(ofRosa.getByRole("link", { name: "1 of 5 given today" })).toHaveAttribute(
    "href",
    `/care/${rosa.shortId}/doses`,
  );
  await expect(ofRosa).toContainText("Not recorded: 1 more since yesterday");
  await expect(ofRosa.getByRole("listitem")).toContainText([
    "Not recorded: ramipril, yesterday, ",
    "Not recorded: metformin, yesterday, ",
    "Not recorded: ramipril, yesterday, ",
    "Due",
  ]);
  await expect(ofRosa).toContainText(/Next: ramipril, .*; metformin, /);
  await expect(ofRosa).toContainText("Little left: metformin, 2 tablets left");
  await expect(part("Emil Weber")).toContainText(/insulin: paused since .*: hospital/);
  await expect(part("Emil Weber").getByRole("button")).toHaveCount(0);
  await expectCleanScreen(page, "home");

  // A gap that another fills keeps its line, so that no Give slips under the thumb.
  const given = doseRow(ofRosa, "ramipril");
  const before = await given.boundingBox();
  const gap = ofRosa.getByRole("link", { name: /^Not recorded/ }).last();
  const { searchParams } = new URL((await gap.getAttribute("href"))!, page.url());
  const slot = searchParams.get("slot")!;
  await ben.http.mutation(
    api.doses.recordDose,
    givenArgs(searchParams.get("dose")!, { slot, givenAt: parseSlotMoment(slot)! }),
  );
  await expect(ofRosa.getByRole("listitem").nth(2)).toContainText("Now recorded: ramipril");
  expect(await given.boundingBox()).toEqual(before);
  await ofRosa
    .getByRole("link", { name: /^Not recorded: ramipril, yesterday/ })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`/care/${rosa.shortId}/doses`));
});

test("four doses, a gap and what comes next fit on the first screenful of a phone", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller", { viewport: { width: 390, height: 664 } });
  const rosa = await middayNotebook(anna);
  for (const name of ["ramipril", "metformin", "bisoprolol", "torasemide"])
    await planOf(anna, rosa._id, name, everyDayAt(clockIn(1, MIDDAY), clockIn(300, MIDDAY)), {
      facts: { strength: "5 mg" },
    });
  await plannedIn(node, anna, rosa._id, "insulin", -240, { lateUntilMinutes: 60 });
  const { page } = anna;
  await page.goto("/home");
  const doses = page.getByRole("region", { name: "Doses today" });
  await expect(doses.getByRole("button", { name: /^Give/ })).toHaveCount(4);
  const bar = (await page.getByRole("navigation", { name: "Places" }).boundingBox())!;
  const { y, height } = (await doses.boundingBox())!;
  expect(y + height).toBeLessThanOrEqual(bar.y);
});

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const)
  test(`nothing on home moves while it loads, at ${width} px`, async ({ someone, node }) => {
    const anna = await someone("Anna Keller", { viewport: { width, height } });
    const ben = await someone("Ben Weber");
    await fullHome(node, anna, ben);
    const { page } = anna;
    await page.addInitScript(() => {
      const moves: number[] = [];
      Object.assign(window, { moves });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) moves.push((entry as unknown as { value: number }).value);
      }).observe({ type: "layout-shift", buffered: true });
    });
    // As on a phone: neither code nor data come at once.
    await page.routeWebSocket(/\/api\/.*\/sync/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => server.send(message));
      server.onMessage((message) => void setTimeout(() => socket.send(message), 150));
    });
    await page.goto("/home");
    await expect(page.getByRole("button", { name: /^Give/ })).toBeVisible();
    await expect(page.getByText("Recent", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Water her flowers", exact: true })).toBeVisible();
    await page.waitForLoadState("networkidle");
    const moves = await page.evaluate(() => (window as unknown as { moves: number[] }).moves);
    const sum = moves.reduce((total, move) => total + move, 0);
    expect(sum, `the sum of ${moves.length} moves`).toBeLessThan(0.1);
  });

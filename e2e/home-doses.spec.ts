import { api } from "../lib/api.ts";
import { HOUR, MINUTE } from "../lib/dates/time.ts";
import { givenArgs } from "../test/doses.ts";
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
  // Late at night, and this morning; an hour is the time in which each can be given.
  const ramipril = await plannedIn(node, anna, rosa._id, "ramipril", [-13 * 60, -240, 1, 300], {
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

test("home says of each notebook what was missed, paused, is low, comes next and how many were given", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const ben = await someone("Ben Weber");
  const { rosa } = await fullHome(node, anna, ben);
  const { page } = anna;
  await page.goto("/home");
  const days = page.getByRole("region", { name: "Doses today" });
  const ofRosa = days.getByRole("listitem").filter({ hasText: "Rosa Blum" });
  await expect(ofRosa).toContainText("1 of 5 given today");
  await expect(ofRosa).toContainText(/Next: ramipril, /);
  await expect(ofRosa).toContainText(/Not recorded: ramipril, yesterday, /);
  await expect(ofRosa).toContainText("and 1 more since yesterday");
  await expect(ofRosa).toContainText("Little left: metformin, 2 tablets left");
  await expect(days.getByRole("listitem").filter({ hasText: "Emil Weber" })).toContainText(
    /insulin: paused since .*: hospital/,
  );
  // With two notebooks each dose names whose it is, though only one person's is due.
  const due = doseRow(page.getByRole("region", { name: "Doses due now" }), "ramipril");
  await expect(due).toContainText("Rosa Blum");
  await expectCleanScreen(page, "home");
  await ofRosa
    .getByRole("link", { name: /^ramipril, yesterday/ })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`/care/${rosa.shortId}/doses`));
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
    await expect(page.getByRole("region", { name: "Doses due now" })).toBeVisible();
    await expect(page.getByText("Recent", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Water her flowers", exact: true })).toBeVisible();
    await page.waitForLoadState("networkidle");
    const moves = await page.evaluate(() => (window as unknown as { moves: number[] }).moves);
    const sum = moves.reduce((total, move) => total + move, 0);
    expect(sum, `the sum of ${moves.length} moves`).toBeLessThan(0.1);
  });

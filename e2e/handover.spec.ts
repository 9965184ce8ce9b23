import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { DAY, HOUR } from "../lib/dates/time.ts";
import { toClockInZone, toDayInZone } from "../lib/dates/zone-day.ts";
import { addDose, addPlan, slotsOf } from "../test/ledger.ts";
import { everyDayAt, planOf } from "../test/plans.ts";
import { expectClean, expectCleanScreen } from "./support/axe.ts";
import { say } from "./support/comments.ts";
import { handOver, ordinaryDay } from "./support/handover.ts";
import { pdfText } from "./support/pdfs.ts";
import { addMember, notebookOf, noteOf } from "./support/people.ts";
import { expect, screenTest, test } from "./support/test.ts";

test.use({ hasBackground: true });

const open = async (page: Page, shortId: string) => {
  await page.goto(`/care/${shortId}/handover`);
  await expect(page.getByRole("heading", { level: 1, name: "Handover" })).toBeVisible();
  await expect(page).toHaveURL(/since=\d+/);
};
const clockOf = (at: number) => toClockInZone(at, "UTC").slice(0, 5);
const readButton = (page: Page) => page.getByRole("button", { name: /^I've read this up to/ });
const part = (page: Page, name: string) => page.getByRole("region", { name: new RegExp(`^${name} \\(`) });

test("an ordinary day stands on one page, in its order, and axe finds no problem", async ({
  someone,
  node,
}) => {
  const [anna, ben] = [await someone("Anna Keller"), await someone("Ben Weber")];
  const { rosa } = await ordinaryDay(node, anna, ben);
  const { page } = ben;
  await open(page, rosa.shortId);
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([
    "Needs someone (1)",
    "Notes (3)",
    "Tasks (1)",
    "Comments (1)",
  ]);
  await expect(part(page, "Needs someone")).toContainText("Order bandages");
  await expect(part(page, "Notes").getByRole("listitem").first()).toContainText(
    "If the heel is red, call Dr. Roth",
  );
  await expectCleanScreen(page, "the handover");
  // A person with large text reads it all without scrolling sideways.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectClean(page, "the handover with large text");
});

test("the line stays while one reads, in a reload as well, and moves with the press", async ({
  someone,
  node,
}) => {
  const [anna, ben] = [await someone("Anna Keller"), await someone("Ben Weber")];
  const { rosa } = await ordinaryDay(node, anna, ben);
  const { page } = ben;
  await open(page, rosa.shortId);
  const address = page.url();
  const heading = page.getByText(/^Since /);
  const since = await heading.textContent();
  await noteOf(anna, rosa._id, "While he read", "She is up again.");
  const line = page.getByRole("listitem").filter({ hasText: "While he read" });
  await expect(line).toContainText("Just now");
  await expect(heading).toHaveText(since!);
  await readButton(page).click();
  await expect(page.getByText(/^You have read this up to/)).toBeVisible();
  // What was read stays before the reader; so does it in a reload.
  await expect(line).toBeVisible();
  await page.reload();
  await expect(heading).toHaveText(since!);
  expect(page.url()).toBe(address);
  await expect(line).toBeVisible();
  // Whoever comes back later begins at the new line.
  await open(page, rosa.shortId);
  await expect(page.getByText(/^Nothing since/)).toBeHidden();
  await expect(part(page, "Notes")).toHaveCount(0);
  await expect(part(page, "Needs someone")).toContainText("Order bandages");
});

test("of two tabs the later time counts, and marking as unread brings everything back", async ({
  someone,
  node,
}) => {
  const [anna, ben] = [await someone("Anna Keller"), await someone("Ben Weber")];
  const { rosa } = await ordinaryDay(node, anna, ben);
  const first = ben.page;
  const second = await ben.context.newPage();
  await open(first, rosa.shortId);
  await open(second, rosa.shortId);
  await readButton(second).click();
  await expect(second.getByText(/^You have read this up to/)).toBeVisible();
  const upTo = async () =>
    (await ben.http.query(api.handover.listReceipts, { diaryId: rosa._id })).find(({ isMe }) => isMe)!.upTo!;
  const later = await upTo();
  await readButton(first).click();
  await expect(first.getByText(/^You have read this up to/)).toBeVisible();
  expect(await upTo()).toBeGreaterThanOrEqual(later);
  await first.getByRole("button", { name: "Mark as unread" }).click();
  await expect(readButton(first)).toBeVisible();
  await open(first, rosa.shortId);
  await expect(part(first, "Notes")).toContainText("A good morning");
  await second.close();
});

test("a line leads to what it speaks of, and Back to the same place", async ({ someone, node }) => {
  const [anna, ben] = [
    await someone("Anna Keller"),
    await someone("Ben Weber", { viewport: { width: 390, height: 500 } }),
  ];
  const { rosa } = await ordinaryDay(node, anna, ben);
  const { page } = ben;
  await open(page, rosa.shortId);
  const comment = part(page, "Comments").getByRole("link");
  // A screen that was complete before the app's font keeps the device's own; the next one has the app's.
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("atkinson")),
  );
  await comment.click();
  await expect(page.getByRole("heading", { level: 1, name: "A good morning" })).toBeVisible();
  await page.goBack();
  await comment.scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  // Its place in the window: a line above the page, such as about a late server, comes and goes without moving it.
  const getTop = async () => Math.round((await comment.boundingBox())!.y);
  const before = await getTop();
  await comment.click();
  await expect(page.getByRole("heading", { level: 1, name: "A good morning" })).toBeVisible();
  await page.goBack();
  await expect(comment).toBeInViewport();
  await expect.poll(getTop).toBe(before);
  await page.getByRole("button", { name: "Order bandages" }).click();
  await expect(page.getByRole("dialog", { name: "Order bandages" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog")).toBeHidden();
});

screenTest("a changed plan's line leads to that plan", async ({ someone, node }) => {
  const [anna, ben] = [await someone("Anna Keller"), await someone("Ben Weber")];
  const { rosa } = await ordinaryDay(node, anna, ben);
  await planOf(anna, rosa._id, "metformin", everyDayAt("08:00"));
  await planOf(anna, rosa._id, "ramipril", everyDayAt("08:00"));
  const { page } = ben;
  await open(page, rosa.shortId);
  await part(page, "Medication")
    .getByRole("link", { name: /^ramipril/ })
    .click();
  await expect(page).toHaveURL(/\/plans\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { level: 1, name: /^ramipril/ })).toBeVisible();
});

screenTest("home leads to each handover and says since when", async ({ someone, node }) => {
  const [anna, ben] = [await someone("Anna Keller"), await someone("Ben Weber")];
  await ordinaryDay(node, anna, ben);
  await ben.page.goto("/home");
  await ben.page.getByRole("link", { name: /^Since .*: \d+ new/ }).click();
  await expect(ben.page.getByRole("heading", { level: 1, name: "Handover" })).toBeVisible();
});

screenTest(
  "an empty page says since when nothing happened; a newcomer begins with 72 hours",
  async ({ someone, node }) => {
    const [anna, ben] = [await someone("Anna Keller"), await someone("Ben Weber")];
    const rosa = await notebookOf(anna, "Rosa Blum");
    await anna.page.goto(`/care/${rosa.shortId}/handover`);
    await expect(anna.page.getByText(/^Nothing since/)).toBeVisible();
    await expect(anna.page.getByText("You begin with the last 72 hours.")).toBeVisible();
    await addMember(node, rosa._id, ben, "member");
    await expect(part(anna.page, "People")).toContainText("Ben Weber joined");
  },
);

screenTest("receipts say who else has read, for those who see the team", async ({ someone, node }) => {
  const [anna, ben, vera] = [
    await someone("Anna Keller"),
    await someone("Ben Weber"),
    await someone("Vera Viewer"),
  ];
  const { rosa } = await ordinaryDay(node, anna, ben);
  await addMember(node, rosa._id, vera, "extended");
  await node
    .database()
    .pool.query("update members set joined_at = now() - interval '2 hours' where diary_id = $1", [rosa._id]);
  await open(ben.page, rosa.shortId);
  await readButton(ben.page).click();
  await expect(ben.page.getByText(/^You have read this up to/)).toBeVisible();
  await open(anna.page, rosa.shortId);
  await expect(anna.page.getByText(/Ben Weber has read up to .*Vera Viewer not yet\./)).toBeVisible();
  await open(vera.page, rosa.shortId);
  await expect(readButton(vera.page)).toBeVisible();
  await expect(vera.page.getByText("has read up to")).toHaveCount(0);
  await expect(vera.page.getByText("A good morning")).toHaveCount(0);
});

test("a missed dose stays after it was read, and one that is given after its time appears", async ({
  someone,
  node,
}) => {
  const [anna, ben] = [await someone("Anna Keller"), await someone("Ben Weber")];
  const rosa = await notebookOf(anna);
  await addMember(node, rosa._id, ben, "member");
  const now = Date.now();
  const [yesterday, today] = [toDayInZone(now - DAY, "UTC"), toDayInZone(now, "UTC")];
  // Due at this hour and eight hours ago, yesterday too.
  const schedule = everyDayAt(clockOf(now), clockOf(now - 8 * HOUR));
  const { pool } = node.database();
  const planId = await addPlan(pool, {
    diaryId: rosa._id,
    userId: anna.userId,
    name: "ramipril",
    schedule,
    firstDay: yesterday,
  });
  const { page } = ben;
  await open(page, rosa.shortId);
  const lines = part(page, "Needs someone").getByRole("listitem");
  await expect(lines.first()).toContainText("Due now: planned for");
  await expect(lines.nth(1)).toContainText("Not recorded: planned for");
  await readButton(page).click();
  await open(page, rosa.shortId);
  await expect(lines.first()).toContainText("Due now: planned for");
  await expect(lines.nth(1)).toContainText("Not recorded: planned for");
  const due = slotsOf(schedule, yesterday, today).findLast(({ dueAt }) => dueAt <= now)!;
  await addDose(pool, { diaryId: rosa._id, planId, by: anna.userId, ...due, givenAt: now });
  await expect(part(page, "Medication")).toContainText("given");
  await expect(lines).toHaveCount(1);
  await expect(lines).toContainText("Not recorded: planned for");
});

screenTest("what others ask stands above, until it is answered", async ({ someone, node }) => {
  const [anna, ben] = [await someone("Anna Keller"), await someone("Ben Weber")];
  const { rosa, morning } = await ordinaryDay(node, anna, ben);
  const place = { diaryId: rosa._id, noteId: morning._id };
  await say(anna, place, "@Ben Weber can you call her?", { mentions: [ben.userId] });
  await open(ben.page, rosa.shortId);
  await expect(part(ben.page, "Needs someone")).toContainText("can you call her?");
  await say(ben, place, "I did.");
  await expect(part(ben.page, "Needs someone")).not.toContainText("can you call her?");
  await expect(part(ben.page, "Comments")).toContainText("can you call her?");
});

test("a shift report is shown for a span and printed with who saw it", async ({ someone, node }) => {
  const [anna, ben] = [await someone("Anna Keller"), await someone("Ben Weber")];
  const { rosa } = await ordinaryDay(node, anna, ben);
  await handOver(ben, rosa._id, { state: "steady", happened: "All quiet", nextSteps: "", watchFor: "" });
  const { page } = ben;
  await open(page, rosa.shortId);
  await page.getByRole("button", { name: "Shift report" }).click();
  await page.getByRole("button", { name: "The last 8 hours" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Shift report" })).toBeVisible();
  await expect(page).toHaveURL(/from=\d+&until=\d+/);
  // With what the reader did.
  await expect(part(page, "Notes")).toContainText("All quiet");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText(/^As seen by Ben Weber at/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await expectClean(page, "the shift report");
  // The PDF has the same lines in the same order, and says who saw them.
  await page.getByRole("button", { name: "Make a PDF of this report" }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: /^Download/ }).click();
  const pdf = (await pdfText(await readFile((await (await saved).path())!))).join(" ");
  const shown = await page
    .locator("section")
    .filter({
      has: page.getByRole("heading", { name: /^(Needs someone|Medication|Notes|Tasks|Comments|People) \(/ }),
    })
    .evaluateAll((parts) =>
      parts.map((part) =>
        [part.querySelector("h2"), ...part.querySelectorAll("li")].map((each) => each!.textContent),
      ),
    );
  const letters = (text: string) => text.replace(/\s/g, "");
  expect(shown.flat().length).toBeGreaterThan(6);
  expect(letters(pdf)).toContain(letters(shown.flat().join("")));
  expect(pdf).toContain("As seen by Ben Weber at");
  // A link to it opens the same.
  await page.getByRole("button", { name: "Send a link" }).click();
  await page.getByRole("checkbox", { name: "Anna Keller" }).check();
  await expectClean(page, "whom a link is sent to");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(
    page.getByRole("status").filter({ hasText: /None of them can get mail|on its way/ }),
  ).toBeVisible();
});

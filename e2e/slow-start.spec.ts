import type { Page, Route } from "@playwright/test";
import { clockIn, everyDayAt, planOf } from "../test/plans.ts";
import { delayResult, holdAnswers } from "./support/faults.ts";
import { countFirstLoad } from "./support/first-load.ts";
import { notebookOf } from "./support/people.ts";
import { expect, type SignUp, test } from "./support/test.ts";

/** Loaded when a screen with its parts is complete. */
const LATER =
  /\/assets\/(?:notifications|modal-frame|menu-panel|account-panel|show-arrivals|sign-in)[^/]*\.(?:js|css)$/;

/** A person with a dose that is due now, at a phone. */
async function personWithDose(someone: SignUp) {
  const anna = await someone("Anna Keller", { viewport: { width: 390, height: 844 } });
  const notebook = await notebookOf(anna, "Rosa Blum", "UTC");
  await planOf(anna, notebook._id, "ramipril", everyDayAt(clockIn(5)));
  return anna;
}

const giveOf = (page: Page) => page.getByRole("button", { name: /^Give/ }).first();

/** The addresses that the page asks for from now on, in their order. */
function listRequests(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => paths.push(new URL(request.url()).pathname));
  page.on("websocket", (socket) => paths.push(new URL(socket.url()).pathname));
  return paths;
}

/** Holds back what matches; returns how to release it, once and for all. */
async function hold(page: Page, pattern: RegExp): Promise<() => void> {
  const held: Route[] = [];
  let isReleased = false;
  await page.route(pattern, async (route) => {
    if (isReleased) return route.continue();
    held.push(route);
  });
  return () => {
    isReleased = true;
    for (const route of held.splice(0)) void route.continue();
  };
}

test("home connects and asks for its token while its code is on the way, and for nothing before them", async ({
  someone,
}) => {
  const { page } = await personWithDose(someone);
  const requests = listRequests(page);
  const release = await hold(page, /\/assets\/start-[^/]*\.js$/);
  await page.goto("/home", { waitUntil: "commit" });
  // The browser knows nobody: that there is a session, it has from the page.
  await expect.poll(() => requests).toContain("/api/auth/token");
  await expect.poll(() => requests).toContain("/api/early/sync");
  release();
  await expect(giveOf(page)).toBeVisible();
  expect(requests.filter((path) => /^\/api\/auth/.test(path))).toEqual(["/api/auth/token"]);
  expect(requests.filter((path) => path.endsWith("/sync"))).toEqual(["/api/early/sync"]);
});

test("the code of doses and tasks comes together with the app's start where home had some before", async ({
  someone,
}) => {
  const { page } = await personWithDose(someone);
  await page.goto("/home");
  await expect(giveOf(page)).toBeVisible();
  await page.goto("about:blank");
  const requests = listRequests(page);
  const release = await hold(page, /\/assets\/start-[^/]*\.js$/);
  await page.goto("/home", { waitUntil: "commit" });
  await expect.poll(() => requests.some((path) => /\/today-parts-[^/]*\.js$/.test(path))).toBe(true);
  release();
  await expect(giveOf(page)).toBeVisible();
});

test("home without doses and tasks doesn't load their code", async ({ someone }) => {
  const { page } = await someone("Anna Keller");
  await page.goto("/home");
  await expect(page.getByRole("heading", { name: "Recent notes" })).toBeVisible();
  const requests = listRequests(page);
  await page.goto("/home");
  await expect(page.getByRole("heading", { name: "Recent notes" })).toBeVisible();
  expect(requests.filter((path) => path.includes("today-parts"))).toEqual([]);
});

test("home with a due dose takes at most 190.4 kB of JavaScript, compressed with gzip, in 16 files", async ({
  someone,
}) => {
  const { page } = await personWithDose(someone);
  const { bytes, files } = await countFirstLoad(page, "/home", giveOf(page));
  console.log(`home with a due dose: ${bytes} bytes of JavaScript in ${files} files`);
  expect(bytes).toBeLessThanOrEqual(190_400);
  expect(files).toBeLessThanOrEqual(16);
});

test("dialogs, menus and messages are loaded after the doses, however long these take", async ({
  someone,
}) => {
  const { page } = await personWithDose(someone);
  await page.clock.install();
  const requests = listRequests(page);
  const later = () => requests.filter((path) => LATER.test(path));
  const release = await holdAnswers(page, "doses:listDue");
  await page.goto("/home");
  await expect(page.getByText("Loading your home...")).toBeAttached();
  await page.clock.runFor(20_000);
  expect(later()).toEqual([]);
  release();
  await expect(giveOf(page)).toBeVisible();
  await expect(async () => {
    await page.clock.runFor(1000);
    expect(later().join()).toContain("notifications");
  }).toPass();
});

test("a font that comes after the doses moves none of them, and is used on the next screen", async ({
  someone,
}) => {
  const { page } = await personWithDose(someone);
  const release = await hold(page, /atkinson[^/]*\.woff2$/);
  await page.goto("/home", { waitUntil: "commit" });
  await expect(giveOf(page)).toBeVisible();
  const before = await giveOf(page).boundingBox();
  const arrived = page.waitForResponse(/atkinson[^/]*\.woff2$/);
  release();
  await arrived;
  await page.evaluate(() => document.fonts.ready);
  expect(await giveOf(page).boundingBox()).toEqual(before);
  const html = page.locator("html");
  await expect(html).toHaveAttribute("data-font", "later");
  await page.getByRole("link", { name: "Calendar" }).last().click();
  await expect(page).toHaveURL(/calendar/);
  await expect(html).not.toHaveAttribute("data-font");
});

test("a font that comes while a screen's list loads doesn't move the screen's heading and buttons", async ({
  someone,
}) => {
  const { page } = await personWithDose(someone);
  const releaseFont = await hold(page, /atkinson[^/]*\.woff2$/);
  await delayResult(page, "tasks:listMyTasks");
  await page.goto("/calendar?mode=week", { waitUntil: "commit" });
  const button = page.getByRole("button", { name: "New task" });
  await expect(button).toBeVisible();
  await expect(page.getByText("Loading tasks...")).toBeAttached();
  const before = await button.boundingBox();
  const arrived = page.waitForResponse(/atkinson[^/]*\.woff2$/);
  releaseFont();
  await arrived;
  await page.evaluate(() => document.fonts.ready);
  expect(await button.boundingBox()).toEqual(before);
  await expect(page.locator("html")).toHaveAttribute("data-font", "later");
  await expect(page.getByText("Loading tasks...")).toBeAttached();
});

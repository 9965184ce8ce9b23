import { nextBuild } from "./support/next-build.ts";
import { notebookOf } from "./support/people.ts";
import { placesOf } from "./support/places.ts";
import { expect, test } from "./support/test.ts";

test("a page that is open while the server gets a new version offers to reload, and keeps drafts", async ({
  someone,
  node,
}) => {
  await using build = await nextBuild();
  const anna = await someone("Anna Keller");
  const { shortId } = await notebookOf(anna);
  const { page } = anna;
  await page.goto(`/care/${shortId}/note/new?type=default`);
  await page.getByLabel("Title").fill("Half a thou");
  await expect(page.getByRole("button", { name: "reload" })).toHaveCount(0);
  await node.stop();
  await node.start(build.directory);
  await expect(page.getByText("New version:")).toBeVisible({ timeout: 40_000 });
  await page.getByLabel("Title").fill("Half a thought");
  let loads = 0;
  page.on("load", () => loads++);
  await page.getByRole("button", { name: "reload" }).click();
  await expect(page.getByText("We kept what you had written")).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Half a thought");
  await expect(page.getByText("New version:")).toHaveCount(0);
  expect(loads).toBe(1);
  await node.stop();
  await node.start();
});

test("a page takes a new version by itself after half an hour out of sight, and once when the server needs a newer one", async ({
  someone,
  node,
}) => {
  await using build = await nextBuild();
  const anna = await someone("Anna Keller");
  await notebookOf(anna);
  const { page } = anna;
  await page.clock.install();
  await page.goto("/care");
  await expect(page.getByRole("heading", { name: "Your notebooks", level: 1 })).toBeVisible();
  let loads = 0;
  page.on("load", () => loads++);
  await node.stop();
  await node.start(build.directory);
  await expect(page.getByText("New version:")).toBeVisible({ timeout: 40_000 });
  const show = (state: DocumentVisibilityState) =>
    page.evaluate((shown) => {
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => shown });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  const comeBackAfter = async (time: string) => {
    await show("hidden");
    await page.clock.fastForward(time);
    const checked = page.waitForResponse("**/api/settings");
    await show("visible");
    await checked;
  };
  await comeBackAfter("29:00");
  expect(loads).toBe(0);
  await comeBackAfter("31:00");
  await expect.poll(() => loads).toBe(1);
  await expect(page.getByText("New version:")).toHaveCount(0);

  // The files are of the same build after the reload: it doesn't reload again and again.
  await page.route("**/api/settings", async (route) => {
    const response = await route.fetch();
    const settings = { ...(await response.json()), build: "/assets/newer.js", minClient: 1_000_000 };
    await route.fulfill({ response, json: settings });
  });
  // The page's own check may come first, and end these steps with its reload.
  await comeBackAfter("00:01").catch(() => {});
  await expect.poll(() => loads).toBe(2);
  await expect(page.getByText("New version:")).toBeVisible();
  await comeBackAfter("31:00");
  expect(loads).toBe(2);
  await page.unrouteAll({ behavior: "wait" });
  await page.close();
  await node.stop();
  await node.start();
});

test("a room whose script is gone with the old version opens after one reload", async ({ someone, node }) => {
  await using build = await nextBuild();
  const anna = await someone("Anna Keller");
  await notebookOf(anna);
  const { page } = anna;
  await page.clock.install();
  await page.goto("/care");
  await expect(page.getByRole("heading", { name: "Your notebooks", level: 1 })).toBeVisible();
  let loads = 0;
  page.on("load", () => loads++);
  await node.stop();
  await node.start(build.directory);
  await page.getByRole("link", { name: "Record Meeting" }).click();
  await expect(page.getByRole("button", { name: "Activate" })).toBeVisible({ timeout: 40_000 });
  await expect(page).toHaveURL("/recording");
  expect(loads).toBe(1);

  // A file that stays missing leads to a message and a button, not to endless reloads.
  await page.route("**/assets/calendar-route*", (route) => route.fulfill({ status: 404 }));
  await placesOf(page).getByRole("link", { name: "Calendar" }).click();
  await expect(page.getByRole("alert")).toContainText("could not be fetched");
  await page.clock.runFor(10_000);
  expect(loads).toBe(1);
  await expect(page.getByRole("main")).toHaveCount(1);
  await node.stop();
  await node.start();
});

test("a room that is opened without a network says so and keeps the page", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  await notebookOf(anna);
  const { page } = anna;
  await page.goto("/care");
  await expect(page.getByRole("button", { name: "Switch notebook" })).toBeVisible();
  await anna.context.setOffline(true);
  await page.getByRole("link", { name: "Record Meeting" }).click();
  await expect(page.getByRole("alert")).toContainText("could not be fetched");
  await expect(page.getByRole("button", { name: "Switch notebook" })).toBeVisible();
  await anna.context.setOffline(false);
  await expect(page.getByRole("button", { name: "Activate" })).toBeVisible();
});

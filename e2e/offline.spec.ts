import { api } from "../lib/api.ts";
import { freePort } from "../server/http/free_port.ts";
import { type FaultProxy, startProxy } from "../test/proxy.ts";
import { stopClock } from "./support/clock.ts";
import { waitForWritingScreens } from "./support/loaded.ts";
import { notebookOf } from "./support/people.ts";
import { type RunningNode, startRunningNode } from "./support/running-node.ts";
import { taskOf, taskRow } from "./support/tasks.ts";
import { test as base, expect } from "./support/test.ts";

let proxy: FaultProxy;

/** A server behind a proxy whose connections can break without a sign. */
const test = base.extend<object, { node: RunningNode }>({
  node: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const port = await freePort();
      proxy = await startProxy({ host: "127.0.0.1", port });
      const node = await startRunningNode({ PORT: String(port), BASE_URL: `http://localhost:${proxy.port}` });
      await use(node);
      await proxy.close();
      await node.remove();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

/** The specified limit, in the page's own time: how busy the machine is doesn't count. */
const LIMIT_MS = 2000;

test("a device that goes offline says so within two seconds, and sends later changes when it is back", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const { _id } = await notebookOf(anna);
  await taskOf(anna, _id, "Weigh her", { assignedTo: anna.userId });
  const { page } = anna;
  await page.clock.install();
  await page.goto("/tasks");
  await expect(taskRow(page, "Weigh her")).toBeVisible();
  const banner = page.getByRole("status").filter({ hasText: "Reconnecting…" });
  await stopClock(page);
  await anna.context.setOffline(true);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false);
  await page.clock.runFor(LIMIT_MS);
  await expect(banner).toBeVisible();
  await taskRow(page, "Weigh her").getByRole("checkbox").click();
  await page.clock.runFor(LIMIT_MS);
  await expect(banner).toContainText("Waiting to be sent");
  await page.clock.resume();
  await anna.context.setOffline(false);
  await expect(banner).toHaveCount(0, { timeout: 30_000 });
});

test("a connection that breaks without a sign is noticed within two seconds of the first change", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const { shortId } = await notebookOf(anna);
  const { page } = anna;
  await page.goto(`/care/${shortId}/note/new?type=default`);
  await page.getByLabel("Title").fill("Written in the cellar");
  await page.getByLabel("Content").fill("No signal down here.");
  await waitForWritingScreens(page);
  await page.clock.install();
  proxy.faults.swallow.up = true;
  // Within the first second the page asks whether the server is there, and waits for another one: by the browser's own
  // time limit, which no test can move.
  const asked = page.waitForRequest("**/api/settings");
  await page.getByRole("button", { name: "Save note" }).click();
  await page.clock.runFor(LIMIT_MS / 2);
  await asked;
  await expect(page.getByText("Reconnecting… Waiting to be sent")).toBeVisible();
  // Nothing here was read before this page; it was live until now.
  await expect(page.getByText(/as of .+; others may have given or written something since/)).toBeVisible();
  await expect(page.getByRole("main").getByText("Waiting to be sent")).toBeVisible();
  proxy.faults.swallow.up = false;
  // The swallowed data is lost: the connection closes, as when a router restarts.
  proxy.cut();
  await expect(page.getByRole("link", { name: "Written in the cellar" })).toBeVisible({ timeout: 40_000 });
  await expect(page.getByText("Reconnecting…")).toHaveCount(0);
});

test("what ends or hands over something is refused without a connection, and doesn't happen later", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const { _id: diaryId, shortId } = await notebookOf(anna, "Rosa Blum");
  const { page } = anna;
  await page.goto(`/care/${shortId}/info`);
  await expect(page.getByRole("button", { name: "Delete notebook" })).toBeVisible();
  await page.getByRole("button", { name: "Delete notebook" }).click();
  const dialog = page.getByRole("dialog");
  const { name } = (await anna.http.query(api.diaries.getDiary, { diaryId }))!;
  await dialog.getByRole("textbox").fill(name);
  proxy.faults.refuse = true;
  proxy.cut();
  await expect(page.getByText("Reconnecting…")).toBeVisible();
  await dialog.getByRole("button", { name: /^Delete/ }).click();
  await expect(page.getByText("This needs a connection, and there is none now.").first()).toBeVisible();
  proxy.faults.refuse = false;
  await expect(page.getByText("Reconnecting…")).toHaveCount(0, { timeout: 40_000 });
  await expect(
    page
      .getByRole("main")
      .getByRole("link", { name: /Rosa Blum/ })
      .first(),
  ).toBeVisible();
  expect(await anna.http.query(api.diaries.getDiary, { diaryId })).not.toBeNull();
});

import { freePort } from "../server/http/free-port.ts";
import { type FaultProxy, startProxy } from "../test/proxy.ts";
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

/** The specified limit, and extra time for rendering on a busy machine. */
const SOON = { timeout: 2500 };

test("a device that goes offline says so within two seconds, and sends later changes when it is back", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const { _id } = await notebookOf(anna);
  await taskOf(anna, _id, "Weigh her", { assignedTo: anna.userId });
  const { page } = anna;
  await page.goto("/tasks");
  await expect(taskRow(page, "Weigh her")).toBeVisible();
  const banner = page.getByRole("status").filter({ hasText: "Reconnecting…" });
  await anna.context.setOffline(true);
  await expect(banner).toBeVisible(SOON);
  await taskRow(page, "Weigh her").getByRole("checkbox").click();
  await expect(banner).toContainText("Waiting to be sent", SOON);
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
  // Screens that are loaded when the page is idle are here.
  await page.waitForTimeout(2500);
  proxy.faults.swallow.up = true;
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByText("Reconnecting… Waiting to be sent")).toBeVisible(SOON);
  await expect(page.getByRole("main").getByText("Waiting to be sent")).toBeVisible();
  proxy.faults.swallow.up = false;
  // The swallowed data is lost: the connection closes, as when a router restarts.
  proxy.cut();
  await expect(page.getByRole("link", { name: "Written in the cellar" })).toBeVisible({ timeout: 40_000 });
  await expect(page.getByText("Reconnecting…")).toHaveCount(0);
});

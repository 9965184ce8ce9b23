import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { STORY } from "./support/admin.ts";
import { openSeededTables, type SeededTables, tableRow } from "./support/admin-tables.ts";
import { expectClean } from "./support/axe.ts";
import { spec } from "./support/spec.ts";
import { expect, test } from "./support/test.ts";

let seeded: SeededTables;
let page: Page;

test.beforeAll(async ({ node, browser }) => {
  seeded = await openSeededTables(node, browser);
  ({ page } = seeded);
});

test.afterAll(() => seeded.close());

const rowWith = (...words: string[]) => tableRow(page, ...words);

test("the tables show colours, long texts, ids and the details of a row", {
  tag: spec("WORK-669 WORK-857 WORK-858"),
}, async () => {
  await page.goto("/admin/notes");
  const extended = rowWith("For everybody").getByText("extended", { exact: true });
  await expect(extended).toHaveCSS("color", "rgb(44, 106, 31)");
  await page.goto("/admin/care");
  const otto = rowWith("Otto Amann");
  await expect(otto.getByText(STORY)).toHaveCount(0);
  await otto.getByRole("button", { name: "More" }).click();
  await expect(otto.getByText(STORY)).toBeVisible();
  await expect(otto.getByRole("button", { name: "Less" })).toHaveAttribute("aria-expanded", "true");
  await page.goto("/admin/audit?q=note.restored");
  const row = rowWith("note.restored");
  const id = row.getByRole("button", { name: seeded.noteId.slice(0, 8) });
  await expect(id).toHaveAttribute("title", seeded.noteId);
  await id.click();
  await expect(page.getByText("ID copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(seeded.noteId);
  const details = row.locator("pre");
  await expect(details).toBeHidden();
  await row.getByText("Details", { exact: true }).click();
  await expect(details).toBeVisible();
  expect(JSON.parse((await details.textContent())!)).toEqual({ fields: ["title"], count: 3 });
});

test("the search narrows a table, keeps its words in the address, and says when it finds nothing", {
  tag: spec("WORK-627 WORK-639"),
}, async ({ node }) => {
  // Other tests of the same worker may have left such files, too.
  const { rows: scans } = await node
    .database()
    .pool.query("select 1 from attachments where filename = 'scan of old.pdf'");
  await page.goto("/admin/attachments");
  const search = page.getByRole("searchbox", { name: "Search attachments" });
  await expect(rowWith("leaflet.txt")).toBeVisible();
  await search.fill("scan of");
  await expect(page).toHaveURL("/admin/attachments?q=scan+of");
  await expect(page.getByText(`${scans.length} found for “scan of”`).first()).toBeVisible();
  await expect(rowWith("leaflet.txt")).toHaveCount(0);
  await page.reload();
  await expect(search).toHaveValue("scan of");
  await expect(page.locator("tbody tr")).toHaveCount(scans.length);
  await search.fill("nothing is called so");
  await expect(page.getByRole("heading", { name: "No attachments found" })).toBeVisible();
  await page.getByRole("button", { name: "Clear the search" }).click();
  await expect(rowWith("leaflet.txt")).toBeVisible();
  await expect(page).toHaveURL("/admin/attachments");
  await page.goto("/admin/users?q=nobody-is-called-so");
  await expect(page.getByRole("heading", { name: "No users found" })).toBeVisible();
});

test("a file downloads under its name; a failed download shows a message and is logged", {
  tag: spec("WORK-701 WORK-703 WORK-704 WORK-705 WORK-706"),
}, async () => {
  const logged: string[] = [];
  const [susi] = seeded.people;
  const broken = await susi.context.newPage();
  broken.on("console", (message) => message.type() === "error" && logged.push(message.text()));
  await page.goto("/admin/attachments");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download leaflet.txt" }).first().click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("leaflet.txt");
  expect(await readFile(await file.path(), "utf8")).toBe("a".repeat(1536));
  const asked = seeded.calls.findLast((call) => call.path === "attachmentsActions:getAttachmentUrl");
  expect(asked?.args).toEqual({ attachmentId: expect.any(String) });

  let isGone = false;
  await broken.routeWebSocket(/\/api\/.*\/sync/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const call = JSON.parse(String(message));
      if (call.udfPath !== "attachmentsActions:getAttachmentUrl") return server.send(message);
      // First a missing file, which the server refuses; then the connection breaks during the request.
      if (isGone) return void socket.close();
      isGone = true;
      server.send(JSON.stringify({ ...call, args: [{ attachmentId: seeded.noteId }] }));
    });
  });
  await broken.goto("/admin/attachments");
  const again = broken.getByRole("button", { name: "Download leaflet.txt" }).first();
  await again.click();
  await expect(broken.getByRole("alert")).toContainText("Access denied");
  await again.click();
  await expect(broken.getByRole("alert").getByText("Failed to download attachment")).toBeVisible();
  expect(logged.filter((line) => line.includes("Failed to download attachment"))).toHaveLength(2);
});

test("the tables show cards on a phone and a scrolling table on a desktop, and axe finds no problem in either", async () => {
  for (const [scheme, width, paths] of [
    ["light", 390, ["audit", "manage-admins", "stats"]],
    ["dark", 1280, ["programs", "phase-progress"]],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 844 });
    for (const path of paths) {
      await page.goto(`/admin/${path}`);
      await expect(page.locator("tbody tr, dd").first()).toBeVisible();
      await expectClean(page, `${path}, ${scheme}`);
      // The page itself never scrolls sideways.
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  }
  await page.setViewportSize({ width: 1280, height: 844 });
});

import { readFile } from "node:fs/promises";
import type { Page, Route, WebSocketRoute } from "@playwright/test";
import { api } from "../lib/api.ts";
import {
  attach,
  type ChosenFile,
  choose,
  chooseLarge,
  leaflet,
  noteWith,
  panelOf,
  rowOf,
  transferOf,
} from "./support/attachments.ts";
import { alterCall, brokenTable } from "./support/faults.ts";
import { HOSTILE_TEXTS } from "./support/hostile-texts.ts";
import { spec } from "./support/spec.ts";
import { expect, test } from "./support/test.ts";

const FILES = "**/api/files/*";
const LIMIT = 10 * 1024 * 1024;
const named = (name: string): ChosenFile => ({ ...leaflet, name });
const heading = (page: Page, count: number) => page.getByRole("heading", { name: `Attachments (${count})` });

/** Holds uploads until they are released. */
async function holdFiles(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(FILES, async (route: Route) => {
    await released;
    await route.continue().catch(() => {});
  });
  return release;
}

test("a file of 10 MB is refused before its upload starts; a file that is one byte smaller is uploaded", {
  tag: spec("CORE-404 CORE-405"),
}, async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const scene = await noteWith(anna);
  const sent: string[] = [];
  anna.page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => sent.push(String(payload))));
  await anna.page.goto(scene.path);
  await chooseLarge(anna.page, "film.mp4", LIMIT);
  const row = rowOf(anna.page, "film.mp4");
  await expect(row.getByRole("alert")).toContainText("File size must be less than 10MB");
  await expect(row.getByRole("button", { name: "Try again" })).toHaveCount(0);
  expect(sent.filter((text) => text.includes("generateUploadUrl"))).toEqual([]);
  await row.getByRole("button", { name: "Dismiss film.mp4" }).click();
  await expect(row).toHaveCount(0);
  await expect(heading(anna.page, 0)).toBeFocused();
  await chooseLarge(anna.page, "short.mp4", LIMIT - 1);
  await expect(heading(anna.page, 1)).toBeVisible();
  await expect(rowOf(anna.page, "short.mp4")).toContainText("10 MB");
});

test("a file is uploaded in three steps", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const requests: string[] = [];
  anna.page.on("request", (sent) => {
    const { pathname } = new URL(sent.url());
    // The texts, the settings and the session that a page begins with are no calls of the backend.
    const isOfStart = /^\/(assets\/words\/|api\/(settings$|auth\/))/.test(pathname);
    if (["fetch", "xhr"].includes(sent.resourceType()) && !isOfStart)
      requests.push(`${sent.method()} ${pathname}`);
  });
  const { diaryId, noteId, path } = await noteWith(anna);
  const calls: { udfPath?: string; args?: unknown[] }[] = [];
  anna.page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => calls.push(JSON.parse(String(payload)))),
  );
  const answers: unknown[] = [];
  anna.page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      const { result } = JSON.parse(String(payload));
      if (result?.uploadUrl) answers.push(result);
    }),
  );
  const argsOf = (udfPath: string) => calls.find((call) => call.udfPath === udfPath)?.args?.[0];
  await anna.page.goto(path);
  const put = anna.page.waitForRequest(FILES);
  await choose(anna.page, leaflet);
  const request = await put;
  expect(request.method(), "@CORE-409").toBe("PUT");
  expect(await request.headerValue("content-type"), "@CORE-410").toBe("text/plain");
  await expect(heading(anna.page, 1)).toBeVisible();
  // The file is stored in full, at the address that the page got.
  expect(answers, "@CORE-408").toEqual([expect.objectContaining({ uploadUrl: request.url() })]);
  const saved = anna.page.waitForEvent("download");
  await rowOf(anna.page, "leaflet.txt").getByRole("button", { name: "Download" }).click();
  expect(await readFile(await (await saved).path())).toEqual(leaflet.buffer);
  // Queries, mutations and actions go by their names over the websocket; the file itself is the one HTTP request.
  expect(requests, "@CORE-628 @CORE-629 @WORK-477").toEqual([`PUT ${new URL(request.url()).pathname}`]);
  const file = { diaryId, noteId, filename: "leaflet.txt", mimeType: "text/plain", sizeBytes: 15 };
  expect(argsOf("attachments:generateUploadUrl"), "@CORE-407").toEqual(file);
  const [row] = await anna.http.query(api.attachments.listAttachments, { noteId });
  expect(row, "@CORE-397 @CORE-401 @CORE-402").toMatchObject(file);
  expect(answers[0], "@CORE-399 @CORE-408").toMatchObject({ objectName: row!.gcsObjectName });
  expect(argsOf("attachments:createAttachment"), "@CORE-412").toEqual({
    ...file,
    gcsObjectName: row!.gcsObjectName,
    isEncrypted: false,
    // Sent again with it, the file is attached once.
    uploadId: expect.any(String),
  });
});

test("the upload shows the message of a storage that refuses the file, and offers another try", {
  tag: spec("CORE-411"),
}, async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const scene = await noteWith(anna);
  // The request is changed on its way to a file that the server didn't allow.
  await anna.page.route(FILES, (route) =>
    route.continue({ headers: { ...route.request().headers(), "content-type": "text/html" } }),
  );
  await anna.page.goto(scene.path);
  await choose(anna.page, leaflet);
  const row = rowOf(anna.page, "leaflet.txt");
  await expect(row.getByRole("alert")).toContainText("Upload failed: Unsupported Media Type");
  await expect(heading(anna.page, 0)).toBeVisible();
  await anna.page.unroute(FILES);
  await row.getByRole("button", { name: "Try again leaflet.txt" }).click();
  await expect(heading(anna.page, 1)).toBeVisible();
  await expect(panelOf(anna.page).getByRole("alert")).toHaveCount(0);
});

test("the upload shows the server's reason when the server refuses it", {
  tag: spec("CORE-418 CORE-419"),
}, async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const scene = await noteWith(anna);
  await alterCall(anna.page, "attachments:generateUploadUrl", (args) =>
    args.filename === "other.txt" ? { ...args, noteId: scene.diaryId } : args,
  );
  await anna.page.goto(scene.path);
  await choose(anna.page, named("other.txt"));
  await expect(rowOf(anna.page, "other.txt").getByRole("alert")).toContainText("Access denied");
  await using _broken = await brokenTable(node, "upload_grants");
  await choose(anna.page, leaflet);
  await expect(rowOf(anna.page, "leaflet.txt").getByRole("alert")).toContainText("Failed to upload file");
});

test("three files upload at the same time; the next one starts when one is cancelled", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const scene = await noteWith(anna);
  const release = await holdFiles(anna.page);
  await anna.page.goto(scene.path);
  await choose(anna.page, ...["a.txt", "b.txt", "c.txt", "d.txt", "e.txt"].map(named));
  const sending = panelOf(anna.page).locator('[data-upload="sending"]');
  const waiting = panelOf(anna.page).locator('[data-upload="waiting"]');
  await expect(sending).toHaveCount(3);
  await expect(waiting).toHaveText([/d\.txt/, /e\.txt/]);
  await expect(panelOf(anna.page).getByRole("progressbar")).toHaveCount(5);
  await expect(panelOf(anna.page).locator('[aria-live="polite"]')).toHaveText("Adding 5 files.");
  await rowOf(anna.page, "b.txt").getByRole("button", { name: "Cancel b.txt" }).click();
  await expect(rowOf(anna.page, "b.txt")).toHaveCount(0);
  await expect(heading(anna.page, 0)).toBeFocused();
  await expect(sending).toHaveCount(3);
  await expect(waiting).toHaveText([/e\.txt/]);
  release();
  await expect(heading(anna.page, 4)).toBeVisible();
  await expect(panelOf(anna.page).getByRole("progressbar")).toHaveCount(0);
  await expect(panelOf(anna.page).getByRole("listitem")).toHaveCount(4);
});

test("a slow upload shows its progress and stops when it is cancelled", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const scene = await noteWith(anna);
  await anna.page.goto(scene.path);
  await expect(heading(anna.page, 0)).toBeVisible();
  const devtools = await anna.context.newCDPSession(anna.page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 400_000,
  });
  await chooseLarge(anna.page, "film.mp4", 6_000_000);
  const row = rowOf(anna.page, "film.mp4");
  const percent = async () => Number(await row.getByRole("progressbar").getAttribute("value"));
  await expect.poll(percent).toBeGreaterThan(0);
  expect(await percent()).toBeLessThan(100);
  await expect(row).toContainText(/Uploading… \d+ %/);
  const broken = anna.page.waitForEvent("requestfailed", (request) => request.method() === "PUT");
  await row.getByRole("button", { name: "Cancel" }).click();
  await broken;
  await expect(row).toHaveCount(0);
  await expect(heading(anna.page, 0)).toBeVisible();
});

test("an upload that fails without a network says so, offers another try, and begins again by itself", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const scene = await noteWith(anna);
  await anna.page.route(FILES, (route) => route.abort("internetdisconnected"));
  await anna.page.goto(scene.path);
  await choose(anna.page, leaflet);
  const row = rowOf(anna.page, "leaflet.txt");
  await expect(row.getByRole("alert")).toContainText(
    "The connection broke off. The upload begins again by itself when it is back.",
  );
  await expect(row.getByRole("button", { name: "Try again" })).toBeVisible();
  await anna.page.unroute(FILES);
  await expect(heading(anna.page, 1)).toBeVisible();
});

test("a file that is added while the connection is lost is uploaded when the connection is back", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const scene = await noteWith(anna);
  const open: WebSocketRoute[] = [];
  let isAway = false;
  await anna.page.routeWebSocket(/\/api\/.*\/sync/, (socket) => {
    if (isAway) return void socket.close();
    socket.connectToServer();
    open.push(socket);
  });
  await anna.page.goto(scene.path);
  await expect(heading(anna.page, 0)).toBeVisible();
  isAway = true;
  for (const socket of open) await socket.close();
  await choose(anna.page, leaflet);
  await expect(rowOf(anna.page, "leaflet.txt")).toContainText("Waiting to be sent");
  isAway = false;
  await expect(heading(anna.page, 1)).toBeVisible({ timeout: 30_000 });
  await expect(panelOf(anna.page).getByRole("progressbar")).toHaveCount(0);
});

test("files that are dropped on the panel or pasted are added; files that are dropped elsewhere are ignored", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const { page } = anna;
  const scene = await noteWith(anna);
  await page.goto(scene.path);
  await expect(heading(page, 0)).toBeVisible();
  const dataTransfer = await transferOf(page, named("a.txt"), named("b.txt"));
  await panelOf(page).dispatchEvent("dragover", { dataTransfer });
  await expect(panelOf(page)).toHaveAttribute("data-over", "true");
  await panelOf(page).dispatchEvent("drop", { dataTransfer });
  await expect(heading(page, 2)).toBeVisible();
  await expect(panelOf(page)).not.toHaveAttribute("data-over");
  const isLeftAlone = await page.getByRole("heading", { level: 1 }).evaluate((element, transfer) => {
    const event = new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true });
    return element.dispatchEvent(event);
  }, dataTransfer);
  expect(isLeftAlone, "the browser would leave the page to show the file").toBe(false);

  const paste = (transfer: typeof dataTransfer) =>
    page.evaluate((clipboardData) => {
      document.body.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
      );
    }, transfer);
  const withText = await transferOf(page, named("picture-of-text.txt"));
  await withText.evaluate((transfer) => transfer.setData("text/plain", "the text itself"));
  await paste(withText);
  await paste(await transferOf(page, named("pasted.txt")));
  await expect(heading(page, 3)).toBeVisible();
  await expect(panelOf(page).getByRole("listitem")).toHaveText([
    /a\.txt|b\.txt/,
    /a\.txt|b\.txt/,
    /pasted\.txt/,
  ]);
});

test("the page asks before one leaves it while a file uploads", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { page } = anna;
  const scene = await noteWith(anna);
  await holdFiles(page);
  await page.goto(scene.path);
  await choose(page, leaflet);
  await expect(panelOf(page).locator('[data-upload="sending"]')).toBeVisible();
  const edit = page.getByRole("link", { name: "Edit", exact: true });
  await edit.click();
  const question = page.getByRole("dialog", { name: "Files are being uploaded" });
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(page).toHaveURL(scene.path);
  await expect(rowOf(page, "leaflet.txt")).toBeVisible();
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await edit.click();
  await question.getByRole("button", { name: "Leave", exact: true }).click();
  await expect(page).toHaveURL(`${scene.path}/edit`);
  expect(await anna.http.query(api.attachments.listAttachments, { noteId: scene.noteId })).toEqual([]);
});

test("phones offer their camera, and buttons of at least 44 px", async ({ someone }) => {
  const anna = await someone("Anna Keller", {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  const scene = await noteWith(anna);
  await attach(anna, scene, named(`a-${"very-".repeat(30)}long-name.txt`));
  await anna.page.goto(scene.path);
  await expect(heading(anna.page, 1)).toBeVisible();
  const fileChooser = anna.page.waitForEvent("filechooser");
  await panelOf(anna.page).getByRole("button", { name: "Take a photo" }).click();
  const input = (await fileChooser).element();
  expect(await input.getAttribute("capture")).toBe("environment");
  expect(await input.getAttribute("accept")).toBe("image/*");
  for (const button of await panelOf(anna.page).getByRole("button").all()) {
    expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  }
  expect(await anna.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test("desktops don't offer the camera", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const scene = await noteWith(anna);
  await anna.page.goto(scene.path);
  await expect(panelOf(anna.page).getByRole("button", { name: "Add files" })).toBeVisible();
  await expect(panelOf(anna.page).getByRole("button", { name: "Take a photo" })).toHaveCount(0);
});

test("a file's name is shown as text everywhere, whatever it contains", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { page } = anna;
  const scene = await noteWith(anna);
  const harm: string[] = [];
  page.on("dialog", (dialog) => {
    harm.push(dialog.message());
    void dialog.dismiss();
  });
  anna.context.on("request", (request) => {
    if (/csp-report|127\.0\.0\.1:9\//.test(request.url())) harm.push(request.url());
  });
  for (const text of HOSTILE_TEXTS) await attach(anna, scene, named(text));
  await page.goto(scene.path);
  await expect(heading(page, HOSTILE_TEXTS.length)).toBeVisible();
  const release = await holdFiles(page);
  const name = "<img src=x onerror=window.hacked=1>.svg";
  const svg = "<svg xmlns='http://www.w3.org/2000/svg' onload='window.hacked=1'/>";
  await choose(page, { name, mimeType: "image/svg+xml", buffer: Buffer.from(svg) });
  await expect(rowOf(page, name)).toBeVisible();
  release();
  await expect(heading(page, HOSTILE_TEXTS.length + 1)).toBeVisible();
  await expect(panelOf(page).getByRole("button", { name: "View" })).toHaveCount(0);
  await expect(panelOf(page).locator("img, svg[onload], script, iframe")).toHaveCount(0);
  await rowOf(page, name).getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("dialog")).toContainText(name);
  await expect(page.getByRole("dialog").locator("img")).toHaveCount(0);
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  expect(harm).toEqual([]);
});

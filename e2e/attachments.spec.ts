import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { pngOf } from "../test/pictures.ts";
import {
  addMembers,
  attach,
  choose,
  leaflet,
  noteWith,
  panelOf,
  rowOf,
  transferOf,
} from "./support/attachments.ts";
import { alterCall, brokenTable } from "./support/faults.ts";
import { addMember } from "./support/people.ts";
import { spec } from "./support/spec.ts";
import { expect, test } from "./support/test.ts";
import { watchCalls, watchQuery } from "./support/watched.ts";

const picture = async () => ({
  name: "garden.png",
  mimeType: "image/png",
  buffer: await pngOf({ width: 640, height: 400 }),
});

test("two members see at once when the other one adds or deletes a file", {
  tag: spec("CORE-322 CORE-395 CORE-396 CORE-398 CORE-403 CORE-406 CORE-416 CORE-417"),
}, async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const scene = await noteWith(anna);
  await addMembers(node, scene, jonas);
  const { asked } = watchQuery(anna.page, "attachments:listAttachments");
  const deleted = watchCalls(anna.page, "attachments:deleteAttachment");
  await anna.page.goto(scene.path);
  await jonas.page.goto(scene.path);
  await expect(anna.page.getByRole("heading", { name: "Attachments (0)" })).toBeVisible();
  await expect(panelOf(anna.page).getByText("No attachments yet")).toBeVisible();

  await choose(jonas.page, leaflet, { ...leaflet, name: "empty.md", mimeType: "", buffer: Buffer.alloc(0) });
  for (const page of [anna.page, jonas.page]) {
    await expect(page.getByRole("heading", { name: "Attachments (2)" })).toBeVisible();
    await expect(rowOf(page, "leaflet.txt")).toContainText("15 Bytes");
    await expect(rowOf(page, "leaflet.txt")).toContainText("Jonas Weber");
    await expect(rowOf(page, "leaflet.txt")).toContainText("just now");
    await expect(rowOf(page, "empty.md")).toContainText("0 Bytes");
  }
  const live = panelOf(anna.page).locator('[aria-live="polite"]');
  await expect(live).toHaveText(/New attachment by Jonas Weber: (leaflet\.txt|empty\.md)\.$/);
  await expect(panelOf(jonas.page).locator('[aria-live="polite"]')).toHaveText(/ was uploaded\.$/);

  await rowOf(anna.page, "leaflet.txt").getByRole("button", { name: "Delete leaflet.txt" }).click();
  const question = anna.page.getByRole("dialog");
  await expect(question).toContainText("Are you sure you want to delete this attachment?");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(rowOf(anna.page, "leaflet.txt")).toBeVisible();
  const files = await anna.http.query(api.attachments.listAttachments, { noteId: scene.noteId });
  const { _id: attachmentId } = files.find(({ filename }) => filename === "leaflet.txt")!;
  await rowOf(anna.page, "leaflet.txt").getByRole("button", { name: "Delete leaflet.txt" }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  for (const page of [anna.page, jonas.page]) {
    await expect(rowOf(page, "leaflet.txt")).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Attachments (1)" })).toBeVisible();
  }
  await expect(anna.page.getByRole("heading", { name: "Attachments (1)" })).toBeFocused();
  expect(asked[0]).toEqual({ noteId: scene.noteId });
  expect(deleted).toEqual([{ attachmentId }]);
});

test("members who may not delete a file get no button for it, and viewers can't add files", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const petra = await someone("Petra Sommer");
  const scene = await noteWith(anna, { visibility: "extended" });
  await addMembers(node, scene, jonas);
  await addMember(node, scene.diaryId, petra, "extended");
  await attach(anna, scene);
  await attach(jonas, scene, { ...leaflet, name: "list.csv" });
  await jonas.page.goto(scene.path);
  await expect(rowOf(jonas.page, "list.csv").getByRole("button", { name: "Delete" })).toBeVisible();
  await expect(rowOf(jonas.page, "leaflet.txt").getByRole("button", { name: "Download" })).toBeVisible();
  await expect(rowOf(jonas.page, "leaflet.txt").getByRole("button", { name: "Delete" })).toHaveCount(0);
  await petra.page.goto(scene.path);
  await expect(petra.page.getByRole("heading", { name: "Attachments (2)" })).toBeVisible();
  await expect(panelOf(petra.page).getByRole("button", { name: "Delete" })).toHaveCount(0);
  await expect(panelOf(petra.page).getByRole("button", { name: "Add files" })).toHaveCount(0);
  // A dropped file is ignored too.
  await panelOf(petra.page).dispatchEvent("drop", { dataTransfer: await transferOf(petra.page, leaflet) });
  await expect(petra.page.getByRole("heading", { name: "Attachments (2)" })).toBeVisible();
  await expect(panelOf(petra.page).getByRole("listitem")).toHaveCount(2);
});

test("a file downloads in a new tab, complete and under its name", {
  tag: spec("CORE-413 CORE-414 CORE-415"),
}, async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const scene = await noteWith(anna);
  await attach(anna, scene, { ...leaflet, name: "Merkblatt für Rosa.txt" });
  const linked = watchCalls(anna.page, "attachments:getAttachmentUrl");
  await anna.page.goto(scene.path);
  const tabs: Page[] = [];
  anna.context.on("page", (tab) => tabs.push(tab));
  // A tab that only downloads has no page for an error, so the opener shows it.
  const saved = anna.page.waitForEvent("download");
  await rowOf(anna.page, "Merkblatt").getByRole("button", { name: "Download" }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe("Merkblatt für Rosa.txt");
  expect(await readFile(await download.path())).toEqual(leaflet.buffer);
  expect(tabs).toHaveLength(1);
  const [file] = await anna.http.query(api.attachments.listAttachments, { noteId: scene.noteId });
  expect(linked).toEqual([{ attachmentId: file!._id }]);
  await expect(anna.page).toHaveURL(scene.path);
  // The tab has no page because its answer is a download; full browsers close it, headless Chromium leaves it open.
  expect(tabs[0]!.isClosed() || ["", "about:blank"].includes(tabs[0]!.url())).toBe(true);
});

test("a picture is a small tile and opens large in a dialog", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const scene = await noteWith(anna);
  await attach(anna, scene, await picture());
  await attach(anna, scene);
  await anna.page.goto(scene.path);
  await expect(rowOf(anna.page, "leaflet.txt").getByRole("button", { name: "View" })).toHaveCount(0);
  const row = rowOf(anna.page, "garden.png");
  await row.scrollIntoViewIfNeeded();
  const width = (image: HTMLImageElement) => image.naturalWidth;
  await expect.poll(() => row.locator("img").evaluate(width)).toBe(320);
  const view = row.getByRole("button", { name: "View garden.png" });
  await view.click();
  const dialog = anna.page.getByRole("dialog", { name: "garden.png" });
  await expect(dialog.getByRole("img", { name: "garden.png" })).toBeVisible();
  await anna.page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(view).toBeFocused();
});

test("a picture that the browser can't show is replaced by a message", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const scene = await noteWith(anna);
  const half = { name: "torn.png", mimeType: "image/png", buffer: Buffer.from("89504e470d0a1a0a", "hex") };
  await attach(anna, scene, half);
  await anna.page.goto(scene.path);
  await rowOf(anna.page, "torn.png").getByRole("button", { name: "View" }).click();
  await expect(anna.page.getByRole("dialog").getByRole("alert")).toHaveText(
    "This picture can't be shown. You can download it.",
  );
});

test("a file whose deletion fails is listed again, with the reason", {
  tag: spec("CORE-420 CORE-421"),
}, async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const scene = await noteWith(anna);
  await attach(anna, scene);
  const remove = async () => {
    await rowOf(anna.page, "leaflet.txt").getByRole("button", { name: "Delete" }).click();
    await anna.page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  };
  let isWrong = true;
  await alterCall(anna.page, "attachments:deleteAttachment", (args) =>
    isWrong ? { attachmentId: scene.noteId } : args,
  );
  await anna.page.goto(scene.path);
  await remove();
  await expect(anna.page.getByRole("alert")).toContainText("Access denied");
  await expect(rowOf(anna.page, "leaflet.txt")).toBeVisible();
  isWrong = false;
  await using _broken = await brokenTable(node, "attachments");
  await remove();
  await expect(anna.page.getByRole("alert").filter({ hasText: "Failed to delete attachment" })).toBeVisible();
  await expect(rowOf(anna.page, "leaflet.txt")).toBeVisible();
});

test("a download that the server refuses shows the reason", { tag: spec("CORE-422") }, async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const scene = await noteWith(anna);
  await attach(anna, scene);
  await alterCall(anna.page, "attachments:getAttachmentUrl", () => ({ attachmentId: scene.noteId }));
  await anna.page.goto(scene.path);
  await rowOf(anna.page, "leaflet.txt").getByRole("button", { name: "Download" }).click();
  await expect(anna.page.getByRole("alert")).toContainText("Access denied");
  expect(anna.context.pages()).toHaveLength(1);
});

test("a download that the server doesn't answer shows an error", { tag: spec("CORE-423") }, async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const scene = await noteWith(anna);
  await attach(anna, scene);
  await anna.page.routeWebSocket(/\/api\/.*\/sync/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      // The connection breaks during the call.
      if (String(message).includes("attachments:getAttachmentUrl")) void socket.close();
      else server.send(message);
    });
  });
  await anna.page.goto(scene.path);
  const download = rowOf(anna.page, "leaflet.txt").getByRole("button", { name: "Download" });
  await download.click();
  await expect(anna.page.getByRole("alert")).toContainText("Failed to download attachment");
  await expect(download).toBeEnabled();
});

test("the panel of an encrypted note says that its files are encrypted", { tag: spec("CORE-400") }, async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const scene = await noteWith(anna);
  const words = "Files of this note are encrypted where they are stored.";
  await anna.page.goto(scene.path);
  await expect(anna.page.getByRole("heading", { name: "Attachments (0)" })).toBeVisible();
  await expect(panelOf(anna.page).getByText(words)).toHaveCount(0);
  const sealed = await noteWith(anna, { isEncrypted: true });
  await anna.page.goto(sealed.path);
  await expect(panelOf(anna.page).getByText(words)).toBeVisible();
  await choose(anna.page, leaflet);
  await expect(anna.page.getByRole("heading", { name: "Attachments (1)" })).toBeVisible();
  const [row] = await anna.http.query(api.attachments.listAttachments, { noteId: sealed.noteId });
  expect(row).toMatchObject({ filename: "leaflet.txt", isEncrypted: true });
});

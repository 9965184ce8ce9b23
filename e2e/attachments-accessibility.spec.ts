import { pdfOf } from "../test/files.ts";
import { pngOf } from "../test/pictures.ts";
import {
  addMembers,
  attach,
  choose,
  chooseLarge,
  leaflet,
  noteWith,
  panelOf,
  rowOf,
} from "./support/attachments.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

test("axe finds no problem on the attachments", async ({ someone, node }) => {
  const anna = await someone("Anna Keller", { viewport: { width: 390, height: 844 } });
  const jonas = await someone("Jonas Weber");
  const scene = await noteWith(anna, { isEncrypted: true });
  await addMembers(node, scene, jonas);
  const garden = await pngOf({ width: 640, height: 400 });
  await attach(jonas, scene, { name: "garden.png", mimeType: "image/png", buffer: garden });
  await attach(anna, scene, {
    name: "letter of Dr. Lorenz about the dose, page 1 of 2 (scan).pdf",
    mimeType: "application/pdf",
    buffer: pdfOf(),
  });
  const { page } = anna;
  const clean = (name: string) => expectCleanScreen(page, name);
  await page.route("**/api/files/*", (route) => {
    const request = route.request();
    if (request.method() !== "PUT") return route.continue();
    // An upload that stays in progress.
    if (request.headers()["content-type"] === "application/x-broken") return route.abort();
  });
  await page.goto(scene.path);
  await expect(page.getByRole("heading", { name: "Attachments (2)" })).toBeVisible();
  await rowOf(page, "garden.png").scrollIntoViewIfNeeded();
  await expect(rowOf(page, "garden.png").locator("img")).toBeVisible();
  await chooseLarge(page, "film.mp4", 10 * 1024 * 1024);
  await choose(page, { ...leaflet, name: "diary.odt", mimeType: "application/x-broken" }, leaflet);
  await expect(panelOf(page).getByRole("alert")).toHaveCount(2);
  await expect(panelOf(page).locator('[data-upload="sending"]')).toBeVisible();
  await clean("files there, on their way and refused");
  await panelOf(page).getByRole("button", { name: "View garden.png" }).click();
  await expect(page.getByRole("dialog").getByRole("img", { name: "garden.png" })).toBeVisible();
  await clean("a picture");
  await page.keyboard.press("Escape");
  await panelOf(page).getByRole("button", { name: "View letter" }).click();
  await expect(page.getByRole("region", { name: "Page 1 of 1" }).locator("canvas")).toBeVisible();
  await clean("a PDF");
  await page.keyboard.press("Escape");
  await panelOf(page).getByRole("button", { name: "Delete letter" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await clean("the question before a file is deleted");
});

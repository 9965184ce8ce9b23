import type { CDPSession, Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { photoOf } from "../test/pictures.ts";
import { addMembers, attach, noteWith, panelOf, rowOf, type Scene } from "./support/attachments.ts";
import { atRest, expectCleanScreen } from "./support/axe.ts";
import { addMember, type Person } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const WOUND = "The wound on the left heel";

/** Attaches numbered photos to a note; returns their ids. */
async function attachPhotos(someone: Person, scene: Scene, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 1; number <= count; number++) {
    const buffer = await photoOf(number, { width: 900, height: 600 });
    ids.push(await attach(someone, scene, { name: `photo ${number}.jpg`, mimeType: "image/jpeg", buffer }));
  }
  return ids;
}

const writeDescription = ({ http }: Person, attachmentId: string, description: string) =>
  http.mutation(api.attachments.updateAttachment, { attachmentId, description });

const viewer = (page: Page) => page.getByRole("dialog");
const stage = (page: Page) => viewer(page).getByRole("group", { name: /^Picture \d of \d$/ });
const view = (page: Page, name: string) => panelOf(page).getByRole("button", { name: `View ${name}` });
const zoomOf = (page: Page) => viewer(page).getByRole("group", { name: "Size" });

/** Waits until the large version of the shown picture is there. */
const loaded = (page: Page, alt: string) =>
  expect(
    viewer(page).getByRole("img", { name: alt }).and(page.locator("img:not([data-small])")),
  ).toBeVisible();

/** Fingers on the middle of the stage; the places are px from there. */
async function touches(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page);
  const box = (await stage(page).boundingBox())!;
  const at = ([x, y]: readonly [number, number], id: number) => ({
    x: box.x + box.width / 2 + x,
    y: box.y + box.height / 2 + y,
    id,
  });
  // Double taps and swipes depend on when the fingers move, and not on how fast the machine is.
  let seconds = (await page.evaluate(() => performance.timeOrigin)) / 1000;
  const send = (type: "touchStart" | "touchMove" | "touchEnd", ...fingers: (readonly [number, number])[]) => {
    seconds += 0.02;
    return session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: fingers.map(at),
      timestamp: seconds,
    });
  };
  return {
    /** Lets the time of two taps pass. */
    pause() {
      seconds += 1;
    },
    async swipe(x: number, y: number) {
      await send("touchStart", [0, 0]);
      for (const part of [0.2, 0.4, 0.6, 0.8, 1]) await send("touchMove", [x * part, y * part]);
      await send("touchEnd");
    },
    async pinch(from: number, to: number) {
      await send("touchStart", [-from, 0], [from, 0]);
      for (const part of [0.25, 0.5, 0.75, 1]) {
        const way = from + (to - from) * part;
        await send("touchMove", [-way, 0], [way, 0]);
      }
      await send("touchEnd");
    },
    async tap() {
      await send("touchStart", [0, 0]);
      await send("touchEnd");
    },
  };
}

test("on a phone, swipes go through the pictures of a note, two fingers and a double tap zoom, a swipe down closes", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller", PHONE);
  const scene = await noteWith(anna);
  const [first] = await attachPhotos(anna, scene, 3);
  await writeDescription(anna, first!, WOUND);
  const { page } = anna;
  await page.goto(scene.path);
  // The description is the picture's text in the tile as well.
  await expect(panelOf(page).getByRole("img", { name: WOUND })).toBeVisible();
  await view(page, "photo 1.jpg").click();
  await loaded(page, WOUND);
  await expect(viewer(page).getByText(WOUND)).toBeVisible();
  const { swipe, pinch, tap, pause } = await touches(page);

  await swipe(150, 5);
  await expect(stage(page)).toHaveAccessibleName("Picture 1 of 3");
  await swipe(-150, 5);
  await expect(viewer(page).getByText("2 of 3")).toBeVisible();
  await loaded(page, "photo 2.jpg");
  // A slow short movement comes back.
  await swipe(-12, 0);
  await expect(stage(page)).toHaveAccessibleName("Picture 2 of 3");

  await pinch(50, 125);
  await expect(zoomOf(page)).toContainText("250 %");
  const left = async () => (await viewer(page).getByRole("img", { name: "photo 2.jpg" }).boundingBox())!.x;
  const before = await left();
  await swipe(100, 0);
  await expect(stage(page)).toHaveAccessibleName("Picture 2 of 3");
  await expect.poll(async () => (await left()) - before).toBeGreaterThan(60);
  await pinch(125, 30);
  await expect(zoomOf(page)).toContainText("100 %");
  await tap();
  await tap();
  await expect(zoomOf(page)).toContainText("250 %");
  pause();
  await tap();
  await tap();
  await expect(zoomOf(page)).toContainText("100 %");

  await swipe(0, 300);
  await expect(viewer(page)).toHaveCount(0);
  await view(page, "photo 3.jpg").click();
  await expect(stage(page)).toBeVisible();
  await page.goBack();
  await expect(viewer(page)).toHaveCount(0);
  await expect(page).toHaveURL(scene.path);
  await expect(view(page, "photo 3.jpg")).toBeFocused();
});

test("the keyboard and the wheel go through the pictures and zoom; the original is loaded for a closer look", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const scene = await noteWith(anna);
  await attachPhotos(anna, scene, 3);
  const { page } = anna;
  const originals: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/files/")) originals.push(request.url());
  });
  await page.goto(scene.path);
  await view(page, "photo 1.jpg").focus();
  await page.keyboard.press("Enter");
  await expect(stage(page)).toBeFocused();
  const shown = (number: number) => expect(stage(page)).toHaveAccessibleName(`Picture ${number} of 3`);
  await loaded(page, "photo 1.jpg");
  await page.keyboard.press("ArrowLeft");
  await shown(1);
  await page.keyboard.press("ArrowRight");
  await shown(2);
  await page.keyboard.press("End");
  await shown(3);
  await page.keyboard.press("ArrowRight");
  await shown(3);
  await expect(viewer(page).getByRole("button", { name: "Next picture" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await page.keyboard.press("Home");
  await shown(1);
  expect(originals).toEqual([]);

  await page.keyboard.press("+");
  await page.keyboard.press("+");
  await expect(zoomOf(page)).toContainText("200 %");
  await expect.poll(() => originals.length).toBe(1);
  // The arrows move the picture now.
  await page.keyboard.press("ArrowRight");
  await shown(1);
  await page.keyboard.press("0");
  await expect(zoomOf(page)).toContainText("100 %");
  await stage(page).hover();
  await page.mouse.wheel(0, -300);
  await expect(zoomOf(page)).toContainText("200 %");
  await zoomOf(page).getByRole("button", { name: "Smaller" }).click();
  await expect(zoomOf(page)).toContainText("150 %");

  // The focus stays in the dialog.
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press("Tab");
    expect(await viewer(page).evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(viewer(page)).toHaveCount(0);
  await expect(view(page, "photo 1.jpg")).toBeFocused();
});

test("a description is written in the viewer, and others see it at once; arrows in its field stay there", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const scene = await noteWith(anna);
  await addMembers(node, scene, jonas);
  await attachPhotos(anna, scene, 2);
  await jonas.page.goto(scene.path);
  await view(jonas.page, "photo 1.jpg").click();
  await expect(viewer(jonas.page).getByRole("button", { name: "Add a description" })).toHaveCount(0);

  const { page } = anna;
  await page.goto(scene.path);
  await view(page, "photo 1.jpg").click();
  await viewer(page).getByRole("button", { name: "Add a description" }).click();
  const field = viewer(page).getByRole("textbox", { name: "Description" });
  await expect(field).toBeFocused();
  await field.fill(WOUND);
  await field.press("ArrowRight");
  await field.press("+");
  await field.press("Backspace");
  await expect(stage(page)).toHaveAccessibleName("Picture 1 of 2");
  await viewer(page).getByRole("button", { name: "Save description" }).click();
  await expect(viewer(page).getByRole("button", { name: "Edit description" })).toBeFocused();
  for (const each of [page, jonas.page]) {
    await expect(viewer(each).getByText(WOUND, { exact: true })).toBeVisible();
    await expect(viewer(each).getByRole("img", { name: WOUND })).toBeVisible();
  }
  // Somebody deletes the picture that another one looks at.
  const [file] = await anna.http.query(api.attachments.listAttachments, { noteId: scene.noteId });
  await anna.http.mutation(api.attachments.deleteAttachment, { attachmentId: file!._id });
  await expect(viewer(jonas.page)).toHaveCount(0);
  await expect(jonas.page.getByRole("heading", { name: "Attachments (1)" })).toBeVisible();
});

test("the list of notes shows the pictures of a note, small, and none of an encrypted one", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const petra = await someone("Petra Sommer");
  const scene = await noteWith(anna, { visibility: "extended" });
  await attachPhotos(anna, scene, 5);
  await addMember(node, scene.diaryId, petra, "extended");
  const { page } = petra;
  const sizes: number[] = [];
  page.on("response", async (answer) => {
    if (answer.url().includes("/api/pictures/")) sizes.push((await answer.body()).length);
  });
  const list = scene.path.replace(/\/note\/.*/, "");
  await page.goto(list);
  const card = page.getByRole("list", { name: "Notes" }).getByRole("listitem");
  await expect(card.locator("img")).toHaveCount(3);
  await expect(card).toContainText("+2");
  const width = (image: HTMLImageElement) => image.naturalWidth;
  expect(await card.locator("img").first().evaluate(width)).toBe(320);
  await expect.poll(() => sizes.length).toBe(3);
  for (const size of sizes) expect(size).toBeLessThan(30_000);

  const jonas = await someone("Jonas Weber");
  const secret = await noteWith(jonas, { isEncrypted: true });
  await attachPhotos(jonas, secret, 1);
  await jonas.page.goto(secret.path.replace(/\/note\/.*/, ""));
  await expect(jonas.page.getByText("1 attachment")).toBeVisible();
  await expect(jonas.page.getByRole("list", { name: "Notes" }).locator("img")).toHaveCount(0);
  // In the note itself it is shown, to those who may open the note.
  await jonas.page.goto(secret.path);
  await expect(rowOf(jonas.page, "photo 1.jpg").locator("img")).toBeVisible();
});

test("a picture keeps its place while it loads, and an icon stands there when the server has none", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const scene = await noteWith(anna);
  await attachPhotos(anna, scene, 1);
  const { page } = anna;
  let answer: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/pictures/*", async (route) => {
    await held;
    await route.fulfill({ status: 404, json: { error: "Not found" } });
  });
  await page.goto(scene.path);
  const tile = rowOf(page, "photo 1.jpg");
  await tile.scrollIntoViewIfNeeded();
  const before = await tile.boundingBox();
  answer();
  await expect(tile.locator("img")).toHaveCount(0);
  await atRest(page);
  expect(await tile.boundingBox()).toEqual(before);
  await expect(tile.locator("svg").first()).toBeVisible();
  // The viewer shows the original instead.
  await view(page, "photo 1.jpg").click();
  await loaded(page, "photo 1.jpg");
});

test("axe finds no problem on a note with pictures, in the viewer and in the list", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const scene = await noteWith(anna);
  const [first] = await attachPhotos(anna, scene, 2);
  await writeDescription(anna, first!, WOUND);
  const { page } = anna;
  await page.goto(scene.path);
  await rowOf(page, "photo 1.jpg").scrollIntoViewIfNeeded();
  await expect(rowOf(page, "photo 2.jpg").locator("img")).toBeVisible();
  await expectCleanScreen(page, "a note with pictures");
  await view(page, "photo 1.jpg").click();
  await loaded(page, WOUND);
  await expectCleanScreen(page, "the viewer");
  await viewer(page).getByRole("button", { name: "Edit description" }).click();
  await expectCleanScreen(page, "the field of a description");
  await page.goto(scene.path.replace(/\/note\/.*/, ""));
  await expect(page.getByRole("list", { name: "Notes" }).locator("img").first()).toBeVisible();
  await expectCleanScreen(page, "a list of notes with pictures");
});

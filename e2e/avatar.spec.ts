import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { makeLargeFile } from "./support/attachments.ts";
import { alterCall } from "./support/faults.ts";
import { asFile, portrait, tellAbout, uploadPhoto } from "./support/notebooks.ts";
import { notebookOf, type Person } from "./support/people.ts";
import { spec } from "./support/spec.ts";
import { expect, test } from "./support/test.ts";

const UPLOAD = "diaryAvatars:uploadAvatarFromDataUrl";
/** The first eight values of JPEG's luminance table (ITU T.81, K.1) at quality 90, in the order of the file. */
const TABLE_OF_QUALITY_90 = [3, 2, 2, 3, 2, 2, 3, 3];

/** A picture that is red on the left and blue on the right. */
async function pictureFile(page: Page, width: number, height: number, mimeType = "image/png") {
  const dataUrl = await page.evaluate(
    ([w, h, type]) => {
      const canvas = document.createElement("canvas");
      canvas.width = w;
      canvas.height = h;
      const context = canvas.getContext("2d")!;
      context.fillStyle = "#c02020";
      context.fillRect(0, 0, w / 2, h);
      context.fillStyle = "#2020c0";
      context.fillRect(w / 2, 0, w / 2, h);
      return canvas.toDataURL(type);
    },
    [width, height, mimeType] as const,
  );
  return asFile(dataUrl);
}

const choose = (page: Page, file: Parameters<ReturnType<Page["locator"]>["setInputFiles"]>[0]) =>
  page.locator('input[type="file"]').first().setInputFiles(file);
const cropView = (page: Page) => page.getByRole("dialog", { name: "Crop the photo" });
const zoom = (page: Page) => cropView(page).getByRole("slider", { name: "Zoom" });
const cropArea = (page: Page) => cropView(page).getByRole("group", { name: "Part of the picture" });

/** The pictures that a page uploads, as JPEG bytes. */
function uploads(page: Page): Buffer[] {
  const sent: Buffer[] = [];
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      const message = JSON.parse(String(payload));
      if (message.udfPath !== UPLOAD) return;
      const { dataUrl } = message.args[0];
      expect(dataUrl).toMatch(/^data:image\/jpeg;base64,/);
      sent.push(Buffer.from(dataUrl.split(",")[1], "base64"));
    }),
  );
  return sent;
}

/** Width, height and colours at the left and right edge of a JPEG. */
function inspectPicture(page: Page, jpeg: Buffer) {
  return page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/jpeg;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    const context = canvas.getContext("2d")!;
    context.drawImage(image, 0, 0);
    const colour = (x: number) => {
      const [red, , blue] = context.getImageData(x, 10, 1, 1).data;
      return red! > blue! ? "red" : "blue";
    };
    return {
      width: canvas.width,
      height: canvas.height,
      left: colour(2),
      right: colour(canvas.width - 3),
    };
  }, jpeg.toString("base64"));
}

function quantisation(jpeg: Buffer): number[] {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xdb]));
  return [...jpeg.subarray(at + 5, at + 13)];
}

const avatarUrl = async (person: Person, diaryId: string) =>
  (await person.http.query(api.diaries.getDiary, { diaryId }))!.avatarUrl;

/** A notebook with a photo, set as the form does. */
async function notebookWithPhoto(person: Person & { page: Page }) {
  const notebook = await notebookOf(person);
  await person.page.goto("/pricing");
  const url = await uploadPhoto(person, await portrait(person.page));
  await tellAbout(person, notebook._id, { avatarUrl: url });
  return { ...notebook, url };
}

test("a large picture is cropped to a square JPEG of 1024 px and becomes the notebook's photo", {
  tag: spec("CORE-132 CORE-133 CORE-134 CORE-135 CORE-136 CORE-137 CORE-138"),
}, async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { page } = anna;
  const sent = uploads(page);
  await page.goto("/care/new");
  await choose(page, await pictureFile(page, 2400, 1600));
  await expect(cropView(page)).toBeVisible();
  for (const [attribute, value] of [
    ["min", "1"],
    ["max", "3"],
    ["step", "0.1"],
  ] as const) {
    await expect(zoom(page)).toHaveAttribute(attribute, value);
  }
  await expect(zoom(page)).toHaveValue("1");
  await cropView(page).getByRole("button", { name: "Use this photo" }).click();
  await expect(cropView(page)).toHaveCount(0);
  await page.getByLabel("Person's full name").fill("Rosa Blum");
  await page.getByRole("combobox", { name: "Country/region" }).fill("Germany");
  await page.getByRole("option", { name: "Germany" }).click();
  await page.getByRole("button", { name: "Create notebook" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Rosa Blum's Care Notebook" })).toBeVisible();

  expect(sent).toHaveLength(1);
  expect(await inspectPicture(page, sent[0]!)).toEqual({
    width: 1024,
    height: 1024,
    left: "red",
    right: "blue",
  });
  expect(quantisation(sent[0]!)).toEqual(TABLE_OF_QUALITY_90);

  const [notebook] = await anna.http.query(api.diaries.listMyDiaries, {});
  expect(notebook!.avatarUrl).toMatch(/\/api\/avatars\/[0-9a-f-]{36}$/);
  const shown = async () => {
    const photo = page.getByRole("banner").locator("img[src^='blob:']").first();
    await expect(photo).toBeVisible();
    expect(await photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(192);
  };
  await shown();
  await page.goto("/care");
  await shown();
  await page.getByRole("link", { name: "Rosa Blum" }).click();
  await shown();
});

test("a small picture keeps its size when it is cropped", {
  tag: spec("CORE-133 CORE-137"),
}, async ({ someone }) => {
  const { page } = await someone("Anna Keller");
  const sent = uploads(page);
  await page.goto("/care/new");
  await choose(page, await pictureFile(page, 640, 480, "image/webp"));
  await cropView(page).getByRole("button", { name: "Use this photo" }).click();
  await page.getByLabel("Person's full name").fill("Rosa Blum");
  await page.getByRole("combobox", { name: "Country/region" }).fill("Germany");
  await page.getByRole("option", { name: "Germany" }).click();
  await page.getByRole("button", { name: "Create notebook" }).click();
  await expect(page).toHaveURL(/\/care\/[0-9a-z]{6}$/);
  expect(await inspectPicture(page, sent[0]!)).toMatchObject({ width: 480, height: 480 });
});

test("the slider, the arrow keys and the mouse wheel zoom and move the picture", {
  tag: spec("CORE-134 CORE-135 CORE-136"),
}, async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { shortId } = await notebookOf(anna);
  const { page } = anna;
  const sent = uploads(page);
  await page.goto(`/care/${shortId}/edit`);
  await choose(page, await pictureFile(page, 1200, 1200));
  await zoom(page).press("ArrowRight");
  await expect(zoom(page)).toHaveValue("1.1");
  await zoom(page).press("ArrowLeft");
  await zoom(page).press("ArrowLeft");
  await expect(zoom(page)).toHaveValue("1");
  await zoom(page).press("End");
  await zoom(page).press("ArrowRight");
  await expect(zoom(page)).toHaveValue("3");

  await zoom(page).press("Home");
  await cropArea(page).hover();
  // Each turn is far less than a step; together they are one.
  for (let turn = 0; turn < 20; turn++) await page.mouse.wheel(0, -2);
  await expect(zoom(page)).toHaveValue("1.2");
  await page.mouse.wheel(0, -5000);
  await expect(zoom(page)).toHaveValue("3");

  const picture = cropView(page).locator("img");
  const place = () => picture.evaluate((image) => image.style.transform);
  const before = await place();
  await cropArea(page).focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(place).not.toBe(before);
  // Moved to one side, the square has only that colour.
  for (let step = 0; step < 80; step++) await page.keyboard.press("ArrowLeft");
  await cropView(page).getByRole("button", { name: "Use this photo" }).click();
  await page.getByRole("button", { name: "Save & Next" }).click();
  await expect(page.getByRole("tab", { selected: true })).toHaveText("2 Medical Info");
  const { width, left, right } = await inspectPicture(page, sent[0]!);
  expect(width).toBe(400);
  expect(left).toBe(right);
});

test("a file that is no picture or far too large is refused, with a message on what to do", async ({
  someone,
}) => {
  const { page } = await someone("Anna Keller");
  await page.goto("/care/new");
  const alert = page.getByRole("alert");
  // A photo format of phones that browsers can't show.
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypheic0000mif1heic")]);
  await choose(page, { name: "IMG_1.HEIC", mimeType: "image/heic", buffer: heic });
  await expect(alert).toHaveText("This picture can't be read. Choose a JPEG, PNG or WebP picture.");
  const whole = await pictureFile(page, 400, 400);
  await choose(page, { ...whole, buffer: whole.buffer.subarray(0, 40) });
  await expect(alert).toHaveText("This picture can't be read. Choose a JPEG, PNG or WebP picture.");
  await choose(page, await makeLargeFile(whole.name, 30 * 1024 * 1024));
  await expect(alert).toHaveText("Choose a picture smaller than 30 MB.");
  await expect(cropView(page)).toHaveCount(0);
  await choose(page, whole);
  await expect(cropView(page)).toBeVisible();
  await expect(alert).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(cropView(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Remove photo" })).toHaveCount(0);
});

test("a photo can be replaced or removed", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId, url } = await notebookWithPhoto(anna);
  const { page } = anna;
  await page.goto(`/care/${shortId}/edit`);
  await choose(page, await pictureFile(page, 500, 500));
  await cropView(page).getByRole("button", { name: "Use this photo" }).click();
  await page.getByRole("button", { name: "Save & Next" }).click();
  await expect(page.getByRole("tab", { selected: true })).toHaveText("2 Medical Info");
  const next = await avatarUrl(anna, _id);
  expect(next).toMatch(/\/api\/avatars\//);
  expect(next).not.toBe(url);
  await page.getByRole("tab", { name: "1 Basic Info" }).click();
  await page.getByRole("button", { name: "Remove photo" }).click();
  await page.getByRole("button", { name: "Save & Next" }).click();
  await expect(page.getByRole("tab", { selected: true })).toHaveText("2 Medical Info");
  expect(await avatarUrl(anna, _id)).toBeNull();
});

test("when the upload of a photo fails, the notebook is saved with its former photo and no error is shown", {
  tag: spec("CORE-142"),
}, async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId, url } = await notebookWithPhoto(anna);
  const { page } = anna;
  // The server really refuses, because this isn't a picture.
  await alterCall(page, UPLOAD, (args) => ({ ...args, dataUrl: "data:image/jpeg;base64,AAAA" }));
  await page.goto(`/care/${shortId}/edit`);
  await choose(page, await pictureFile(page, 500, 500));
  await cropView(page).getByRole("button", { name: "Use this photo" }).click();
  await page.getByLabel("Description").fill("Since the fall");
  await page.getByRole("button", { name: "Save & Next" }).click();
  await expect(page.getByRole("tab", { selected: true })).toHaveText("2 Medical Info");
  await expect(page.getByRole("alert")).toHaveCount(0);
  expect(await anna.http.query(api.diaries.getDiary, { diaryId: _id })).toMatchObject({
    avatarUrl: url,
    description: "Since the fall",
  });
  await page.getByRole("tab", { name: "1 Basic Info" }).click();
  await expect(page.locator("form img[src^='blob:']")).toBeVisible();
});

test("photos are loaded when they scroll into view, once, with the user's token", async ({ someone }) => {
  const anna = await someone("Anna Keller", { viewport: { width: 390, height: 700 } });
  const { page } = anna;
  const { url } = await notebookWithPhoto(anna);
  for (let count = 0; count < 12; count++) await notebookOf(anna, `Person ${count}`);
  const fetched: { url: string; authorization: string | undefined }[] = [];
  page.on("request", (request) => {
    if (!request.url().includes("/api/avatars/")) return;
    fetched.push({ url: request.url(), authorization: request.headers().authorization });
  });
  await page.goto("/care");
  const last = page.getByRole("listitem").filter({ hasText: "Rosa Blum" });
  await expect(page.getByRole("heading", { level: 3 })).toHaveCount(13);
  await page.waitForLoadState("networkidle");
  expect(fetched).toHaveLength(0);
  await last.scrollIntoViewIfNeeded();
  await expect(last.locator("img")).toBeVisible();
  await last.getByRole("link").click();
  await expect(page.getByRole("banner").locator("img")).toBeVisible();
  expect(fetched.map((request) => new URL(request.url).pathname + new URL(request.url).search)).toEqual([
    `${new URL(url).pathname}?size=small`,
  ]);
  expect(fetched[0]!.authorization).toMatch(/^Bearer /);
});

test("a photo's address opens with the session's cookie, only for people who may see it and only during the session", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const { url } = await notebookWithPhoto(anna);
  const status = async ({ context }: Person) => (await context.request.get(url)).status();
  const answer = await anna.context.request.get(url);
  expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, "image/jpeg"]);
  expect(await status(jonas)).toBe(404);
  await anna.context.request.post("/api/auth/sign-out", { data: {} });
  expect(await status(anna)).toBe(401);
});

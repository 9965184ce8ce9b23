import type { Locator, Page } from "@playwright/test";
import { pdfOf } from "../test/files.ts";
import { attach, noteWith, rowOf, type Scene } from "./support/attachments.ts";
import { faxOf, letterOf, symbolsOf } from "./support/pdfs.ts";
import type { Person } from "./support/people.ts";
import { spec } from "./support/spec.ts";
import { expect, test } from "./support/test.ts";

const pdf = (name: string, buffer: Buffer) => ({ name, mimeType: "application/pdf", buffer });

/** Attaches a PDF and opens its preview; returns the dialog. */
async function view(anna: Person & { page: Page }, scene: Scene, name: string, bytes: Buffer) {
  await attach(anna, scene, pdf(name, bytes));
  await anna.page.goto(scene.path);
  await rowOf(anna.page, name)
    .getByRole("button", { name: `View ${name}` })
    .click();
  return anna.page.getByRole("dialog", { name });
}

const pageOf = (dialog: Locator, number: number) =>
  dialog.getByRole("region", { name: new RegExp(`^Page ${number} of`) });

/** The colour of a drawn page at a point, as fractions of its width and height. */
const colourAt = (page: Locator, x: number, y: number) =>
  page.locator("canvas").evaluate(
    (canvas: HTMLCanvasElement, [right, down]) => {
      const { data } = canvas
        .getContext("2d")!
        .getImageData(Math.floor(canvas.width * right!), Math.floor(canvas.height * down!), 1, 1);
      return [...data];
    },
    [x, y],
  );

const BLACK = [0, 0, 0, 255];
const WHITE = [255, 255, 255, 255];

/** Records a page's requests, console messages and policy violations. */
function watch(page: Page, own: string) {
  const record = { requests: [] as string[], alarms: [] as string[] };
  page.on("request", (request) => {
    const { origin, pathname } = new URL(request.url());
    record.requests.push(pathname);
    const isOwn = request.url().startsWith("blob:") || origin === own;
    if (pathname === "/api/csp-report" || !isOwn) record.alarms.push(request.url());
  });
  page.on("dialog", (dialog) => {
    record.alarms.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => record.alarms.push(`an error: ${error.message}`));
  page.on("download", (download) => record.alarms.push(`a download: ${download.url()}`));
  page.context().on("page", (tab) => record.alarms.push(`a tab: ${tab.url()}`));
  return record;
}

test("a PDF of a note is shown page by page, each drawn when it is near, and is readable for screen readers", {
  tag: spec("CORE-322"),
}, async ({ someone, node }) => {
  const anna = await someone("Anna Keller", { viewport: { width: 390, height: 844 } });
  const scene = await noteWith(anna);
  const record = watch(anna.page, new URL(node.url).origin);
  const dialog = await view(anna, scene, "letter.pdf", await letterOf(12));
  const first = pageOf(dialog, 1);
  await expect(first.locator("canvas")).toBeVisible();
  expect(await colourAt(first, 0.05, 0.03)).toEqual(BLACK);
  expect(await colourAt(first, 0.95, 0.95)).toEqual(WHITE);
  await expect(first.locator("p").first()).toContainText("Torasemide 10 mg in the morning");
  await expect(pageOf(dialog, 12).locator("canvas")).toHaveCount(0);
  expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);

  await pageOf(dialog, 12).scrollIntoViewIfNeeded();
  await expect(pageOf(dialog, 12).locator("canvas")).toBeVisible();
  await expect(pageOf(dialog, 12).locator("p").first()).toHaveText("Laboratory values, sheet 12");
  // Pages far away release their memory.
  await expect(first.locator("canvas")).toHaveCount(0);

  await anna.page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(anna.page, "letter.pdf").getByRole("button", { name: "View" })).toBeFocused();
  expect(record.alarms).toEqual([]);
});

test("buttons make a PDF larger and smaller, and the reading position stays", async ({ someone }) => {
  const anna = await someone("Anna Keller", { viewport: { width: 390, height: 844 } });
  const dialog = await view(anna, await noteWith(anna), "letter.pdf", await letterOf(6));
  const canvas = pageOf(dialog, 4).locator("canvas");
  await pageOf(dialog, 4).scrollIntoViewIfNeeded();
  await expect(canvas).toBeVisible();
  const before = (await canvas.boundingBox())!;
  await dialog.getByRole("button", { name: "Larger" }).click();
  await dialog.getByRole("button", { name: "Larger" }).click();
  await expect(dialog.getByText("200 %")).toBeVisible();
  await expect(canvas).toBeInViewport();
  await expect.poll(async () => (await canvas.boundingBox())!.width / before.width).toBeCloseTo(2, 1);
  // Drawn again for the new size, not stretched.
  const pixelRatio = () =>
    canvas.evaluate((element: HTMLCanvasElement) => element.width / element.getBoundingClientRect().width);
  await expect.poll(pixelRatio).toBeGreaterThan(0.95);
  const smaller = dialog.getByRole("button", { name: "Smaller" });
  await smaller.click();
  await smaller.click();
  await expect(dialog.getByText("100 %")).toBeVisible();
  await expect(smaller).toHaveAttribute("aria-disabled", "true");
  await expect(smaller).toBeFocused();
  await expect(canvas).toBeInViewport();
});

test("fax images, symbol fonts and Chinese characters are drawn with decoders and fonts from this server", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const scene = await noteWith(anna);
  const record = watch(anna.page, new URL(node.url).origin);
  const fax = await view(anna, scene, "fax.pdf", faxOf());
  await expect(pageOf(fax, 1).locator("canvas")).toBeVisible();
  expect(await colourAt(pageOf(fax, 1), 0.5, 0.5)).toEqual(BLACK);
  await expect(fax.getByText("There is no text on this page")).toHaveCount(1);

  const symbols = await view(anna, scene, "symbols.pdf", symbolsOf());
  // A black square, which no system font has for that letter.
  await expect(pageOf(symbols, 1).locator("canvas")).toBeVisible();
  expect(await colourAt(pageOf(symbols, 1), 0.2, 0.6)).toEqual(BLACK);
  await expect(symbols.getByText("中文")).toHaveCount(1);
  const parts = record.requests
    .filter((path) => path.includes("/pdfjs-"))
    .map((path) => path.split("/").at(-1));
  expect(parts.sort()).toEqual([
    "Adobe-GB1-UCS2.bcmap",
    "FoxitDingbats.pfb",
    "GBK-EUC-H.bcmap",
    "jbig2_nowasm_fallback.js",
  ]);
  expect(record.alarms).toEqual([]);
});

test("a PDF that is damaged, protected by a password or deleted shows a message", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const scene = await noteWith(anna);
  const damagedFile = await view(anna, scene, "torn.pdf", Buffer.from("%PDF-1.7\nnothing of a PDF"));
  await expect(damagedFile.getByRole("alert")).toHaveText(
    "This PDF is damaged and can't be shown. You can download it.",
  );
  const locked = await letterOf(1, { userPassword: "secret", pdfVersion: "1.7ext3" });
  const dialog = await view(anna, scene, "locked.pdf", locked);
  await expect(dialog.getByRole("alert")).toHaveText(
    "A password protects this PDF, so it can't be shown here. Download it and open it with the password.",
  );
  await anna.page.route("**/api/files/*", (route) => route.abort());
  const away = await view(anna, scene, "away.pdf", await letterOf(1));
  await expect(away.getByRole("alert")).toHaveText(
    "The PDF couldn't be loaded. Close this and try again, or download it.",
  );
  await node.database().pool.query("delete from attachments where filename = 'away.pdf'");
  await expect(away).toHaveCount(0);
});

test("a PDF of an encrypted note is shown as well", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const dialog = await view(
    anna,
    await noteWith(anna, { isEncrypted: true }),
    "letter.pdf",
    await letterOf(2),
  );
  await expect(pageOf(dialog, 1).locator("canvas")).toBeVisible();
  expect(await colourAt(pageOf(dialog, 1), 0.05, 0.03)).toEqual(BLACK);
});

/** All actions that a PDF can start in other viewers: on opening, drawing, pointing and closing. */
function hostilePdf(): Buffer {
  const script = (code: string) => `<< /S /JavaScript /JS (${code.replace(/[()\\]/g, "\\$&")}) >>`;
  const run = script(
    "app.alert('ran'); app.launchURL('/ran'); this.submitForm('/ran'); globalThis.hacked=1; eval('globalThis.hacked=1')",
  );
  const action = (kind: string, rest: string) => `<< /S /${kind} ${rest} >>`;
  const annotations = [
    `/Subtype /Link /A ${action("URI", "/URI (javascript:window.hacked=1)")}`,
    `/Subtype /Link /A ${action("Launch", "/F (/ran)")}`,
    `/Subtype /Link /A ${action("GoToR", "/F (http://127.0.0.1:9/x.pdf) /D [0 /Fit]")}`,
    `/Subtype /Link /A ${action("SubmitForm", "/F << /FS /URL /F (http://127.0.0.1:9/ran) >>")}`,
    `/Subtype /Link /A ${action("ImportData", "/F (http://127.0.0.1:9/x.fdf)")}`,
    `/Subtype /Widget /FT /Tx /T (<img src=x onerror=window.hacked=1>) /V (<script>window.hacked=1</script>) /AA << /E ${run} /Fo ${run} /K ${run} /C ${run} >>`,
    `/Subtype /FreeText /Contents (<svg onload=window.hacked=1>) /RC (<body><script>window.hacked=1</script></body>) /DA (/Helv 12 Tf)`,
    `/Subtype /RichMedia /RichMediaContent << >>`,
  ].map((rest) => `<< /Type /Annot /Rect [0 0 200 100] ${rest} >>`);
  return pdfOf(
    `/OpenAction ${run} /AA << /WC ${run} /WS ${run} /DP ${run} >> /URI << /Base (http://127.0.0.1:9/) >> ` +
      `/Names << /JavaScript << /Names [(a) ${run}] >> >> /AcroForm << /NeedAppearances true /XFA (<xdp><script>window.hacked=1</script></xdp>) /Fields [] >>`,
    // A font matrix that contains code, which some viewers once ran (CVE-2024-4367).
    `/AA << /O ${run} /C ${run} >> /Annots [${annotations.join(" ")}] /Resources << /Font << /F << /Type /Font /Subtype /Type1 ` +
      `/BaseFont /Evil /FontMatrix [1 2 3 4 5 (1\\); window.hacked=1//)] >> >> >>`,
  );
}

test("scripts, actions and links in a PDF do nothing", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const record = watch(anna.page, new URL(node.url).origin);
  const dialog = await view(anna, await noteWith(anna), "harmful.pdf", hostilePdf());
  const canvas = pageOf(dialog, 1).locator("canvas");
  await expect(canvas).toBeVisible();
  await canvas.hover({ force: true });
  await canvas.click({ position: { x: 50, y: 50 } });
  await anna.page.keyboard.press("a");
  await dialog.getByRole("button", { name: "Larger" }).click();
  await expect(dialog.getByText("150 %")).toBeVisible();
  expect(await dialog.locator("a, iframe, object, embed, input, script, form").count()).toBe(0);
  await anna.page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  expect(await anna.page.evaluate(() => (window as never as { hacked?: number }).hacked)).toBeUndefined();
  expect(record.alarms).toEqual([]);
});

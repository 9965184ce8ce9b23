import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { CHROMIUM_FLAGS, findChromium } from "../e2e/support/chromium.ts";
import { PRODUCT_NAME } from "../lib/product.ts";

// `npm run social-picture` draws `public/social.png`, which messengers show for a link to a public page.

const ROOT = join(import.meta.dirname, "..");

const CARDS = [
  { mark: "A", title: "A good morning", text: "Slept through, ate well." },
  { mark: "✓", title: "Ten minutes of walking", text: "Done by Jonas, 9:40" },
  { mark: "P", title: "Petra, nurse", text: "We go on as planned." },
];

const CSS = `
  body { display: grid; grid-template-columns: 640px 1fr; align-items: center; gap: 48px; width: 1200px; height: 630px;
    margin: 0; padding: 0 64px; box-sizing: border-box; background: var(--paper); color: var(--ink); font: 26px/1.35 Letters; }
  h1 { margin: 28px 0 20px; font-size: 74px; line-height: 1.05; letter-spacing: -0.01em; }
  p { margin: 0; color: var(--ink-soft); }
  .brand { display: flex; align-items: center; gap: 16px; color: var(--ink); font-size: 36px; font-weight: 700; }
  .cards { display: grid; gap: 20px; margin-right: -120px; padding: 36px 0 36px 36px; border-radius: 40px; background: var(--action-wash); }
  .card { display: flex; gap: 20px; align-items: center; padding: 22px 26px; border: 1px solid var(--line); border-radius: 22px;
    background: var(--surface); white-space: nowrap; font-size: 22px; }
  .card:nth-child(2) { margin-left: -64px; margin-right: 64px; }
  .card strong { display: block; color: var(--ink); font-size: 26px; }
  .mark { display: grid; place-items: center; flex: none; width: 60px; height: 60px; border-radius: 50%;
    background: var(--action); color: var(--action-ink); font-weight: 700; }`;

async function pictureHtml(): Promise<string> {
  const [tokens, sign, letters] = await Promise.all([
    readFile(join(ROOT, "app", "theme", "tokens.css"), "utf8"),
    readFile(join(ROOT, "public", "favicon.svg"), "utf8"),
    readFile(
      createRequire(import.meta.url).resolve(
        "@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2",
      ),
      "base64",
    ),
  ]);
  const cards = CARDS.map(
    ({ mark, title, text }) =>
      `<div class="card"><span class="mark">${mark}</span><p><strong>${title}</strong>${text}</p></div>`,
  );
  return `<!doctype html><html data-mantine-color-scheme="light"><style>${tokens}
    @font-face { font-family: Letters; font-weight: 200 800; src: url(data:font/woff2;base64,${letters}); } ${CSS}</style>
    <div><div class="brand">${sign.replace("<svg ", '<svg width="64" height="64" ')} ${PRODUCT_NAME}</div>
    <h1>One notebook for everyone who cares</h1>
    <p>Notes, medications, tasks and care programs for one person, in one place.</p></div>
    <div class="cards">${cards.join("")}</div></html>`;
}

const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await page.setContent(await pictureHtml());
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(ROOT, "public", "social.png") });
} finally {
  await browser.close();
}

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import type { CompiledMessage } from "icu-minify/format";
import { listRooms, readMessages } from "../../server/words/read.ts";
import { MARK, markMessage, readMark } from "./marks.ts";
import { openScene } from "./open.ts";
import type { Scene } from "./scenes.ts";

type Messages = Record<string, CompiledMessage>;
/** Where a text is seen: in a picture, in its pixels. */
type Place = { picture: string; scene: string; x: number; y: number; width: number; height: number };

const VIEWPORT = { width: 390, height: 844 };
/** What is shown around a text. */
const AROUND = 90;

/** All keys, in the order of their numbers. */
const KEYS = listRooms().flatMap((room) =>
  Object.keys(readMessages("en", room)).map((name) => `${room}.${name}`),
);
const NUMBERS = new Map(KEYS.map((key, number) => [key, number]));

/**
 * Takes pictures of scenes for translators: `index.html` shows each key with its English text where a screen shows it, and
 * lists the others.
 * @returns how many keys are shown, and how many there are
 */
export async function showKeys(
  browser: Browser,
  url: string,
  directory: string,
  scenes: readonly Scene[],
): Promise<{ shown: number; all: number }> {
  await mkdir(directory, { recursive: true });
  const places = new Map<string, Place>();
  for (const [number, scene] of scenes.entries()) {
    const look = { url, viewport: VIEWPORT, colorScheme: "light" } as const;
    const page = await openScene(browser, look, scene, markTexts);
    const found = await findMarks(page);
    const picture = `${number + 1}.png`;
    const fresh = found.filter(({ key }) => !places.has(key));
    for (const { key, ...place } of fresh) places.set(key, { picture, scene: scene.name, ...place });
    if (fresh.length > 0) await page.screenshot({ path: join(directory, picture), fullPage: true });
    // A text may still be on its way.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.context().close();
  }
  await writeFile(join(directory, "index.html"), writeIndex(places));
  return { shown: places.size, all: KEYS.length };
}

/** Marks the English texts on their way to the browser. */
async function markTexts(page: Page): Promise<void> {
  const mark = (room: string, messages: Messages) =>
    Object.fromEntries(
      Object.entries(messages).map(([name, message]) => [
        name,
        markMessage(message, NUMBERS.get(`${room}.${name}`)!),
      ]),
    );
  await page.route(/\/assets\/words\/en-[\w-]{8}\/[\w-]+\.json$/, async (route) => {
    const response = await route.fetch();
    const texts = await response.json();
    const name = /([\w-]+)\.json$/.exec(route.request().url())![1]!;
    const isScreen = name.startsWith("screen-");
    const json = isScreen
      ? Object.fromEntries(
          Object.entries(texts as Record<string, Messages>).map(([room, each]) => [room, mark(room, each)]),
        )
      : mark(name, texts);
    await route.fulfill({ response, json });
  });
}

/** The marks on a page with the places of their texts; names that are only read aloud count too. */
async function findMarks(page: Page): Promise<({ key: string } & Omit<Place, "picture" | "scene">)[]> {
  const found = await page.evaluate((pattern) => {
    const list: { mark: string; x: number; y: number; width: number; height: number }[] = [];
    const add = (text: string, getPlace: (from: number, to: number) => DOMRect) => {
      const marks = [...text.matchAll(new RegExp(pattern, "g"))];
      for (const [index, { 0: mark, index: from }] of marks.entries()) {
        const { x, y, width, height } = getPlace(from, marks[index + 1]?.index ?? text.length);
        if (width > 0) list.push({ mark, x: x + window.scrollX, y: y + window.scrollY, width, height });
      }
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      add(node.textContent ?? "", (from, to) => {
        const range = document.createRange();
        range.setStart(node, from);
        range.setEnd(node, to);
        return range.getBoundingClientRect();
      });
    }
    for (const element of document.body.querySelectorAll("[aria-label], [placeholder], [title], [alt]"))
      for (const name of ["aria-label", "placeholder", "title", "alt"])
        add(element.getAttribute(name) ?? "", () => element.getBoundingClientRect());
    add(document.title, () => new DOMRect(0, 0, window.innerWidth, 1));
    return list;
  }, MARK);
  return found.map(({ mark, ...place }) => ({ key: KEYS[readMark(mark)]!, ...place }));
}

const escapeHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** A page with all rooms of texts: each key, its English, and the part of a picture that shows it. */
function writeIndex(places: Map<string, Place>): string {
  const rooms = Object.entries(Object.groupBy(KEYS, (key) => key.slice(0, key.indexOf("."))));
  const shown = rooms.map(
    ([room, keys = []]) =>
      `<h2 id="${room}">${room}</h2>\n${keys.map((key) => writeKey(key, places.get(key))).join("\n")}`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8" />
<title>Texts of CareDiary on its screens</title>
<style>
  body { font: 1rem/1.4 sans-serif; margin: 1rem auto; max-width: 60rem; }
  nav { columns: 8rem; }
  section { border-top: 1px solid #ccc; padding: 0.5rem 0; }
  .picture { position: relative; width: ${VIEWPORT.width}px; border: 1px solid #ccc; }
  .picture b { position: absolute; outline: 3px solid #d00; }
</style>
<h1>Texts of CareDiary on its screens</h1>
<p>${places.size} of ${KEYS.length} texts are shown. Others are in letters, in files, on public pages, or rarely seen.</p>
<nav>${rooms.map(([room]) => `<a href="#${room}">${room}</a>`).join("<br />")}</nav>
${shown.join("\n")}
</html>
`;
}

function writeKey(key: string, place: Place | undefined): string {
  const dot = key.indexOf(".");
  const english = escapeHtml(readMessages("en", key.slice(0, dot))[key.slice(dot + 1)]!);
  const head = `<section id="${key}"><code>${key}</code><p>${english}</p>`;
  if (!place) return `${head}</section>`;
  const { picture, scene, x, y, width, height } = place;
  const top = Math.max(0, Math.round(y - AROUND));
  const style = `height: ${Math.round(height + 2 * AROUND)}px; background: url(${picture}) 0 -${top}px no-repeat`;
  const box = `left: ${x}px; top: ${y - top}px; width: ${width}px; height: ${height}px`;
  return `${head}<div class="picture" title="${scene}" style="${style}"><b style="${box}"></b></div></section>`;
}

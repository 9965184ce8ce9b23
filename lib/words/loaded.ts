import type { CompiledMessage } from "icu-minify/format";
import { readStored, writeStored } from "../browser-store.ts";
import { pageLanguage } from "./page-language.ts";
import { provideTexts } from "./t.ts";
import { loadingTexts } from "./waiting.ts";

/** A language, as the page describes it (scripts/build/words.ts). */
type PageLanguage = {
  name: string;
  locale: string;
  direction: "ltr" | "rtl";
  state: "complete" | "draft";
  reviewed: boolean;
  /** Where its files are, with a slash at the end. */
  path: string;
};

type Room = Record<string, CompiledMessage>;

const RETRY_MS = 2000;
const ENGLISH = "en";
/** Where this browser keeps the language, for the next page (public/early.js). */
const LANGUAGE = "language";

let languages: Record<string, PageLanguage> | undefined;
/** The language that is chosen, while its texts are on their way. */
let chosen = pageLanguage.get();
/** Texts by language and room, such as "de search". */
const rooms = new Map<string, Room>();
/** The rooms that loaded modules use. */
const used = new Set<string>();

/** The languages of this build, by their codes. */
function getLanguages(): Record<string, PageLanguage> {
  languages ??= JSON.parse(document.getElementById("languages")?.textContent ?? "{}") as Record<
    string,
    PageLanguage
  >;
  return languages;
}

provideTexts(() => {
  const language = pageLanguage.get();
  return {
    language,
    locale: getLanguages()[language]?.locale ?? "en-US",
    direction: getLanguages()[language]?.direction ?? "ltr",
    state: getLanguages()[language]?.state ?? "complete",
    find: (room, name) => rooms.get(`${language} ${room}`)?.[name],
  };
});

/**
 * Shows everything in another language as soon as its texts are there. A later choice wins; a language that this build lacks
 * changes nothing.
 */
async function setLanguage(next: string): Promise<void> {
  if (!getLanguages()[next]) return;
  chosen = next;
  // Its texts are on their way already.
  if (pageLanguage.get() === next) return;
  const getLacking = () => [...used].filter((room) => !rooms.has(`${next} ${room}`));
  // A screen that opens meanwhile asks for more.
  for (let lacking = getLacking(); lacking.length > 0; lacking = getLacking())
    await Promise.all(lacking.map((room) => fetchPatiently(next, room)));
  if (chosen !== next) return;
  document.documentElement.lang = next;
  document.documentElement.dir = getLanguages()[next]!.direction;
  pageLanguage.set(next);
}

/** The languages that people can choose, with their own names: all complete ones, and the present one. */
export const listOfferedLanguages = (): { code: string; name: string }[] =>
  Object.entries(getLanguages())
    .filter(([code, { state }]) => state === "complete" || code === pageLanguage.get())
    .map(([code, { name }]) => ({ code, name }));

/** Whether a native speaker has read the texts of the page's language. */
export const isReviewed = (): boolean => getLanguages()[pageLanguage.get()]?.reviewed !== false;

/** Shows a language from now on, in all tabs of this browser. */
export function showLanguage(language: string): void {
  if (!getLanguages()[language]) return;
  if (readStored(LANGUAGE) !== language) writeStored(LANGUAGE, language);
  void setLanguage(language);
}

// The choice of another tab.
globalThis.window?.addEventListener("storage", ({ key }) => {
  if (key === `carediary.${LANGUAGE}`) void setLanguage(readStored<string>(LANGUAGE) ?? ENGLISH);
});

/** Adds a room's English texts, where they come with the script. */
export function addRoom(room: string, texts: Room): void {
  rooms.set(`${ENGLISH} ${room}`, texts);
}

/** Begins to load a room's texts in the page's language, and goes on until it has them (`waitForTexts`). */
export function loadRoom(room: string): void {
  if (used.has(room)) return;
  used.add(room);
  const loading = fetchPatiently(pageLanguage.get(), room).finally(() => loadingTexts.delete(loading));
  loadingTexts.add(loading);
}

/** Tries once to load the texts of a key that the server has named, such as that of a refusal. */
export async function fetchNamedTexts(key: string): Promise<void> {
  const room = key.slice(0, key.indexOf("."));
  const language = pageLanguage.get();
  const id = `${language} ${room}`;
  if (rooms.has(id) || room === "") return;
  const texts = await fetchRoom(language, room);
  if (!texts) return;
  used.add(room);
  rooms.set(id, texts);
}

async function fetchPatiently(of: string, room: string): Promise<void> {
  for (;;) {
    // A device without a connection may have kept English alone.
    const texts = (await fetchRoom(of, room)) ?? (of === ENGLISH ? null : await fetchRoom(ENGLISH, room));
    if (texts) {
      rooms.set(`${of} ${room}`, texts);
      return;
    }
    await waitForLine();
  }
}

async function fetchRoom(of: string, room: string): Promise<Room | null> {
  const early = of === window.earlyTexts?.language ? await window.earlyTexts.rooms : {};
  if (early[room]) return early[room];
  try {
    const answer = await fetch(`${getLanguages()[of]!.path}${room}.json`);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

const waitForLine = () =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(finish, RETRY_MS);
    window.addEventListener("online", finish);
    function finish() {
      clearTimeout(timer);
      window.removeEventListener("online", finish);
      resolve();
    }
  });

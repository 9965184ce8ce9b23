import type { CompiledMessage } from "icu-minify/format";
import { provideTexts } from "./t.ts";
import { loadingTexts } from "./waiting.ts";

/** A language, as the page describes it (scripts/build/words.ts). */
type PageLanguage = {
  name: string;
  locale: string;
  direction: "ltr" | "rtl";
  state: "complete" | "draft";
  /** Where its files are, with a slash at the end. */
  path: string;
};

type Room = Record<string, CompiledMessage>;

const RETRY_MS = 2000;

let languages: Record<string, PageLanguage> | undefined;
/** No other one can be chosen yet. */
const language = "en";
const rooms = new Map<string, Room>();

/** The languages of this build, by their codes. */
function getLanguages(): Record<string, PageLanguage> {
  languages ??= JSON.parse(document.getElementById("languages")?.textContent ?? "{}") as Record<
    string,
    PageLanguage
  >;
  return languages;
}

provideTexts(() => ({
  language,
  locale: getLanguages()[language]?.locale ?? "en-US",
  find: (room, name) => rooms.get(room)?.[name],
}));

/** Adds a room's texts, where they come with the script. */
export function addRoom(room: string, texts: Room): void {
  rooms.set(room, texts);
}

const asked = new Set<string>();

/** Begins to load a room's texts in the page's language, and goes on until it has them (`waitForTexts`). */
export function loadRoom(room: string): void {
  if (asked.has(room)) return;
  asked.add(room);
  const loading = fetchPatiently(room).finally(() => loadingTexts.delete(loading));
  loadingTexts.add(loading);
}

async function fetchPatiently(room: string): Promise<void> {
  for (;;) {
    const texts = await fetchRoom(room);
    if (texts) {
      rooms.set(room, texts);
      return;
    }
    await waitForLine();
  }
}

async function fetchRoom(room: string): Promise<Room | null> {
  try {
    const answer = await fetch(`${getLanguages()[language]!.path}${room}.json`);
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

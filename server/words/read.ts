import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import compile from "icu-minify/compile";
import type { CompiledMessage } from "icu-minify/format";
import { ROOT } from "../root.ts";
import { isPseudo, PSEUDO_LANGUAGES, toPseudo } from "./pseudo.ts";

/** The folder of all texts: one folder a language, one file a room. */
export const WORDS = join(ROOT, "words");

/** A language, as its `language.json` describes it. */
export type Language = {
  /** Its own name, such as "Deutsch". */
  name: string;
  /** What `Intl` writes numbers, dates and lists for. */
  locale: string;
  direction: "ltr" | "rtl";
  /** A draft isn't offered yet. */
  state: "complete" | "draft";
  /** Whether a native speaker has read its texts. */
  reviewed: boolean;
};

/** A room's messages as they are written, by their names. */
export type Messages = Record<string, string>;

const readJson = <Content>(...path: string[]): Content =>
  JSON.parse(readFileSync(join(WORDS, ...path), "utf8"));

/** The codes of all languages, English first: others take from it the texts that they lack. */
export const listLanguages = (): string[] =>
  readdirSync(WORDS).sort((a, b) => Number(b === "en") - Number(a === "en") || a.localeCompare(b, "en"));

/** The languages that have all texts, and public pages: their codes and their own names. */
export const listCompleteLanguages = (): { code: string; name: string }[] =>
  listLanguages().flatMap((code) => {
    const { name, state } = readLanguage(code);
    return state === "complete" ? [{ code, name }] : [];
  });

/** All languages, and the ones that are computed from English. */
export const listBuiltLanguages = (): string[] => [...listLanguages(), ...Object.keys(PSEUDO_LANGUAGES)];

let built: ReadonlySet<string> | undefined;

/** Whether this server has texts in a language; asked for each page, so the folders are read once. */
export function isBuiltLanguage(code: string): boolean {
  built ??= new Set(listBuiltLanguages());
  return built.has(code);
}

export const readLanguage = (language: string): Language =>
  isPseudo(language) ? PSEUDO_LANGUAGES[language] : readJson(language, "language.json");

/** The rooms that have texts. */
export const listRooms = (language = "en"): string[] =>
  readdirSync(join(WORDS, language))
    .filter((name) => name.endsWith(".json") && name !== "language.json")
    .map((name) => name.slice(0, -".json".length))
    .sort();

/** The rooms of texts that only a server or the build writes; no browser has them. */
export const SERVER_ROOMS: readonly string[] = [
  ...["accountletters", "letters", "manifest", "pushes"],
  // The public pages, which the build renders; `help` is a screen of the app as well.
  ...["about", "community", "landing", "pricing", "privacy", "publicframe"],
  ...["purpose", "sample", "security", "terms"],
];

/** A room's messages in a language; those that it lacks in English. */
export function readMessages(language: string, room: string): Messages {
  const english = readJson<Messages>("en", `${room}.json`);
  if (language === "en" || !listRooms(language).includes(room)) return english;
  return { ...english, ...readJson<Messages>(language, `${room}.json`) };
}

/** The same, compiled. Throws where a message isn't valid. */
export function compileMessages(language: string, room: string): Record<string, CompiledMessage> {
  if (isPseudo(language)) {
    const english = Object.entries(compileMessages("en", room));
    return Object.fromEntries(english.map(([name, message]) => [name, toPseudo(language, message)]));
  }
  return Object.fromEntries(
    Object.entries(readMessages(language, room)).map(([name, message]) => [name, compile(message)]),
  );
}

import { AsyncLocalStorage } from "node:async_hooks";
import type { CompiledMessage } from "icu-minify/format";
import { provideTexts, type Texts } from "../../lib/words/t.ts";
import { compileMessages, isBuiltLanguage, readLanguage } from "./read.ts";

const languages = new Map<string, Texts>();

/** The texts of a language; a room's are read when the first of them is asked for. */
export function readTexts(language: string): Texts {
  const rooms = new Map<string, Record<string, CompiledMessage>>();
  const { locale, direction, state } = readLanguage(language);
  return {
    ...{ language, locale, direction, state },
    find(room, name) {
      const messages = rooms.get(room) ?? compileMessages(language, room);
      rooms.set(room, messages);
      return messages[name];
    },
  };
}

function getTexts(language: string): Texts {
  const texts = languages.get(language) ?? readTexts(language);
  languages.set(language, texts);
  return texts;
}

const reader = new AsyncLocalStorage<Texts>();

/**
 * Does work for a reader of a language, such as composing a letter to them; all texts in it are in that language. English
 * for accounts without one, and for languages that this server has no more.
 */
export function runInLanguage<Result>(language: string | null, work: () => Result): Result {
  const isKnown = language !== null && (languages.has(language) || isBuiltLanguage(language));
  return reader.run(getTexts(isKnown ? language : "en"), work);
}

/** The texts of the present reader, for what provides them again. */
export const getReaderTexts = (): Texts => reader.getStore() ?? getTexts("en");

/** The code and the direction of the present reader's language, for `lang` and `dir`. */
export const getReaderLanguage = (): Pick<Texts, "language" | "direction"> => getReaderTexts();

provideTexts(getReaderTexts);

import { AsyncLocalStorage } from "node:async_hooks";
import type { CompiledMessage } from "icu-minify/format";
import { provideTexts, type Texts } from "../../lib/words/t.ts";
import { compileMessages, readLanguage } from "./read.ts";

const languages = new Map<string, Texts>();

/** The texts of a language; a room's are read when the first of them is asked for. */
function getTexts(language: string): Texts {
  const known = languages.get(language);
  if (known) return known;
  const rooms = new Map<string, Record<string, CompiledMessage>>();
  const texts: Texts = {
    language,
    locale: readLanguage(language).locale,
    direction: readLanguage(language).direction,
    find(room, name) {
      const messages = rooms.get(room) ?? compileMessages(language, room);
      rooms.set(room, messages);
      return messages[name];
    },
  };
  languages.set(language, texts);
  return texts;
}

const reader = new AsyncLocalStorage<Texts>();

/** Does work for a reader of a language, such as composing a letter to them; all texts in it are in that language. */
export const runInLanguage = <Result>(language: string, work: () => Result): Result =>
  reader.run(getTexts(language), work);

provideTexts(() => reader.getStore() ?? getTexts("en"));

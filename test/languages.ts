import { listLanguages, readMessages } from "../server/words/read.ts";

/** The languages that texts are translated into. */
export const TRANSLATED = listLanguages().filter((language) => language !== "en");

const hasWords = (text: string, words: string) => {
  const escaped = words.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replace(/ /g, "\\s+");
  return new RegExp(`(?<!\\p{L})${escaped}(?!\\p{L})`, "u").test(text);
};

/** Keys of rooms, and their English texts, that a paper in another language has; texts with values are left out. */
export function findUntranslated(text: string, language: string, rooms: readonly string[]): string[] {
  const keys = text.match(new RegExp(`\\b(?:${rooms.join("|")})\\.[a-z]\\w+`, "g")) ?? [];
  const english = rooms.flatMap((room) => {
    const translated = Object.values(readMessages(language, room));
    return Object.values(readMessages("en", room)).filter(
      (words) => !words.includes("{") && !translated.includes(words) && hasWords(text, words),
    );
  });
  return [...keys, ...english];
}

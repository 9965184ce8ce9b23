import { expect, it } from "vitest";
import { getLanguage, getLanguageName, getLanguages, isLanguage } from "./languages.ts";

it.each([
  ["de-AT", "de"],
  ["pt-BR", "pt"],
  ["zh-Hant-TW", "zh"],
  ["nb-NO", "no"],
  ["tl", "fil"],
  ["tlh", null],
  ["not a language", null],
])("the locale %j is of the language %j", (locale, code) => {
  expect(getLanguage(locale)).toBe(code);
});

it.each([
  ["de", "Deutsch (German)"],
  ["en", "English"],
  ["tr", "Türkçe (Turkish)"],
  ["ja", "日本語 (Japanese)"],
])("%j is called %j", (code, name) => {
  expect(getLanguageName(code)).toBe(name);
});

it("every code of the list has a name, and no two the same one", () => {
  const list = getLanguages();
  expect(list.length).toBeGreaterThan(120);
  expect(list.filter(({ value, label }) => value === label || !isLanguage(value))).toEqual([]);
  expect(new Set(list.map(({ label }) => label)).size).toBe(list.length);
});

import { expect, it } from "vitest";
import { getOwnCountry, getOwnLanguage } from "./this-device.ts";

it.each([
  [["de-AT", "en-US"], "Europe/Vienna", "AT"],
  // The second language's country has the zone.
  [["en-US", "de-DE"], "Europe/Berlin", "DE"],
  // No language names a country; one country has the zone.
  [["en"], "Asia/Tokyo", "JP"],
  [["en-GB"], "Europe/Berlin", "DE"],
  // Nothing fits: no guess.
  [["en"], "UTC", ""],
  [["not a language", "en-XX"], "Nowhere/Zone", ""],
])("a device with the languages %j in %s proposes “%s”", (languages, timeZone, country) => {
  expect(getOwnCountry({ languages, timeZone })).toBe(country);
});

it.each([
  [["de-AT", "en-US"], "de"],
  [["tlh", "zh-Hant-TW"], "zh"],
  [["not a language"], ""],
  [[], ""],
])("a device with the languages %j proposes the language “%s”", (languages, language) => {
  expect(getOwnLanguage({ languages })).toBe(language);
});

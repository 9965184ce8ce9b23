import { expect, it } from "vitest";
import { chooseAcceptedLanguage } from "./accepted.ts";

it.each([
  ["de-AT", "de"],
  ["de-AT,de;q=0.9,en;q=0.8", "de"],
  ["fr-FR, fr;q=0.9, pl;q=0.4, es;q=0.7", "es"],
  ["AR", "ar"],
  ["de;q=0, pl", "pl"],
  ["en-GB,de;q=0.9", "en"],
  ["fr", "en"],
  ["*", "en"],
  ["", "en"],
  [undefined, "en"],
  ["de;q=<script>, ;;,=", "en"],
  ["../de", "en"],
  ["language.json", "en"],
  [`${"x,".repeat(1000)}de`, "en"],
])("finds the best language for %s: %s", (header, language) => {
  expect(chooseAcceptedLanguage(header)).toBe(language);
});

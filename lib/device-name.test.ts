import { expect, it } from "vitest";
import { runInLanguage } from "../server/words/texts.ts";
import { describeDevice, nameDevice } from "./device-name.ts";

it.each([
  [
    "Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile Safari/537.36",
    "Chrome on Android",
    "Chrome auf Android",
  ],
  ["Mozilla/5.0 (Windows NT 10.0)", "A browser on Windows", "Ein Browser auf Windows"],
  ["Chrome/140.0", "Chrome", "Chrome"],
  [null, "A browser", "Ein Browser"],
])("names the browser %s", (agent, english, german) => {
  expect(describeDevice(agent)).toBe(english);
  expect(nameDevice(english)).toBe(english);
  expect(runInLanguage("de", () => nameDevice(english))).toBe(german);
});

it.each(["Anna's phone", "Chrome on Anna's phone", "Chrome on Android on the sofa", "on"])(
  "a name that a person gave stays: %s",
  (name) => {
    expect(runInLanguage("de", () => nameDevice(name))).toBe(name);
  },
);

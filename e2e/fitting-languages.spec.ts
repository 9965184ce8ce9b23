import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { listRooms } from "../server/words/read.ts";
import { atRest, expectClean, HAS_ALL_LOOKS, showAppFont } from "./support/axe.ts";
import { careScreens } from "./support/every-screen.ts";
import { layoutFaults } from "./support/layout.ts";
import type { Person } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

// So many screens: workers share them.
test.describe.configure({ mode: "parallel" });

/** The longest words, the most forms, the other direction, and texts that are longer than all of them. */
const LANGUAGES = ["de", "pl", "ar", "en-XA"];
/** In the gate each language has every other screen, of which two see all; in the drill `axe` each has all. */
const PARTS = HAS_ALL_LOOKS ? 2 : 1;

/** Shows a person's app in a language. */
async function setLanguage({ http, page }: Person & { page: Page }, language: string): Promise<void> {
  await page.addInitScript(
    (code) => localStorage.setItem("carediary.language", JSON.stringify(code)),
    language,
  );
  await http.mutation(api.users.updateSettings, { language });
}

/** Keys on the page in the place of texts. */
const listKeys = (page: Page): Promise<string[]> =>
  page.evaluate((rooms) => {
    const keys = new RegExp(`^(?:${rooms.join("|")})\\.[a-zA-Z]\\w*$`);
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? "");
    return texts.flatMap((text) => text.split(/\s/)).filter((word) => keys.test(word));
  }, listRooms());

for (const [place, language] of LANGUAGES.entries())
  for (let part = 1; part <= PARTS; part++)
    test(`every screen fits a phone with text of 200 % in ${language}, ${part} of ${PARTS}`, async ({
      node,
      someone,
    }) => {
      test.setTimeout(300_000);
      const anna = await someone("Annemarie Schwarzenberger-Keller", {
        viewport: { width: 390, height: 844 },
      });
      const jonas = await someone("Jonas Weber");
      const all = await careScreens(node, anna, jonas);
      await setLanguage(anna, language);
      const { page } = anna;
      // Dialogs are opened by their English names, so they are looked at in English.
      const paths = all.flatMap(({ path, before }) => (before ? [] : [path]));
      const faults: string[] = [];
      for (const path of paths.filter((_, index) => (index + place + part) % 2 === 0)) {
        await page.goto(path);
        await page.getByRole("heading").first().waitFor();
        await expect(page.locator("html")).toHaveAttribute("lang", language);
        await showAppFont(page);
        await page.evaluate(() => {
          const { style } = document.documentElement;
          style.setProperty("font-size", "200%", "important");
          // A row that isn't laid out has no place that could be measured.
          style.setProperty("--row-visibility", "visible");
        });
        await atRest(page);
        for (const fault of await layoutFaults(page)) faults.push(`${path}: ${fault}`);
        for (const key of await listKeys(page)) faults.push(`${path}: the key ${key} is shown`);
      }
      expect(faults).toEqual([]);
    });

for (const [language, direction] of [
  ["ar", "rtl"],
  ["de", "ltr"],
] as const)
  test(`axe finds no problem in ${language}, and the page has its language and direction`, async ({
    node,
    someone,
  }) => {
    const anna = await someone("Annemarie Schwarzenberger-Keller", { viewport: { width: 390, height: 844 } });
    const jonas = await someone("Jonas Weber");
    const screens = await careScreens(node, anna, jonas);
    await setLanguage(anna, language);
    const { page } = anna;
    for (const { path } of screens.filter(({ before }, index) => !before && index % 4 === 0)) {
      await page.goto(path);
      await page.getByRole("heading").first().waitFor();
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      await expect(page.locator("html")).toHaveAttribute("dir", direction);
      await expectClean(page, path);
    }
  });

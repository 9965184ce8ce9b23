import type { Page } from "@playwright/test";
import arabic from "../words/ar/unsent.json" with { type: "json" };
import german from "../words/de/lock.json" with { type: "json" };
import english from "../words/en/unsent.json" with { type: "json" };
import { expect, test } from "./support/test.ts";

/** What a person has chosen in this browser. */
const choose = (page: Page, language: string) =>
  page.addInitScript((code) => localStorage.setItem("carediary.language", JSON.stringify(code)), language);

/** The addresses of texts that the page asks for. */
function watchTexts(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const [, texts] = /\/assets\/words\/([\w-]+-[\w-]{8}\/\w+)\.json$/.exec(request.url()) ?? [];
    if (texts) asked.push(texts.replace(/-[\w-]{8}\//, " "));
  });
  return asked;
}

test("a page comes in the language that was chosen in this browser, and asks for each room of texts once", async ({
  someone,
}) => {
  const { page } = await someone("Anna Keller");
  await choose(page, "de");
  const asked = watchTexts(page);
  await page.goto("/account");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByText(german.why)).toBeVisible();
  await expect(page.getByRole("button", { name: german.withPin })).toBeVisible();
  expect(asked).toContain("de lock");
  expect(asked.filter((room) => !room.startsWith("de "))).toEqual([]);
  expect(new Set(asked).size).toBe(asked.length);
});

test("Arabic runs from right to left", async ({ someone }) => {
  const { page } = await someone("Anna Keller");
  await choose(page, "ar");
  await page.goto("/more/not-sent");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.getByText(arabic.allSaved)).toBeVisible();
});

test("a page follows the choice of another tab without a reload", async ({ someone }) => {
  const { page, context } = await someone("Anna Keller");
  await page.goto("/more/not-sent");
  await expect(page.getByRole("heading", { name: english.title })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isThisPage: true }));
  const other = await context.newPage();
  await other.goto("/about");
  await other.evaluate(() => localStorage.setItem("carediary.language", '"ar"'));
  await expect(page.getByText(arabic.allSaved)).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await other.evaluate(() => localStorage.removeItem("carediary.language"));
  await expect(page.getByText(english.allSaved)).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("dir", "ltr");
  expect(await page.evaluate(() => "isThisPage" in window)).toBe(true);
});

test.describe("with a German browser", () => {
  test.use({ locale: "de-DE" });

  test("a draft is shown to no one who hasn't chosen it", async ({ someone }) => {
    const { page } = await someone("Anna Keller");
    await page.goto("/more/not-sent");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await expect(page.getByText("All that you wrote on this device has been saved.")).toBeVisible();
  });
});

test("a screen whose texts all have keys has no plain word in the pseudo-language", async ({ someone }) => {
  const { page } = await someone("Anna Keller");
  await choose(page, "en-XA");
  await page.goto("/search");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("[Šéåŕçĥ···]");
  const words = await page.getByRole("main").evaluate((main) => {
    const texts = [...main.querySelectorAll("*")].flatMap((element) => [
      ...[...element.childNodes]
        .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent),
      ...["aria-label", "placeholder", "title"].map((name) => element.getAttribute(name)),
    ]);
    return texts.filter((text) => /[a-z]{3}/.test(text ?? ""));
  });
  expect(words).toEqual([]);
});

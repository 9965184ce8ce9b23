import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import signIn from "../words/ar/signin.json" with { type: "json" };
import arabic from "../words/ar/unsent.json" with { type: "json" };
import german from "../words/de/lock.json" with { type: "json" };
import germanSignIn from "../words/de/signin.json" with { type: "json" };
import english from "../words/en/appointments.json" with { type: "json" };
import englishUnsent from "../words/en/unsent.json" with { type: "json" };
import polish from "../words/pl/appointments.json" with { type: "json" };
import { addMember, makeAccount, notebookOf, PASSWORD, type Person } from "./support/people.ts";
import { today } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";

/** What a person has chosen in this browser. */
const choose = (page: Page, language: string) =>
  page.addInitScript((code) => localStorage.setItem("carediary.language", JSON.stringify(code)), language);

const languageOf = async ({ http }: Pick<Person, "http">) =>
  (await http.query(api.users.getCurrentUser, {}))!.language;

/** The addresses of texts that the page asks for. */
function watchTexts(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const [, texts] = /\/assets\/words\/([\w-]+-[\w-]{8}\/[\w-]+)\.json$/.exec(request.url()) ?? [];
    if (texts) asked.push(texts.replace(/-[\w-]{8}\//, " "));
  });
  return asked;
}

test("a page comes in the language that was chosen in this browser, with one file of texts for its screen", async ({
  someone,
}) => {
  const { page } = await someone("Anna Keller");
  await choose(page, "de");
  const asked = watchTexts(page);
  await page.goto("/account");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByText(german.why)).toBeVisible();
  const manifest = await page.locator('link[rel="manifest"]').getAttribute("href");
  expect(await (await page.request.get(manifest!)).json()).toMatchObject({ lang: "de" });
  await expect(page.getByRole("button", { name: german.withPin })).toBeVisible();
  // The screen's texts are one file, which has those of the lock too.
  expect(asked[0]).toMatch(/^de screen-/);
  expect(asked).not.toContain("de lock");
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
  await expect(page.getByRole("heading", { name: englishUnsent.title })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isThisPage: true }));
  const other = await context.newPage();
  await other.goto("/about");
  await other.evaluate(() => localStorage.setItem("carediary.language", '"ar"'));
  await expect(page.getByText(arabic.allSaved)).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await other.evaluate(() => localStorage.removeItem("carediary.language"));
  await expect(page.getByText(englishUnsent.allSaved)).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("dir", "ltr");
  expect(await page.evaluate(() => "isThisPage" in window)).toBe(true);
});

test("the language of the account is chosen on one device and shown on all of them, without a reload", async ({
  someone,
  browser,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const { page } = anna;
  await choose(page, "de");
  await page.goto("/account");
  await page.evaluate(() => Object.assign(window, { isThisPage: true }));
  const choice = page.getByRole("combobox", { name: /Language/ });
  await expect(choice.locator(":checked")).toHaveText("Deutsch");
  // The first page with an account gives it its language.
  await expect.poll(() => languageOf(anna)).toBe("de");

  const other = await browser.newContext({
    baseURL: node.url,
    storageState: await anna.context.storageState(),
  });
  const phone = await other.newPage();
  await phone.addInitScript(() => localStorage.setItem("carediary.language", '"en"'));
  await phone.goto("/more/not-sent");
  await expect(phone.locator("html")).toHaveAttribute("lang", "de");

  await choice.selectOption("English");
  await expect(page.getByRole("heading", { name: "Account", level: 1 })).toBeVisible();
  await expect(choice).toBeFocused();
  await expect(phone.getByRole("heading", { name: englishUnsent.title })).toBeVisible();
  await expect(phone.locator("html")).toHaveAttribute("lang", "en");
  expect(await page.evaluate(() => "isThisPage" in window)).toBe(true);
  expect(await languageOf(anna)).toBe("en");
  await other.close();
});

test("a language that is chosen before the sign-in becomes the account's", async ({ page, node }) => {
  const anna = await makeAccount(node, "Anna Keller");
  await anna.http.mutation(api.users.updateSettings, { language: "en" });
  await choose(page, "ar");
  await page.goto("/sign-in");
  const choice = page.getByRole("combobox", { name: /Language/ });
  await choice.selectOption("English");
  await expect(page.locator("html")).toHaveAttribute("dir", "ltr");
  await choice.selectOption("العربية");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await page.getByLabel(signIn.email).fill(anna.email);
  await page.getByLabel(signIn.password, { exact: true }).fill(PASSWORD);
  const asked = page.waitForRequest("**/api/auth/sign-in/email");
  await page.getByRole("button", { name: signIn.signIn, exact: true }).click();
  // Letters to people without an account are in the page's language.
  expect((await (await asked).allHeaders())["accept-language"]).toBe("ar");
  await expect(page).toHaveURL("/care");
  await expect.poll(() => languageOf(anna)).toBe("ar");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
});

test("a language that is chosen between two sign-ins on the same page becomes the account's as well", async ({
  page,
  node,
}) => {
  const anna = await makeAccount(node, "Anna Keller");
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(anna.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect.poll(() => languageOf(anna)).toBe("en");
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await page.getByRole("combobox", { name: /Language/ }).selectOption("Deutsch");
  await page.getByLabel(germanSignIn.email).fill(anna.email);
  await page.getByLabel(germanSignIn.password, { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: germanSignIn.signIn, exact: true }).click();
  await expect.poll(() => languageOf(anna)).toBe("de");
});

test("two people see one notebook live, each in their own language", async ({ node, someone }) => {
  const anna = await someone("Anna Keller");
  const piotr = await someone("Piotr Nowak");
  const { _id: diaryId, shortId } = await notebookOf(anna, "Rosa Blum");
  await addMember(node, diaryId, piotr, "member");
  await piotr.http.mutation(api.users.updateSettings, { language: "pl" });
  for (const { page } of [anna, piotr]) await page.goto(`/care/${shortId}/appointments`);
  await anna.http.mutation(api.appointments.createAppointment, {
    diaryId,
    title: "Dr. Lorenz",
    starts: `${today()}T23:30`,
  });
  await expect(anna.page.getByText(english.nobodyDrives)).toBeVisible();
  await expect(piotr.page.getByText(polish.nobodyDrives)).toBeVisible();
  await piotr.page.getByRole("button", { name: /^Poprowadzę/ }).click();
  await expect(anna.page.getByText("Piotr Nowak drives.")).toBeVisible();
  await expect(piotr.page.getByText(polish.youDrive)).toBeVisible();
});

test.describe("with a German browser", () => {
  test.use({ locale: "de-DE" });

  test("a page is German, and the account takes the browser's language", async ({ someone }) => {
    const anna = await someone("Anna Keller");
    await anna.page.goto("/account");
    await expect(anna.page.locator("html")).toHaveAttribute("lang", "de");
    await expect(anna.page.getByText(german.why)).toBeVisible();
    await expect.poll(() => languageOf(anna)).toBe("de");
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

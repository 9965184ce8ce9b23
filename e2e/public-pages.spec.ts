import type { Page } from "@playwright/test";
import { expectClean } from "./support/axe.ts";
import { spec } from "./support/spec.ts";
import { expect, test } from "./support/test.ts";

const PAGES = [
  "/",
  "/pricing",
  "/security",
  "/help",
  "/community",
  "/about",
  "/privacy",
  "/terms",
  "/intended-purpose",
];
const ANCHORS = [
  ["Features", "features", "@WORK-062"],
  ["For Families", "families", "@WORK-065"],
  ["For Clinicians", "clinicians", "@WORK-068"],
  ["Demo", "demo", "@WORK-071"],
] as const;
const PHONE = { width: 390, height: 844 };

const banner = (page: Page) => page.getByRole("banner");
const anchor = (page: Page, name: string) => banner(page).getByRole("link", { name, exact: true });

/** Expects the section to have the focus, just below the header. */
async function expectReached(page: Page, id: string) {
  await expect(page).toHaveURL(`/#${id}`);
  const section = page.locator(`#${id}`);
  await expect(section).toBeFocused();
  const { y } = (await section.boundingBox())!;
  expect(y).toBeGreaterThanOrEqual((await banner(page).boundingBox())!.height - 1);
  expect(y).toBeLessThanOrEqual(120);
}

async function expectTidy(page: Page, name: string) {
  await expectClean(page, name);
  expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(
    page.viewportSize()!.width,
  );
}

test("all public pages work without JavaScript, each with header and footer", async ({ browser, node }) => {
  const context = await browser.newContext({ baseURL: node.url, javaScriptEnabled: false });
  const page = await context.newPage();
  const titles = new Set<string>();
  for (const path of PAGES) {
    const answer = await page.goto(path);
    expect(answer!.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    titles.add(await page.title());
    for (const [name, , line] of ANCHORS) await expect(anchor(page, name), line).toBeVisible();
    await expect(anchor(page, "Pricing"), "@WORK-061 @WORK-074").toHaveAttribute("href", "/pricing");
    await expect(anchor(page, "Sign In"), "@WORK-075").toHaveAttribute("href", "/sign-in");
    await expect(anchor(page, "Get Started"), "@WORK-076").toHaveAttribute("href", "/sign-up");
    const groups = page.getByRole("contentinfo").locator("nav > div");
    const footer = await groups.evaluateAll((found) =>
      found.map((group) => [
        group.querySelector("h2")!.textContent,
        ...[...group.querySelectorAll("a")].map((link) => `${link.textContent} ${link.getAttribute("href")}`),
      ]),
    );
    expect(
      footer.map(([group]) => group),
      "@WORK-077 @WORK-078 @WORK-082 @WORK-085",
    ).toEqual(["Product", "Resources", "Company"]);
    expect(footer, "@WORK-079 @WORK-080 @WORK-081 @WORK-083 @WORK-084 @WORK-086 @WORK-087 @WORK-088").toEqual(
      [
        ["Product", "Features /#features", "Pricing /pricing", "Security /security"],
        ["Resources", "Help Center /help", "Community /community"],
        ["Company", "About /about", "Privacy /privacy", "Terms /terms", "What it is for /intended-purpose"],
      ],
    );
    const words = (await page.getByRole("main").textContent())!.split(/\s+/).length;
    expect(words, path).toBeGreaterThan(120);
  }
  expect(titles.size).toBe(PAGES.length);
  await page.goto("/community");
  await expect(page.getByText("Coming soon:"), "@WORK-106 @WORK-107").toHaveCount(3);

  await page.goto("/help");
  await expect(page.getByRole("searchbox")).toBeHidden();
  const answer = page.getByText("No. A notebook is about one person");
  await expect(answer).toBeHidden();
  await page.getByText("Does the person I care for need an account?").click();
  await expect(answer).toBeVisible();
  await anchor(page, "For Families").click();
  await expectReached(page, "families");
  await context.close();
});

test("the header's anchors scroll on the landing page and lead to it from others, by keyboard, after a reload and in a phone's menu", {
  tag: spec("WORK-063 WORK-064 WORK-066 WORK-067 WORK-069 WORK-070 WORK-072 WORK-073 WORK-092"),
}, async ({ page }) => {
  await page.goto("/");
  let loads = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads++;
  });
  for (const [name, id] of ANCHORS) {
    await anchor(page, name).focus();
    await page.keyboard.press("Enter");
    await expectReached(page, id);
  }
  await page.reload();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000);
  await anchor(page, "Features").click();
  await expectReached(page, "features");
  expect(loads).toBe(1);
  for (const [name, id] of ANCHORS) {
    await page.goto("/pricing");
    await anchor(page, name).click();
    await expectReached(page, id);
  }

  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/");
  const menu = page.getByRole("button", { name: "Menu" });
  await expect(anchor(page, "Demo")).toBeHidden();
  await menu.press("Enter");
  await expect(anchor(page, "Demo")).toBeVisible();
  await expectTidy(page, "the open menu");
  await page.keyboard.press("Escape");
  await expect(anchor(page, "Demo")).toBeHidden();
  await expect(menu).toBeFocused();
  await menu.click();
  const box = (await anchor(page, "For Clinicians").boundingBox())!;
  expect(box.height).toBeGreaterThanOrEqual(44);
  await anchor(page, "For Clinicians").click();
  await expect(anchor(page, "Demo")).toBeHidden();
  await expectReached(page, "clinicians");
  await page.getByRole("link", { name: "See Demo" }).click();
  await expectReached(page, "demo");
  for (const path of ["/security", "/privacy", "/community"]) {
    await page.goto(path);
    await expectTidy(page, path);
  }
});

test("the landing page has its sections, a diary in live markup, and links to other pages", async ({
  page,
}) => {
  await page.goto("/");
  const headings = (id: string) =>
    page.locator(`section[aria-labelledby="${id}"]`).getByRole("heading", { level: 3 }).allInnerTexts();
  const first = await page.getByRole("main").getByRole("heading", { level: 3 }).allInnerTexts();
  expect(first.slice(0, 3)).toEqual(["Doses, given once", "Reminders, and who is next", "Handover"]);
  expect(await headings("audiences"), "@WORK-093").toEqual([
    "Families",
    "Caregivers",
    "Care teams",
    "Clinicians",
  ]);
  expect(await headings("features-heading"), "@WORK-094").toEqual([
    "Notes from emails, PDFs or audio",
    "Events and timeline",
    "Task scheduling",
    "Audio recording of meetings",
  ]);
  for (const name of ["Invitations.", "Privacy controls."]) {
    await expect(page.locator("#families").getByText(name), "@WORK-095").toBeVisible();
  }
  await expect(page.locator("#clinicians").getByText("An organised history."), "@WORK-096").toBeVisible();

  const demo = page.locator("#demo");
  await expect(demo.locator("img")).toHaveCount(0);
  await expect(demo.getByRole("table").getByRole("row", { name: /^Metoprolol/ }), "@WORK-097").toContainText(
    "23.75 mg",
  );
  await expect(demo.getByRole("listitem").filter({ hasText: "A good morning" })).toContainText("2 comments");
  await expect(demo.getByRole("listitem").filter({ hasText: "Evening exercises" })).toContainText("to do");
  await expect(demo.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "62");
  const explore = demo.getByRole("link", { name: "Explore Full Demo" });
  await expect(explore, "@WORK-098 @WORK-099").toHaveAttribute("href", "/demo");
  await explore.click();
  await expect(page).toHaveURL("/");
  const last = page.getByRole("main").locator("section").last();
  await expect(last.getByRole("link", { name: "Get Started" }), "@WORK-100").toHaveAttribute(
    "href",
    "/sign-up",
  );
  await expect(page.getByRole("link", { name: "See Demo" }), "@WORK-091").toBeVisible();
  await page.getByRole("link", { name: "Start Your Care Diary" }).click();
  await expect(page, "@WORK-089 @WORK-090").toHaveURL("/sign-up");
  await expect(page.getByRole("heading", { name: "Create an account" })).toBeVisible();
});

test("pricing shows three plans and four questions; the help's search filters cards and questions and counts them", {
  tag: spec("WORK-101 WORK-102 WORK-103 WORK-104 WORK-105 WORK-919"),
}, async ({ page }) => {
  await page.goto("/pricing");
  const plans = page.getByRole("main").locator("li:has(> div > h2)");
  expect(await plans.getByRole("heading", { level: 2 }).allInnerTexts()).toEqual(["Free", "Family", "Pro"]);
  expect((await plans.allInnerTexts()).map((text) => /\$\d+( per month)?/.exec(text)![0])).toEqual([
    "$0",
    "$19 per month",
    "$49 per month",
  ]);
  await expect(plans.filter({ hasText: "Most Popular" }).getByRole("heading")).toHaveText("Family");
  await expect(page.locator("summary")).toHaveCount(4);

  await page.goto("/help");
  const items = page.locator("[data-help-item]:visible");
  await expect(items).toHaveCount(35);
  const field = page.getByRole("searchbox", { name: "Search for help" });
  const outcome = page.getByRole("search").getByRole("status");
  await field.fill("Invit");
  await expect(outcome).toHaveText(/^\d+ answers found$/);
  const found = await items.count();
  expect(found).toBeGreaterThan(2);
  expect(found).toBeLessThan(12);
  await expect(outcome).toHaveText(`${found} answers found`);
  for (const text of await items.evaluateAll((list) => list.map((item) => item.textContent))) {
    expect(text.toLowerCase()).toContain("invit");
  }
  await expect(page.getByRole("heading", { name: "Members and invitations" })).toBeVisible();
  await field.press("Enter");
  await expect(page).toHaveURL("/help");
  await field.fill("zebra crossing");
  await expect(items).toHaveCount(0);
  await expect(outcome).toHaveText("Nothing here matches “zebra crossing”.");
  await expect(page.getByText("Try fewer or other words.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Questions and answers" })).toBeHidden();
  await expectTidy(page, "nothing found");
  await field.fill("");
  await expect(items).toHaveCount(35);
  await expect(outcome).toBeEmpty();
  await page.goto("/help?q=password");
  await expect(page.getByText("I forgot my password.")).toBeVisible();
  await expect(page.getByText("How do I invite somebody?")).toBeHidden();
});

test("the landing page never flashes up for signed-in people, and shows itself after a sign-out; Help leads back", async ({
  browser,
  node,
  someone,
}) => {
  const { page, context } = await someone("Anna Keller");
  await page.goto("/home");
  await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
  await page.getByRole("banner").getByRole("link", { name: "Help" }).click();
  await expect(page.getByRole("heading", { name: "Help Center" })).toBeVisible();
  await expect(anchor(page, "Get Started")).toBeHidden();
  await page.route(
    "**/api/settings",
    async (route) => {
      await expect(page.getByRole("heading", { level: 1 })).toBeHidden();
      await route.continue();
    },
    { times: 1 },
  );
  await page.goto("/");
  await expect(page).toHaveURL("/home");
  await page.goto("/help");
  await anchor(page, "Your notebooks").click();
  await expect(page).toHaveURL("/home");

  // Every cookie that the sign-in sets is listed on the privacy page.
  const cookies = (await context.cookies()).map(({ name }) => name.replace(/^(__Host-)?carediary\./, ""));
  expect(cookies.length).toBeGreaterThan(0);
  await page.goto("/privacy");
  for (const name of cookies) await expect(page.getByRole("table")).toContainText(name);

  const later = await browser.newContext({ baseURL: node.url });
  await later.addInitScript(() => localStorage.setItem("carediary.signed-in", "1"));
  const visit = await later.newPage();
  await visit.goto("/");
  await expect(visit.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(anchor(visit, "Get Started")).toBeVisible();
  await expect(visit).toHaveURL("/");
  await later.close();
});

test("each page describes itself to messengers and search engines, with full addresses", async ({
  page,
  node,
}) => {
  await page.goto("/pricing");
  const meta = (name: string) =>
    page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute("content");
  expect(await page.title()).toBe("Pricing – CareDiary");
  expect(await meta("description")).toContain("Family for $19 per month");
  expect(await meta("og:title")).toBe("Pricing – CareDiary");
  expect(await meta("og:url")).toBe(`${node.url}/pricing`);
  expect(await meta("twitter:card")).toBe("summary_large_image");
  const picture = await page.request.get((await meta("og:image"))!);
  expect(picture.headers()["content-type"]).toBe("image/png");
  const bytes = await picture.body();
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(bytes.length).toBeLessThan(150_000);
  const robots = await (await page.request.get("/robots.txt")).text();
  const sitemap = await (await page.request.get(/Sitemap: (.+)/.exec(robots)![1]!)).text();
  for (const path of PAGES) expect(sitemap).toContain(`<loc>${node.url}${path}</loc>`);
});

/** The languages other than English, with their names and directions. */
const LANGUAGES = [
  ["de", "Deutsch", "ltr"],
  ["es", "Español", "ltr"],
  ["pl", "Polski", "ltr"],
  ["ar", "العربية", "rtl"],
] as const;

test("each language has the public pages; the head and the footer lead from each to all others", async ({
  browser,
  node,
}) => {
  const context = await browser.newContext({ baseURL: node.url, javaScriptEnabled: false });
  const page = await context.newPage();
  const readAlternates = () =>
    page
      .locator("link[hreflang]")
      .evaluateAll((links) =>
        links.map((link) => [link.getAttribute("hreflang"), link.getAttribute("href")]),
      );
  await page.goto("/pricing");
  const alternates = await readAlternates();
  const paths = ["/pricing", "/ar/pricing", "/de/pricing", "/es/pricing", "/pl/pricing", "/pricing"];
  expect(alternates).toEqual(
    ["en", "ar", "de", "es", "pl", "x-default"].map((code, index) => [code, node.url + paths[index]]),
  );
  const footer = page.getByRole("contentinfo");
  for (const [code, name, direction] of LANGUAGES) {
    await footer.getByRole("link", { name, exact: true }).click();
    await expect(page).toHaveURL(`/${code}/pricing`);
    await expect(page.locator("html")).toHaveAttribute("lang", code);
    await expect(page.locator("html")).toHaveAttribute("dir", direction);
    expect(await readAlternates()).toEqual(alternates);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
      "href",
      `${node.url}/${code}/pricing`,
    );
    await expect(footer.getByRole("link", { name, exact: true })).toHaveAttribute("aria-current", "page");
    for (const path of PAGES)
      expect((await page.request.get(path === "/" ? `/${code}` : `/${code}${path}`)).status()).toBe(200);
    expect((await page.request.get(`/${code}/unknown`)).status()).toBe(404);
  }
  await footer.getByRole("link", { name: "English", exact: true }).click();
  await expect(page).toHaveURL("/pricing");
  await context.close();
});

test("a German page is German throughout, its search too, and keeps its language with scripts", async ({
  page,
}) => {
  const readTexts = () =>
    page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: string[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode.textContent!.trim());
      return texts.filter((text) => /\p{L}/u.test(text));
    });
  await page.goto("/help");
  const english = await readTexts();
  await page.goto("/de/help");
  const kept = (await readTexts()).filter((text) => english.includes(text));
  const languages = ["English", ...LANGUAGES.map(([, name]) => name)];
  expect([...new Set(kept)].sort()).toEqual([...languages, "CareDiary"].sort());
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  const items = page.locator("[data-help-item]:visible");
  const outcome = page.getByRole("search").getByRole("status");
  await page.getByRole("searchbox").fill("einlad");
  await expect(outcome).toHaveText(`${await items.count()} Antworten gefunden`);
  await page.getByRole("searchbox").fill("Zebrastreifen");
  await expect(outcome).toHaveText("Hier passt nichts zu „Zebrastreifen“.");

  await page.setViewportSize(PHONE);
  for (const [code, , direction] of LANGUAGES) {
    await page.goto(`/${code}`);
    await expect(page.locator("html")).toHaveAttribute("dir", direction);
    await expectTidy(page, code);
    await page.locator("header button").click();
    await expectTidy(page, `the menu in ${code}`);
    await page.keyboard.press("Escape");
  }
});

test("the app leads to public pages in the reader's language, and a landing page in any language leads home", async ({
  someone,
  browser,
  node,
}) => {
  const { page } = await someone("Anna Keller", { locale: "de-DE" });
  await page.goto("/home");
  await expect(page.locator('a[href="/de/help"]')).toBeAttached();
  await page.goto("/es");
  await expect(page).toHaveURL("/home");

  const german = await browser.newContext({ baseURL: node.url, locale: "de-DE" });
  const visit = await german.newPage();
  await visit.goto("/demo");
  await expect(visit).toHaveURL("/de");
  await german.close();
});

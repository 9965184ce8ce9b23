import { holdTimers } from "./support/clock.ts";
import { holdAnswers } from "./support/faults.ts";
import { countFirstLoad } from "./support/first-load.ts";
import { openModalPage } from "./support/modal-page.ts";
import { addMember, notebookOf, noteOf } from "./support/people.ts";
import { spec } from "./support/spec.ts";
import { expect, test } from "./support/test.ts";

test.describe("the generic modal", () => {
  test("closes with Escape and by a click outside, and returns the focus", {
    tag: spec("CORE-649 CORE-650"),
  }, async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const { _id } = await notebookOf(anna);
    await addMember(node, _id, jonas, "member");
    const { page } = anna;
    await page.goto("/care");
    const opener = page.getByRole("button", { name: "2 members" });
    const dialog = page.getByRole("dialog", { name: "Notebook Members" });
    await opener.click();
    await expect(dialog).toBeVisible();
    await expect(dialog.locator(":focus")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
    await opener.click();
    await expect(dialog).toBeVisible();
    await page.mouse.click(10, 700);
    await expect(dialog).toHaveCount(0);
  });

  test("has five sizes, the largest of 95 vw", {
    tag: spec("CORE-651 CORE-652 CORE-653 CORE-654 CORE-655"),
  }, async ({ page }) => {
    await using modalPage = await openModalPage();
    const widths: Record<string, number> = {};
    for (const size of ["sm", "md", "lg", "xl", "full"]) {
      await page.goto(`${modalPage.url}?size=${size}`);
      const box = await page.getByRole("dialog", { name: `Size ${size}` }).boundingBox();
      widths[size] = Math.round(box!.width);
    }
    expect(widths).toEqual({ sm: 380, md: 440, lg: 620, xl: 780, full: 1280 * 0.95 });
  });
});

test.describe("the appearance setting", () => {
  const scheme = (page: import("@playwright/test").Page) =>
    page.locator("html").getAttribute("data-mantine-color-scheme");

  test("is light, dark or the device's, and is kept in this browser", {
    tag: spec("CORE-656 CORE-657 CORE-658 CORE-659 CORE-660"),
  }, async ({ someone }) => {
    const { page } = await someone("Anna Keller", { colorScheme: "light" });
    await page.goto("/home");
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.getByRole("button", { name: "Your account" }).click();
    await expect(page.getByRole("radio", { name: "System" })).toBeChecked();
    const light = await paper();
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(() => scheme(page)).toBe("dark");
    expect(await paper()).not.toBe(light);

    await page.getByRole("radio", { name: "Light" }).check();
    await expect.poll(() => scheme(page)).toBe("light");
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
    expect(await scheme(page)).toBe("light");

    await page.emulateMedia({ colorScheme: "light" });
    await page.getByRole("button", { name: "Your account" }).click();
    await page.getByRole("radio", { name: "Dark" }).check();
    // The page is dark before its scripts have loaded.
    await page.goto("/pricing", { waitUntil: "commit" });
    await expect.poll(() => scheme(page)).toBe("dark");
    await page.goto("/home");
    await page.getByRole("button", { name: "Your account" }).click();
    await page.getByRole("radio", { name: "System" }).check();
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
    expect(await scheme(page)).toBe("light");
  });
});

test.describe("the frame", () => {
  test("phones have a bottom bar with five places of at least 44 px and no sideways scrolling", async ({
    someone,
  }) => {
    const { page } = await someone("Anna Keller", { viewport: { width: 390, height: 844 } });
    await page.goto("/home");
    const bar = page.getByRole("navigation", { name: "Places" });
    for (const [name, path] of [
      // Without a notebook both lead to where one is made.
      ["Notes", "/care"],
      ["Medicines", "/care"],
      ["Calendar", "/calendar"],
      ["More", "/more"],
      ["Today", "/home"],
    ] as const) {
      const link = bar.getByRole("link", { name, exact: true });
      const box = await link.boundingBox();
      expect(box!.height).toBeGreaterThanOrEqual(44);
      expect(box!.width).toBeGreaterThanOrEqual(44);
      await link.click();
      await expect(page).toHaveURL(path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    }
  });

  test("the skip link is the first tab stop and leads to the page's content", async ({ someone }) => {
    const { page } = await someone("Anna Keller");
    await page.goto("/home");
    await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
    await page.locator("body").press("Tab");
    await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.locator("#main")).toBeFocused();
  });

  test("a page change announces the new page to screen readers and changes the tab's title", async ({
    someone,
  }) => {
    const { page } = await someone("Anna Keller");
    await page.goto("/home");
    await page.getByRole("banner").getByRole("link", { name: "Tasks" }).click();
    await expect(page).toHaveTitle("Tasks – CareDiary");
    await expect(page.locator("[aria-live=polite]").filter({ hasText: "Tasks – CareDiary" })).toHaveCount(1);
  });

  test("a page whose name loads late is announced by its own name, not by the former page's", async ({
    someone,
  }) => {
    const anna = await someone("Anna Keller");
    const { _id, shortId } = await notebookOf(anna);
    await noteOf(anna, _id);
    const { page } = anna;
    await page.clock.install();
    const release = await holdAnswers(page, "notes:getNoteByShortId");
    await page.goto(`/care/${shortId}`);
    await page.getByRole("link", { name: "A quiet morning" }).click();
    await expect(page.getByText("Loading the note...")).toBeAttached();
    await page.clock.runFor(1000);
    const announcement = page.locator("[aria-live=polite]").filter({ hasText: "– CareDiary" });
    await expect(announcement).toHaveCount(0);
    release();
    await expect(announcement).toHaveText("A quiet morning – CareDiary");
  });

  test("no page breaks the content security policy or writes an error to the console", async ({
    someone,
  }) => {
    const anna = await someone("Anna Keller");
    const { shortId } = await notebookOf(anna);
    const errors: string[] = [];
    anna.page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    anna.page.on("pageerror", (error) => errors.push(error.message));
    for (const path of [
      "/pricing",
      "/care",
      `/care/${shortId}`,
      `/care/${shortId}/note/new?type=default`,
      `/care/${shortId}/medications`,
      "/account",
    ]) {
      await anna.page.goto(path);
      await anna.page.waitForLoadState("networkidle");
    }
    expect(errors).toEqual([]);
  });

  test("a failure while rendering shows the message and Reload", async ({ someone }) => {
    const { page } = await someone("Anna Keller");
    await page.routeWebSocket(/\/api\/.*\/sync/, (socket) => {
      const server = socket.connectToServer();
      // The list is a number, which makes the screen fail while rendering.
      server.onMessage((message) => socket.send(String(message).replace(/"value":\[\]/, '"value":7')));
    });
    await page.goto("/care");
    await expect(page.getByRole("alert")).toContainText("This page could not be shown");
    await expect(page.getByRole("button", { name: "Reload" })).toBeVisible();
  });
});

test.describe("first load", () => {
  // They go up only on purpose, with the reason in the commit. `$id` and `$note` stand for those of a notebook and its note.
  for (const [screen, path, maxBytes, maxFiles] of [
    ["the landing page", "/", 12_000, 4],
    ["home", "/home", 163_600, 10],
    ["the list of notebooks", "/care", 180_500, 14],
    ["a notebook", "/care/$id", 191_600, 15],
    ["tasks", "/tasks", 198_600, 19],
    ["the calendar", "/calendar", 209_900, 16],
    ["a note", "/care/$id/note/$note", 215_500, 22],
    ["doses", "/care/$id/doses", 210_900, 20],
    ["medications", "/care/$id/medications", 191_200, 16],
    ["handover", "/care/$id/handover", 193_300, 17],
  ] as const) {
    test(`${screen} takes at most ${maxBytes / 1000} kB of JavaScript, compressed with gzip, in ${maxFiles} files`, async ({
      browser,
      node,
      someone,
    }) => {
      const anna = await someone("Anna Keller");
      const { _id, shortId } = await notebookOf(anna);
      let address = path.replace("$id", shortId);
      if (address.endsWith("$note")) address = address.replace("$note", (await noteOf(anna, _id)).shortId);
      const context = path === "/" ? await browser.newContext({ baseURL: node.url }) : anna.context;
      const page = await context.newPage();
      const { bytes, files } = await countFirstLoad(page, address);
      test.info().annotations.push({ type: "gzip", description: `${bytes} bytes in ${files} files` });
      console.log(`${screen}: ${bytes} bytes of JavaScript in ${files} files`);
      expect(bytes).toBeLessThanOrEqual(maxBytes);
      expect(files).toBeLessThanOrEqual(maxFiles);
    });
  }

  test("a dialog that can't be loaded says so, and opens after another try", async ({ someone }) => {
    const anna = await someone("Anna Keller");
    await notebookOf(anna);
    const { page } = anna;
    await page.clock.install();
    await page.goto("/tasks");
    const opener = page.getByRole("button", { name: "New task" });
    await expect(opener).toBeVisible();
    await page.route("**/assets/**", (route) => route.abort());
    await opener.click();
    const failure = page.getByRole("alert").filter({ hasText: "could not be fetched" });
    await expect(failure.getByRole("button", { name: "Try again" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(failure).toHaveCount(0);
    await expect(opener).toBeFocused();

    await opener.click();
    await expect(failure).toBeVisible();
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.unroute("**/assets/**");
    await page.route("**/assets/**", async (route) => {
      await isReleased;
      await route.continue();
    });
    await page.getByRole("button", { name: "Try again" }).click();
    // On a slow line it says that it loads.
    await expect(page.getByRole("status").filter({ hasText: "Loading…" })).toBeVisible();
    release();
    const dialog = page.getByRole("dialog", { name: "New task" });
    await expect(dialog).toBeVisible();
    await expect(dialog.locator(":focus")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
  });

  test("the connection asks for nothing before the person's sign-in", async ({ someone }) => {
    const { page } = await someone("Anna Keller");
    const sent: { type: string; modifications?: unknown[] }[] = [];
    page.on("websocket", (socket) => {
      socket.on("framesent", ({ payload }) => sent.push(JSON.parse(String(payload))));
    });
    await page.goto("/care");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const before = sent.slice(
      0,
      sent.findIndex(({ type }) => type === "Authenticate"),
    );
    // A connection that is open before the screen is loaded says that it asks for nothing yet.
    expect(before.flatMap(({ modifications }) => modifications ?? [])).toEqual([]);
    expect(before[0]?.type).toBe("Connect");
  });

  // React shows what follows a Suspense fallback 300 ms later: then the screen, and with it the sign-in, would wait.
  test("the sign-in follows what it was loaded with, without a pause", async ({ someone }) => {
    const { page } = await someone("Anna Keller");
    // A pause before the screen never ends.
    await holdTimers(page, 50);
    const sent: string[] = [];
    page.on("websocket", (socket) =>
      socket.on("framesent", ({ payload }) => sent.push(JSON.parse(String(payload)).type)),
    );
    await page.goto("/care");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(sent).toContain("Authenticate");
  });
});

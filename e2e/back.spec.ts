import type { Locator, Page } from "@playwright/test";
import { attach, noteWith } from "./support/attachments.ts";
import { stopClock } from "./support/clock.ts";
import { notebookOf } from "./support/people.ts";
import { placesOf } from "./support/places.ts";
import { taskOf } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";

/** Goes back in the history without waiting for another page. */
const back = (page: Page) => page.evaluate(() => window.history.back());

/** Opens something, goes back, and expects the same page without it. */
async function expectBackCloses(page: Page, open: () => Promise<void>, opened: Locator): Promise<void> {
  const { href, length } = await page.evaluate(() => ({ href: location.href, length: history.length }));
  await open();
  await expect(opened).toBeVisible();
  await back(page);
  await expect(opened).toHaveCount(0);
  // History entries are added and removed with a delay.
  await page.clock.runFor(1000);
  expect(await page.evaluate(() => location.href)).toBe(href);
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(length + 1);
}

test("Back closes an open dialog, menu, disclosure or picture before it leaves the page", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller", { viewport: { width: 390, height: 844 } });
  const scene = await noteWith(anna);
  await attach(anna, scene, {
    name: "walk.png",
    mimeType: "image/png",
    buffer: Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    ),
  });
  await taskOf(anna, scene.diaryId, "Weigh her", { noteId: scene.noteId });
  const { page } = anna;
  await page.clock.install();
  await page.goto("/care");
  await page
    .getByRole("link", { name: /Rosa Blum/ })
    .first()
    .click();
  await page.getByRole("link", { name: "A quiet morning" }).click();
  await expect(page.getByRole("heading", { name: "A quiet morning", level: 1 })).toBeVisible();
  const press = (name: string | RegExp) => () => page.getByRole("button", { name }).first().click();

  await expectBackCloses(page, press("Switch notebook"), page.getByRole("dialog"));
  await expectBackCloses(page, press("Your account"), page.getByText("Appearance"));
  await expectBackCloses(page, press("New task"), page.getByRole("dialog"));
  await expectBackCloses(page, press("More for Weigh her"), page.getByRole("menu"));
  await expectBackCloses(page, press(/walk\.png/), page.getByRole("dialog"));
  await expectBackCloses(page, press("More for this note"), page.getByRole("menu"));

  // A dialog that is opened from a menu has one history entry, too.
  await press("More for Weigh her")();
  await page.getByRole("menu").getByText("Assign to…").click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await back(page);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "A quiet morning", level: 1 })).toBeVisible();

  // What was closed without Back leaves no history entry.
  await press("New task")();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await back(page);
  await expect(page).toHaveURL(/\/care\/[0-9a-z]{6}$/);
  await back(page);
  await expect(page).toHaveURL(/\/care$/);
  await page.evaluate(() => window.history.forward());
  await expect(page).toHaveURL(/\/care\/[0-9a-z]{6}$/);
});

test("Back goes one page back also while a closed dialog still leaves the history", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { shortId } = await notebookOf(anna);
  const { page } = anna;
  await page.clock.install();
  await page.goto("/care");
  await page
    .getByRole("link", { name: /Rosa Blum/ })
    .first()
    .click();
  await expect(page).toHaveURL(`/care/${shortId}`);
  await placesOf(page).getByRole("link", { name: "Medicines" }).click();
  await expect(page).toHaveURL(`/care/${shortId}/doses`);
  await page.getByRole("button", { name: "Switch notebook" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  // A slow device: each step takes most of a second.
  await page.evaluate(() => {
    const { go } = History.prototype;
    History.prototype.go = function (delta) {
      setTimeout(() => go.call(this, delta), 700);
    };
  });
  await stopClock(page);
  await page.keyboard.press("Escape");
  await page.clock.runFor(400);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await back(page);
  await page.clock.resume();
  await expect(page).toHaveURL(`/care/${shortId}`);
  await page.clock.runFor(5000);
  await expect(page).toHaveURL(`/care/${shortId}`);
});

test("a closed dialog whose history entry is slow to go doesn't take its page with it", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const { shortId } = await notebookOf(anna);
  const { page } = anna;
  await page.clock.install();
  await page.goto(`/care/${shortId}`);
  await placesOf(page).getByRole("link", { name: "Medicines" }).click();
  await expect(page).toHaveURL(`/care/${shortId}/doses`);
  await page.getByRole("button", { name: "Switch notebook" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.evaluate(() => {
    const { go } = History.prototype;
    const steps: (() => void)[] = [];
    History.prototype.go = function (delta) {
      steps.push(() => go.call(this, delta));
    };
    Object.assign(window, {
      takeSteps: () => {
        History.prototype.go = go;
        for (const step of steps) step();
      },
    });
  });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.clock.runFor(5000);
  await page.evaluate(() => (window as never as { takeSteps: () => void }).takeSteps());
  await page.clock.runFor(5000);
  await expect(page).toHaveURL(`/care/${shortId}/doses`);
  await back(page);
  await expect(page).toHaveURL(`/care/${shortId}`);
});

test("Back closes a dialog that opened while a closed one still left the history", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { shortId } = await notebookOf(anna);
  const { page } = anna;
  await page.clock.install();
  await page.goto(`/care/${shortId}/members`);
  const opener = page.getByRole("button", { name: "Switch notebook" });
  await opener.click();
  await expect(page.getByRole("dialog")).toBeVisible();
  // A slow device; the person's Back comes in the moment after the closed dialog's entry is gone.
  await page.evaluate(() => {
    const { back, go, replaceState } = History.prototype;
    History.prototype.go = function (delta) {
      History.prototype.go = go;
      const removeEntry = () => {
        History.prototype.replaceState = function (...entry) {
          History.prototype.replaceState = replaceState;
          replaceState.apply(this, entry);
          queueMicrotask(() => back.call(this));
        };
        go.call(this, delta);
      };
      Object.assign(window, { removeEntry });
    };
  });
  // By the page's time all of it comes before the app stops waiting for the entry to go.
  await stopClock(page);
  await page.keyboard.press("Escape");
  await page.clock.runFor(400);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await opener.click();
  await page.clock.runFor(400);
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.evaluate(() => (window as never as { removeEntry: () => void }).removeEntry());
  await page.clock.resume();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(`/care/${shortId}/members`);
});

test("a page that is loaded right after a dialog closed isn't stopped by its history entry", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const { shortId } = await notebookOf(anna);
  const { page } = anna;
  await page.goto(`/care/${shortId}/members`);
  await page.getByRole("button", { name: "Switch notebook" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  // A slow server: the entry would be removed while the page is on its way. The page's own time says when that is over.
  const later = page.waitForRequest("**/robots.txt?later");
  await page.route("**/tasks", async (route) => {
    await later;
    await route.continue();
  });
  await page.evaluate(() =>
    window.addEventListener(
      "keydown",
      () => {
        setTimeout(() => void fetch("/robots.txt?later"), 1500);
        setTimeout(() => window.location.assign("/tasks"));
      },
      { once: true },
    ),
  );
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: "Tasks", level: 1 })).toBeVisible();
});

test("Back returns from a page that was opened in a dialog to the page below the dialog", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  await notebookOf(anna, "Rosa Blum");
  await notebookOf(anna, "Otto Blum");
  const { page } = anna;
  await page.goto("/home");
  await page.getByRole("link", { name: "Tasks", exact: true }).first().click();
  await expect(page.getByRole("heading", { name: "Tasks", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Switch notebook" }).click();
  await page
    .getByRole("dialog")
    .getByRole("link", { name: /Otto Blum/ })
    .click();
  await expect(page).toHaveURL(/\/care\/[0-9a-z]{6}$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await back(page);
  await expect(page).toHaveURL("/tasks");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await back(page);
  await expect(page).toHaveURL("/home");
});

test("Back asks before it drops unsaved changes, Back on the question stays, and Leave goes on where Back leads", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  await notebookOf(anna);
  const { page } = anna;
  await page.goto("/care");
  await page.getByRole("link", { name: "Create a Notebook" }).click();
  const name = page.getByLabel("Person's full name");
  await name.fill("Emil Blum");
  const question = page.getByRole("dialog", { name: "Unsaved changes" });
  // The question has an entry in the history some frames after it is shown, when the page that was left is back.
  const hasEntry = () => page.evaluate(() => (history.state?.layers?.depth ?? 0) > 0);
  for (const stay of [
    async () => {
      await expect.poll(hasEntry).toBe(true);
      await back(page);
    },
    () => question.getByRole("button", { name: "Keep editing" }).click(),
  ]) {
    await back(page);
    await expect(question).toBeVisible();
    await stay();
    await expect(question).toHaveCount(0);
    await expect(name).toHaveValue("Emil Blum");
    await expect(page).toHaveURL("/care/new");
  }
  await back(page);
  await question.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page).toHaveURL("/care");
  await expect(question).toHaveCount(0);
});

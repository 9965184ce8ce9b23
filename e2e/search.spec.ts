import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { MINUTE } from "../lib/dates/time.ts";
import { noteArguments } from "../test/people.ts";
import { attach, leaflet } from "./support/attachments.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { addMember, notebookOf, noteOf } from "./support/people.ts";
import { afternoon } from "./support/tasks.ts";
import { expect, screenTest, test } from "./support/test.ts";

const field = (page: Page) => page.getByRole("searchbox", { name: "Search everything" });
const hits = (page: Page, kind: string) => page.getByRole("list", { name: kind }).getByRole("listitem");
const button = (page: Page) => page.getByRole("banner").getByRole("link", { name: "Search" });

screenTest(
  "the search finds notes, comments and tasks as one types, and marks what matches",
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { page, http } = anna;
    const rosa = await notebookOf(anna, "Rosa Blum");
    const note = await noteOf(anna, rosa._id, "Übelkeit am Morgen", "After Ibuprofen <b>again</b>.");
    await http.mutation(api.comments.createComment, {
      diaryId: rosa._id,
      targetType: "note",
      targetId: note._id,
      content: "Give no more ibuprofen",
      mentions: [],
    });
    await http.mutation(api.tasks.createTask, { diaryId: rosa._id, title: "Return the ibuprofen" });
    await page.goto("/home");
    await button(page).click();
    await expect(page).toHaveURL("/search");
    await expect(field(page)).toBeFocused();
    await field(page).fill("ibu");
    await expect(page.getByRole("status").filter({ hasText: "3 results for “ibu”" })).toBeVisible();
    await expect(page).toHaveURL("/search?q=ibu");
    await expect(page.getByRole("heading", { name: "Notes (1)" })).toBeVisible();
    await expect(hits(page, "Notes").locator("mark")).toHaveText("Ibu");
    await expect(hits(page, "Notes")).toContainText("After Ibuprofen <b>again</b>.");
    await expect(hits(page, "Comments")).toContainText("Übelkeit am Morgen");

    // A slip of spelling; former results stay until the new ones are there.
    await field(page).fill("ubelkiet");
    await expect(hits(page, "Notes")).toContainText("Similar spelling");
    await expect(hits(page, "Notes").locator("mark")).toHaveText("Übelkeit");
    await expect(hits(page, "Tasks")).toHaveCount(0);
    await field(page).fill("zzzzz");
    await expect(page.getByRole("heading", { name: "Nothing found for “zzzzz”" })).toBeVisible();
  },
);

screenTest(
  "the arrows and Enter go through the results; “/” opens the search unless one is typing",
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { page, http } = anna;
    const rosa = await notebookOf(anna, "Rosa Blum");
    for (const title of ["Walk to the gate", "Walk to the park"])
      await http.mutation(api.tasks.createTask, { diaryId: rosa._id, title });
    await noteOf(anna, rosa._id, "A walk");
    await page.goto(`/care/${rosa.shortId}`);
    await expect(page.getByRole("link", { name: "A walk" })).toBeVisible();
    const ownField = page.getByRole("searchbox", { name: "Search these notes" });
    await ownField.press("/");
    await expect(page).toHaveURL(`/care/${rosa.shortId}`);
    await ownField.blur();
    await page.keyboard.press("/");
    await expect(page).toHaveURL(`/search?in=${rosa.shortId}`);
    await expect(field(page)).toBeFocused();
    await field(page).fill("walk");
    await expect(hits(page, "Tasks")).toHaveCount(2);
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("link", { name: "A walk" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("link", { name: "Walk to the park" })).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await expect(field(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "A walk" })).toBeVisible();
  },
);

screenTest(
  "a viewer finds no private notes; nothing of a notebook that they left",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const vera = await someone("Vera Sommer");
    const rosa = await notebookOf(anna, "Rosa Blum");
    await addMember(node, rosa._id, vera, "extended");
    await anna.http.mutation(
      api.notes.createNote,
      noteArguments(rosa._id, { title: "Zebra for all", visibility: "extended" }),
    );
    await anna.http.mutation(
      api.notes.createNote,
      noteArguments(rosa._id, { title: "Zebra in private", visibility: "private" }),
    );
    await vera.page.goto("/search?q=zebra");
    await expect(vera.page.getByRole("heading", { name: "Notes (1)" })).toBeVisible();
    await expect(vera.page.getByText("Zebra in private")).toHaveCount(0);
    await vera.http.mutation(api.members.leave, { diaryId: rosa._id });
    await expect(vera.page.getByRole("heading", { name: "Nothing found for “zebra”" })).toBeVisible();
  },
);

screenTest("from words that few notes have, the list of notes leads to everything", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { page, http } = anna;
  const rosa = await notebookOf(anna, "Rosa Blum");
  await noteOf(anna, rosa._id, "A walk");
  await http.mutation(api.tasks.createTask, { diaryId: rosa._id, title: "Buy shoes" });
  await page.goto(`/care/${rosa.shortId}?q=shoes`);
  await page.getByRole("link", { name: "Search everything for “shoes”" }).click();
  await expect(page).toHaveURL(`/search?q=shoes&in=${rosa.shortId}`);
  await expect(hits(page, "Tasks")).toHaveCount(1);
});

test("one tap opens the very thing, and Back leads to the same results", async ({ someone }) => {
  const anna = await someone("Anna Keller", { hasTouch: true });
  const { page, http } = anna;
  const rosa = await notebookOf(anna, "Rosa Blum");
  const note = await noteOf(anna, rosa._id, "Visit of the doctor", "A calm visit. ".repeat(200));
  const comment = (content: string) =>
    http.mutation(api.comments.createComment, {
      diaryId: rosa._id,
      targetType: "note",
      targetId: note._id,
      content,
      mentions: [],
    });
  await comment("The papaya was ripe");
  for (let i = 0; i < 15; i++) await comment(`Remark ${i}`);
  await http.mutation(api.tasks.createTask, { diaryId: rosa._id, title: "Buy papaya" });
  await attach(anna, { diaryId: rosa._id, noteId: note._id }, { ...leaflet, name: "papaya.txt" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/home");
  await button(page).tap();
  await field(page).fill("papaya");
  await hits(page, "Comments").getByRole("link").tap();
  await expect(page).toHaveURL(/#comment-/);
  await expect(page.getByText("The papaya was ripe")).toBeInViewport();
  await page.goBack();
  await expect(field(page)).toHaveValue("papaya");
  await hits(page, "Tasks").getByRole("link").tap();
  await expect(page.getByRole("dialog", { name: "Buy papaya" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL("/search?q=papaya");
  await hits(page, "Files").getByRole("link").tap();
  await expect(
    page
      .getByRole("region", { name: /^Attachments/ })
      .getByText("papaya.txt")
      .first(),
  ).toBeInViewport();
  await page.goBack();
  await expect(hits(page, "Comments")).toHaveCount(1);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/home");
  await expect(button(page)).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  await page.keyboard.type("papaya");
  await expect(hits(page, "Tasks")).toHaveCount(1);
  await expectCleanScreen(page, "the search");
});

test("the keys of the search work from the moment that its link is shown", async ({ someone }) => {
  const { page } = await someone("Anna Keller");
  // The press comes right after the commit that shows the link, before the browser paints and effects run.
  await page.addInitScript(() => {
    const watcher = new MutationObserver(() => {
      if (!document.querySelector("header a[aria-keyshortcuts]")) return;
      watcher.disconnect();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true, bubbles: true }));
    });
    watcher.observe(document, { childList: true, subtree: true });
  });
  await page.goto("/home");
  await expect(page).toHaveURL("/search");
  await expect(field(page)).toBeFocused();
});

test("words that were typed just before one leaves a page don't call one back to it", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { page } = anna;
  const rosa = await notebookOf(anna, "Rosa Blum");
  await noteOf(anna, rosa._id, "A walk");
  const now = afternoon();
  await page.clock.install({ time: now });
  await page.goto(`/care/${rosa.shortId}`);
  await expect(page.getByRole("link", { name: "A walk" })).toBeVisible();
  // The list stays while the code of the next page is on its way.
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/search-route-[^/]*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  const ownField = page.getByRole("searchbox", { name: "Search these notes" });
  await page.clock.pauseAt(now + MINUTE);
  await ownField.fill("wal");
  await ownField.blur();
  await page.keyboard.press("/");
  await expect(page).toHaveURL(`/search?in=${rosa.shortId}`);
  await page.clock.runFor(1000);
  await expect(page).toHaveURL(`/search?in=${rosa.shortId}`);
  release();
  await page.clock.resume();
  await expect(field(page)).toBeFocused();
  await expect(page).toHaveURL(`/search?in=${rosa.shortId}`);
});

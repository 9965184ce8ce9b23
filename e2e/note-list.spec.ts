import { sql } from "kysely";
import { api } from "../lib/api.ts";
import { addMember, notebookOf, noteOf, type Person } from "./support/people.ts";
import { placesOf } from "./support/places.ts";
import type { RunningNode } from "./support/running-node.ts";
import { expect, screenTest, test } from "./support/test.ts";

/** The number of copied notes in all notebooks. */
let copies = 0;

/** Copies a note until the notebook has `count` notes, a day apart; the given one is the newest. */
async function copyNote(node: RunningNode, noteId: string, count: number): Promise<void> {
  // The alphabet of short ids; each copy needs one of its own.
  const letters = "23456789abcdefghjkmnpqrstuvwxyz";
  await sql`
    insert into notes (id, short_id, diary_id, type, title, preview, content, visibility, tags, note_day,
                       created_by, updated_by, created_at, updated_at)
    select uuidv7(),
           'z' || (select string_agg(substr(${letters}, ((i + ${copies}::int) / (31 ^ k)::int) % 31 + 1, 1), '') from generate_series(0, 4) k),
           diary_id, type, title || ' ' || i, preview, content, visibility, tags, note_day - i,
           created_by, updated_by, created_at, updated_at
    from notes, generate_series(1, ${count - 1}::int) i where id = ${noteId}`.execute(node.database().db);
  copies += count;
}

test("the list of notes loads its next page when one scrolls near its end", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  await copyNote(node, (await noteOf(anna, _id, "Day"))._id, 180);
  const { page } = anna;
  await page.goto(`/care/${shortId}`);
  const notes = page.getByRole("list", { name: "Notes" }).locator(":scope > li");
  await expect(notes).toHaveCount(50);
  await page.mouse.move(600, 500);
  for (const count of [100, 150, 180]) {
    await expect(async () => {
      await page.mouse.wheel(0, 20_000);
      expect(await notes.count()).toBeGreaterThanOrEqual(count);
    }).toPass();
  }
  await expect(notes).toHaveCount(180);
  await expect(page.getByRole("button", { name: "Load more" })).toHaveCount(0);
  const titles = await notes.getByRole("heading").allTextContents();
  expect(titles).toEqual(["Day", ...Array.from({ length: 179 }, (_, i) => `Day ${i + 1}`)]);
});

screenTest("the list of notes loads its next page by the keyboard as well", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  await copyNote(node, (await noteOf(anna, _id, "Day"))._id, 60);
  await anna.page.goto(`/care/${shortId}`);
  await anna.page.getByRole("button", { name: "Load more" }).press("Enter");
  await expect(anna.page.getByRole("link", { name: "Day 59" })).toBeVisible();
});

async function threeNotes(anna: Person, jonas: Person, diaryId: string) {
  await noteOf(jonas, diaryId, "A visit", "The physiotherapist came.");
  const note = { diaryId, noteDate: Date.now(), visibility: "team" as const };
  await anna.http.mutation(api.notes.createNote, {
    ...note,
    type: "default",
    title: "A bad night",
    content: "Awake from three.",
    tags: ["sleep"],
  });
  await anna.http.mutation(api.notes.createNote, {
    ...note,
    type: "current-medications",
    title: "Her medications",
    content: { type: "current-medications", data: { medications: [{ genericName: "Ramipril" }] } },
    tags: ["sleep", "pills"],
  });
}

test("the filters narrow the list by type, tag, person and words, and stay in the address", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const { _id, shortId } = await notebookOf(anna);
  await addMember(node, _id, jonas, "member");
  await threeNotes(anna, jonas, _id);
  const { page } = anna;
  const notes = page.getByRole("list", { name: "Notes" }).locator(":scope > li").getByRole("heading");
  await page.goto(`/care/${shortId}`);
  await expect(notes).toHaveText(["Her medications", "A bad night", "A visit"]);

  await page.getByLabel("Search these notes").fill("physio");
  await expect(notes).toHaveText(["A visit"]);
  await expect(page).toHaveURL(`/care/${shortId}?q=physio`);
  await page.getByRole("button", { name: "Clear the search" }).click();
  await expect(notes).toHaveCount(3);
  await expect(page).toHaveURL(`/care/${shortId}`);

  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByLabel("Tag", { exact: true }).selectOption({ label: "sleep (2)" });
  await expect(notes).toHaveText(["Her medications", "A bad night"]);
  await page.getByLabel("Type", { exact: true }).selectOption("current-medications");
  await expect(notes).toHaveText(["Her medications"]);
  await expect(page).toHaveURL(`/care/${shortId}?type=current-medications&tag=sleep`);
  await page.reload();
  await expect(notes).toHaveText(["Her medications"]);
  await expect(page.getByLabel("Tag", { exact: true })).toHaveValue("sleep");

  await page.getByLabel("Written by").selectOption({ label: "Jonas Weber" });
  await expect(page.getByRole("heading", { name: "No notes fit" })).toBeVisible();
  await page.getByRole("button", { name: "Show all notes" }).click();
  await expect(notes).toHaveCount(3);
  await expect(page.getByLabel("Tag", { exact: true })).toHaveValue("");
  await page.getByLabel("Written by").selectOption({ label: "Jonas Weber" });
  await expect(notes).toHaveText(["A visit"]);
});

screenTest("a link with a meaningless filter shows all notes", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  await noteOf(anna, _id, "A quiet morning");
  await anna.page.goto(`/care/${shortId}?type=poem&by=nobody&tag=${"x".repeat(60)}`);
  await expect(anna.page.getByRole("link", { name: "A quiet morning" })).toBeVisible();
});

screenTest("a filtered list stays live", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const { _id, shortId } = await notebookOf(anna);
  await addMember(node, _id, jonas, "member");
  await anna.page.goto(`/care/${shortId}?q=physiotherapist`);
  await expect(anna.page.getByRole("heading", { name: "No notes fit" })).toBeVisible();
  await threeNotes(anna, jonas, _id);
  await expect(anna.page.getByRole("link", { name: "A visit" })).toBeVisible();
  await expect(anna.page.getByRole("link", { name: "A bad night" })).toHaveCount(0);
});

test("scrolling and typing stay fast with thousands of notes", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  await copyNote(node, (await noteOf(anna, _id, "Day"))._id, 10_000);
  const { page } = anna;
  await page.goto(`/care/${shortId}`);
  const notes = page.getByRole("list", { name: "Notes" }).locator(":scope > li");
  await expect(notes).toHaveCount(50);
  await page.mouse.move(600, 500);
  await expect(async () => {
    await page.mouse.wheel(0, 50_000);
    expect(await notes.count()).toBeGreaterThanOrEqual(500);
  }).toPass({ timeout: 60_000 });
  await page.evaluate(() => window.scrollTo(0, 0));
  // A layout of the list costs what is near the window: the contents of the other cards are skipped.
  const countLaidOut = () =>
    notes.evaluateAll(
      (cards) =>
        cards.filter((card) =>
          [...card.querySelectorAll("h2, h3")].some((heading) =>
            heading.checkVisibility({ contentVisibilityAuto: true }),
          ),
        ).length,
    );
  await expect.poll(countLaidOut).toBeLessThan(50);
  expect(await countLaidOut()).toBeGreaterThan(2);
  await page.getByLabel("Search these notes").fill("Day 9999");
  await expect(notes).toHaveCount(1);
  await expect(page.getByRole("link", { name: "Day 9999", exact: true })).toBeVisible();
});

screenTest(
  "the former notes stay on screen, dimmed, until the notes of a new filter are loaded",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const { _id, shortId } = await notebookOf(anna);
    await addMember(node, _id, jonas, "member");
    await threeNotes(anna, jonas, _id);
    const { page } = anna;
    let isHeld = false;
    const heldRequests: (() => void)[] = [];
    await page.routeWebSocket(/\/api\/.*\/sync/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => {
        if (isHeld) heldRequests.push(() => socket.send(message));
        else socket.send(message);
      });
    });
    await page.goto(`/care/${shortId}`);
    const list = page.getByRole("list", { name: "Notes" });
    const notes = list.locator(":scope > li").getByRole("heading");
    await expect(notes).toHaveCount(3);
    await expect(list).toHaveAttribute("aria-busy", "false");
    isHeld = true;
    await page.getByLabel("Search these notes").fill("physio");
    await expect(list).toHaveAttribute("aria-busy", "true");
    await expect(notes).toHaveCount(3);
    await expect(page.getByRole("status").filter({ hasText: "Loading notes..." })).toHaveCount(1);
    isHeld = false;
    for (const release of heldRequests) release();
    await expect(notes).toHaveText(["A visit"]);
    await expect(list).toHaveAttribute("aria-busy", "false");
  },
);

test("Back from a note returns to the same place in the list, with as many notes", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  await copyNote(node, (await noteOf(anna, _id, "Day"))._id, 240);
  const { page } = anna;
  await page.clock.install();
  await page.goto(`/care/${shortId}`);
  const notes = page.getByRole("list", { name: "Notes" }).locator(":scope > li");
  await expect(notes).toHaveCount(50);
  await page.mouse.move(600, 500);
  await expect(async () => {
    await page.mouse.wheel(0, 20_000);
    expect(await notes.count()).toBeGreaterThanOrEqual(150);
  }).toPass();
  const link = page.getByRole("link", { name: "Day 130", exact: true });
  await link.scrollIntoViewIfNeeded();
  const top = async () => (await link.boundingBox())!.y;
  // Cards that come into sight get their height, and those below move.
  let before = await top();
  await expect
    .poll(async () => {
      const last = before;
      before = await top();
      return before - last;
    })
    .toBe(0);
  await link.click();
  await expect(page.getByRole("heading", { name: "Day 130", exact: true })).toBeVisible();
  // Longer than the list is cached behind a note.
  await page.clock.runFor(11_000);
  await page.goBack();
  await expect(link).toBeInViewport();
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(10);
  expect(await notes.count()).toBeGreaterThanOrEqual(150);

  // A new visit starts at the top.
  await placesOf(page).getByRole("link", { name: "Calendar" }).click();
  // The address is the calendar's before its page is there.
  await expect(notes).toHaveCount(0);
  await placesOf(page).getByRole("link", { name: "Notes" }).click();
  await expect(page.getByRole("link", { name: "Day", exact: true })).toBeInViewport();
  expect(await notes.count()).toBeLessThan(150);
});

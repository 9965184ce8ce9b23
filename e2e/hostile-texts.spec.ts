import { api } from "../lib/api.ts";
import { expectHarmless, watchForHarm } from "./support/harm.ts";
import { HOSTILE_TEXTS } from "./support/hostile-texts.ts";
import { invite, linkIn } from "./support/invitations.ts";
import { chooseOnNote } from "./support/note-menu.ts";
import type { Person } from "./support/people.ts";
import type { RunningNode } from "./support/running-node.ts";
import { expect, test } from "./support/test.ts";

// Texts that would run a script, in every text field, on every screen that shows it. Comments and file names are tested
// with the same texts in hostile-comments and attachment-uploads.

const ALL = HOSTILE_TEXTS.join("\n");

/** Packs the hostile texts into as few strings of at most this length as possible. */
function packTexts(length: number): string[] {
  const packed: string[] = [];
  for (const text of HOSTILE_TEXTS) {
    const last = packed.at(-1);
    if (last !== undefined && last.length + 1 + text.length <= length)
      packed[packed.length - 1] = `${last} ${text}`;
    else packed.push(text.slice(0, length));
  }
  return packed;
}

/** Notebooks that together have all texts in each field of the notebook and its person. */
async function hostileNotebooks(owner: Person): Promise<{ _id: string; shortId: string }[]> {
  const names = packTexts(200);
  const phones = packTexts(50);
  const addresses = packTexts(500);
  const ids: { _id: string; shortId: string }[] = [];
  for (const [i, name] of names.entries()) {
    const nameAt = (further: number) => names[(i + further) % names.length]!;
    const phoneAt = (further: number) => phones[(i * 4 + further) % phones.length]!;
    const _id = await owner.http.mutation(api.diaries.createDiaryWithPersonInfo, {
      name,
      description: ALL.slice(0, 2000),
      region: "DE",
      timeZone: "Europe/Berlin",
      personInfo: {
        fullName: nameAt(1),
        phoneNumber: phoneAt(0),
        emergencyContacts: names.map((contact, at) => ({ name: contact, phone: phoneAt(at) })),
        allergies: [...HOSTILE_TEXTS],
        conditions: [...HOSTILE_TEXTS],
        familyDoctor: { name: nameAt(2), phone: phoneAt(1), address: addresses[i % addresses.length]! },
        medicalHistory: ALL,
        medicalConsent: { signed: true, signedBy: nameAt(3), signedDate: "2026-01-02" },
        powerOfAttorney: { hasPOA: true, nameAndPhone: addresses[(i + 1) % addresses.length]! },
        advanceDirectives: { hasLivingWill: true, notes: ALL },
        preferences: ALL,
        govIdInfo: ALL.slice(0, 2000),
        medicalInsurance: { fundName: nameAt(4), memberNumber: packTexts(100)[i % packTexts(100).length]! },
      },
    });
    ids.push({ _id, shortId: (await owner.http.query(api.diaries.getDiary, { diaryId: _id }))!.shortId });
  }
  return ids;
}

/**
 * Notes that together have all texts in each field; returns a text and a list of medications, both with a history.
 */
async function hostileNotes(author: Person, diaryId: string) {
  const note = { noteDate: Date.now(), visibility: "team" as const };
  const tags = packTexts(50);
  const create = async (fields: Parameters<typeof author.http.mutation<typeof api.notes.createNote>>[1]) =>
    (await author.http.query(api.notes.getNote, {
      noteId: await author.http.mutation(api.notes.createNote, fields),
    }))!;
  const texts = [];
  for (const title of HOSTILE_TEXTS) {
    texts.push(await create({ ...note, diaryId, type: "default", title, content: `${title}\n${ALL}`, tags }));
  }
  const [text] = texts;
  await author.http.mutation(api.notes.updateNote, {
    ...note,
    noteId: text!._id,
    title: packTexts(200)[0]!,
    content: ALL,
    tags: tags.slice(1),
  });
  const list = (texts: readonly string[]) => ({
    type: "current-medications" as const,
    data: {
      medications: texts.map((text, i) => ({
        brandName: text,
        genericName: HOSTILE_TEXTS[i]!,
        dosage: text,
        timing: text,
        notes: text,
      })),
      summary: packTexts(500)[texts.length % 2]!,
    },
    metadata: {
      photoTranscripts: [ALL],
      processingSteps: [{ step: packTexts(500)[0]!, timestamp: Date.now(), status: packTexts(500)[1]! }],
      aiRationalization: ALL,
    },
  });
  const lists = [HOSTILE_TEXTS, HOSTILE_TEXTS.slice(1).toReversed()].map((texts, i) => ({
    ...note,
    diaryId,
    noteDate: Date.now() + i * 1000,
    type: "current-medications" as const,
    title: packTexts(200)[i]!,
    content: list(texts),
  }));
  await create(lists[0]!);
  return { text: text!, medications: await create(lists[1]!) };
}

const sceneOf = async (owner: Person) => {
  const notebooks = await hostileNotebooks(owner);
  return { notebooks, first: notebooks[0]!, ...(await hostileNotes(owner, notebooks[0]!._id)) };
};

test("notes, tags, medications and notebooks that contain scripts are shown as text; no script runs and nothing is reported", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const { first, notebooks, text, medications } = await sceneOf(anna);
  const { page } = anna;
  const harm = await watchForHarm(page, node.url);
  await page.goto("/care");
  await expect(page.getByRole("link", { name: HOSTILE_TEXTS[0], exact: false }).first()).toBeVisible();
  expect(await page.getByRole("main").getByRole("heading", { level: 3 }).count()).toBeGreaterThanOrEqual(
    notebooks.length,
  );
  await expectHarmless(harm);

  const care = `/care/${first.shortId}`;
  await page.goto(care);
  const cards = page.getByRole("list", { name: "Notes" }).locator(":scope > li");
  await expect(cards).toHaveCount(HOSTILE_TEXTS.length + 2);
  const titles = await cards.getByRole("heading").allTextContents();
  expect(titles).toEqual(expect.arrayContaining([...HOSTILE_TEXTS.slice(1)]));
  await page.getByRole("button", { name: "Filter" }).click();
  const tags = new Set(packTexts(50).map((tag) => tag.toLowerCase()));
  await expect(page.getByLabel("Tag", { exact: true }).locator("option")).toHaveCount(tags.size + 1);
  await page
    .getByRole("button", { name: /Switch notebook/ })
    .first()
    .click();
  await expect(page.getByRole("dialog").getByText(HOSTILE_TEXTS[0]).first()).toBeVisible();
  await expectHarmless(harm);

  await page.goto(`${care}/note/${text.shortId}`);
  const shown = page.getByRole("article").or(page.getByRole("main"));
  await expect(shown.getByText(HOSTILE_TEXTS[20]).first()).toBeVisible();
  // Only safe addresses become links.
  await expect(page.getByRole("main").locator('a[href^="https://example.org/"]').first()).toBeVisible();
  await expectHarmless(harm);
  await page.emulateMedia({ media: "print" });
  await expectHarmless(harm, "a note on paper");
  await page.emulateMedia({ media: "screen" });
  await chooseOnNote(page, "History");
  await page.getByRole("button", { name: "Read version 1" }).click();
  await expect(page.getByRole("dialog").getByText(HOSTILE_TEXTS[0]).first()).toBeVisible();
  await expectHarmless(harm, "the history of a note");
  await page.goto(`${care}/note/${text.shortId}/edit`);
  await expect(page.getByRole("textbox", { name: /^Content/ })).toHaveValue(ALL);
  await expectHarmless(harm);

  await page.goto(`${care}/note/${medications.shortId}`);
  await expect(page.getByRole("table")).toBeVisible();
  for (const cell of (await page.getByRole("table").getByRole("button").all()).slice(0, 12)) {
    await cell.click();
    await page.keyboard.press("Escape");
  }
  await expectHarmless(harm);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectHarmless(harm, "medications on a phone");
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const path of [
    `${care}/note/${medications.shortId}/edit`,
    `${care}/note/new?type=current-medications`,
  ]) {
    await page.goto(path);
    await expect(page.getByLabel("Generic name").first()).toHaveValue(HOSTILE_TEXTS[0], { timeout: 30_000 });
    await expectHarmless(harm);
  }
});

test("information about a person that contains scripts is shown as text", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const notebooks = await hostileNotebooks(anna);
  const { page } = anna;
  const harm = await watchForHarm(page, node.url);
  for (const { shortId } of notebooks) {
    await page.goto(`/care/${shortId}/info`);
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
    await expectHarmless(harm);
  }
  await page.goto(`/care/${notebooks[0]!.shortId}/edit`);
  await expect(page.getByRole("tab")).toHaveCount(4);
  for (const tab of await page.getByRole("tab").all()) {
    await tab.click();
    await expectHarmless(harm, `the form's ${await tab.textContent()}`);
  }
});

test("invitations and people's names that contain scripts are shown as text, signed in or not", async ({
  mailed: { someone, node },
  browser,
}) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const notebooks = await hostileNotebooks(anna);
  const names = packTexts(200);
  await rename(node, anna, names[0]!);
  const messages = packTexts(360);
  for (const [i, personalMessage] of messages.entries()) {
    await invite(anna, notebooks[i % notebooks.length]!._id, jonas.email, { personalMessage });
  }
  const harm = await watchForHarm(jonas.page, node.url);
  await jonas.page.goto("/care");
  for (const message of messages) await expect(jonas.page.getByText(message).first()).toBeVisible();
  await expectHarmless(harm);

  const stranger = await browser.newContext({ baseURL: node.url });
  const outside = await watchForHarm(await stranger.newPage(), node.url);
  for (const i of messages.keys()) {
    const link = await linkIn(node, jonas.email, i + 1);
    await outside.page.goto(link);
    await expect(outside.page.getByRole("main")).toContainText(names[0]!);
    await expectHarmless(outside);
    await jonas.page.goto(link);
    await expect(jonas.page.getByRole("main")).toContainText(names[0]!);
    await expectHarmless(harm);
  }
  await stranger.close();

  const annasHarm = await watchForHarm(anna.page, node.url);
  await anna.page.goto(`/care/${notebooks[0]!.shortId}/members`);
  await expect(anna.page.getByText("Joined")).toBeVisible();
  for (const name of names) {
    // Opening a page sets the name from the token.
    await rename(node, anna, name);
    await expect(anna.page.getByRole("main")).toContainText(name);
    await expectHarmless(annasHarm);
  }
});

const rename = ({ database }: RunningNode, { userId }: Person, name: string) =>
  database().pool.query("update users set name = $2 where id = $1", [userId, name]);

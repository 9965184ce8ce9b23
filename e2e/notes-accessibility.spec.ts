import { api } from "../lib/api.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { chooseOnNote } from "./support/note-menu.ts";
import { notebookOf, noteOf } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

const DAY = 24 * 60 * 60 * 1000;

test("axe finds no problem on notes and medications", async ({ someone }) => {
  const anna = await someone("Anna Keller", { viewport: { width: 390, height: 844 } });
  const { _id, shortId } = await notebookOf(anna);
  const medications = (dosage: string, noteDate: number) =>
    anna.http.mutation(api.notes.createNote, {
      diaryId: _id,
      type: "current-medications",
      title: "Her medications",
      noteDate,
      visibility: "team",
      tags: ["pills"],
      content: {
        type: "current-medications",
        data: {
          medications: [{ genericName: "Ramipril", dosage, notes: "Not together with the other one" }],
        },
      },
    });
  await medications("5 mg", Date.now() - DAY);
  const listId = await medications("10 mg", Date.now());
  const note = await noteOf(anna, _id);
  const { page } = anna;
  const clean = (name: string) => expectCleanScreen(page, name);
  const care = `/care/${shortId}`;
  await page.goto(care);
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(page.getByLabel("Written by")).toBeVisible();
  await clean("the list with its filters");
  await page.goto(`${care}?q=nowhere`);
  await expect(page.getByRole("heading", { name: "No notes fit" })).toBeVisible();
  await clean("a list in which nothing fits");
  await page.goto(`${care}/note/new`);
  await page.getByRole("button", { name: /^Quick entry/ }).click();
  await page.getByRole("button", { name: "Save note" }).click();
  await clean("the quick form with an error");
  await page.goto(`${care}/note/new?type=current-medications`);
  await page.getByRole("button", { name: "Add medication" }).click();
  await clean("the medications form");
  await page.getByRole("button", { name: "Start empty" }).click();
  await page.getByRole("button", { name: "Save note" }).click();
  await clean("the medications form with an error");
  await page.goto(`${care}/note/${listId}`);
  await expect(page.getByText(/^Changes since/)).toBeVisible();
  await clean("a list of medications");
  await page.goto(`${care}/note/${note.shortId}`);
  await chooseOnNote(page, "History");
  await expect(page.getByRole("button", { name: "Read version 1" })).toBeVisible();
  await clean("the history");
  await page.getByRole("button", { name: "Read version 1" }).click();
  await expect(page.getByRole("dialog").getByRole("heading", { name: "A quiet morning" })).toBeVisible();
  await clean("a former version");
});

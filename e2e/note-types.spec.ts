import { api } from "../lib/api.ts";
import { addMember, notebookOf } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

test("CORE-234 CORE-235 CORE-238 CORE-239 CORE-245 CORE-246 CORE-247 CORE-248 CORE-249 CORE-250 CORE-251 “New note” opens the choice of active types", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const { shortId } = await notebookOf(anna);
  const { db } = node.database();
  const extra = { description: "From a photo", icon: "Image" };
  await db
    .insertInto("note_types")
    .values([
      { ...extra, type_id: "photo", name: "Photo of a list", requires_ai: true, is_active: true },
      { ...extra, type_id: "old", name: "Old type", requires_ai: false, is_active: false },
    ])
    .execute();
  const { page } = anna;
  await page.goto(`/care/${shortId}`);
  await page.getByRole("link", { name: "New note" }).first().click();
  const dialog = page.getByRole("dialog", { name: "What kind of note?" });
  const entries = dialog.getByRole("listitem");
  await expect(entries.getByRole("heading")).toHaveText([
    "General note",
    "Current Medications",
    /Photo of a list\s*Needs AI/,
  ]);
  await expect(entries.nth(0)).toContainText("📝");
  await expect(entries.nth(1)).toContainText("💊");
  await expect(entries.nth(2)).toContainText("🖼️");
  await expect(entries.nth(2)).toContainText("From a photo");
  await expect(entries.nth(2)).toContainText("It needs an AI provider, which isn't set up here.");
  await expect(entries.nth(2).getByRole("link")).toHaveCount(0);
  await expect(entries.nth(1)).toHaveAttribute("data-type-id", "current-medications");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("link", { name: "New note" }).first()).toBeFocused();

  await page.getByRole("link", { name: "New note" }).first().press("Enter");
  await dialog.getByRole("link", { name: "Choose Current Medications" }).click();
  await expect(page).toHaveURL(`/care/${shortId}/note/new?type=current-medications`);
  await expect(page.getByRole("button", { name: "Add medication" })).toBeVisible();
  await db.deleteFrom("note_types").where("type_id", "in", ["photo", "old"]).execute();
});

test("CORE-018 an address without a known type opens the choice over the list, and closing it leads there", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const { shortId } = await notebookOf(anna);
  const { page } = anna;
  await page.goto(`/care/${shortId}/note/new`);
  const dialog = page.getByRole("dialog", { name: "What kind of note?" });
  await expect(dialog.getByRole("listitem")).toHaveCount(2);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page).toHaveURL(`/care/${shortId}`);
  await expect(page.getByRole("heading", { name: "No diary notes yet" })).toBeVisible();
});

test("CORE-252 says when there is no type", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const { shortId } = await notebookOf(anna);
  const { db } = node.database();
  await db.updateTable("note_types").set({ is_active: false }).execute();
  await anna.page.goto(`/care/${shortId}/note/new`);
  await expect(anna.page.getByText("No note types available. Please contact administrator.")).toBeVisible();
  await db.updateTable("note_types").set({ is_active: true }).execute();
});

test("CORE-360 CORE-353 the quick form takes names and dosages, for the care team", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  const { page } = anna;
  await page.goto(`/care/${shortId}`);
  await page.getByRole("link", { name: "New note" }).first().click();
  await page.getByRole("button", { name: "Quick entry: Current Medications" }).click();
  const dialog = page.getByRole("dialog", { name: "Current Medications" });
  await expect(dialog.getByRole("textbox")).toHaveCount(2);
  await dialog.getByRole("button", { name: "Save note" }).click();
  await expect(dialog.getByText("Please add at least one medication with a generic name")).toBeVisible();
  await expect(dialog.getByLabel("Generic name")).toBeFocused();
  await dialog.getByLabel("Generic name").fill("Ramipril");
  await dialog.getByLabel("Dosage").fill("5 mg");
  // Closed by mistake: it is still there.
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.getByRole("link", { name: "New note" }).first().click();
  await page.getByRole("button", { name: "Quick entry: Current Medications" }).click();
  await expect(dialog.getByLabel("Generic name")).toHaveValue("Ramipril");
  await dialog.getByRole("button", { name: "Save note" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Medications" })).toHaveText("Ramipril 5 mg");
  const latest = await anna.http.query(api.notes.latestMedications, { diaryId: _id });
  expect(latest).toMatchObject({
    visibility: "team",
    isEncrypted: false,
    summary: "Manual entry",
    title: expect.stringMatching(/^Current Medications - /),
    medications: [{ genericName: "Ramipril", dosage: "5 mg" }],
  });
});

test("the quick form starts from the newest list, unless fewer than the team may read that", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  const { page } = anna;
  const writeList = (genericName: string, visibility: "team" | "private", noteDate: number) =>
    anna.http.mutation(api.notes.createNote, {
      diaryId: _id,
      type: "current-medications",
      title: "Her medications",
      content: {
        type: "current-medications",
        data: { medications: [{ genericName, dosage: "5 mg", timing: "in the morning" }] },
      },
      noteDate,
      visibility,
      tags: [],
    });
  const dialog = page.getByRole("dialog", { name: "Current Medications" });
  const open = async () => {
    await page.goto(`/care/${shortId}`);
    await page.getByRole("link", { name: "New note" }).first().click();
    await page.getByRole("button", { name: "Quick entry: Current Medications" }).click();
  };
  await writeList("Ramipril", "team", Date.now() - 2 * 86_400_000);
  await open();
  await expect(dialog.getByLabel("Generic name")).toHaveValue("Ramipril");
  await expect(dialog.getByText("This starts from the newest list")).toBeVisible();
  await dialog.getByLabel("Dosage").fill("10 mg");
  await dialog.getByRole("button", { name: "Save note" }).click();
  await expect(dialog).toHaveCount(0);
  // What the short form doesn't show stays.
  expect(await anna.http.query(api.notes.latestMedications, { diaryId: _id })).toMatchObject({
    visibility: "team",
    medications: [{ genericName: "Ramipril", dosage: "10 mg", timing: "in the morning" }],
  });
  await open();
  await dialog.getByRole("button", { name: "Start empty" }).click();
  await expect(dialog.getByLabel("Generic name")).toHaveValue("");
  await page.keyboard.press("Escape");
  await writeList("Secretol", "private", Date.now() + 60_000);
  await open();
  await expect(dialog.getByLabel("Generic name")).toHaveValue("");
  await expect(dialog.getByText("This starts from the newest list")).toHaveCount(0);
});

test("a viewer who follows a link to the form is told that they can't write", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const vera = await someone("Vera Viewer");
  const { _id, shortId } = await notebookOf(anna);
  await addMember(node, _id, vera, "extended");
  await vera.page.goto(`/care/${shortId}/note/new?type=current-medications`);
  await expect(vera.page.getByText("You can't write notes in this notebook.")).toBeVisible();
});

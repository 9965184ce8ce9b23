import { api } from "../lib/api.ts";
import { addMember, notebookOf } from "./support/people.ts";
import { spec } from "./support/spec.ts";
import { expect, screenTest, test } from "./support/test.ts";

test("“New note” opens the choice of active types", async ({ someone, node }) => {
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
  await expect(entries.getByRole("heading"), "@CORE-234 @CORE-245 @CORE-246 @CORE-248 @CORE-251").toHaveText([
    "General note",
    "Current Medications",
    "Handover",
    /Photo of a list\s*Needs AI/,
  ]);
  await expect(entries.nth(0), "@CORE-239").toContainText("📝");
  await expect(entries.nth(1), "@CORE-238 @CORE-250").toContainText("💊");
  await expect(entries.nth(2)).toContainText("How things are, what is to be done, and what to watch for.");
  await expect(entries.nth(3)).toContainText("🖼️");
  await expect(entries.nth(3), "@CORE-235 @CORE-249").toContainText("From a photo");
  await expect(entries.nth(3)).toContainText("It needs an AI provider, which isn't set up here.");
  await expect(entries.nth(3).getByRole("link")).toHaveCount(0);
  await expect(entries.nth(1), "@CORE-247").toHaveAttribute("data-type-id", "current-medications");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("link", { name: "New note" }).first()).toBeFocused();

  await page.getByRole("link", { name: "New note" }).first().press("Enter");
  await dialog.getByRole("link", { name: "Choose Current Medications" }).click();
  await expect(page).toHaveURL(`/care/${shortId}/note/new?type=current-medications`);
  await expect(page.getByRole("button", { name: "Add medication" }), "@CORE-018").toBeVisible();
  await db.deleteFrom("note_types").where("type_id", "in", ["photo", "old"]).execute();
});

screenTest(
  "an address without a known type opens the choice of types over the list, and closing it shows the list",
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { shortId } = await notebookOf(anna);
    const { page } = anna;
    await page.goto(`/care/${shortId}/note/new`);
    const dialog = page.getByRole("dialog", { name: "What kind of note?" });
    await expect(dialog.getByRole("listitem")).toHaveCount(3);
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(page).toHaveURL(`/care/${shortId}`);
    await expect(page.getByRole("heading", { name: "No diary notes yet" })).toBeVisible();
  },
);

screenTest(
  "the choice of types says when there is none",
  { tag: spec("CORE-252") },
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const { shortId } = await notebookOf(anna);
    const { db } = node.database();
    await db.updateTable("note_types").set({ is_active: false }).execute();
    await anna.page.goto(`/care/${shortId}/note/new`);
    await expect(anna.page.getByText("No note types available. Please contact administrator.")).toBeVisible();
    await db.updateTable("note_types").set({ is_active: true }).execute();
  },
);

screenTest(
  "the quick form writes names and dosages, for the care team",
  {
    tag: spec("CORE-360 CORE-353"),
  },
  async ({ someone }) => {
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
    // Closed by mistake: the text is still there.
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
  },
);

screenTest(
  "the quick form starts from the newest list and its readers, which can be changed",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const vera = await someone("Vera Viewer");
    const { _id, shortId } = await notebookOf(anna);
    await addMember(node, _id, vera, "extended");
    const { page } = anna;
    const former = await anna.http.mutation(api.notes.createNote, {
      diaryId: _id,
      type: "current-medications",
      title: "Her medications",
      content: {
        type: "current-medications",
        data: { medications: [{ genericName: "Ramipril", dosage: "5 mg", timing: "in the morning" }] },
      },
      noteDate: Date.now() - 2 * 86_400_000,
      visibility: "extended",
      tags: [],
    });
    const dialog = page.getByRole("dialog", { name: "Current Medications" });
    const open = async () => {
      await page.goto(`/care/${shortId}`);
      await page.getByRole("link", { name: "New note" }).first().click();
      await page.getByRole("button", { name: "Quick entry: Current Medications" }).click();
    };
    const save = async () => {
      await dialog.getByRole("button", { name: "Save note" }).click();
      await expect(dialog).toHaveCount(0);
    };
    await vera.page.goto(`/care/${shortId}/note/${former}`);
    await expect(vera.page.getByRole("heading", { name: "Her medications" })).toBeVisible();
    await expect(vera.page.getByText("Replaced on")).toHaveCount(0);

    await open();
    await expect(dialog.getByLabel("Generic name")).toHaveValue("Ramipril");
    await expect(dialog.getByText("This starts from the newest list")).toBeVisible();
    await expect(dialog.getByRole("radio", { name: "Everyone" })).toBeChecked();
    await dialog.getByLabel("Dosage").fill("10 mg");
    await save();
    const latest = { _id: expect.any(String), newerList: null, isEncrypted: false };
    // Fields that the short form doesn't show stay.
    expect(await vera.http.query(api.notes.latestMedications, { diaryId: _id })).toMatchObject({
      ...latest,
      visibility: "extended",
      medications: [{ genericName: "Ramipril", dosage: "10 mg", timing: "in the morning" }],
    });
    // A viewer who has the former list open sees at once a link to the new one.
    await expect(vera.page.getByText(/^Replaced on \w+ \d+, \d{4} by Anna Keller$/)).toBeVisible();
    await vera.page.getByRole("link", { name: "See the valid list" }).click();
    await expect(vera.page.getByRole("list", { name: "Medications" })).toContainText("10 mg");
    await vera.page.getByRole("link", { name: "Open the note" }).click();
    await expect(vera.page.getByRole("cell", { name: "10 mg" })).toBeVisible();
    await expect(vera.page.getByText("Replaced on")).toHaveCount(0);

    await open();
    await dialog.getByRole("radio", { name: "Care team" }).check();
    await dialog.getByRole("button", { name: "Start empty" }).click();
    await expect(dialog.getByLabel("Generic name")).toHaveValue("");
    await expect(dialog.getByRole("radio", { name: "Care team" })).toBeChecked();
    await dialog.getByLabel("Generic name").fill("Secretol");
    await save();
    // A reader who doesn't see the newer list learns only that there is one.
    await expect(
      vera.page.getByText("A newer list exists that isn't shared with you", { exact: true }),
    ).toBeVisible();
    await vera.page.goto(`/care/${shortId}`);
    const notes = vera.page.getByRole("list", { name: "Notes" });
    await expect(notes.getByText("A newer list exists that isn't shared with you")).toHaveCount(1);
    await expect(notes.getByText(/^Replaced on .* by Anna Keller$/)).toHaveCount(1);
    await expect(vera.page.getByText("Secretol")).toHaveCount(0);
    await expect(page.getByRole("list", { name: "Notes" }).getByText(/^Replaced on/)).toHaveCount(2);
  },
);

screenTest(
  "the quick form replaces a private, encrypted list by a private, encrypted one",
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { _id, shortId } = await notebookOf(anna);
    const { page } = anna;
    await anna.http.mutation(api.notes.createNote, {
      diaryId: _id,
      type: "current-medications",
      title: "Her medications",
      content: { type: "current-medications", data: { medications: [{ genericName: "Secretol" }] } },
      noteDate: Date.now() - 86_400_000,
      visibility: "private",
      isEncrypted: true,
      tags: [],
    });
    await page.goto(`/care/${shortId}`);
    await page.getByRole("link", { name: "New note" }).first().click();
    await page.getByRole("button", { name: "Quick entry: Current Medications" }).click();
    const dialog = page.getByRole("dialog", { name: "Current Medications" });
    await expect(
      dialog.getByText(/This starts from the newest list, of .*, which only you can see\./),
    ).toBeVisible();
    await expect(dialog.getByRole("radio", { name: "Only me" })).toBeChecked();
    await expect(dialog.getByRole("switch", { name: "Encrypt this note" })).toBeChecked();
    await dialog.getByLabel("Dosage").fill("1 mg");
    await dialog.getByRole("button", { name: "Save note" }).click();
    await expect(dialog).toHaveCount(0);
    expect(await anna.http.query(api.notes.latestMedications, { diaryId: _id })).toMatchObject({
      visibility: "private",
      isEncrypted: true,
      medications: [{ genericName: "Secretol", dosage: "1 mg" }],
    });
  },
);

screenTest(
  "a viewer who follows a link to the form learns that viewers can't write",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const vera = await someone("Vera Viewer");
    const { _id, shortId } = await notebookOf(anna);
    await addMember(node, _id, vera, "extended");
    await vera.page.goto(`/care/${shortId}/note/new?type=current-medications`);
    await expect(vera.page.getByText("You can't write notes in this notebook.")).toBeVisible();
  },
);

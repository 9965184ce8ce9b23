import type { Page } from "@playwright/test";
import type { FunctionArgs } from "convex/server";
import { api } from "../lib/api.ts";
import { addMember, notebookOf, type Person } from "./support/people.ts";
import { spec } from "./support/spec.ts";
import { expect, screenTest, test } from "./support/test.ts";

const DAY = 24 * 60 * 60 * 1000;

type Content = Extract<FunctionArgs<typeof api.notes.createNote>["content"], { type: "current-medications" }>;
type Given = Content["data"]["medications"];

/** Creates a list of medications through the API; returns it with the id that addresses show. */
async function listOf(
  author: Person,
  diaryId: string,
  medications: Given,
  change: Partial<FunctionArgs<typeof api.notes.createNote>> & { summary?: string } = {},
) {
  const { summary = "As the clinic gave it", ...fields } = change;
  const noteId = await author.http.mutation(api.notes.createNote, {
    diaryId,
    type: "current-medications",
    title: "Her medications",
    content: { type: "current-medications", data: { medications, summary } },
    noteDate: Date.now() - DAY,
    visibility: "team",
    tags: [],
    ...fields,
  });
  return (await author.http.query(api.notes.getNote, { noteId }))!;
}

const row = (page: Page, number: number) =>
  page.getByRole("group", { name: `Medication ${number}`, exact: true });

screenTest("the medications form writes a list of medications", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  const { page } = anna;
  await page.goto(`/care/${shortId}/note/new?type=current-medications`);
  await expect(page.getByRole("heading", { name: "Create New Note" })).toBeVisible();
  const today = await page.evaluate(() => new Date().toLocaleDateString(undefined, { dateStyle: "long" }));
  await expect(page.getByLabel("Title"), "@CORE-356").toHaveValue(`Current Medications - ${today}`);
  await expect(page.getByLabel("Summary"), "@CORE-357").toHaveValue("Manual entry");
  await expect(page.getByLabel("Content"), "@CORE-278").toHaveCount(0);
  for (const [name, line] of [
    ["Generic name", "@CORE-354"],
    ["Dosage", "@CORE-355"],
  ] as const) {
    await expect(row(page, 1).getByRole("textbox", { name }), line).toHaveAttribute("aria-required", "true");
    await expect(row(page, 1).getByText(`${name} *`), line).toBeVisible();
  }
  await expect(row(page, 1).getByLabel("Compliance")).toHaveValue("unknown");
  await expect(row(page, 1).getByRole("option")).toHaveText(["Unknown", "Excellent", "Good", "Fair", "Poor"]);
  await expect(page.getByRole("button", { name: /^Remove medication/ }), "@CORE-359").toHaveCount(0);

  await row(page, 1).getByLabel("Brand name").fill("Tritace");
  await row(page, 1).getByLabel("Generic name").fill(" Ramipril ");
  await row(page, 1).getByLabel("Dosage").fill("5 mg");
  await row(page, 1).getByLabel("Timing").fill("in the morning");
  await row(page, 1).getByLabel("Compliance").selectOption("good");
  await row(page, 1).getByLabel("Notes").fill("after breakfast");
  await page.getByRole("button", { name: "Add medication" }).click();
  await expect(row(page, 2).getByLabel("Brand name")).toBeFocused();
  await page.getByRole("button", { name: "Add medication" }).click();
  await row(page, 3).getByLabel("Generic name").fill("Metformin");
  await page.getByRole("button", { name: "Remove medication 2" }).click();
  await expect(page.getByRole("group", { name: /^Medication/ }), "@CORE-358").toHaveCount(2);
  await expect(row(page, 2).getByLabel("Generic name")).toHaveValue("Metformin");
  await expect(page.getByRole("button", { name: "Add medication" })).toBeFocused();
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page).toHaveURL(`/care/${shortId}`);
  await expect(page.getByRole("list", { name: "Medications" }).getByRole("listitem")).toHaveText([
    "Ramipril 5 mg",
    "Metformin",
  ]);

  const latest = await anna.http.query(api.notes.latestMedications, { diaryId: _id });
  expect(latest, "@CORE-346 @CORE-347 @CORE-348 @CORE-349 @CORE-350 @CORE-351").toMatchObject({
    title: `Current Medications - ${today}`,
    summary: "Manual entry",
    visibility: "team",
    medications: [
      {
        brandName: "Tritace",
        genericName: "Ramipril",
        dosage: "5 mg",
        timing: "in the morning",
        compliance: "good",
        notes: "after breakfast",
      },
      { genericName: "Metformin", compliance: "unknown" },
    ],
  });
});

screenTest(
  "the form marks missing fields and moves the focus there",
  { tag: spec("CORE-352 CORE-353") },
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { shortId } = await notebookOf(anna);
    const { page } = anna;
    await page.goto(`/care/${shortId}/note/new?type=current-medications`);
    await row(page, 1).getByLabel("Dosage").fill("5 mg");
    await page.getByRole("button", { name: "Save note" }).click();
    await expect(page.getByRole("alert")).toHaveText([
      "Please add at least one medication with a generic name",
    ]);
    await expect(row(page, 1).getByLabel("Generic name")).toBeFocused();
    await row(page, 1).getByLabel("Generic name").fill("Ramipril");
    await page.getByRole("button", { name: "Add medication" }).click();
    await row(page, 2).getByLabel("Timing").fill("at night");
    await page.getByRole("button", { name: "Save note" }).click();
    await expect(page.getByRole("alert")).toHaveText([
      "Please enter the generic name or the brand name of this medication",
    ]);
    await expect(row(page, 2).getByLabel("Generic name")).toBeFocused();
    await expect(page).toHaveURL(/note\/new/);
  },
);

screenTest("a list may have brand names alone when its writer says so", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  const { page } = anna;
  await page.goto(`/care/${shortId}/note/new?type=current-medications`);
  const choice = page.getByRole("checkbox", { name: "We know only the brand names" });
  await expect(choice).toHaveCount(0);
  await row(page, 1).getByLabel("Brand name").fill("Tritace");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByRole("alert")).toHaveText([
    "Please add at least one medication with a generic name",
  ]);
  await choice.check();
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByRole("list", { name: "Medications" }).getByRole("listitem")).toHaveText(["Tritace"]);
  // The next list needn't say it again.
  const { _id: noteId } = (await anna.http.query(api.notes.latestMedications, { diaryId: _id }))!;
  await page.goto(`/care/${shortId}/note/${noteId}/edit`);
  await expect(choice).toBeChecked();
  await row(page, 1).getByLabel("Dosage").fill("5 mg");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByRole("cell", { name: "5 mg" })).toBeVisible();
});

test("a list that the server refuses shows the reason, is logged, and stays as a draft after the tab was closed", {
  tag: spec("CORE-364 CORE-365"),
}, async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const { _id, shortId } = await notebookOf(anna);
  await addMember(node, _id, jonas, "member");
  const { page } = jonas;
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  await page.goto(`/care/${shortId}/note/new?type=current-medications`);
  await row(page, 1).getByLabel("Generic name").fill("Ramipril");
  await page.reload();
  await expect(page.getByText("We kept what you had written")).toBeVisible();
  await expect(row(page, 1).getByLabel("Generic name")).toHaveValue("Ramipril");
  await node
    .database()
    .db.updateTable("members")
    .set({ role: "extended" })
    .where("user_id", "=", jonas.userId)
    .execute();
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "The note was not saved" })).toContainText(
    "Failed to create medications note: Access denied",
  );
  expect(logged.some((text) => text.includes("Failed to create medications note"))).toBe(true);
  await expect(row(page, 1).getByLabel("Generic name")).toHaveValue("Ramipril");
});

screenTest(
  "a new list is empty or starts from the newest one, with the same visibility",
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { _id, shortId } = await notebookOf(anna);
    await listOf(anna, _id, [{ genericName: "Ramipril", dosage: "5 mg" }, { genericName: "Metformin" }], {
      visibility: "private",
      isEncrypted: true,
    });
    const { page } = anna;
    await page.goto(`/care/${shortId}/note/new?type=current-medications`);
    await expect(page.getByText("This starts from the newest list")).toBeVisible();
    await expect(row(page, 1).getByLabel("Generic name")).toHaveValue("Ramipril");
    await expect(row(page, 2).getByLabel("Generic name")).toHaveValue("Metformin");
    await expect(page.getByLabel("Summary")).toHaveValue("Manual entry");
    await expect(page.getByRole("radio", { name: "Only me" })).toBeChecked();
    await expect(page.getByRole("switch", { name: "Encrypt this note" })).toBeChecked();
    await page.getByRole("button", { name: "Start empty" }).click();
    await expect(page.getByRole("group", { name: /^Medication/ })).toHaveCount(1);
    await expect(row(page, 1).getByLabel("Generic name")).toHaveValue("");
    await expect(page.getByText("This starts from the newest list")).toHaveCount(0);
  },
);

screenTest(
  "a list is a table whose cells show 24 characters, and the whole text on a click or by the keyboard",
  {
    tag: spec("CORE-317 CORE-319 CORE-345 CORE-363"),
  },
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { _id, shortId } = await notebookOf(anna);
    const long = "a".repeat(24);
    const note = await listOf(
      anna,
      _id,
      [{ genericName: "Ramipril", dosage: long, timing: `${long}bc`, compliance: "fair" }],
      { summary: "" },
    );
    const { page } = anna;
    await page.goto(`/care/${shortId}/note/${note.shortId}`);
    await expect(page.getByRole("link", { name: "Edit", exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Current Medications", exact: true })).toBeVisible();
    const table = page.getByRole("table");
    // Columns in which nobody has entered anything are left out.
    await expect(table.getByRole("columnheader")).toHaveText([
      "Generic name",
      "Dosage",
      "Timing",
      "Compliance",
    ]);
    await expect(table.getByRole("rowheader", { name: "Ramipril" })).toBeVisible();
    await expect(table.getByRole("cell", { name: "Fair" })).toBeVisible();
    await expect(table.getByRole("cell", { name: long, exact: true })).toBeVisible();
    const cut = table.getByRole("button");
    await expect(cut).toHaveText(`${long}…`);
    await expect(cut).toHaveAttribute("title", `${long}bc`);
    await cut.press("Enter");
    await expect(cut).toHaveText(`${long}bc`);
    await cut.click();
    await expect(cut).toHaveText(`${long}…`);
  },
);

test("on a phone each medication is a card with all its fields", async ({ someone }) => {
  const anna = await someone("Anna Keller", { viewport: { width: 390, height: 844 } });
  const { _id, shortId } = await notebookOf(anna);
  const timing = "in the morning after breakfast with water";
  const note = await listOf(anna, _id, [{ genericName: "Ramipril", brandName: "Tritace", timing }]);
  const { page } = anna;
  await page.goto(`/care/${shortId}/note/${note.shortId}`);
  const card = page.getByRole("list", { name: "Medications" }).getByRole("listitem");
  await expect(card).toContainText("Ramipril (Tritace)");
  await expect(card).toContainText(timing);
  await expect(page.getByRole("table")).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

screenTest(
  "a list shows what was started, stopped and changed since the list before",
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { _id, shortId } = await notebookOf(anna);
    const before = await listOf(anna, _id, [
      { genericName: "Ramipril", dosage: "5 mg" },
      { genericName: "Ibuprofen" },
    ]);
    const { page } = anna;
    await page.goto(`/care/${shortId}/note/${before.shortId}`);
    await expect(page.getByRole("heading", { name: "As the clinic gave it" })).toBeVisible();
    await expect(page.getByText(/^Changes since/)).toHaveCount(0);
    const note = await listOf(
      anna,
      _id,
      [
        { genericName: "ramipril", dosage: "10 mg" },
        { genericName: "Metformin", dosage: "500 mg" },
      ],
      { noteDate: Date.now() },
    );
    await page.goto(`/care/${shortId}/note/${note.shortId}`);
    const changes = page.getByRole("region", { name: /^Changes since/ });
    await expect(changes.getByRole("term")).toHaveText(["Started", "Stopped", "Dose changed"]);
    await expect(changes.getByRole("definition")).toHaveText([
      "Metformin 500 mg",
      "Ibuprofen",
      "ramipril: 5 mg → 10 mg",
    ]);
    await changes.getByRole("link").click();
    await expect(page).toHaveURL(`/care/${shortId}/note/${before.shortId}`);
  },
);

screenTest(
  "the list of notes shows six medications and the number of further ones",
  {
    tag: spec("CORE-361 CORE-362"),
  },
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { _id, shortId } = await notebookOf(anna);
    const many = Array.from({ length: 8 }, (_, i) => ({ genericName: `Drug ${i + 1}`, dosage: "1 mg" }));
    await listOf(anna, _id, many, { isEncrypted: true });
    await anna.page.goto(`/care/${shortId}`);
    await expect(anna.page.getByRole("list", { name: "Medications" }).getByRole("listitem")).toHaveText(
      ["1", "2", "3", "4", "5", "6"].map((n) => `Drug ${n} 1 mg`).concat("+ 2 more"),
    );
  },
);

screenTest(
  "the form edits a list and keeps the fields that it doesn't show",
  { tag: spec("CORE-292") },
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { _id, shortId } = await notebookOf(anna);
    const data = { medications: [{ genericName: "Ramipril", dosage: "5 mg" }], summary: "From a photo" };
    const metadata = { photoTranscripts: ["Ramipril 5"], aiRationalization: "read from the box" };
    const note = await listOf(anna, _id, [], {
      content: { type: "current-medications", data, metadata },
      visibility: "extended",
      tags: ["clinic"],
    });
    const { page } = anna;
    await page.goto(`/care/${shortId}/note/${note.shortId}`);
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Edit Note" })).toBeVisible();
    await expect(page.getByLabel("Title")).toHaveValue("Her medications");
    await expect(page.getByLabel("Note date")).toHaveValue(note.noteDay);
    await expect(page.getByRole("radio", { name: "Everyone" })).toBeChecked();
    await expect(page.getByRole("list", { name: "Added tags" }).getByRole("listitem")).toHaveText(["clinic"]);
    await expect(page.getByRole("switch", { name: "Encrypt this note" })).not.toBeChecked();
    await expect(row(page, 1).getByLabel("Generic name")).toHaveValue("Ramipril");
    await expect(row(page, 1).getByLabel("Dosage")).toHaveValue("5 mg");
    await expect(page.getByLabel("Summary")).toHaveValue("From a photo");
    await row(page, 1).getByLabel("Dosage").fill("10 mg");
    await page.getByRole("button", { name: "Save note" }).click();
    await expect(page.getByRole("cell", { name: "10 mg" })).toBeVisible();
    const after = await anna.http.query(api.notes.getNote, { noteId: note._id });
    expect(after!.content).toMatchObject({ metadata });
    expect(after!.content.data).toMatchObject({ summary: "From a photo" });
  },
);

screenTest("a note of an unknown type says so", { tag: spec("CORE-270") }, async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  const note = await listOf(anna, _id, [{ genericName: "Ramipril" }]);
  await node
    .database()
    .db.updateTable("notes")
    .set({ content: JSON.stringify({ type: "poem", data: {}, metadata: {} }) })
    .where("id", "=", note._id)
    .execute();
  await anna.page.goto(`/care/${shortId}/note/${note.shortId}`);
  await expect(anna.page.getByText("Unknown note type")).toBeVisible();
  await anna.page.goto(`/care/${shortId}/note/${note.shortId}/edit`);
  await expect(anna.page.getByRole("heading", { name: "Unknown note type" })).toBeVisible();
});

test("on paper a list is a table with every text in full, without the screen's buttons", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller", { viewport: { width: 390, height: 844 } });
  const { _id, shortId } = await notebookOf(anna);
  const timing = "in the morning after breakfast with water";
  const note = await listOf(anna, _id, [{ genericName: "Ramipril", timing }]);
  await anna.http.mutation(api.diaries.updateDiaryWithPersonInfo, {
    diaryId: _id,
    region: "DE",
    personInfo: { fullName: "Rosa Blum", dateOfBirth: "1940-03-05", allergies: ["Penicillin"] },
  });
  const { page } = anna;
  await page.goto(`/care/${shortId}/note/${note.shortId}`);
  await expect(page.getByRole("heading", { name: /^Comments/ })).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("table")).toContainText(timing);
  await expect(page.getByRole("table").getByText(timing).last()).toBeVisible();
  // The print names the person, as practices require.
  await expect(page.getByText("Rosa Blum, born Mar 5, 1940", { exact: true })).toHaveCount(2);
  await expect(page.getByText("Allergies: Penicillin", { exact: true })).toBeVisible();
  await expect(page.getByText(/^As of .*, written by Anna Keller\.$/)).toBeVisible();
  await expect(page.getByRole("columnheader")).toHaveText(["Generic name", "Timing"]);
  const yesterday = await page.evaluate(
    (at) => new Date(at).toLocaleDateString(undefined, { dateStyle: "full" }),
    note.noteDate,
  );
  await expect(page.getByText(yesterday, { exact: true })).toBeVisible();
  await expect(page.getByText("yesterday")).toBeHidden();
  await expect(page.getByRole("heading", { name: /^Comments/ })).toBeHidden();
  await expect(page.getByRole("button")).toHaveCount(0);
});

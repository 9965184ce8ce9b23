import { api } from "../lib/api.ts";
import { chooseOnNote, noteMenu } from "./support/note-menu.ts";
import { addMember, notebookOf, noteOf } from "./support/people.ts";
import { expect, screenTest, test } from "./support/test.ts";

screenTest("the history shows who changed what, and each former version", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const { _id, shortId } = await notebookOf(anna);
  await addMember(node, _id, jonas, "admin");
  const note = await noteOf(anna, _id, "A quiet morning", "Slept until six.");
  const { noteDate } = (await anna.http.query(api.notes.getNote, { noteId: note._id }))!;
  await jonas.http.mutation(api.notes.updateNote, {
    noteId: note._id,
    title: "A calm morning",
    content: "Slept until seven.",
    noteDate,
    visibility: "team",
    tags: [],
  });
  const { page } = anna;
  await page.goto(`/care/${shortId}/note/${note.shortId}`);
  await chooseOnNote(page, "History");
  const dialog = page.getByRole("dialog", { name: "History" });
  await expect(dialog.getByRole("listitem")).toHaveText([
    /Changed the title and the content \(as it is now\)Jonas Weber, just nowRead/,
    /Wrote the noteAnna Keller, just nowRead/,
  ]);
  await dialog.getByRole("button", { name: "Read version 1" }).click();
  await expect(dialog.getByRole("heading", { name: "A quiet morning" })).toBeVisible();
  await expect(dialog.getByText("Slept until six.")).toBeVisible();
  await dialog.getByRole("button", { name: "All versions" }).click();
  await expect(dialog.getByRole("listitem")).toHaveCount(2);
  await page.keyboard.press("Escape");
  await expect(noteMenu(page)).toBeFocused();
});

test("a former version of a list of medications is shown as a list", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  const oneMedication = (dosage: string) => ({
    title: "Her medications",
    noteDate: Date.now(),
    visibility: "team" as const,
    tags: [],
    content: {
      type: "current-medications" as const,
      data: { medications: [{ genericName: "Ramipril", dosage }] },
    },
  });
  const noteId = await anna.http.mutation(api.notes.createNote, {
    ...oneMedication("5 mg"),
    diaryId: _id,
    type: "current-medications",
  });
  await anna.http.mutation(api.notes.updateNote, { noteId, ...oneMedication("10 mg") });
  await anna.page.goto(`/care/${shortId}/note/${noteId}`);
  await chooseOnNote(anna.page, "History");
  const dialog = anna.page.getByRole("dialog", { name: "History" });
  await dialog.getByRole("button", { name: "Read version 1" }).click();
  await expect(dialog.getByText("5 mg").first()).toBeVisible();
});

screenTest(
  "a note is deleted after a question, and only by members who may delete it",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const { _id, shortId } = await notebookOf(anna);
    await addMember(node, _id, jonas, "member");
    const note = await noteOf(anna, _id, "A quiet morning");
    await noteOf(anna, _id, "Another day");
    const path = `/care/${shortId}/note/${note.shortId}`;
    // A caregiver changes and deletes only their own notes, but may see the history and print.
    await jonas.page.goto(path);
    await noteMenu(jonas.page).click();
    await expect(jonas.page.getByRole("menuitem")).toHaveText(["History", "Print"]);
    await jonas.page.keyboard.press("Escape");
    await expect(jonas.page.getByRole("link", { name: "Edit", exact: true })).toHaveCount(0);

    const { page } = anna;
    await page.goto(path);
    await chooseOnNote(page, "Delete…");
    const question = page.getByRole("dialog", { name: "Delete this note?" });
    await expect(question).toContainText("Are you sure you want to delete this note?");
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(question).toHaveCount(0);
    await chooseOnNote(page, "Delete…");
    await question.getByRole("button", { name: "Delete note" }).click();
    await expect(page).toHaveURL(`/care/${shortId}`);
    await expect(page.getByRole("link", { name: "Another day" })).toBeVisible();
    await expect(page.getByRole("link", { name: "A quiet morning" })).toHaveCount(0);
    // Others who have the note open learn that it is gone.
    await expect(
      jonas.page.getByRole("heading", { name: "Note not found or you don't have access to it" }),
    ).toBeVisible();
    expect(await anna.http.query(api.notes.getNote, { noteId: note._id })).toBeNull();
  },
);

screenTest("a note whose deletion the server refuses is back, with the reason", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const { _id, shortId } = await notebookOf(anna);
  await addMember(node, _id, jonas, "member");
  const note = await noteOf(jonas, _id, "A quiet morning");
  const { page } = jonas;
  await page.goto(`/care/${shortId}/note/${note.shortId}`);
  await chooseOnNote(page, "Delete…");
  // The role changes during the call: earlier, and the page would have removed the button.
  await node
    .database()
    .db.transaction()
    .execute(async (change) => {
      await change.updateTable("notes").set({ created_by: anna.userId }).where("id", "=", note._id).execute();
      await page.getByRole("button", { name: "Delete note" }).click();
      await expect(page).toHaveURL(`/care/${shortId}`);
    });
  await expect(page.getByRole("alert")).toContainText("Failed to delete note: Access denied");
  await expect(page.getByRole("link", { name: "A quiet morning" })).toBeVisible();
});

test("a note prints without the screen's buttons and panels", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  const note = await noteOf(anna, _id, "A quiet morning", "Slept until six.");
  const { page } = anna;
  await page.goto(`/care/${shortId}/note/${note.shortId}`);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "yes");
  });
  await chooseOnNote(page, "Print");
  await expect(page.locator("body")).toHaveAttribute("data-printed", "yes");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: "A quiet morning" })).toBeVisible();
  await expect(page.getByText("Slept until six.")).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: /^(Comments|Attachments)/ })).toHaveCount(0);
});

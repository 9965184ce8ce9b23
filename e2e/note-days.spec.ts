import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { chooseOnNote } from "./support/note-menu.ts";
import { addMember, notebookOf } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

/** The evening of 29 March in Berlin: 30 March in Kiritimati, midday in New York. */
const NOW = new Date("2026-03-29T20:00:00Z");

const medications = (dosage: string) => ({
  type: "current-medications" as const,
  data: { medications: [{ genericName: "Ramipril", dosage }] },
});

for (const timezoneId of ["America/New_York", "Pacific/Kiritimati"]) {
  test(`a note of 29 March in Berlin is a note of 29 March in ${timezoneId}, also after an edit from there`, async ({
    someone,
    node,
  }) => {
    const anna = await someone("Anna Keller");
    const nora = await someone("Nora Far", { timezoneId, locale: "en-US" });
    const { _id, shortId } = await notebookOf(anna);
    await addMember(node, _id, nora, "admin");
    const noteOn = (noteDay: string, title: string) =>
      anna.http.mutation(api.notes.createNote, {
        diaryId: _id,
        type: "default",
        title,
        content: "Ate well.",
        noteDay,
        visibility: "team",
        tags: [],
      });
    const today = await noteOn("2026-03-29", "Of the 29th");
    await noteOn("2026-03-28", "Of the 28th");
    await noteOn("2026-03-02", "Of the 2nd");
    for (const [noteDay, dosage] of [
      ["2026-03-01", "5 mg"],
      ["2026-03-03", "10 mg"],
    ] as const) {
      await anna.http.mutation(api.notes.createNote, {
        diaryId: _id,
        type: "current-medications",
        title: "Her medications",
        content: medications(dosage),
        noteDay,
        visibility: "team",
        tags: [],
      });
    }
    const { page } = nora;
    await page.clock.setFixedTime(NOW);

    await page.goto(`/care/${shortId}`);
    const card = (title: string | RegExp) =>
      page.getByRole("list", { name: "Notes" }).locator(":scope > li").filter({ hasText: title });
    await expect(card("Of the 29th")).toContainText("today");
    await expect(card("Of the 28th")).toContainText("yesterday");
    await expect(card("Of the 2nd")).toContainText("Mar 2, 2026");
    await expect(card("5 mg")).toContainText("Replaced on Mar 3, 2026 by Anna Keller");

    await page.getByRole("link", { name: "Her medications" }).first().click();
    await expect(page.getByRole("heading", { name: "Changes since the list of Mar 1, 2026" })).toBeVisible();

    await openNote(page, shortId, today);
    await expect(page.getByText("today", { exact: true })).toHaveAttribute("title", "Sunday, March 29, 2026");
    await page.emulateMedia({ media: "print" });
    await expect(page.getByText("Sunday, March 29, 2026", { exact: true })).toBeVisible();
    await page.emulateMedia({ media: "screen" });

    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await expect(page.getByLabel("Note date")).toHaveValue("2026-03-29");
    await page.getByLabel("Content").fill("Ate very well.");
    await page.getByRole("button", { name: "Save note" }).click();
    await expect(page.getByText("Ate very well.")).toBeVisible();
    await expect(page.getByText("today", { exact: true })).toBeVisible();
    const saved = (await anna.http.query(api.notes.getNote, { noteId: today }))!;
    expect(saved).toMatchObject({
      noteDay: "2026-03-29",
      noteDate: Date.parse("2026-03-29T00:00:00+01:00"),
      version: 2,
    });
    await chooseOnNote(page, "History");
    await expect(page.getByRole("dialog").getByText("Changed the content")).toBeVisible();
    await expect(page.getByRole("dialog").getByText(/the date/)).toHaveCount(0);
    await page.getByRole("dialog").getByRole("button", { name: "Read version 1" }).click();
    await expect(page.getByRole("dialog").getByText("Of Mar 29, 2026")).toBeVisible();

    // A new note gets the notebook's day; the form says so where the reader's day differs.
    await page.goto(`/care/${shortId}/note/new?type=current-medications`);
    await expect(page.getByLabel("Note date")).toHaveValue("2026-03-29");
    await expect(page.getByLabel("Title")).toHaveValue("Current Medications - March 29, 2026");
    await expect(page.getByText("This starts from the newest list, of Mar 3, 2026.")).toBeVisible();
    await expect(page.getByText("By this notebook's clock today is Mar 29, 2026.")).toHaveCount(
      timezoneId === "Pacific/Kiritimati" ? 1 : 0,
    );
    await page.getByRole("button", { name: "Save note" }).click();
    await expect(card("Current Medications - March 29, 2026")).toContainText("today");
    expect(await anna.http.query(api.notes.latestMedications, { diaryId: _id })).toMatchObject({
      noteDay: "2026-03-29",
      snapshotDate: Date.parse("2026-03-29T00:00:00+01:00"),
    });
  });

  test(`a date of birth is the same day in ${timezoneId}`, async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const nora = await someone("Nora Far", { timezoneId });
    const diaryId = await anna.http.mutation(api.diaries.createDiaryWithPersonInfo, {
      region: "DE",
      timeZone: "Europe/Berlin",
      personInfo: { fullName: "Rosa Blum", dateOfBirth: "1942-03-30" },
    });
    await addMember(node, diaryId, nora, "extended");
    const { page } = nora;
    await page.clock.setFixedTime(NOW);
    await page.goto(`/care/${diaryId}/info`);
    // The day before her birthday in her time zone.
    await expect(page.getByText("Mar 30, 1942 (83 years)")).toBeVisible();
  });
}

async function openNote(page: Page, diaryId: string, noteId: string) {
  await page.goto(`/care/${diaryId}/note/${noteId}`);
  await expect(page.getByRole("heading", { name: "Comments (0)" })).toBeVisible();
}

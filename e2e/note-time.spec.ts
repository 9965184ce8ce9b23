import { expectCleanScreen } from "./support/axe.ts";
import { chooseOnNote } from "./support/note-menu.ts";
import { addMember, notebookOf, noteOf } from "./support/people.ts";
import { expect, screenTest, test } from "./support/test.ts";

/** 21:40 in Berlin, 15:40 in New York. */
const NOW = new Date("2026-03-05T20:40:00Z");

test("a note says when it happened, by the notebook's clock and by the reader's", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller", { timezoneId: "Europe/Berlin", locale: "en-GB" });
  const nora = await someone("Nora Far", { timezoneId: "America/New_York", locale: "en-GB" });
  const rosa = await notebookOf(anna);
  await addMember(node, rosa._id, nora, "admin");
  const { page } = anna;
  await page.clock.setFixedTime(NOW);
  await page.goto(`/care/${rosa.shortId}/note/new?type=default`);
  await page.getByLabel("Content").fill("She fell on the stairs.");
  await expect(page.getByLabel("Time", { exact: true })).toHaveValue("");
  await page.getByLabel("Note date").fill("2026-03-01");
  await page.getByRole("button", { name: "Now", exact: true }).click();
  await expect(page.getByLabel("Time", { exact: true })).toHaveValue("21:40");
  await expect(page.getByLabel("Note date")).toHaveValue("2026-03-05");
  await page.getByLabel("Time", { exact: true }).fill("14:30");
  await expectCleanScreen(page);
  await page.getByRole("button", { name: "Save note" }).click();
  const card = page.getByRole("list", { name: "Notes" }).getByRole("listitem").first();
  await expect(card).toContainText("today, 14:30");
  await page.getByRole("link", { name: "She fell on the stairs." }).click();
  await expect(page.getByText("today, 14:30", { exact: true })).toBeVisible();

  await nora.page.clock.setFixedTime(NOW);
  await nora.page.goto(page.url());
  await expect(nora.page.getByText("today, 14:30 · 08:30 for you", { exact: true })).toBeVisible();
  await nora.page.getByRole("link", { name: "Edit", exact: true }).click();
  await expect(nora.page.getByLabel("Time in Berlin", { exact: true })).toHaveValue("14:30");
  await nora.page.getByRole("button", { name: "No time" }).click();
  await nora.page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByText("today", { exact: true })).toBeVisible();
  await chooseOnNote(page, "History");
  await expect(page.getByText("Changed the time")).toBeVisible();
  await page.getByRole("button", { name: "Read version 1" }).click();
  await expect(page.getByRole("dialog")).toContainText("Of 5 Mar 2026, 14:30");
});

screenTest("a note without a time has none, and two people's edits of it meet", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const rosa = await notebookOf(anna);
  await addMember(node, rosa._id, jonas, "admin");
  const note = await noteOf(anna, rosa._id, "The fall");
  const edit = `/care/${rosa.shortId}/note/${note.shortId}/edit`;
  await jonas.page.goto(edit);
  await jonas.page.getByLabel("Title").fill("The fall on the stairs");
  await anna.page.goto(edit);
  await anna.page.getByLabel(/^Time( in Berlin)?$/).fill("14:30");
  await anna.page.getByRole("button", { name: "Save note" }).click();
  await expect(anna.page.getByRole("heading", { level: 1 })).toHaveText("The fall");
  await expect(jonas.page.getByText("Somebody changed this note while you were writing")).toBeVisible();
  await expect(jonas.page.getByRole("alert")).toContainText(/Of .*2:30/);
  await jonas.page.getByRole("button", { name: "Keep what I wrote" }).click();
  await expect(jonas.page.getByLabel(/^Time( in Berlin)?$/)).toHaveValue("14:30");
  await jonas.page.getByRole("button", { name: "Save note" }).click();
  await expect(jonas.page.getByRole("heading", { level: 1 })).toHaveText("The fall on the stairs");
  await expect(jonas.page.getByText(/today, 2:30/)).toBeVisible();
});

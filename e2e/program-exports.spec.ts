import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { expectClean } from "./support/axe.ts";
import { pdfText } from "./support/pdfs.ts";
import { notebookOf, type Person } from "./support/people.ts";
import { activateProgram, tasksOf, uploadProgram } from "./support/programs.ts";
import { expect, test } from "./support/test.ts";

test.use({ hasBackground: true });

/** An export takes a second or two; more on a busy machine. */
const PATIENT = { timeout: 30_000 };

async function runningProgram(owner: Person) {
  const { _id: diaryId, shortId } = await notebookOf(owner);
  const programId = await uploadProgram(owner, diaryId);
  const diaryProgramId = await activateProgram(owner, diaryId, programId, { daysAgo: 5 });
  return { diaryId, diaryProgramId, path: `/care/${shortId}/programs/${diaryProgramId}` };
}

const panelOf = (page: Page) => page.getByRole("region", { name: /^Exports/ });

async function makeExport(page: Page, kind: string, format: RegExp) {
  await panelOf(page).getByRole("button", { name: "New export" }).click();
  const dialog = page.getByRole("dialog", { name: "New export" });
  await dialog.getByRole("radio", { name: kind }).check();
  await dialog.getByRole("radio", { name: format }).check();
  await dialog.getByRole("button", { name: "Make export" }).click();
  await expect(dialog).toBeHidden();
}

/** The bytes of a file as the browser saves it. */
async function save(page: Page, row: ReturnType<Page["getByRole"]>) {
  const saved = page.waitForEvent("download");
  await row.getByRole("button", { name: /^Download/ }).click();
  const download = await saved;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

const textOfPdf = async (bytes: Buffer): Promise<string> => (await pdfText(bytes)).join("");

test("a family exports a program as PDF and CSV, downloads both and deletes one", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { diaryProgramId, path } = await runningProgram(anna);
  const [first] = await tasksOf(anna, diaryProgramId);
  await anna.http.mutation(api.tasks.updateTask, { taskId: first!._id, status: "completed" });
  const { page } = anna;
  await page.goto(path);
  const panel = panelOf(page);
  await expect(panel).toContainText("No exports yet");

  await makeExport(page, "Phase report", /^PDF/);
  const pdfRow = panel.getByRole("listitem").filter({ hasText: "Phase report (PDF)" });
  await expect(pdfRow).toContainText("expires in 30 days", PATIENT);
  await expect(pdfRow).toContainText("Anna Keller");
  const pdf = await save(page, pdfRow);
  expect(pdf.name).toMatch(/^Back on her feet, phase report, \d{4}-\d\d-\d\d\.pdf$/);
  const text = await textOfPdf(pdf.bytes);
  for (const words of [
    "Back on her feet",
    "Arriving at home",
    "Anna Keller",
    "doesn't replace medical advice",
  ]) {
    expect(text).toContain(words);
  }
  await expect(pdfRow).toContainText("1 download");

  await makeExport(page, "Full report", /^CSV/);
  const csvRow = panel.getByRole("listitem").filter({ hasText: "Full report (CSV)" });
  await expect(csvRow).toContainText("expires in 30 days", PATIENT);
  await expectClean(page, "the panel");
  const csv = await save(page, csvRow);
  const lines = csv.bytes.toString().split("\r\n");
  expect(lines[0]).toBe(
    "\ufeffDay,Phase,Activity,Task,Outcome,Assigned to,Planned (UTC),Due (UTC),Done (UTC)",
  );
  expect(lines.filter((line) => line.includes(`,${first!.title},Done,`))).toHaveLength(1);

  await csvRow.getByRole("button", { name: /^Delete/ }).click();
  await page.getByRole("dialog", { name: "Delete export" }).getByRole("button", { name: "Delete" }).click();
  await expect(panel.getByRole("heading")).toHaveText("Exports (1)");
});

test("invalid days are marked beside their field, and a snapshot has no PDF", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { path } = await runningProgram(anna);
  const { page } = anna;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(path);
  await panelOf(page).getByRole("button", { name: "New export" }).click();
  const dialog = page.getByRole("dialog", { name: "New export" });
  await dialog.getByRole("radio", { name: "Data snapshot" }).check();
  await expect(dialog.getByRole("radio", { name: /^PDF/ })).toHaveCount(0);
  await expect(dialog.getByRole("radio", { name: /^JSON/ })).toBeChecked();
  await dialog.getByLabel("First day (optional)").fill("2026-11-20");
  await dialog.getByLabel("Last day (optional)").fill("2026-11-19");
  await dialog.getByRole("button", { name: "Make export" }).click();
  await expect(dialog.getByText("Must not be before the first day")).toBeVisible();
  await expect(dialog.getByLabel("Last day (optional)")).toBeFocused();
  await expectClean(page, "the dialog");
});

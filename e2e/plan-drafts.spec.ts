import { notebookOf } from "./support/people.ts";
import { placesOf } from "./support/places.ts";
import { expect, screenTest } from "./support/test.ts";

/** After this time of the page a draft is stored. */
const STORED_MS = 400;

screenTest("what was typed survives a closed tab, and leaving is asked about", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { shortId } = await notebookOf(anna);
  const { page } = anna;
  await page.clock.install();
  await page.goto(`/care/${shortId}/plans`);
  await page.getByRole("link", { name: "Add a medicine" }).click();
  await page.getByLabel("Name of the medicine").fill("ramipril");
  await page.getByRole("button", { name: "Something else" }).click();
  await page.getByRole("radio", { name: "Some hours after the last dose" }).check();
  await page.getByLabel("How many hours after the last dose?").fill("8");
  await page.locator("summary", { hasText: "About it" }).click();
  await page.getByLabel("Prescribed by").fill("Dr Lee");

  // What is filled in is open again.
  await page.clock.runFor(STORED_MS);
  await page.reload();
  await expect(page.getByText("We kept what you had written")).toBeVisible();
  await expect(page.getByLabel("Name of the medicine")).toHaveValue("ramipril");
  await expect(page.getByLabel("How many hours after the last dose?")).toHaveValue("8");
  await expect(page.getByLabel("Prescribed by")).toHaveValue("Dr Lee");

  const dialog = page.getByRole("dialog", { name: "Unsaved changes" });
  await page.goBack();
  await dialog.getByRole("button", { name: "Keep editing" }).click();
  await expect(page.getByLabel("Name of the medicine")).toHaveValue("ramipril");
  await placesOf(page).getByRole("link", { name: "Notes" }).click();
  await dialog.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Rosa Blum's Care Notebook" })).toBeVisible();
  await page.goto(`/care/${shortId}/plans/new`);
  await expect(page.getByLabel("Name of the medicine")).toHaveValue("");
});

screenTest("a draft that is discarded leaves an empty form", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { shortId } = await notebookOf(anna);
  const { page } = anna;
  await page.clock.install();
  await page.goto(`/care/${shortId}/plans/new`);
  await page.getByLabel("Name of the medicine").fill("ramipril");
  await page.clock.runFor(STORED_MS);
  await page.goto(`/care/${shortId}/plans/new`);
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await expect(page.getByLabel("Name of the medicine")).toHaveValue("");
  await page.clock.runFor(STORED_MS);
  await page.reload();
  await expect(page.getByLabel("Name of the medicine")).toHaveValue("");
  await expect(page.getByText("We kept what you had written")).toHaveCount(0);
});

import { notebookOf } from "./support/people.ts";
import { placesOf } from "./support/places.ts";
import { next, question } from "./support/plans.ts";
import { expect, screenTest } from "./support/test.ts";

/** After this time of the page a draft is stored. */
const STORED_MS = 400;

screenTest(
  "Back goes one question back, what was typed survives, and leaving is asked about",
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { shortId } = await notebookOf(anna);
    const { page } = anna;
    await page.clock.install();
    await page.goto(`/care/${shortId}/plans`);
    await page.getByRole("link", { name: "Make a plan" }).click();
    await page.getByLabel("Name of the medicine").fill("ramipril");
    await page.getByLabel("What is counted?").selectOption("tablet");
    await next(page);
    await page.getByRole("radio", { name: "Some hours after the last dose" }).check();
    await page.getByLabel("How many hours after the last dose?").fill("8");
    await next(page);
    await question(page, "How much?");
    await page.goBack();
    await question(page, "When is it given?");
    await page.goBack();
    await question(page, "Which medicine?");
    await expect(page.getByLabel("Name of the medicine")).toHaveValue("ramipril");

    // A closed tab: the form comes back at the question where it was left, and Back goes on from there.
    await next(page);
    await next(page);
    await question(page, "How much?");
    await page.clock.runFor(STORED_MS);
    await page.reload();
    await question(page, "How much?");
    const notice = page.getByText("We kept what you had written");
    await expect(notice).toBeVisible();
    await page.goBack();
    await question(page, "When is it given?");
    await expect(notice).toHaveCount(0);
    await expect(page.getByLabel("How many hours after the last dose?")).toHaveValue("8");
    await page.goBack();
    await expect(page.getByLabel("Name of the medicine")).toHaveValue("ramipril");
    await next(page);

    await placesOf(page).getByRole("link", { name: "Notes" }).click();
    const dialog = page.getByRole("dialog", { name: "Unsaved changes" });
    await dialog.getByRole("button", { name: "Keep editing" }).click();
    await question(page, "When is it given?");
    await placesOf(page).getByRole("link", { name: "Notes" }).click();
    await dialog.getByRole("button", { name: "Leave without saving" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Rosa Blum's Care Notebook" })).toBeVisible();
    await page.goto(`/care/${shortId}/plans/new`);
    await question(page, "Which medicine?");
    await expect(page.getByLabel("Name of the medicine")).toHaveValue("");
  },
);

screenTest("a draft that is discarded begins at the first question again", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { shortId } = await notebookOf(anna);
  const { page } = anna;
  await page.clock.install();
  await page.goto(`/care/${shortId}/plans/new`);
  await page.getByLabel("Name of the medicine").fill("ramipril");
  await page.getByLabel("What is counted?").selectOption("tablet");
  await next(page);
  await question(page, "When is it given?");
  await page.clock.runFor(STORED_MS);
  await page.goto(`/care/${shortId}/plans/new`);
  await question(page, "When is it given?");
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await question(page, "Which medicine?");
  await expect(page.getByLabel("Name of the medicine")).toHaveValue("");
  await page.clock.runFor(STORED_MS);
  await page.reload();
  await question(page, "Which medicine?");
  await expect(page.getByText("We kept what you had written")).toHaveCount(0);
});

import { api } from "../lib/api.ts";
import stroke from "../words/de/programs/stroke-discharge.json" with { type: "json" };
import { addMember, notebookOf } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

test("a program is found, read and activated in German, and its tasks are German for an English member too", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const ben = await someone("Ben Okafor");
  const { _id: diaryId, shortId } = await notebookOf(anna);
  await addMember(node, diaryId, ben, "member");
  await anna.http.mutation(api.users.updateSettings, { language: "de" });
  const { page } = anna;
  await page.addInitScript(() => localStorage.setItem("carediary.language", '"de"'));

  await page.goto(`/care/${shortId}/programs/add`);
  const search = page.getByRole("searchbox", { name: "Programme suchen" });
  const card = page.getByRole("listitem").getByRole("link", { name: stroke.programName });
  await expect(card).toBeVisible();
  await expect(page.getByRole("radio", { name: stroke.category })).toBeAttached();
  // The English name finds it as well.
  await search.fill("coming home");
  await expect(page.getByRole("list", { name: "Programme" }).getByRole("heading")).toHaveText([
    stroke.programName,
  ]);
  await card.click();
  await expect(page.getByText("Sprachen: Englisch, Deutsch und Spanisch")).toBeVisible();
  await expect(page.getByText(stroke["phases.first-three-days-at-home.guidance"])).toBeVisible();

  await page.getByRole("link", { name: "Programm aktivieren" }).click();
  const language = page.getByRole("combobox", { name: "Sprache der Aufgaben" });
  await expect(language.locator(":checked")).toHaveText("Deutsch");
  // A look at another one changes the phases, and back.
  const phases = page.getByRole("list", { name: "Phasen" });
  await language.selectOption("Englisch");
  await expect(phases).toContainText("First three days at home");
  await language.selectOption("Deutsch");
  await expect(phases).toContainText(stroke["phases.first-three-days-at-home.title"]);
  for (let step = 0; step < 3; step++)
    await page.getByRole("button", { name: "Weiter", exact: true }).click();
  await page.getByRole("button", { name: "Programm aktivieren" }).click();
  await expect(page.getByRole("heading", { level: 1, name: stroke.programName })).toBeVisible();

  await ben.page.goto(new URL(page.url()).pathname);
  await expect(ben.page.getByRole("heading", { level: 1, name: stroke.programName })).toBeVisible();
  await expect(ben.page.getByRole("heading", { name: "Phases" })).toBeVisible();
  await expect(
    ben.page
      .getByText(
        stroke["tasks.first-three-days-at-know-the-warning-signs.learn-fast-with-everybody-at-home.title"],
      )
      .first(),
  ).toBeVisible();
});

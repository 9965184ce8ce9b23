import type { Locator, Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { selected, TABS } from "./support/notebook-form.ts";
import { addMember, notebookOf, type Person } from "./support/people.ts";
import { expect, screenTest, test } from "./support/test.ts";

test.describe("two people who edit a notebook at once", () => {
  async function editSimultaneously(page: Page, other: Person, diaryId: string, shortId: string) {
    await page.goto(`/care/${shortId}/edit`);
    await page.getByLabel("Description").fill("Mine");
    await other.http.mutation(api.diaries.updateDiaryWithPersonInfo, {
      diaryId,
      name: "Rosa at home",
      description: "Theirs",
      region: "DE",
      personInfo: { fullName: "Rosa Blum", phoneNumber: "030 99" },
    });
  }
  const alert = (page: Page): Locator =>
    page.getByRole("alert").filter({ hasText: "Somebody else changed this notebook's information" });

  screenTest(
    "the second one sees the differences and may take the other's values",
    async ({ someone, node }) => {
      const anna = await someone("Anna Keller");
      const jonas = await someone("Jonas Weber");
      const { _id, shortId } = await notebookOf(anna);
      await addMember(node, _id, jonas, "admin");
      const { page } = anna;
      await editSimultaneously(page, jonas, _id, shortId);
      await expect(alert(page)).toContainText("Theirs");
      await expect(alert(page)).toContainText("030 99");
      await expect(page.getByLabel("Description")).toHaveValue("Mine");
      await page.getByRole("button", { name: "Show theirs" }).click();
      await expect(alert(page)).toHaveCount(0);
      await expect(page.getByLabel("Description")).toHaveValue("Theirs");
      await page.getByLabel("Description").fill("Both");
      await page.getByRole("button", { name: "Save & Next" }).click();
      await expect(selected(page)).toHaveText(TABS[1]!);
      expect(await anna.http.query(api.diaries.getDiary, { diaryId: _id })).toMatchObject({
        description: "Both",
        details: { phoneNumber: "030 99" },
      });
    },
  );

  screenTest(
    "the second one may overwrite the other's values, after seeing them",
    async ({ someone, node }) => {
      const anna = await someone("Anna Keller");
      const jonas = await someone("Jonas Weber");
      const { _id, shortId } = await notebookOf(anna);
      await addMember(node, _id, jonas, "admin");
      const { page } = anna;
      await editSimultaneously(page, jonas, _id, shortId);
      await expect(alert(page)).toBeVisible();
      await page.getByRole("button", { name: "Save & Next" }).click();
      await expect(page.getByText("The changes were not saved")).toBeVisible();
      await expect(selected(page)).toHaveText(TABS[0]!);
      await page.getByRole("button", { name: "Save mine anyway" }).click();
      await expect(alert(page)).toHaveCount(0);
      await expect(page.getByText("The changes were not saved")).toHaveCount(0);
      await expect
        .poll(() => anna.http.query(api.diaries.getDiary, { diaryId: _id }))
        .toMatchObject({ description: "Mine", name: "Rosa Blum's Care Notebook" });
      // The next save starts from the stored version.
      await page.getByLabel("Description").fill("Mine, again");
      await page.getByRole("button", { name: "Save & Next" }).click();
      await expect(selected(page)).toHaveText(TABS[1]!);
    },
  );

  screenTest("a form without changes takes over what the other one saves", async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const { _id, shortId } = await notebookOf(anna);
    await addMember(node, _id, jonas, "admin");
    const { page } = anna;
    await page.goto(`/care/${shortId}/edit`);
    await expect(page.getByLabel("Description")).toHaveValue("");
    await jonas.http.mutation(api.diaries.updateDiaryWithPersonInfo, {
      diaryId: _id,
      description: "Theirs",
      region: "DE",
      personInfo: { fullName: "Rosa Blum" },
    });
    await expect(page.getByLabel("Description")).toHaveValue("Theirs");
    await expect(alert(page)).toHaveCount(0);
  });
});

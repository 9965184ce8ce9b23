import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { addMember, notebookOf, noteOf } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

async function expectClean(page: Page, name: string) {
  await page.waitForLoadState("networkidle");
  // A colour on its way to another one would be judged in between.
  await page.waitForTimeout(400);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
  );
  expect(found, name).toEqual([]);
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing on the public and sign-in pages, ${colorScheme}`, async ({ browser, node }) => {
    test.setTimeout(120_000);
    const context = await browser.newContext({ baseURL: node.url, colorScheme });
    const page = await context.newPage();
    const paths = ["/", "/pricing", "/help", "/care", "/sign-in", "/sign-up", "/sign-in/forgot-password"];
    for (const path of [
      ...paths,
      "/sign-in/two-factor",
      "/sign-in/reset-password",
      "/sign-in/verify-email",
    ]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectClean(page, path);
    }
    await context.close();
  });

  for (const width of [390, 1280]) {
    test(`axe finds nothing on the signed-in screens, ${colorScheme}, ${width} px`, async ({
      someone,
      node,
    }) => {
      test.setTimeout(180_000);
      const viewport = { width, height: 844 };
      const anna = await someone("Anna Keller", { colorScheme, viewport });
      const jonas = await someone("Jonas Weber");
      const { _id, shortId } = await notebookOf(anna);
      const other = await notebookOf(jonas, "Emil Weber");
      await addMember(node, other._id, anna, "member");
      await addMember(node, _id, jonas, "member");
      await noteOf(jonas, _id, "From Jonas");
      const note = await noteOf(anna, _id, "A quiet morning", "See https://example.org for more.");
      const { page } = anna;
      const care = `/care/${shortId}`;
      const paths = [
        "/care",
        "/care/new",
        care,
        `${care}/members`,
        `${care}/info`,
        `${care}/note/new`,
        `${care}/note/new?type=default`,
        `${care}/note/${note.shortId}`,
        `${care}/note/${note.shortId}/edit`,
        `${care}/note/zzzzzz`,
        "/home",
        "/account",
        "/admin",
      ];
      for (const path of paths) {
        await page.goto(path);
        await expect(page.getByRole("heading").first()).toBeVisible();
        await expectClean(page, path);
      }
      await page.goto(`${care}/note/new?type=default`);
      await page.getByRole("button", { name: "Save note" }).click();
      await expectClean(page, "a form with errors");
      await page.getByRole("button", { name: "Your account" }).click();
      await expectClean(page, "the account corner");
      await page.goto("/care");
      await page.getByRole("button", { name: "2 members" }).first().click();
      await expect(page.getByText("2 member(s) total")).toBeVisible();
      await expectClean(page, "the members dialog");
    });
  }
}

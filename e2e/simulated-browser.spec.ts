import type { Locator } from "@playwright/test";
import { notebookOf } from "./support/people.ts";
import { expect, screenTest } from "./support/test.ts";

/** Fails unless this expectation fails soon, because it doesn't hold. */
const refuses = (expectation: () => Promise<void>) => expect(expectation).rejects.toThrow(/Received|found/);
const soon = { timeout: 100 };

screenTest("an expectation that doesn't hold fails, each in its way", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  await notebookOf(anna, "Rosa Blum");
  const { page } = anna;
  await page.goto("/care");
  const heading = page.getByRole("heading", { name: "Your notebooks" });
  const nothing = page.getByRole("heading", { name: "No such heading" });
  await expect(heading).toBeVisible();
  await refuses(() => expect(nothing).toBeVisible(soon));
  await refuses(() => expect(heading).not.toBeVisible(soon));
  await refuses(() => expect(heading).toBeHidden(soon));
  await refuses(() => expect(heading).toHaveText("Your note", soon));
  await refuses(() => expect(heading).toContainText("their", soon));
  await refuses(() => expect(heading).toHaveCount(2, soon));
  await refuses(() => expect(heading).toBeFocused(soon));
  await refuses(() => expect(heading).toBeDisabled(soon));
  await refuses(() => expect(page.getByRole("link")).toBeVisible(soon));
  // What isn't there has no text, so it has no other text either.
  await refuses(() => expect(nothing).not.toHaveText("Your notebooks", soon));
  await refuses(() => expect(page).toHaveURL("/home", soon));
  await refuses(() => expect(page).toHaveTitle("Home", soon));

  await page.goto("/care/new");
  const name = page.getByLabel("Person's full name");
  await name.fill("Rosa");
  await refuses(() => expect(name).toHaveValue("Ros", soon));
  await refuses(() => expect(name).toHaveAttribute("type", "password", soon));
});

screenTest("what can't be used or isn't there can't be clicked", async ({ someone }) => {
  const { page } = await someone("Anna Keller");
  await page.goto("/care/new");
  const click = (locator: Locator) => locator.click({ timeout: 100 });
  await expect(click(page.getByRole("button", { name: "No such button" }))).rejects.toThrow("isn't there");
  const create = page.getByRole("button", { name: "Create notebook" });
  await expect(create).toBeVisible();
  await create.evaluate((button) => button.setAttribute("disabled", ""));
  await expect(click(create)).rejects.toThrow("can't be used");
  await create.evaluate((button) => {
    button.removeAttribute("disabled");
    button.closest("form")!.style.display = "none";
  });
  await expect(click(create)).rejects.toThrow(/isn't there|can't be used/);
});

screenTest("what the simulated browser doesn't have says so", async ({ someone }) => {
  const { page } = await someone("Anna Keller");
  await page.goto("/care");
  expect(() => page.setViewportSize({ width: 390, height: 800 })).toThrow("not a function");
  expect(() => page.on("pageerror", () => {})).toThrow('no event "pageerror"');
  await expect(() => someone("Bea Long", { viewport: null })).rejects.toThrow("no option viewport");
  const main = page.getByRole("main");
  await expect(() => main.click({ button: "right" })).rejects.toThrow("no option button");
  await expect(() => expect(main).toHaveText("x", { ignoreCase: true })).rejects.toThrow(
    "no option ignoreCase",
  );
  await expect(() => expect(main).toBeInViewport()).rejects.toThrow("use a real one");
});

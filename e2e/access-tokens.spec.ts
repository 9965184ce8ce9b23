import { onAccountPage } from "./support/account.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { PASSWORD } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

test("a person makes an access token for a program, sees that it was used, and ends it", async ({
  someone,
}) => {
  const { rosa, page, viewport } = await onAccountPage(someone);
  const section = page.getByRole("region", { name: "Access for programs" });
  await section.getByRole("button", { name: "Make an access token" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await expect(dialog.getByRole("radio", { name: "Read", exact: true })).toBeChecked();

  await dialog.getByRole("textbox", { name: "Your password" }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Make the token" }).click();
  await expect(dialog.getByText("Enter a name of at most 100 characters.")).toBeVisible();
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await page.keyboard.type("Kitchen display");
  await dialog.getByRole("radio", { name: "Only some things" }).check();
  await dialog.getByRole("combobox", { name: "Notes and medication lists" }).selectOption("Read");
  await dialog.getByRole("radio", { name: "Only some notebooks" }).check();
  await dialog.getByRole("button", { name: "Make the token" }).click();
  await expect(dialog.getByText("Choose the notebooks.")).toBeVisible();
  await expectCleanScreen(page, "the form of an access token");
  await page.setViewportSize(viewport);
  await dialog.getByRole("checkbox", { name: /Rosa Blum/ }).check();
  await dialog.getByRole("textbox", { name: "Your password" }).fill("not the password");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("This isn't your present password.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Your password" }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  const token = await dialog.getByLabel("Access token", { exact: true }).inputValue();
  expect(token).toMatch(/^cd_pat_/);
  await expectCleanScreen(page, "a new access token");
  await page.setViewportSize(viewport);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(section.getByText("Reads: notes and medication lists")).toBeVisible();
  await expect(section.getByText(/^In .*Rosa Blum/)).toBeVisible();
  await expect(section.getByText(/No program has used it yet/)).toBeVisible();

  const call = (path: string, args: object) =>
    page.request.post("/api/query", {
      headers: { Authorization: `Bearer ${token}` },
      data: { path, args, format: "json" },
    });
  expect(await (await call("notes:listNotes", { diaryId: rosa._id })).json()).toMatchObject({
    status: "success",
    value: [],
  });
  expect(await (await call("diaries:listMyDiaries", {})).json()).toMatchObject({
    status: "error",
    errorData: { code: "access-denied" },
  });
  await expect(section.getByText(/Last used/)).toBeVisible();

  await section.getByRole("button", { name: "Remove, Kitchen display" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(section.getByText(/Kitchen display/)).toHaveCount(0);
  await expect(section.getByRole("heading")).toBeFocused();
  expect(await (await call("notes:listNotes", { diaryId: rosa._id })).json()).toMatchObject({
    errorData: { code: "unauthenticated" },
  });
});

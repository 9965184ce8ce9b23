import type { Page } from "@playwright/test";
import { notebookOf, PASSWORD } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

test.use({ serviceWorkers: "allow" });

/** Shares a photo and a link, as the system does with an app that is installed: by a form that opens its page. */
async function share(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(40, 30);
    canvas.getContext("2d")!.fillRect(0, 0, 20, 15);
    const form = document.createElement("form");
    Object.assign(form, { method: "post", action: "/share", enctype: "multipart/form-data" });
    const files = new DataTransfer();
    files.items.add(new File([await canvas.convertToBlob()], "rash.png", { type: "image/png" }));
    const photo = Object.assign(document.createElement("input"), { type: "file", name: "files" });
    photo.files = files.files;
    const fields = { title: "Rash or not?", text: "", url: "https://example.org/rash" };
    const texts = Object.entries(fields).map(([name, value]) =>
      Object.assign(document.createElement("input"), { type: "hidden", name, value }),
    );
    form.append(photo, ...texts);
    document.body.append(form);
    form.submit();
  });
  await page.waitForURL(/\/(share|note\/new)/);
}

test("a shared photo and link wait through the sign-in and become a note in the chosen notebook", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  await notebookOf(anna, "Rosa Blum");
  const jonas = await notebookOf(anna, "Jonas Blum");
  const { page, context } = anna;
  await page.goto("/home");
  await page.evaluate(async () => {
    await navigator.serviceWorker.register("/worker.js", { updateViaCache: "none" });
    await navigator.serviceWorker.ready;
  });
  await context.clearCookies();
  await page.goto("/about");
  await share(page);
  await expect(page.getByRole("heading", { name: "Sign in required" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("E-mail address").fill(anna.email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();

  await expect(page.getByLabel("Content")).toHaveValue("Rash or not?\nhttps://example.org/rash");
  await expect(page.getByRole("button", { name: "Remove rash.png" })).toBeVisible();
  await page.getByLabel("In the notebook of").selectOption({ label: "Jonas Blum" });
  await expect(page).toHaveURL(new RegExp(`/care/${jonas.shortId}/note/new`));
  await expect(page.getByRole("button", { name: "Remove rash.png" })).toBeVisible();
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByRole("heading", { name: "Rash or not?", level: 1 })).toBeVisible();
  await expect(page.getByRole("img", { name: /rash/ }).or(page.getByText("rash.png")).first()).toBeVisible();
  await page.goto("/share");
  await expect(page.getByRole("heading", { name: "Nothing is waiting here." })).toBeVisible();
});

test("an item shared before the app was ready on the device is reported as lost", async ({ someone }) => {
  const { page } = await someone("Anna Keller");
  await page.goto("/about");
  await share(page);
  await expect(page.getByRole("heading", { name: "This did not reach CareDiary." })).toBeVisible();
});

import { api } from "../lib/api.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { PASSWORD } from "./support/people.ts";
import { expect, screenTest, test } from "./support/test.ts";

const PHONE = { width: 390, height: 844 };

test("after a new password the page lists what else opens the account, and one press ends it", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller", { viewport: PHONE });
  const { page } = anna;
  const { link } = await anna.http.action(api.feeds.createFeed, { proof: await anna.prove("calendar") });
  await page.goto("/account");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByLabel("Present password").fill(PASSWORD);
  await page.getByRole("textbox", { name: "New password" }).fill("a heron on the roof");
  await page.getByRole("button", { name: "Change password" }).click();

  const dialog = page.getByRole("dialog", { name: "What else opens your account" });
  await expect(dialog.getByText("Calendar link: All notebooks")).toBeVisible();
  await expectCleanScreen(page, "what else opens the account");
  await dialog.getByRole("button", { name: "Keep all" }).click();
  expect((await fetch(link)).status).toBe(200);

  await page.getByRole("button", { name: "What else opens your account" }).click();
  await dialog.getByRole("button", { name: "End all" }).click();
  await expect(page.getByText("All of it has ended.")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect((await fetch(link)).status).toBe(404);
  await page.getByRole("button", { name: "What else opens your account" }).click();
  await expect(dialog.getByText("Nothing besides your password and this browser.")).toBeVisible();
});

test("a new password keeps every tab signed in, also one that asks with the replaced cookie", async ({
  someone,
  node,
}) => {
  const { page, context } = await someone("Anna Keller");
  const other = await context.newPage();
  await other.goto("/home");
  await page.goto("/account");
  const [replaced] = await context.cookies(node.url);
  const cookie = `${replaced!.name}=${replaced!.value}`;
  // Requests that left just before the answer with the new cookie came.
  const refused = [page, other].map((tab) => {
    let isRefused = false;
    return new Promise<void>((resolve) =>
      tab.route("**/api/auth/token", async (route) => {
        const answer = await fetch(`${node.url}/api/auth/token`, { headers: { cookie } });
        if (answer.ok || isRefused) return route.continue();
        isRefused = true;
        await route.fulfill({
          status: answer.status,
          headers: Object.fromEntries(answer.headers),
          body: await answer.text(),
        });
        resolve();
      }),
    );
  });
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByLabel("Present password").fill(PASSWORD);
  await page.getByRole("textbox", { name: "New password" }).fill("a heron on the roof");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your password is changed.")).toBeVisible();
  await Promise.all(refused);
  for (const tab of [page, other]) {
    await expect(tab.getByRole("button", { name: "Your account (AK)" })).toBeVisible();
    await expect(tab.getByRole("heading", { name: "Sign in required" })).toHaveCount(0);
  }
});

screenTest("a passkey is added only after the password", async ({ someone }) => {
  const { page } = await someone("Anna Keller");
  await page.goto("/account");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await dialog.getByLabel("Your password").fill("not my password");
  await dialog.getByRole("button", { name: "Add the passkey" }).click();
  await expect(dialog.getByText("This isn't your present password.")).toBeVisible();
  await expect(dialog.getByLabel("Your password")).toBeFocused();
});

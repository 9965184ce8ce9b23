import type { Page } from "@playwright/test";
import { type Issuer, startIssuer } from "../test/oidc_issuer.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../test/webhooks.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { type RunningNode, startRunningNode } from "./support/running-node.ts";
import { test as base, expect } from "./support/test.ts";

let issuer: Issuer;
let receiver: WebhookReceiver;

const test = base.extend<object, { node: RunningNode }>({
  node: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      issuer = await startIssuer({ tokenSeconds: 300 });
      const node = await startRunningNode({
        AUTH_PROVIDER: "oidc",
        AUTH_ISSUER: issuer.issuer,
        AUTH_CLIENT_ID: "care-public",
        OUTGOING_ALLOW: "127.0.0.1",
      });
      issuer.addClient(node.url);
      await use(node);
      await node.remove();
      await issuer.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

test.use({ viewport: { width: 390, height: 844 } });
test.beforeAll(async () => {
  receiver = await startWebhookReceiver();
});
test.afterAll(() => receiver.close());

/** Signs in on the issuer's pages, where the browser has just arrived. */
async function signInThere(page: Page, account = "maria"): Promise<void> {
  await page.getByPlaceholder("Enter any login").fill(account);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
}

/** Signs in for the first time, which asks for consent as well. */
async function signIn(page: Page, path: string): Promise<void> {
  await page.goto(`/sign-in?returnTo=${encodeURIComponent(path)}`);
  await page.getByRole("button", { name: "Continue to sign in" }).click();
  await signInThere(page);
  await page.getByRole("button", { name: "Continue" }).click();
}

const kept = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

test("a person whose account an issuer keeps signs in there again, to make a webhook and to replace its secret", async ({
  page,
  node,
}) => {
  await signIn(page, "/account/webhooks");
  await page.getByRole("button", { name: "Make a webhook" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/asks you to sign in again/)).toBeVisible();
  await expect(dialog.getByLabel("Your password")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Sign in again" }).click();
  // What is missing is said before the person leaves.
  await expect(dialog.getByText("Please enter a name")).toBeVisible();
  await dialog.getByLabel("Name").fill("Kitchen display");
  await dialog.getByLabel("Address").fill(receiver.url);
  await dialog.getByRole("radio", { name: "Only some things" }).check();
  await dialog.getByRole("checkbox", { name: "Tasks" }).check();
  await expectCleanScreen(page, "a form that asks to sign in again");
  await page.setViewportSize({ width: 390, height: 844 });
  await dialog.getByRole("button", { name: "Sign in again" }).click();

  await signInThere(page);
  await expect(dialog.getByText(/You have signed in again/)).toBeVisible();
  await expect(page).toHaveURL(`${node.url}/account/webhooks`);
  expect(await kept(page)).not.toContain("Kitchen display");
  await expect(dialog.getByLabel("Name")).toHaveValue("Kitchen display");
  await expect(dialog.getByLabel("Address")).toHaveValue(receiver.url);
  await expect(dialog.getByRole("checkbox", { name: "Tasks" })).toBeChecked();
  await expect(dialog.getByRole("button", { name: "Make the webhook" })).toBeFocused();
  await expectCleanScreen(page, "a form after signing in again");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.keyboard.press("Enter");
  const first = await dialog.getByLabel("Secret", { exact: true }).inputValue();
  expect(first).toMatch(/^whsec_/);
  await dialog.getByRole("button", { name: "Done" }).click();

  // It counts for ten minutes, and the form begins anew.
  await page.getByRole("button", { name: "Make a webhook" }).click();
  await expect(dialog.getByRole("button", { name: "Make the webhook" })).toBeVisible();
  await expect(dialog.getByLabel("Name")).toHaveValue("");
  await page.keyboard.press("Escape");
  await node.database().pool.query("update auth.oidc_sessions set confirmed_until = now()");
  await page.getByRole("button", { name: "New secret, Kitchen display" }).click();
  await dialog.getByRole("button", { name: "Sign in again" }).click();
  await signInThere(page);
  await dialog.getByRole("button", { name: "Make a new secret" }).click();
  const second = await dialog.getByLabel("Secret", { exact: true }).inputValue();
  expect(second).toMatch(/^whsec_/);
  expect(second).not.toBe(first);
  await dialog.getByRole("button", { name: "Done" }).click();

  // Too late, when the server doesn't know any more from which page they left.
  await node.database().pool.query("update auth.oidc_sessions set confirmed_until = now()");
  await page.reload();
  await page.getByRole("button", { name: "Make a webhook" }).click();
  await dialog.getByLabel("Name").fill("Scale");
  await dialog.getByLabel("Address").fill(receiver.url);
  await dialog.getByRole("button", { name: "Sign in again" }).click();
  await page.getByPlaceholder("Enter any login").waitFor();
  await page.context().clearCookies({ name: /attempt/ });
  await signInThere(page);
  await expect(dialog.getByRole("alert")).toContainText("Signing in took too long.");
  await expect(page).toHaveURL(`${node.url}/account/webhooks`);
  await expect(dialog.getByLabel("Name")).toHaveValue("Scale");
});

test("whoever comes back as somebody else, or late, is told so, and the form is still there", async ({
  page,
  node,
}) => {
  await signIn(page, "/account");
  await page.getByRole("button", { name: "Make an access token" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Scale");
  // Nobody tells this server when the issuer ends an account.
  await expect(dialog.getByRole("option", { name: "One year" })).toHaveCount(0);
  await dialog.getByRole("combobox", { name: "How long" }).selectOption("30 days");
  await dialog.getByRole("button", { name: "Sign in again" }).click();
  await signInThere(page, "jonas");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Somebody else signed in there.");
  await expect(dialog.getByLabel("Name")).toHaveValue("Scale");
  await expect(dialog.getByRole("combobox", { name: "How long" })).toHaveValue("30");
  await expectCleanScreen(page, "a form after somebody else signed in");
  await page.setViewportSize({ width: 390, height: 844 });

  await dialog.getByRole("button", { name: "Sign in again" }).click();
  await page.getByPlaceholder("Enter any login").waitFor();
  // The browser has forgotten the attempt, as after ten minutes.
  await page.context().clearCookies({ name: /attempt/ });
  await signInThere(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Signing in took too long.");
  await expect(page).toHaveURL(`${node.url}/account`);

  await dialog.getByRole("button", { name: "Sign in again" }).click();
  await page.getByPlaceholder("Enter any login").waitFor();
  await page.goBack();
  await expect(dialog.getByRole("button", { name: "Sign in again" })).toBeEnabled();
  await expect(dialog.getByLabel("Name")).toHaveValue("Scale");
  await dialog.getByRole("button", { name: "Sign in again" }).click();
  await signInThere(page);
  await dialog.getByRole("button", { name: "Make the token" }).click();
  const token = await dialog.getByLabel("Access token", { exact: true }).inputValue();
  expect(token).toMatch(/^cd_pat_/);
  expect(await kept(page)).not.toContain("cd_pat_");
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Scale (…", { exact: false })).toBeVisible();
});

test("a person whose account an issuer keeps deletes what is here, and may come back as a new one", async ({
  page,
  node,
}) => {
  await signIn(page, "/account");
  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/your account at your sign-in service stays/)).toBeVisible();
  await dialog.getByRole("button", { name: "Sign in again" }).click();
  await signInThere(page);
  await expectCleanScreen(page, "deleting an account that an issuer keeps");
  await page.setViewportSize({ width: 390, height: 844 });
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await expect(page).toHaveURL(`${node.url}/`);
  const { rows } = await node.database().pool.query("select name from users where deleted_at is null");
  expect(rows).toEqual([]);
  await page.goto("/sign-in?returnTo=%2Faccount");
  await page.getByRole("button", { name: "Continue to sign in" }).click();
  await expect(page.getByRole("heading", { name: "Account", exact: true })).toBeVisible();
});

import { api } from "../lib/api.ts";
import { isSignedWith, startWebhookReceiver, type WebhookReceiver } from "../test/webhooks.ts";
import { onAccountPage } from "./support/account.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { PASSWORD } from "./support/people.ts";
import { type RunningNode, startRunningNode } from "./support/running-node.ts";
import { test as base, expect } from "./support/test.ts";

const test = base.extend<object, { node: RunningNode }>({
  node: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const node = await startRunningNode({ OUTGOING_ALLOW: "127.0.0.1" });
      await use(node);
      await node.remove();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

const DESK = { width: 1280, height: 900 };

let receiver: WebhookReceiver;
test.beforeAll(async () => {
  receiver = await startWebhookReceiver();
});
test.afterAll(() => receiver.close());

test("a person makes a webhook, sees it work, replaces its secret, turns it off and removes it", async ({
  someone,
}) => {
  const { anna, rosa, page, viewport } = await onAccountPage(someone);
  await page.getByRole("link", { name: "Your webhooks" }).click();
  await expect(page).toHaveURL(/\/account\/webhooks$/);
  await page.getByRole("button", { name: "Make a webhook" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("radio", { name: "Changes in notebooks" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(dialog.getByLabel("Name")).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Please enter a name")).toBeVisible();
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await page.keyboard.type("Kitchen display");
  await page.keyboard.press("Tab");
  await expect(dialog.getByLabel("Address")).toBeFocused();
  await page.keyboard.type("https://10.0.0.1/hook");
  await dialog.getByRole("radio", { name: "Only some things" }).check();
  await dialog.getByRole("checkbox", { name: "Notes and medication lists" }).check();
  await dialog.getByRole("radio", { name: "Only some notebooks" }).check();
  await dialog.getByRole("checkbox", { name: /Rosa Blum/ }).check();
  await dialog.getByRole("textbox", { name: "Your password" }).fill("not the password");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("This isn't your present password.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Your password" }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("This address is in a private network.")).toBeVisible();
  await expect(dialog.getByLabel("Address")).toBeFocused();
  await expectCleanScreen(page, "the form of a webhook");
  await page.setViewportSize(viewport);
  await dialog.getByLabel("Address").fill(receiver.url);
  await page.keyboard.press("Enter");
  const first = await dialog.getByLabel("Secret", { exact: true }).inputValue();
  expect(first).toMatch(/^whsec_/);
  await expectCleanScreen(page, "the secret of a webhook");
  await page.setViewportSize(viewport);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Notes and medication lists, in Rosa Blum")).toBeVisible();
  await expect(page.getByText("Nothing has arrived there yet")).toBeVisible();
  // The secret is nowhere any more.
  await page.reload();
  await expect(page.getByText("Kitchen display")).toBeVisible();
  expect(await page.content()).not.toContain(first);

  await page.getByRole("button", { name: "Send a test, Kitchen display" }).click();
  await expect(page.getByText("The test has arrived: Kitchen display.")).toBeVisible();
  expect(receiver.events()).toMatchObject([{ type: "test" }]);
  expect(isSignedWith(first, receiver.received[0]!)).toBe(true);
  await expect(page.getByText(/^Last message/)).toBeVisible();

  // What changes in the chosen notebook arrives, by itself.
  const noteId = await anna.http.mutation(api.notes.createNote, {
    ...{
      diaryId: rosa._id,
      type: "default" as const,
      title: "Slept well",
      content: "Until seven.",
      tags: [],
    },
    ...{ noteDate: Date.now(), visibility: "team" as const },
  });
  await expect
    .poll(() => receiver.events().at(-1), { timeout: 15_000 })
    .toMatchObject({
      type: "note.created",
      data: { id: noteId, diaryId: rosa._id },
    });
  await page.getByRole("button", { name: "Latest messages, Kitchen display" }).click();
  await expect(dialog.getByText("Note: new")).toBeVisible();
  await expect(dialog.getByText(/^Arrived .*one attempt/)).toBeVisible();
  await expectCleanScreen(page, "the messages of a webhook");
  await page.setViewportSize(viewport);
  const before = receiver.received.length;
  await dialog.getByRole("button", { name: /^Send again, Note: new/ }).press("Enter");
  await expect.poll(() => receiver.received.length, { timeout: 15_000 }).toBe(before + 1);
  const [again, former] = [receiver.received.at(-1)!, receiver.received.at(-2)!];
  expect(again.headers["webhook-id"]).toBe(former.headers["webhook-id"]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Latest messages, Kitchen display" })).toBeFocused();

  // What it is called and told is changed as it is; the address only with the password.
  const changing = page.getByRole("button", { name: "Change, Kitchen display" });
  await changing.click();
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await expect(dialog.getByLabel("Name")).toHaveValue("Kitchen display");
  await expect(dialog.getByRole("checkbox", { name: "Notes and medication lists" })).toBeChecked();
  await expect(dialog.getByRole("checkbox", { name: /Rosa Blum/ })).toBeChecked();
  await expectCleanScreen(page, "the form of a webhook that is changed");
  await page.setViewportSize(viewport);
  await dialog.getByRole("checkbox", { name: /Rosa Blum/ }).uncheck();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Please choose the notebooks")).toBeVisible();
  await dialog.getByRole("checkbox", { name: /Karl Blum/ }).check();
  await dialog.getByRole("checkbox", { name: "Tasks", exact: true }).check();
  await dialog.getByRole("button", { name: "Save" }).press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(changing).toBeFocused();
  await expect(page.getByText("Notes and medication lists, tasks, in Karl Blum")).toBeVisible();
  const other = await startWebhookReceiver();
  await changing.click();
  await dialog.getByRole("button", { name: "Change the address" }).click();
  await expect(dialog.getByLabel("Address")).toBeFocused();
  await page.keyboard.type("https://10.0.0.1/hook");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("textbox", { name: "Your password" })).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("This address is in a private network.")).toBeVisible();
  await expect(dialog.getByLabel("Address")).toBeFocused();
  await expectCleanScreen(page, "the form of another address of a webhook");
  await page.setViewportSize(viewport);
  await dialog.getByLabel("Address").fill(other.url);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Kitchen display has another address.")).toBeVisible();
  await expect(page.getByText(new URL(other.url).host)).toBeVisible();
  await page.getByRole("button", { name: "Send a test, Kitchen display" }).click();
  await expect.poll(() => other.events()).toMatchObject([{ type: "test" }]);
  expect(isSignedWith(first, other.received[0]!)).toBe(true);
  expect(receiver.received).toHaveLength(before + 1);

  await page.getByRole("button", { name: "New secret, Kitchen display" }).click();
  await dialog.getByRole("textbox", { name: "Your password" }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  const second = await dialog.getByLabel("Secret", { exact: true }).inputValue();
  expect(second).not.toBe(first);
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Send a test, Kitchen display" }).click();
  await expect.poll(() => other.received.length).toBe(2);
  for (const secret of [first, second]) expect(isSignedWith(secret, other.received.at(-1)!)).toBe(true);
  await other.close();

  // Wide, and without the mouse.
  await page.setViewportSize(DESK);
  await page.getByRole("button", { name: "Turn off, Kitchen display" }).press("Enter");
  await expect(page.getByText("Turned off. Nothing is sent.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Turn on, Kitchen display" })).toBeFocused();
  await expectCleanScreen(page, "webhooks");
  await page.getByRole("button", { name: "Turn on, Kitchen display" }).press("Enter");
  await expect(page.getByText("Turned off. Nothing is sent.")).toHaveCount(0);
  await page.getByRole("button", { name: "Remove, Kitchen display" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Kitchen display was removed.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send a test, Kitchen display" })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Your webhooks" })).toBeFocused();
});

import type { Page } from "@playwright/test";
import { getFirstPage } from "../features/notes/client/page-args.ts";
import { api } from "../lib/api.ts";
import { MINUTE } from "../lib/dates/time.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { commentField } from "./support/comments.ts";
import { loseServer, waitForKept } from "./support/line.ts";
import { notebookOf, noteOf, PASSWORD } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

const deviceOf = (page: Page) => page.getByRole("region", { name: "On this device" });
const locked = (page: Page) => page.getByRole("heading", { name: "Locked" });
const pinOf = (page: Page) => page.getByRole("textbox", { name: "PIN" });

async function lockWithPin(page: Page, pin: string) {
  await page.goto("/account");
  await deviceOf(page).getByRole("button", { name: "Lock with a PIN…" }).click();
  await pinOf(page).fill(pin);
  await page.getByRole("textbox", { name: "The same again" }).fill(pin);
  await page.getByRole("button", { name: "Lock", exact: true }).click();
  await expect(deviceOf(page)).toContainText("Locked with a PIN");
}

async function unlock(page: Page, pin: string) {
  await pinOf(page).fill(pin);
  await page.getByRole("button", { name: "Unlock" }).click();
}

test("a PIN locks what was read on a device; five wrong ones remove it, and nothing that waits", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  const note = await noteOf(anna, _id, "A short night", "Slept until six.");
  const { page, context, email } = anna;
  const path = `/care/${shortId}/note/${note.shortId}`;
  await page.goto("/account");
  await deviceOf(page).getByRole("button", { name: "Lock with a PIN…" }).click();
  await pinOf(page).fill("25");
  await page.getByRole("button", { name: "Lock", exact: true }).click();
  await expect(page.getByText("It needs at least 4 digits or letters.")).toBeVisible();
  await pinOf(page).fill("2580");
  await page.getByRole("textbox", { name: "The same again" }).fill("2508");
  await page.getByRole("button", { name: "Lock", exact: true }).click();
  await expect(page.getByText("The two aren’t the same.")).toBeVisible();
  await expectCleanScreen(page, "a new PIN");
  await lockWithPin(page, "2580");

  await page.goto(path);
  await expect(locked(page)).toBeVisible();
  await expectCleanScreen(page, "a locked app");
  await unlock(page, "");
  await expect(page.getByText("Write your PIN.")).toBeVisible();
  await unlock(page, "1111");
  await expect(page.getByText("This isn’t your PIN. 4 tries left.")).toBeVisible();
  await expect(page.getByText("Slept until six.")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Show the PIN" })).toBeVisible();
  await unlock(page, "2580");
  await expect(page.getByText("Slept until six.")).toBeVisible();
  await expect(page.locator("#main")).toBeFocused();
  await waitForKept(page, {
    "notes:getNoteByShortId": { shortId: note.shortId },
    "diaries:getDiaryByShortId": { shortId },
    "comments:listComments": { targetType: "note", targetId: note._id },
  });

  // The key of what is kept is the PIN's, also without a server; a right one begins the count anew.
  const reconnect = await loseServer(context);
  await page.goto(path);
  await unlock(page, "2580");
  await expect(page.getByText("Slept until six.")).toBeVisible();
  await commentField(page).fill("Did she drink enough?");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Waiting to be sent").first()).toBeVisible();
  await page.goto("/home");
  for (const left of ["4 tries", "3 tries", "2 tries", "1 try"]) {
    await unlock(page, "1111");
    await expect(page.getByText(`This isn’t your PIN. ${left} left.`)).toBeVisible();
    // A new page doesn't begin the count anew.
    if (left === "3 tries") await page.goto("/home");
  }
  await unlock(page, "1111");
  await expect(
    page.getByText("After five wrong PINs what was read on this device is removed."),
  ).toBeVisible();
  const listDatabases = () =>
    page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name!.split(" ")[0]));
  await expect.poll(listDatabases).not.toContain("CareDiaryKept");
  await page.reload();
  await expect(pinOf(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Sign in again" }).click();
  await expect(page.getByText("You could not be signed out. It needs a connection.")).toBeVisible();

  await reconnect();
  await page.getByRole("button", { name: "Sign in again" }).click();
  await expect(page.getByRole("heading", { name: "Sign in required" })).toBeVisible();
  await page.goto(`/sign-in?returnTo=${encodeURIComponent(path)}`);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Slept until six.")).toBeVisible();
  await anna.signInHttp();
  const listComments = () =>
    anna.http.query(api.comments.listComments, { targetType: "note", targetId: note._id });
  await expect.poll(async () => (await listComments()).length).toBe(1);
});

test("a locked app is locked in other tabs and after five minutes out of sight, until the lock is off", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const { shortId } = await notebookOf(anna);
  const { page, context } = anna;
  const other = await context.newPage();
  await other.clock.install();
  await other.goto(`/care/${shortId}`);
  const heading = other.getByRole("heading", { level: 1, name: /Rosa Blum|Notes/ });
  await expect(heading).toBeVisible();
  await lockWithPin(page, "a longer phrase");
  await expect(locked(other)).toBeVisible();
  await unlock(other, "a longer phrase");
  await expect(heading).toBeVisible();
  await waitForKept(other, { "diaries:listMyDiaries": {} });

  const show = (state: DocumentVisibilityState) =>
    other.evaluate((state) => {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  await show("hidden");
  await other.clock.fastForward(4 * MINUTE);
  await show("visible");
  await expect(heading).toBeVisible();
  await show("hidden");
  await other.clock.fastForward(5 * MINUTE);
  await show("visible");
  await expect(locked(other)).toBeVisible();

  await deviceOf(page).getByRole("button", { name: "Take the lock off" }).click();
  await expect(deviceOf(page).getByRole("button", { name: "Lock with a PIN…" })).toBeVisible();
  await expect(heading).toBeVisible();
  await waitForKept(other, { "diaries:listMyDiaries": {} });
});

test("a passkey of the device locks and unlocks what was read", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  await noteOf(anna, _id, "A short night", "Slept until six.");
  const { page, context } = anna;
  const devTools = await context.newCDPSession(page);
  await devTools.send("WebAuthn.enable");
  const { authenticatorId } = await devTools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      ctap2Version: "ctap2_1",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      hasPrf: true,
    },
  });
  await page.goto("/account");
  await deviceOf(page).getByRole("button", { name: "Lock with fingerprint or face…" }).click();
  await expect(deviceOf(page)).toContainText("Locked with this device’s fingerprint, face or PIN");

  await page.goto(`/care/${shortId}`);
  await expect(locked(page)).toBeVisible();
  await page.getByRole("button", { name: "Unlock" }).click();
  await expect(page.getByText("A short night")).toBeVisible();
  await waitForKept(page, {
    "diaries:getDiaryByShortId": { shortId },
    "notes:pageNotes": getFirstPage(_id),
  });
  await loseServer(context);
  await page.goto(`/care/${shortId}`);
  await page.getByRole("button", { name: "Unlock" }).click();
  await expect(page.getByText("A short night")).toBeVisible();

  // Another finger.
  await devTools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
  await page.goto(`/care/${shortId}`);
  await page.getByRole("button", { name: "Unlock" }).click();
  await expect(page.getByText("That did not unlock CareDiary.")).toBeVisible();
  await expect(page.getByText("A short night")).toHaveCount(0);
});

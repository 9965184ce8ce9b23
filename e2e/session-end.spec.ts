import type { Page } from "@playwright/test";
import { leaflet } from "./support/attachments.ts";
import { commentField, discussedNote } from "./support/comments.ts";
import { daysOf, doseRow, MIDDAY, middayNotebook, plannedIn } from "./support/doses.ts";
import { notebookOf, noteOf, PASSWORD, type Person } from "./support/people.ts";
import type { RunningNode } from "./support/running-node.ts";
import { expect, test } from "./support/test.ts";

test.use({ timezoneId: MIDDAY, viewport: { width: 390, height: 844 } });

/** Ends all sessions of a person, as their age or the operator does. */
/** Ends all sessions of a person; their client without a browser gets a new one. */
async function endSessions(node: RunningNode, { email, signInHttp }: Person): Promise<void> {
  await node
    .database()
    .pool.query('delete from auth.session where "userId" = (select id from auth."user" where email = $1)', [
      email,
    ]);
  await signInHttp();
}

const guard = (page: Page) => page.getByRole("heading", { name: "Sign in required" });

/** Signs in by the page that asks for it. */
async function signInOn(page: Page, { email }: Person): Promise<void> {
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function pressSignOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Your account/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
}

/** The texts that this browser stores. */
const storedTexts = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage }));

/** Somebody who gives a dose without a connection. */
async function givesOffline(node: RunningNode, person: Person & { page: Page }) {
  const rosa = await middayNotebook(person);
  await plannedIn(node, person, rosa._id, "ramipril", 1);
  const { page, context } = person;
  await page.goto(`/care/${rosa.shortId}/doses`);
  const row = doseRow(page, "ramipril");
  await expect(row.getByRole("button", { name: /^Give/ })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText("Reconnecting…")).toBeVisible();
  await row.getByRole("button", { name: /^Give/ }).click();
  await expect(row).toContainText("Kept on this phone");
  return rosa;
}

test("a dose given without a connection outlives the end of its session, and is written once after the same person signs in", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const rosa = await givesOffline(node, anna);
  await endSessions(node, anna);
  await anna.page.close({ runBeforeUnload: false });
  await anna.context.setOffline(false);
  const page = await anna.context.newPage();
  await page.goto(`/care/${rosa.shortId}/doses`);
  await expect(guard(page)).toBeVisible();
  await expect(page.getByRole("main")).toContainText(
    "Kept on this device, not sent yet: 1 entry about a dose",
  );
  expect((await daysOf(anna, rosa._id)).doses).toEqual([]);
  await signInOn(page, anna);
  await expect(doseRow(page, "ramipril")).toContainText("Given by you");
  await expect(page.getByText("Kept on this phone")).toHaveCount(0);
  expect((await daysOf(anna, rosa._id)).doses).toHaveLength(1);
});

test("a session that ends under an open page takes nothing that was just written, in any tab", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  await noteOf(anna, _id);
  const { page, context } = anna;
  const form = `/care/${shortId}/note/new?type=default`;
  const other = await context.newPage();
  await other.goto("/home");
  await page.clock.install();
  await page.goto(form);
  await page.locator("input[type=file][multiple]").setInputFiles(leaflet);
  await expect(page.getByRole("group", { name: "Photos and files" }).getByRole("listitem")).toHaveCount(1);
  await page.clock.runFor(1000);
  await page.getByLabel("Content").fill("She slept badly");
  // The page learns at once that the session is over: before the draft is stored by itself.
  await endSessions(node, anna);
  await expect(guard(page)).toBeVisible();
  await expect(guard(other)).toBeVisible();
  await expect(page.getByText("She slept badly")).toHaveCount(0);
  await expect(page.getByRole("main")).toContainText("1 draft and 1 photo or file");
  await page.clock.resume();
  await signInOn(page, anna);
  await expect(page.getByLabel("Content")).toHaveValue("She slept badly");
  await expect(page.getByRole("group", { name: "Photos and files" }).getByRole("listitem")).toHaveCount(1);
});

test("Sign out says what would be lost and deletes it only when it is confirmed", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const note = await discussedNote(node, anna, [await someone("Jonas Weber")]);
  const { page } = anna;
  await page.goto(note.path);
  await commentField(page).fill("Only Anna wrote this");
  await expect.poll(() => storedTexts(page)).toContain("Only Anna wrote this");
  await pressSignOut(page);
  const question = page.getByRole("dialog", { name: "Sign out and lose this?" });
  await expect(question).toContainText("1 draft");
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Your account/ })).toBeFocused();
  await expect(commentField(page)).toHaveValue("Only Anna wrote this");
  await pressSignOut(page);
  await question.getByRole("button", { name: "Stay signed in" }).click();
  expect(await storedTexts(page)).toContain("Only Anna wrote this");
  await pressSignOut(page);
  await question.getByRole("button", { name: "Sign out and delete it" }).click();
  await expect(guard(page)).toBeVisible();
  await expect.poll(() => storedTexts(page)).not.toContain("Only Anna wrote this");
  await expect(page.getByText("Kept on this device")).toHaveCount(0);
});

test("what one person left unsent is locked while another uses the browser, and goes only with a yes", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const rosa = await givesOffline(node, anna);
  await endSessions(node, anna);
  await anna.page.close({ runBeforeUnload: false });
  await anna.context.setOffline(false);
  const page = await anna.context.newPage();
  await page.goto("/home");
  await signInOn(page, jonas);
  await expect(page.getByRole("button", { name: "Your account (JW)" })).toBeVisible();
  await expect(
    page.getByText(/Anna Keller has 1 entry about a dose on this device, not sent yet/),
  ).toBeVisible();
  // Nothing of it is sent by Jonas, who signs out without a question: it isn't his.
  await page.reload();
  await expect(page.getByText("No notebooks yet")).toBeVisible();
  await pressSignOut(page);
  await expect(guard(page)).toBeVisible();
  expect((await daysOf(anna, rosa._id)).doses).toEqual([]);
  await signInOn(page, anna);
  await expect.poll(async () => (await daysOf(anna, rosa._id)).doses).toHaveLength(1);
  expect((await daysOf(anna, rosa._id)).doses[0]!.recordedById).toBe(anna.userId);

  // Now with Anna's yes.
  await page.goto(`/care/${rosa.shortId}/note/new?type=default`);
  await page.getByLabel("Content").fill("She slept badly");
  await expect.poll(() => storedTexts(page)).toContain("She slept badly");
  await endSessions(node, anna);
  await page.reload();
  await signInOn(page, jonas);
  await expect(page.getByRole("button", { name: "Your account (JW)" })).toBeVisible();
  await page.getByRole("button", { name: /^Your account/ }).click();
  await page.getByRole("button", { name: "Kept for others" }).click();
  await page.getByRole("button", { name: "Delete it…" }).click();
  await page.getByRole("button", { name: "Keep it" }).click();
  expect(await storedTexts(page)).toContain("She slept badly");
  await page.getByRole("button", { name: "Delete it…" }).click();
  await page.getByRole("button", { name: "They agree: delete it" }).click();
  await expect(page.getByText("Nothing of others waits on this device.")).toBeVisible();
  expect(await storedTexts(page)).not.toMatch(/She slept badly|Anna Keller/);
});

import type { BrowserContext, Page } from "@playwright/test";
import { commentField, discussedNote } from "./support/comments.ts";
import { PASSWORD, type Person } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

const SYNC = /\/api\/.*\/sync/;

/** Blocks a page's live connection until the returned function is called. */
async function withoutConnection(page: Page): Promise<{ cut(): Promise<void>; restore(): void }> {
  let isCut = false;
  const open: { close(): Promise<void> }[] = [];
  await page.routeWebSocket(SYNC, (socket) => {
    if (isCut) return void socket.close();
    socket.connectToServer();
    open.push(socket);
  });
  return {
    async cut() {
      isCut = true;
      await Promise.all(open.splice(0).map((socket) => socket.close()));
    },
    restore() {
      isCut = false;
    },
  };
}

/** Replaces the session in this browser by another person's, as a sign-in in another tab does. */
async function signInInstead(context: BrowserContext, { email }: Person): Promise<void> {
  const data = { email, password: PASSWORD };
  await context.request.post("/api/auth/sign-out", { data: {} });
  expect((await context.request.post("/api/auth/sign-in/email", { data })).ok()).toBe(true);
}

/** Everything that this browser stores, as text. */
const storedTexts = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage }));

const UNSENT = "Only Anna wrote this";
const QUEUED = "Anna said this while away";

test("what one person wrote is never sent or offered under the next person's name in the same browser, and kept for them", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const note = await discussedNote(node, anna, [jonas]);
  const { page, context } = anna;
  await page.clock.install();
  const connection = await withoutConnection(page);
  await page.goto(note.path);
  await expect(commentField(page)).toBeVisible();

  await connection.cut();
  await commentField(page).fill(QUEUED);
  await page.getByRole("button", { name: "Send" }).click();
  await commentField(page).fill(UNSENT);
  await page.clock.runFor(1000);
  expect(await storedTexts(page)).toContain(UNSENT);

  let loads = 0;
  page.on("load", () => loads++);
  page.on("dialog", (dialog) => void dialog.accept());
  await signInInstead(context, jonas);
  // A token is valid for five minutes; then this tab requests the next one, and gets the other person's.
  await page.clock.runFor(6 * 60_000);
  connection.restore();
  await expect.poll(() => loads, { timeout: 20_000 }).toBe(1);
  await page.clock.runFor(20_000);
  await expect(page.getByRole("button", { name: "Your account (JW)" })).toBeVisible();
  await expect(commentField(page)).toHaveValue("");
  const { rows } = await node
    .database()
    .pool.query("select created_by, content from comments where note_id = $1", [note.noteId]);
  expect(rows).toEqual([]);
  // It waits for the person who wrote it.
  await signInInstead(context, anna);
  await page.reload();
  await page.clock.runFor(1000);
  await expect(page.getByRole("button", { name: "Your account (AK)" })).toBeVisible();
  await expect(commentField(page)).toHaveValue(UNSENT);
  // What this device kept is sent as theirs.
  await expect(page.getByRole("listitem").filter({ hasText: QUEUED })).toContainText("Anna Keller");
  const countWritten = async () =>
    (
      await node
        .database()
        .pool.query("select content from comments where note_id = $1 and created_by = $2", [
          note.noteId,
          anna.userId,
        ])
    ).rows.length;
  await expect
    .poll(async () => {
      await page.clock.runFor(2000);
      return countWritten();
    })
    .toBe(1);
});

test("a sign-out in one tab signs out the other tabs at once, and deletes all stored texts", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const note = await discussedNote(node, anna, [jonas]);
  const { page, context } = anna;
  await page.goto(note.path);
  await commentField(page).fill(UNSENT);
  await expect.poll(() => storedTexts(page)).toContain(UNSENT);
  const other = await context.newPage();
  await other.goto("/home");
  await other.getByRole("button", { name: /^Your account/ }).click();
  await other.getByRole("button", { name: "Sign out" }).click();
  await other.getByRole("button", { name: "Sign out and delete it" }).click();
  await expect(page.getByRole("heading", { name: "Sign in required" })).toBeVisible();
  await expect(page.getByText(UNSENT)).toHaveCount(0);
  expect(await storedTexts(page)).not.toContain(UNSENT);

  // A sign-in in one tab reloads the other tab for the new person.
  await other.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await other.getByLabel("E-mail address").fill(jonas.email);
  await other.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await other.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("button", { name: "Your account (JW)" })).toBeVisible();
  await expect(commentField(page)).toHaveValue("");
});

test("a token that was on its way when the person signed out signs nobody in", async ({ someone }) => {
  const { page } = await someone("Anna Keller");
  await page.clock.install();
  await page.goto("/home");
  await page.getByRole("button", { name: /^Your account/ }).click();
  const signOut = page.getByRole("button", { name: "Sign out" });
  await expect(signOut).toBeVisible();
  let deliver: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  let requests = 0;
  let answers = 0;
  await page.route("**/api/auth/token", async (route) => {
    requests++;
    const response = await route.fetch();
    answers++;
    await held;
    await route.fulfill({ response });
  });
  // A token is valid for five minutes. In small steps up to the request, which gives up when its time is over.
  for (let seconds = 0; seconds < 360 && requests === 0; seconds += 2) await page.clock.runFor(2000);
  await expect.poll(() => answers).toBe(1);
  await signOut.click();
  const guard = page.getByRole("heading", { name: "Sign in required" });
  await expect(guard).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const isDelivered = page.waitForResponse("**/api/auth/token");
  deliver();
  await (await isDelivered).finished();
  await page.clock.runFor(1000);
  await expect(guard).toBeVisible();
  // A page that found a person again would reload for them. It may have asked for a token before it heard of the sign-out.
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
  expect(await storedTexts(page)).not.toContain("carediary.signed-in");
});

test("stored texts belong to one person: another person in the same browser doesn't see them", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const note = await discussedNote(node, anna, [jonas]);
  const { page, context } = anna;
  await page.goto(note.path);
  await commentField(page).fill(UNSENT);
  await expect.poll(() => storedTexts(page)).toContain(UNSENT);
  // As after a crash of the browser: nobody signed out, and another person signs in.
  const textsOfFormerPerson = await storedTexts(page);
  await page.goto("about:blank");
  await signInInstead(context, jonas);
  await page.addInitScript((stored) => {
    for (const [key, value] of Object.entries(JSON.parse(stored) as Record<string, string>))
      if (!localStorage.getItem(key)) localStorage.setItem(key, value);
  }, textsOfFormerPerson);
  await page.goto(note.path);
  await expect(page.getByRole("button", { name: "Your account (JW)" })).toBeVisible();
  await expect(commentField(page)).toHaveValue("");
});

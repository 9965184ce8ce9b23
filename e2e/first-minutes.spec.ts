import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { newEmail, notebookOf, PASSWORD, type Person } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

test.use({ hasBackground: true });

test.use({ viewport: { width: 390, height: 844 } });

const LINE_MS = 200;

const write = (page: Page) => page.getByRole("link", { name: "Write a note" });

async function fillSignUp(page: Page, email: string): Promise<void> {
  await page.getByLabel("Your name").fill("Ben Brown");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
}

/**
 * A line on which each message takes some time, as on a phone. Returns how often the page gave up its sign-in: what it
 * follows is refused then.
 */
async function slowLine(page: Page): Promise<() => number> {
  let signedOff = 0;
  await page.routeWebSocket(/\/api\/.*\/sync/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      if (JSON.parse(String(message)).tokenType === "None") signedOff++;
      setTimeout(() => server.send(message), LINE_MS);
    });
    server.onMessage((message) => void setTimeout(() => socket.send(message), LINE_MS));
  });
  return () => signedOff;
}

/** Home shows what is there, without an error. */
async function expectHome(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Today", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
  await expect(page.getByText("Recent", { exact: true })).toBeVisible();
  await expect(page.getByText("Not authenticated")).toHaveCount(0);
  await expect(page.getByRole("alert")).toHaveCount(0);
}

/** Anna's notebook, and the path of a link that lets whoever opens it in. */
async function invitedTo(anna: Pick<Person, "http" | "prove">): Promise<{ shortId: string; path: string }> {
  const { _id, shortId } = await notebookOf(anna);
  const choices = { diaryId: _id, role: "member" as const, letsInAtOnce: true };
  const proof = await anna.prove("invitation");
  const { link } = await anna.http.action(api.invitations.createOpenLink, { ...choices, proof });
  return { shortId, path: new URL(link).pathname };
}

async function accept(page: Page, shortId: string): Promise<void> {
  await page.getByRole("button", { name: "Accept" }).click();
  await expect(page).toHaveURL(`/care/${shortId}`);
}

test("somebody who joins by a link writes and opens Home at once, without a reload", async ({
  someone,
  page,
}) => {
  const { shortId, path } = await invitedTo(await someone("Anna Keller"));
  const signedOff = await slowLine(page);
  await page.goto(path);
  await page.getByRole("link", { name: "Create an account" }).click();
  await fillSignUp(page, newEmail("Ben"));
  await accept(page, shortId);
  await expect(page.getByRole("heading", { level: 1, name: "Rosa Blum's Care Notebook" })).toBeVisible();
  await expect(write(page)).toBeVisible();
  await expectHome(page);
  await expect(write(page)).toBeVisible();
  expect(signedOff()).toBe(0);
});

test("somebody who confirms their address by mail opens Home at once, without an error", async ({
  mailed: { node, someone },
  seats,
}) => {
  const { shortId, path } = await invitedTo(await someone("Anna Keller"));
  const seat = await seats.take({ baseURL: node.url });
  const { page } = seat;
  const email = newEmail("Ben");
  const signedOff = await slowLine(page);
  await page.goto(path);
  await page.getByRole("link", { name: "Create an account" }).click();
  await fillSignUp(page, email);
  await expect(page.getByText("A message with a link is on its way")).toBeVisible();
  const linkIn = async () =>
    (await node.letters(email)).flatMap(({ text }) => text?.match(/\/sign-in\/verify-email\S+/) ?? [])[0];
  await expect.poll(linkIn, { timeout: 20_000 }).toBeDefined();
  await page.goto((await linkIn())!);
  await page.getByRole("button", { name: "Confirm" }).click();
  await accept(page, shortId);
  await expectHome(page);
  await expect(write(page)).toBeVisible();
  expect(signedOff()).toBe(0);
  await seats.giveBack(seat);
});

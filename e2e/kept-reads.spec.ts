import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { beganDaysAgo, everyDayAt, planOf } from "../test/plans.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { say } from "./support/comments.ts";
import { loseServer, readKept, visit } from "./support/line.ts";
import { addMember, notebookOf, noteOf, signUpPerson } from "./support/people.ts";
import type { RunningNode } from "./support/running-node.ts";
import { afternoon, taskOf } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";

/** The names of the databases of what was read. */
const keptDatabases = (page: Page) =>
  page.evaluate(async () =>
    (await indexedDB.databases())
      .map(({ name }) => name!)
      .filter((name) => name.startsWith("CareDiaryKept ")),
  );

const countKept = async (page: Page) => (await readKept(page)).count;

async function familyOf(node: RunningNode, browser: Parameters<typeof signUpPerson>[1]) {
  const [anna, jonas] = await Promise.all([
    signUpPerson(node, browser, "Anna Keller"),
    signUpPerson(node, browser, "Jonas Weber"),
  ]);
  const rosa = await notebookOf(anna);
  await addMember(node, rosa._id, jonas, "member");
  const note = await noteOf(jonas, rosa._id, "A short night", "Slept until six.");
  await say(anna, { diaryId: rosa._id, noteId: note._id }, "Did she drink enough?");
  const planId = await planOf(anna, rosa._id, "Ramipril", everyDayAt("08:00", "20:00"));
  // Today has doses of it at any hour.
  await beganDaysAgo(node.database().pool, planId, 1);
  await taskOf(anna, rosa._id, "Call the doctor", { scheduledDate: afternoon(), assignedTo: anna.userId });
  return { anna, jonas, rosa, note };
}

test("without an answer of the server the app shows what it showed before, and how old it is, and is live again", async ({
  browser,
  node,
}) => {
  const { anna, jonas, rosa, note } = await familyOf(node, browser);
  const page = await anna.context.newPage();
  const care = `/care/${rosa.shortId}`;
  const paths = {
    "/home": "Call the doctor",
    [care]: "A short night",
    [`${care}/note/${note.shortId}`]: "Did she drink enough?",
    [`${care}/doses`]: "Ramipril",
    [`${care}/plans`]: "Ramipril",
    "/tasks": "Call the doctor",
    [`${care}/info`]: "Rosa Blum",
  };
  await visit(page, paths);
  const reconnect = await loseServer(anna.context);
  for (const [path, text] of Object.entries(paths)) {
    await page.goto(path);
    await expect(page.getByText(text).first(), path).toBeVisible();
    await expect(page.getByText("What you see is as of"), path).toHaveCount(1);
  }
  await page.goto(`${care}/note/${note.shortId}`);
  await expect(page.getByText("Slept until six.")).toBeVisible();
  await say(jonas, { diaryId: rosa._id, noteId: note._id }, "Two glasses.");
  await reconnect();
  // As a browser says that the line is back; what waits longer between its tries tries at once.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect(page.getByText("Two glasses.")).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 60_000 });
  await expect(page.getByText("What you see is as of")).toHaveCount(0);
  await anna.context.close();
  await jonas.context.close();
});

test("what was read leaves the browser with a membership, with a session and with a sign-out", async ({
  browser,
  node,
}) => {
  const { anna, jonas, rosa, note } = await familyOf(node, browser);
  const page = await jonas.context.newPage();
  const care = `/care/${rosa.shortId}`;
  await visit(page, { [care]: "A short night", [`${care}/note/${note.shortId}`]: "Did she drink enough?" });
  // A member who is removed keeps nothing of the notebook.
  const members = await anna.http.query(api.members.listMembers, { diaryId: rosa._id });
  const memberId = members.find(({ userId }) => userId === jonas.userId)!._id;
  await anna.http.mutation(api.members.removeMember, { memberId });
  await page.goto("/care");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(() => countKept(page)).toBeLessThan(4);
  const reconnect = await loseServer(jonas.context);
  await page.goto(`${care}/note/${note.shortId}`);
  await expect(
    page.getByText("There is no connection, and this isn’t on this device.").first(),
  ).toBeVisible();
  await expect(page.getByText("Slept until six.")).toHaveCount(0);
  await reconnect();

  // A session that has ended elsewhere.
  await jonas.context.clearCookies();
  await page.goto("/home");
  await expect(page.getByText("Please sign in").first()).toBeVisible();
  await expect.poll(() => keptDatabases(page)).toEqual([]);

  const own = await anna.context.newPage();
  await visit(own, { [care]: "A short night" });
  await own.getByRole("button", { name: /^Your account/ }).click();
  await own.getByRole("button", { name: "Sign out" }).click();
  await expect.poll(() => keptDatabases(own)).toEqual([]);
  await anna.context.close();
  await jonas.context.close();
});

test("an encrypted note and its comments stay on no device", async ({ browser, node }) => {
  const { anna, jonas, rosa } = await familyOf(node, browser);
  const secret = await noteOf(anna, rosa._id, "The diagnosis", "Nobody else may read this.", {
    isEncrypted: true,
  });
  await say(jonas, { diaryId: rosa._id, noteId: secret._id }, "I won't tell.");
  const page = await anna.context.newPage();
  const care = `/care/${rosa.shortId}`;
  await visit(page, { [care]: "A short night", [`${care}/note/${secret.shortId}`]: "I won't tell." });
  await visit(page, { [care]: "The diagnosis" });
  await loseServer(anna.context);
  await page.goto(care);
  await expect(page.getByText("A short night")).toBeVisible();
  await expect(page.getByText("The diagnosis")).toHaveCount(0);
  await page.goto(`${care}/note/${secret.shortId}`);
  await expect(page.getByText("this isn’t on this device.").first()).toBeVisible();
  await expect(page.getByText(/Nobody else|won't tell/)).toHaveCount(0);
  await anna.context.close();
  await jonas.context.close();
});

test("a notebook that its owner forbids to keep leaves the devices of its members, and others stay", async ({
  browser,
  node,
}) => {
  const { anna, jonas, rosa, note } = await familyOf(node, browser);
  const emil = await notebookOf(jonas, "Emil Weber");
  await noteOf(jonas, emil._id, "A long walk", "To the river.");
  const page = await jonas.context.newPage();
  const care = `/care/${rosa.shortId}`;
  const pages = { [care]: "A short night", [`${care}/note/${note.shortId}`]: "Did she drink enough?" };
  await visit(page, pages);

  const own = await anna.context.newPage();
  await own.goto(`${care}/info`);
  await own.getByRole("button", { name: "Keep it on no device" }).click();
  await expect(own.getByRole("button", { name: "Keep it on devices" })).toBeVisible();
  await expect(own.getByText("Without a connection it can't be read")).toBeVisible();
  await expectCleanScreen(own);

  for (const [path, text] of Object.entries(pages)) {
    await page.goto(path);
    await expect(page.getByText(text).first()).toBeVisible();
  }
  await visit(page, { [`/care/${emil.shortId}`]: "A long walk" });
  await loseServer(jonas.context);
  await page.goto(`/care/${emil.shortId}`);
  await expect(page.getByText("A long walk")).toBeVisible();
  for (const path of Object.keys(pages)) {
    await page.goto(path);
    await expect(page.getByText("this isn’t on this device.").first()).toBeVisible();
    await expect(page.getByText(/A short night|drink enough/)).toHaveCount(0);
  }
  await anna.context.close();
  await jonas.context.close();
});

test("a person sees how much this device keeps, removes it, and turns it off", async ({ browser, node }) => {
  const { anna, jonas, rosa } = await familyOf(node, browser);
  const page = await anna.context.newPage();
  await visit(page, { [`/care/${rosa.shortId}`]: "A short night" });
  await page.goto("/account");
  const device = page.getByRole("region", { name: "On this device" });
  await expect(device).toContainText(/0\.1 MB since \w/);
  await device.getByLabel("How much").selectOption("90 days, the 60 newest notes of each notebook");
  await expect(device).toContainText("after 90 days without a connection");
  await page.reload();
  await expect(device.getByLabel("How much")).toHaveValue("90");
  await expectCleanScreen(page, "the account");
  await device.getByRole("button", { name: "Remove from this device" }).click();
  await expect.poll(() => countKept(page)).toBeLessThan(3);
  await device.getByRole("switch", { name: "Keep what I read here" }).click();
  await expect(device).not.toContainText("MB");
  await page.goto(`/care/${rosa.shortId}`);
  await expect(page.getByText("A short night")).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event("pagehide")));
  await page.goto("/account");
  await expect(device.getByRole("switch")).not.toBeChecked();
  expect(await countKept(page)).toBe(0);
  await anna.context.close();
  await jonas.context.close();
});

/** Changes each kept record: tears off a byte, or makes it a month older. */
async function changeRecords(page: Page, how: "tear" | "age") {
  // No page of the app has them open.
  await page.goto("/about");
  await page.evaluate(async (how) => {
    const [found] = (await indexedDB.databases()).filter(({ name }) => name!.startsWith("CareDiaryKept "));
    await new Promise<void>((resolve) => {
      const opening = indexedDB.open(found!.name!);
      opening.onsuccess = () => {
        const transaction = opening.result.transaction("results", "readwrite");
        transaction.objectStore("results").openCursor().onsuccess = (event) => {
          const cursor = (event.target as IDBRequest<IDBCursorWithValue | null>).result;
          if (!cursor) return;
          const { value } = cursor;
          if (how === "tear") value.bytes = value.bytes.slice(1);
          else value.at -= 31 * 86_400_000;
          cursor.update(value);
          cursor.continue();
        };
        transaction.oncomplete = () => {
          opening.result.close();
          resolve();
        };
      };
    });
  }, how);
}

test("torn records and those of more than thirty days ago are as good as none", async ({ browser, node }) => {
  const { anna, jonas, rosa, note } = await familyOf(node, browser);
  const page = await anna.context.newPage();
  const path = `/care/${rosa.shortId}/note/${note.shortId}`;
  for (const how of ["tear", "age"] as const) {
    await visit(page, { [path]: "Slept until six." });
    await changeRecords(page, how);
    const reconnect = await loseServer(anna.context);
    await page.goto(path);
    await expect(page.getByText("this isn’t on this device.").first(), how).toBeVisible();
    await expect(page.getByText("Slept until six."), how).toHaveCount(0);
    if (how === "age") await expect.poll(() => countKept(page)).toBe(0);
    await reconnect();
  }
  await anna.context.close();
  await jonas.context.close();
});

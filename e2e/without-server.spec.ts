import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { givenArgs } from "../test/doses.ts";
import { photoOf } from "../test/pictures.ts";
import { beganDaysAgo, everyDayAt, planOf, whenNeeded } from "../test/plans.ts";
import german from "../words/de/unsent.json" with { type: "json" };
import { attach } from "./support/attachments.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { commentField, say } from "./support/comments.ts";
import { cutLine, env, kept, LAST_FILE, mendLine, test, waitUntilKept } from "./support/cut-line.ts";
import { chooseForDose, daysOf, doseRow, MIDDAY, middayNotebook, plannedIn } from "./support/doses.ts";
import { readKept } from "./support/line.ts";
import { nextBuild } from "./support/next-build.ts";
import { notebookOf, noteOf } from "./support/people.ts";
import { placesOf } from "./support/places.ts";
import { afternoon, taskOf, taskRow } from "./support/tasks.ts";
import { expect } from "./support/test.ts";
import { watchQuery } from "./support/watched.ts";
import { sendSync } from "./support/worker.ts";

test.use({ serviceWorkers: "allow" });
test.afterEach(mendLine);

const NOT_HERE = "There is no connection, and this isn’t on this device.";
const scriptOf = (page: Page) =>
  page.locator('script[type="module"][src^="/assets/"]').getAttribute("src") as Promise<string>;
const calendar = (page: Page) => page.getByText("Week", { exact: true });
const waiting = (page: Page) => page.getByText("No connection. CareDiary opens as soon as it is back.");

test("after one visit the app opens without a server, and goes on when it is back", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { _id } = await notebookOf(anna);
  await taskOf(anna, _id, "Weigh her", { assignedTo: anna.userId });
  const { page } = anna;
  await page.goto("/home");
  await waitUntilKept(page, /^\/index\.html$/);
  await waitUntilKept(page, LAST_FILE);
  const paths = (await kept(page)).flat();
  expect(paths.filter((path) => path !== "/index.html" && !path.startsWith("/assets/"))).toEqual([]);
  expect(paths.filter((path) => /pdf|admin|table-route/.test(path))).toEqual([]);
  expect(await page.evaluate(async () => (await fetch("/assets/gone-12345678.js")).status)).toBe(404);

  cutLine("refuse");
  // News stay on no device.
  await page.goto("/notifications");
  await expect(page.getByText(NOT_HERE)).toBeVisible();
  await page.goto("/tasks");
  // Public pages and the administration are the server's.
  const elsewhere = await anna.context.newPage();
  for (const path of ["/about", "/admin", "/api/settings"])
    await expect(elsewhere.goto(path)).rejects.toThrow(/ERR_/);
  mendLine();
  await expect(taskRow(page, "Weigh her")).toBeVisible({ timeout: 40_000 });

  // A browser that doesn't know any more who is signed in.
  cutLine("refuse");
  await page.evaluate(() => localStorage.clear());
  await page.goto("/tasks");
  await expect(waiting(page)).toBeVisible();
  mendLine();
  await expect(taskRow(page, "Weigh her")).toBeVisible({ timeout: 40_000 });

  // A line that carries nothing, and a server that is only half there.
  cutLine("swallow");
  await page.goto("/home");
  await expect(page.locator(".first-brand, header").first()).toBeVisible();
  mendLine();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible({ timeout: 40_000 });
});

test("without a server the app has the texts of the language that was chosen, and of no other", async ({
  someone,
}) => {
  const { page } = await someone("Anna Keller");
  await page.addInitScript(() => localStorage.setItem("carediary.language", JSON.stringify("de")));
  await page.goto("/home");
  await waitUntilKept(page, LAST_FILE);
  const texts = (await kept(page)).flat().filter((path) => path.startsWith("/assets/words/"));
  expect(texts).toContainEqual(expect.stringMatching(/\/de-[\w-]{8}\/unsent\.json$/));
  expect(texts.filter((path) => !path.startsWith("/assets/words/de-"))).toEqual([]);
  cutLine("refuse");
  await page.goto("/more/not-sent");
  await expect(page.getByText(german.allSaved)).toBeVisible();
});

test("without a server the newest notes, doses, medicines, tasks and the handover are there, though no screen asked for them", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  const earlier = await noteOf(anna, _id, "A long evening", "Played cards.");
  const note = await noteOf(anna, _id, "A short night", "Slept until six.");
  await say(anna, { diaryId: _id, noteId: note._id }, "Did she drink enough?");
  const buffer = await photoOf(1, { width: 900, height: 600 });
  const photo = { name: "heel.jpg", mimeType: "image/jpeg", buffer };
  await attach(anna, { diaryId: _id, noteId: note._id }, photo);
  const planId = await planOf(anna, _id, "Ramipril", everyDayAt("08:00", "20:00"));
  // Today has doses of it at any hour.
  await beganDaysAgo(node.database().pool, planId, 1);
  await taskOf(anna, _id, "Weigh her", { assignedTo: anna.userId, scheduledDate: afternoon() });
  const { page } = anna;
  const last = watchQuery(page, "programs:getProgramsForNote");
  const pictured = page.waitForResponse(/\/api\/pictures\//);
  await page.goto("/home");
  await waitUntilKept(page, LAST_FILE);
  await (await pictured).finished();
  // Of both notes, and of the list that the plan has made.
  await expect.poll(() => last.answers.length, { timeout: 60_000 }).toBe(3);
  // The next writing has these answers, or comes after theirs.
  const { newest } = await readKept(page);
  await taskOf(anna, _id, "Comb her hair", { assignedTo: anna.userId, scheduledDate: afternoon() });
  await expect(page.getByRole("button", { name: "Comb her hair", exact: true })).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event("pagehide")));
  await expect.poll(async () => (await readKept(page)).newest).toBeGreaterThan(newest);

  cutLine("refuse");
  const care = `/care/${shortId}`;
  const ofNote = `${care}/note/${note.shortId}`;
  const screens = {
    [care]: ["A short night"],
    [ofNote]: ["Slept until six.", "Did she drink enough?"],
    [`${care}/doses`]: ["Ramipril"],
    [`${care}/medications`]: ["Ramipril"],
    // What is one's own isn't new.
    [`${care}/handover`]: [],
    [`${care}/info`]: ["Rosa Blum"],
    "/tasks": ["Weigh her"],
    "/tasks?tab=all": ["Weigh her"],
    "/calendar": ["Weigh her"],
    "/calendar?mode=day": ["Weigh her"],
  };
  for (const [path, texts] of Object.entries(screens)) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
    for (const text of texts)
      await expect(
        page.locator("main").getByText(text).filter({ visible: true }).first(),
        path,
      ).toBeVisible();
    await expect(page.getByText(NOT_HERE), path).toHaveCount(0);
    if ([care, ofNote].includes(path)) await expect(page.locator("main img")).toHaveCount(1);
  }
  mendLine();
  // Half an hour later a page asks only for the note that has changed.
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith("carediary.person."))!;
    localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage[key]), fetchedAt: 0 }));
  });
  await say(anna, { diaryId: _id, noteId: earlier._id }, "Who won?");
  const asked = watchQuery(page, "notes:getNoteByShortId");
  await page.goto("/home");
  await expect.poll(() => asked.answers.length, { timeout: 60_000 }).toBe(1);
  expect(asked.asked).toEqual([{ shortId: earlier.shortId }]);
});

test("a day of doses without a server: given, not given, written down later, corrected and withdrawn, each is kept and written once", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller", { timezoneId: MIDDAY, viewport: { width: 390, height: 844 } });
  const rosa = await middayNotebook(anna);
  const plan = (name: string) => plannedIn(node, anna, rosa._id, name, -1);
  const [given, refused, earlier] = [await plan("ramipril"), await plan("metformin"), await plan("aspirin")];
  const wrong = await planOf(anna, rosa._id, "ibuprofen", whenNeeded());
  const twice = await planOf(anna, rosa._id, "simeticone", whenNeeded());
  for (const planId of [wrong, twice])
    await anna.http.mutation(api.doses.giveDose, givenArgs(planId, { slot: null }));
  const { page } = anna;
  const path = `/care/${rosa.shortId}/doses`;
  await page.goto(path);
  await waitUntilKept(page, LAST_FILE);
  await expect(doseRow(page, "simeticone")).toContainText("Last: 1 tablet");
  await page.evaluate(() => window.dispatchEvent(new Event("pagehide")));

  cutLine("refuse");
  await page.goto(path);
  await doseRow(page, "ramipril").getByRole("button", { name: /^Give/ }).click();
  await chooseForDose(doseRow(page, "metformin"), "Not given…");
  await page.getByRole("radio", { name: "Refused" }).check();
  await page.getByRole("button", { name: "Write it down" }).click();
  await chooseForDose(doseRow(page, "aspirin"), "It was given already…");
  await page.getByLabel("Note", { exact: true }).fill("With the soup");
  await page.getByRole("button", { name: "Write it down" }).click();
  for (const name of ["ramipril", "metformin", "aspirin"])
    await expect(doseRow(page, name)).toContainText("Kept on this phone");
  const sheet = page.getByRole("dialog");
  for (const name of ["ibuprofen", "simeticone"]) {
    await doseRow(page, name).getByRole("listitem").getByRole("button").click();
    await expect(sheet).toContainText("its history isn’t on this device");
    if (name === "ibuprofen") {
      await sheet.getByRole("button", { name: "Correct…" }).click();
      await sheet.getByLabel("Note", { exact: true }).fill("After lunch");
      await sheet.getByLabel("Why it is corrected").fill("Forgotten");
      await sheet.getByRole("button", { name: "Correct it" }).click();
    } else {
      await sheet.getByRole("button", { name: "Withdraw…" }).click();
      await sheet.getByRole("button", { name: "Withdraw it" }).click();
    }
    await expect(sheet).toContainText("Waiting to be sent");
    await page.keyboard.press("Escape");
  }
  await expectCleanScreen(page, "doses that wait");
  await page.close({ runBeforeUnload: false });

  const later = await anna.context.newPage();
  await later.goto("/more/not-sent");
  await expect(later.getByRole("heading", { level: 3 })).toHaveText([
    "Given: ramipril",
    "Not given: metformin",
    "Given: aspirin",
    "Correction of a dose: ibuprofen",
    "Withdrawal of a dose: simeticone",
  ]);
  mendLine();
  await expect(later.getByText("All that you wrote on this device has been saved.")).toBeVisible({
    timeout: 60_000,
  });
  const { doses } = await daysOf(anna, rosa._id);
  const about = (planId: string) => doses.filter((dose) => dose.planId === planId);
  expect(doses).toHaveLength(5);
  expect(about(given!)).toMatchObject([{ state: "given", amount: 1 }]);
  expect(about(wrong)).toMatchObject([{ note: "After lunch" }]);
  expect(about(twice)).toMatchObject([{ state: "withdrawn" }]);
  expect(about(refused!)).toMatchObject([{ state: "not_given", reason: "refused" }]);
  expect(about(earlier!)).toMatchObject([{ state: "given", note: "With the soup" }]);
});

test("a new version leaves open tabs their files; a reload brings it, and older ones are deleted", async ({
  someone,
  node,
}) => {
  await using second = await nextBuild();
  await using third = await nextBuild(second.directory);
  const anna = await someone("Anna Keller");
  await notebookOf(anna);
  const { page } = anna;
  await page.goto("/home");
  await waitUntilKept(page, LAST_FILE);
  const oldTab = await anna.context.newPage();
  await oldTab.goto("/home");
  await expect(oldTab.getByRole("heading", { level: 1 })).toBeVisible();
  const first = await scriptOf(page);

  await node.stop();
  await node.start(second.directory);
  await expect(page.getByText("New version:")).toBeVisible({ timeout: 40_000 });
  await page.getByRole("button", { name: "reload" }).click();
  await expect.poll(() => scriptOf(page)).toBe(first.replace(".js", "N.js"));
  await waitUntilKept(page, LAST_FILE, 2);
  // Its files are no longer on the server, and another version's worker answers for it.
  await placesOf(oldTab).getByRole("link", { name: "Calendar" }).click();
  await expect(oldTab).toHaveURL(/\/calendar/);
  await expect(calendar(oldTab)).toBeVisible();
  expect(await scriptOf(oldTab)).toBe(first);
  await oldTab.close();

  await node.stop();
  await node.start(third.directory);
  await page.reload();
  await expect.poll(() => scriptOf(page)).toBe(first.replace(".js", "NN.js"));
  await expect
    .poll(
      async () => (await kept(page)).map((paths) => paths.find((path) => /calendar-route.*js/.test(path))),
      {
        timeout: 60_000,
      },
    )
    .toEqual([expect.stringMatching(/[^N]N\.js$/), expect.stringMatching(/[^N]NN\.js$/)]);

  // A part that is neither kept nor on the server any more brings the new version by one reload.
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) if (/calendar-route/.test(url)) await cache.delete(url);
    }
  });
  // Nor in the browser's own cache, where the worker's fetch may have left it.
  await (await page.context().newCDPSession(page)).send("Network.clearBrowserCache");
  let loads = 0;
  page.on("load", () => loads++);
  await node.stop();
  await node.start();
  await placesOf(page).getByRole("link", { name: "Calendar" }).click();
  await expect.poll(() => scriptOf(page), { timeout: 40_000 }).toBe(first);
  await expect(calendar(page)).toBeVisible();
  expect(loads).toBe(1);
});

test("what waits is sent when the connection is back though the app is closed", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  const note = await noteOf(anna, _id, "A quiet morning");
  const { page } = anna;
  // What a page asks for is noted (`sendSync`).
  await page.addInitScript(() => {
    const register = async (tag: string) => localStorage.setItem("asked for", tag);
    Object.defineProperty(ServiceWorkerRegistration.prototype, "sync", { value: { register } });
  });
  await page.goto("/home");
  await waitUntilKept(page, LAST_FILE);
  const comment = async (text: string) => {
    await commentField(page).fill(text);
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: text })).toContainText("Waiting to be sent");
  };
  await page.goto(`/care/${shortId}/note/${note.shortId}`);
  await expect(page.getByText("No comments yet")).toBeVisible();
  cutLine("refuse");
  await expect(page.getByText("Reconnecting…")).toBeVisible();
  await comment("Turned her at two.");
  await comment("And at four.");
  await page.goto("about:blank");
  mendLine();
  await sendSync(page, "send waiting changes");
  const listComments = async () =>
    (await anna.http.query(api.comments.listComments, { targetType: "note", targetId: note._id }))
      .map(({ content }) => content)
      .sort();
  expect(await listComments()).toEqual(["And at four.", "Turned her at two."]);
  await page.goto("/more/not-sent");
  await expect(page.getByText("All that you wrote on this device has been saved.")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("asked for"))).toBe("send waiting changes");
});

test("where the operator switches it off, browsers delete what they kept and open nothing without a server", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  await notebookOf(anna);
  const { page } = anna;
  await page.goto("/home");
  await waitUntilKept(page, LAST_FILE);
  await node.stop();
  env.APP_ON_DEVICES = "false";
  await node.start();
  await page.goto("/tasks");
  await expect.poll(() => kept(page), { timeout: 40_000 }).toEqual([]);
  cutLine("refuse");
  await expect(page.goto("/home")).rejects.toThrow(/ERR_/);
  mendLine();
  await node.stop();
  delete env.APP_ON_DEVICES;
  await node.start();
});

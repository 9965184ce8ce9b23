import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { discussedNote, say } from "./support/comments.ts";
import { alterCall, alterResult } from "./support/faults.ts";
import { addMember, notebookOf, noteOf } from "./support/people.ts";
import { afternoon, DAY, HOUR, taskOf, taskRow } from "./support/tasks.ts";
import { expect, screenTest, test } from "./support/test.ts";
import { watchQuery } from "./support/watched.ts";

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const titles = (page: Page, name: string) =>
  region(page, name).getByRole("listitem").getByRole("link").allTextContents();

/** Stores recordings in the browser as the recorder does. */
const record = (
  page: Page,
  recordings: { id: string; filename: string; timestamp: number; userId: string }[],
) =>
  page.evaluate(
    (rows) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("CareDiaryRecordings", 1);
        opening.onupgradeneeded = () => {
          const store = opening.result.createObjectStore("recordings", { keyPath: "id" });
          store.createIndex("timestamp", "timestamp");
          store.createIndex("filename", "filename");
        };
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const writing = opening.result.transaction("recordings", "readwrite");
          for (const row of rows) writing.objectStore("recordings").put(row);
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    recordings,
  );

screenTest(
  "the home page shows tasks to do, the notebook that was open last, and news",
  async ({ someone, node }) => {
    const now = afternoon();
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const { page } = anna;
    const tasks = watchQuery(page, "tasks:listMyTasks");
    const recent = watchQuery(page, "home:getHomeRecent");
    await page.goto("/home");
    await expect(page.getByText("You have 0 tasks today, 0 overdue, and 0 coming up")).toBeVisible();
    await expect(page.getByText("No notebooks yet"), "@WORK-159").toBeVisible();
    await expect(page.getByText("No recent notes"), "@WORK-176").toBeVisible();
    await expect(page.getByText("No recent updates"), "@WORK-179").toBeVisible();
    const card = (name: string) => page.getByRole("link", { name, exact: true });
    await expect(card("Most recent notebook"), "@WORK-161").toHaveAttribute("href", "/care");
    await expect(
      page.getByRole("main").getByRole("link"),
      "@WORK-151 @WORK-152 @WORK-155 @WORK-157",
    ).toHaveText(["Tasks", "Record a meeting", "Most recent notebook"]);
    await expect(page.getByRole("main").getByRole("link", { name: "Tasks" }), "@WORK-154").toHaveAttribute(
      "href",
      "/tasks",
    );
    await expect(card("Record a meeting"), "@WORK-156").toHaveAttribute("href", "/recording");
    expect(tasks.asked[0], "@WORK-169 @WORK-170").toMatchObject({ filter: "all", limit: 500 });
    expect(tasks.answers[0]).toMatchObject({ tasks: [] });
    expect(recent.asked[0], "@WORK-181 @WORK-183 @WORK-184").toEqual({ notesLimit: 4, updatesLimit: 20 });
    expect(
      await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)),
    ).not.toContain("CareDiaryRecordings");

    const rosa = await notebookOf(anna, "Rosa Blum");
    await addMember(node, rosa._id, jonas, "member");
    const notes: { _id: string; shortId: string }[] = [];
    for (let index = 1; index <= 5; index++) notes.push(await noteOf(jonas, rosa._id, `Note ${index}`));
    const task = (title: string, fields: object = {}) => taskOf(anna, rosa._id, title, fields);
    await page.clock.setFixedTime(now);
    await task("overdue", { dueDate: now - DAY });
    await task("later today", { scheduledDate: now + HOUR });
    await task("earlier today", { scheduledDate: now - 3 * HOUR });
    await task("tomorrow", { scheduledDate: now + DAY });
    await task("undated");
    await task("expired", { dueDate: now - 2 * DAY, endDate: now - DAY });
    const flagged = await task("flagged", { scheduledDate: now + 5 * DAY });
    await anna.http.mutation(api.tasks.toggleAddToToday, { taskId: flagged });
    const done = await task("Feed the cat", { dueDate: now - DAY });
    await jonas.http.mutation(api.tasks.updateTask, { taskId: done, status: "completed" });
    // All of it changes without a reload.
    await expect(
      page.getByText("You have 3 tasks today, 1 overdue, and 2 coming up"),
      "@WORK-153 @WORK-162 @WORK-163 @WORK-164 @WORK-165 @WORK-166 @WORK-167 @WORK-168",
    ).toBeVisible();
    const titlesOf = (listed: unknown) => (listed as { title: string }[]).map(({ title }) => title).sort();
    await expect
      .poll(() => titlesOf(tasks.answers.at(-1)!.tasks), "@WORK-172")
      .toEqual(
        // What is open until next week; the others are only counted.
        ["overdue", "later today", "earlier today", "tomorrow", "flagged"].sort(),
      );
    const shown = (name: string) => region(page, name).getByRole("heading", { level: 3 }).allTextContents();
    await expect.poll(() => shown("Overdue (1)")).toEqual(["overdue"]);
    expect(await shown("Your tasks")).toEqual(["earlier today", "later today", "flagged"]);
    expect(await shown("Next")).toEqual(["tomorrow"]);
    await expect(page.getByText("Rosa Blum's Care Notebook"), "@WORK-158").toBeVisible();
    await expect(card("Most recent notebook"), "@WORK-160").toHaveAttribute("href", `/care/${rosa.shortId}`);
    await expect
      .poll(() => titles(page, "Recent notes"), "@WORK-173 @WORK-174")
      .toEqual(["Note 5", "Note 4", "Note 3", "Note 2"]);
    await expect
      .poll(() => titles(page, "Recent updates"), "@WORK-178 @WORK-185")
      .toEqual(["Feed the cat", "Note 5", "Note 4", "Note 3"]);
    await expect(region(page, "Recent updates").getByRole("listitem").nth(1)).toContainText("New");
    await expect(region(page, "Recent updates").getByRole("listitem").nth(1)).toContainText(
      "Note by Jonas Weber",
    );

    const timestamp = Date.now() + HOUR;
    await record(page, [
      {
        id: "one",
        filename: "CareDiary-2026-11-21_10-00-00.webm",
        timestamp,
        userId: anna.userId,
      },
      {
        id: "two",
        filename: "CareDiary-2020-01-01_10-00-00.webm",
        timestamp: Date.UTC(2020, 0, 1),
        userId: anna.userId,
      },
      // At the same moment as the first one; the ids decide the order.
      {
        id: "also",
        filename: "CareDiary-2026-11-21_10-00-01.webm",
        timestamp,
        userId: anna.userId,
      },
      {
        id: "other",
        filename: "CareDiary-2026-11-21_11-00-00.webm",
        timestamp: Date.now() + 2 * HOUR,
        userId: jonas.userId,
      },
    ]);
    await page.reload();
    await expect
      .poll(() => titles(page, "Recent updates"), "@WORK-186 @WORK-187 @WORK-197 @WORK-198 @WORK-199")
      .toEqual([
        "CareDiary-2026-11-21_10-00-00.webm",
        "CareDiary-2026-11-21_10-00-01.webm",
        "Feed the cat",
        "Note 5",
      ]);
    await region(page, "Recent notes").getByRole("link", { name: "Note 4" }).click();
    await expect(page, "@WORK-175").toHaveURL(`/care/${rosa.shortId}/note/${notes[3]!.shortId}`);
    const emil = await notebookOf(anna, "Emil Weber");
    await page.goto("/home");
    await expect(card("Most recent notebook")).toHaveAttribute("href", `/care/${emil.shortId}`);
    await expect(page.getByText("Emil Weber's Care Notebook")).toBeVisible();
    // The order depends on the last change, not on the creation.
    await anna.http.mutation(api.diaries.updateDiaryWithPersonInfo, {
      diaryId: rosa._id,
      name: "Rosa at home",
      region: "DE",
      personInfo: { fullName: "Rosa Blum" },
    });
    await expect(card("Most recent notebook")).toHaveAttribute("href", `/care/${rosa.shortId}`);
    await expect(page.getByText("Rosa at home"), "@WORK-158").toBeVisible();
  },
);

test("the home page shows what is loading, what failed and why, and each type of note", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const rosa = await notebookOf(anna);
  await noteOf(anna, rosa._id);
  const pageWith = async (path: string, value: unknown) => {
    const page = await anna.context.newPage();
    await alterResult(page, path, value);
    await page.goto("/home");
    return page;
  };
  const waiting = await anna.context.newPage();
  await waiting.routeWebSocket(/\/api\/.*\/sync/, (socket) => {
    const server = socket.connectToServer();
    const held = new Set<number>();
    socket.onMessage((message) => {
      for (const { udfPath, queryId } of JSON.parse(String(message)).modifications ?? [])
        if (udfPath === "home:getHomeRecent") held.add(queryId);
      server.send(message);
    });
    server.onMessage((message) => {
      const answer = JSON.parse(String(message));
      if (answer.modifications)
        answer.modifications = answer.modifications.filter(
          ({ queryId }: { queryId: number }) => !held.has(queryId),
        );
      socket.send(JSON.stringify(answer));
    });
  });
  await waiting.goto("/home");
  await expect(waiting.getByText("Loading recent notes..."), "@WORK-177").toBeAttached();
  await expect(waiting.getByText("Loading recent updates..."), "@WORK-180").toBeAttached();
  await waiting.close();

  const note = (title: unknown, noteTypeIcon: string) => ({
    _id: `id of ${noteTypeIcon}`,
    diaryId: rosa._id,
    diaryShortId: rosa.shortId,
    diarySubject: "Rosa Blum",
    noteId: "x",
    noteShortId: "abc234",
    title,
    updatedAt: Date.now(),
    noteTypeIcon,
  });
  const icons = ["Pill", "FileText", "Calendar", "Image", "Video", "Audio", "Rocket"];
  const recentNotes = [...icons.map((icon) => note(icon, icon)), note({ no: "text" }, "Broken")];
  const types = await pageWith("home:getHomeRecent", { recentNotes, recentUpdates: [] });
  await expect(region(types, "Recent notes").getByRole("listitem")).toHaveCount(8);
  await expect(
    region(types, "Recent notes").getByRole("listitem"),
    "@WORK-200 @WORK-201 @WORK-202 @WORK-203 @WORK-204 @WORK-205 @WORK-206",
  ).toContainText(["💊", "📝", "📅", "🖼️", "🎥", "🎵", "📄", ""]);
  await expect(types.getByText("Error rendering note"), "@WORK-211").toHaveCount(1);
  await types.close();

  const lists = await pageWith("home:getHomeRecent", { recentNotes: 7, recentUpdates: 7 });
  await expect(lists.getByText(/^Unable to load recent notes: .+/), "@WORK-210").toBeVisible();
  await expect(lists.getByText("Unable to load recent updates", { exact: true }), "@WORK-212").toBeVisible();
  await expect(lists.getByText(/You have 0 tasks today/)).toBeVisible();
  await lists.close();

  const broken = await pageWith("diaries:listMyDiaries", [null]);
  await expect(broken.getByRole("heading", { name: "Unable to load dashboard" }), "@WORK-207").toBeVisible();
  // An unexpected failure has no message of the server's.
  await expect(broken.getByRole("alert").getByText("Something went wrong", { exact: true })).toBeVisible();
  const reloaded = broken.waitForEvent("load");
  await broken.getByRole("button", { name: "Reload Page" }).click();
  expect(await reloaded, "@WORK-209").toBe(broken);
  await broken.close();

  // The page shows the server's message of a refusal.
  const failingPage = await anna.context.newPage();
  await failingPage.routeWebSocket(/\/api\/.*\/sync/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const asked = JSON.parse(String(message));
      for (const { udfPath, args } of asked.modifications ?? [])
        if (udfPath === "tasks:listMyTasks") args[0].diaryId = "0193a000-0000-7000-8000-000000000000";
      server.send(JSON.stringify(asked));
    });
  });
  await failingPage.goto("/home");
  await expect(failingPage.getByRole("heading", { name: "Unable to load dashboard" })).toBeVisible();
  await expect(
    failingPage.getByRole("alert").getByText("Access denied", { exact: true }),
    "@WORK-208",
  ).toBeVisible();
});

test("a change of a task that the server refuses is logged, without a message that interrupts", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const rosa = await notebookOf(anna);
  await taskOf(anna, rosa._id, "Wash her hair", { scheduledDate: afternoon() + HOUR });
  const { page } = anna;
  const logged: string[] = [];
  page.on("console", (message) => message.type() === "error" && logged.push(message.text()));
  await page.clock.setFixedTime(afternoon());
  const missing = "0193a000-0000-7000-8000-000000000000";
  await alterCall(page, "tasks:updateTask", (args) => ({ ...args, taskId: missing }));
  await page.goto("/home");
  const row = taskRow(region(page, "Your tasks"), "Wash her hair");
  // The two controls of the dashboard; it has none that deletes a task or adds it to today.
  for (const [failed, control] of [
    ["Failed to update task", row.getByRole("checkbox")],
    ["Failed to update assignee", row.getByRole("button", { name: /^Take it/ })],
  ] as const) {
    await control.click();
    await expect.poll(() => logged.filter((line) => line.includes(failed)), "@WORK-949").toHaveLength(1);
    // A quiet notification instead of an alert, which would close by itself, so its absence now is what counts.
    const quiet = page.getByRole("status").filter({ hasText: "Task not found" });
    await expect(quiet, "@WORK-949").toBeVisible();
    expect(await page.getByRole("alert").count(), "@WORK-949").toBe(0);
    await quiet.getByRole("button", { name: "Dismiss" }).click();
    await expect(quiet).toHaveCount(0);
    await expect(control).toBeVisible();
    await expect(row.getByRole("checkbox")).not.toBeChecked();
  }
});

test("axe finds no problem on the home page", async ({ someone, node }) => {
  const anna = await someone("Anna Keller", { viewport: { width: 390, height: 844 } });
  const jonas = await someone("Jonas Weber");
  const note = await discussedNote(node, anna, [jonas]);
  await say(jonas, note, "Lovely!");
  const { page } = anna;
  await page.goto("/home");
  await page.getByText("Recent", { exact: true }).click();
  await expect(region(page, "Recent updates").getByText("New").first()).toBeVisible();
  await expectCleanScreen(page);
  // It stays as it was left.
  await page.reload();
  await expect(region(page, "Recent updates")).toBeVisible();
});

import { api } from "../lib/api.ts";
import { getDayStart } from "../lib/dates/zone-day.ts";
import { holdAnswers } from "./support/faults.ts";
import { addMember, notebookOf, noteOf } from "./support/people.ts";
import { spec } from "./support/spec.ts";
import { readCall } from "./support/sync-call.ts";
import { expect, screenTest, test } from "./support/test.ts";

screenTest(
  "an empty notebook suggests what to do next; its list shows the first 150 characters of a longer note",
  {
    tag: spec("CORE-272 CORE-273 CORE-274"),
  },
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { _id, shortId } = await notebookOf(anna);
    await anna.page.goto(`/care/${shortId}`);
    await expect(anna.page.getByRole("heading", { name: "No diary notes yet" })).toBeVisible();
    await expect(anna.page.getByText("Create your first note to get started")).toBeVisible();
    await noteOf(anna, _id, "A long note", `${"x".repeat(149)}yz`);
    await expect(anna.page.getByText(`${"x".repeat(149)}y…`)).toBeVisible();
  },
);

screenTest(
  "the list says that it loads until its notes are there",
  { tag: spec("CORE-275") },
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { shortId } = await notebookOf(anna);
    const release = await holdAnswers(anna.page, "notes:pageNotes");
    await anna.page.goto(`/care/${shortId}`);
    await expect(anna.page.getByRole("status").filter({ hasText: "Loading" })).toBeVisible();
    release();
    await expect(anna.page.getByText("No diary notes yet")).toBeVisible();
  },
);

screenTest("the form writes a new note with tags", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { shortId } = await notebookOf(anna);
  const { page } = anna;
  const sent: string[] = [];
  page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => sent.push(String(payload))));
  await page.goto(`/care/${shortId}/note/new?type=default`);
  await expect(page.getByRole("heading", { name: "Create New Note" }), "@CORE-276").toBeVisible();
  await expect(page.getByLabel("Title"), "@CORE-280").toBeVisible();
  await expect(page.getByLabel("Content"), "@CORE-279 @CORE-281").toBeVisible();
  await expect(page.getByRole("button", { name: "Add medication" }), "@CORE-279").toHaveCount(0);
  // The page doesn't query a note that doesn't exist yet.
  expect(sent.join()).toContain("users:getCurrentUser");
  expect(sent.join(), "@CORE-327").not.toContain("notes:getNote");
  const today = await page.evaluate(() => new Date().toLocaleDateString("sv-SE"));
  await expect(page.getByLabel("Note date"), "@CORE-282").toHaveValue(today);
  await expect(page.getByRole("radio", { name: "Care team" }), "@CORE-285").toBeChecked();
  await expect(page.getByRole("radio"), "@CORE-284").toHaveCount(3);
  await expect(page.getByRole("switch", { name: "Encrypt this note" }), "@CORE-286").toBeVisible();

  const tags = page.getByRole("list", { name: "Added tags" }).getByRole("listitem");
  await page.getByLabel("Tags", { exact: true }).fill("  sleep  ");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByLabel("Tags", { exact: true }).fill("food");
  await page.getByLabel("Tags", { exact: true }).press("Enter");
  await expect(tags, "@CORE-287 @CORE-288 @CORE-289").toHaveText(["sleep", "food"]);
  for (const [refused, line] of [
    ["   ", "@CORE-307"],
    ["Sleep", "@CORE-308"],
  ] as const) {
    await page.getByLabel("Tags", { exact: true }).fill(refused);
    await page.getByLabel("Tags", { exact: true }).press("Enter");
    await expect(tags, line).toHaveText(["sleep", "food"]);
  }
  await page.getByRole("button", { name: "Remove tag sleep" }).click();
  await expect(tags, "@CORE-290").toHaveText(["food"]);
  await expect(page).toHaveURL(/note\/new/);
});

screenTest(
  "the form marks every missing field, and the first one gets the focus",
  {
    tag: spec("CORE-301 CORE-302 CORE-303 CORE-304 CORE-305 CORE-306"),
  },
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { shortId } = await notebookOf(anna);
    const { page } = anna;
    await page.goto(`/care/${shortId}/note/new?type=default`);
    await page.getByLabel("Title").fill("   ");
    await page.getByLabel("Content").fill("  \n ");
    await page.getByLabel("Note date").fill("");
    await page.getByRole("button", { name: "Save note" }).click();
    await expect(page.getByRole("alert")).toHaveText([
      "Please enter some content",
      "Please enter a title",
      "Invalid date selected",
    ]);
    await expect(page.getByLabel("Content")).toBeFocused();
    await expect(page.getByLabel("Title")).toHaveAttribute("aria-invalid", "true");
  },
);

screenTest("after a save the form is empty except for the note's visibility", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  const { page } = anna;
  const release = await holdAnswers(page, "notes:createNote");
  const readNotes = () => anna.http.query(api.notes.listNotes, { diaryId: _id });
  await page.goto(`/care/${shortId}/note/new?type=default`);
  await page.getByLabel("Title").fill("  For me alone ");
  await page.getByLabel("Content").fill("\n A hard night. \n");
  await page.getByLabel("Note date").fill("2026-03-05");
  await page.getByRole("radio", { name: "Only me" }).check();
  // A typed tag counts even if it wasn't added.
  await page.getByLabel("Tags", { exact: true }).fill(" night ");
  await page.getByRole("button", { name: "Save and write another" }).click();
  // Saved on the server, but its answer isn't here yet: the form waits for it.
  await expect.poll(readNotes).toHaveLength(1);
  await expect(page.getByLabel("Title")).toHaveValue("  For me alone ");
  await expect(page.getByText("Note saved.")).toHaveCount(0);
  release();
  await expect(page.getByText("Note saved."), "@CORE-332").toBeVisible();
  await expect(page.getByLabel("Title"), "@CORE-293").toHaveValue("");
  await expect(page.getByLabel("Content"), "@CORE-294").toHaveValue("");
  await expect(page.getByRole("list", { name: "Added tags" }), "@CORE-296").toHaveCount(0);
  await expect(page.getByLabel("Tags", { exact: true })).toHaveValue("");
  const today = await page.evaluate(() => new Date().toLocaleDateString("sv-SE"));
  await expect(page.getByLabel("Note date"), "@CORE-295").toHaveValue(today);
  await expect(page.getByRole("radio", { name: "Only me" }), "@CORE-297").toBeChecked();
  await expect(page.getByRole("button", { name: "Save note" })).toBeEnabled();

  const [note] = await readNotes();
  expect(note, "@CORE-309 @CORE-310 @CORE-311").toMatchObject({
    title: "For me alone",
    preview: "A hard night.",
    tags: ["night"],
    visibility: "private",
    noteDay: "2026-03-05",
    noteDate: new Date("2026-03-05T00:00:00+01:00").getTime(),
  });
  await page.getByLabel("Title").fill("Today");
  await page.getByLabel("Content").fill("A better night.");
  await page.getByRole("button", { name: "Save note" }).click();
  release();
  await expect(page).toHaveURL(`/care/${shortId}`);
  const [second] = await readNotes();
  expect(second, "@CORE-283").toMatchObject({
    title: "Today",
    noteDate: getDayStart(today, "Europe/Berlin"),
  });
});

screenTest(
  "an edit starts from the note's fields, can't change its encryption, and shows the result",
  {
    tag: spec("CORE-277 CORE-292 CORE-300 CORE-318 CORE-333 CORE-334 CORE-335"),
  },
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { _id, shortId } = await notebookOf(anna);
    const noteId = await anna.http.mutation(api.notes.createNote, {
      diaryId: _id,
      type: "default",
      title: "A quiet morning",
      content: "Slept well.",
      noteDay: "2026-03-02",
      visibility: "private",
      tags: ["sleep", "food"],
      isEncrypted: true,
    });
    const note = (await anna.http.query(api.notes.getNote, { noteId }))!;
    const { page } = anna;
    const sent: Record<string, unknown>[] = [];
    page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => sent.push(readCall(payload))));
    await page.goto(`/care/${shortId}/note/${note.shortId}`);
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Edit Note" })).toBeVisible();
    await expect(page.getByLabel("Title")).toHaveValue("A quiet morning");
    await expect(page.getByLabel("Content")).toHaveValue("Slept well.");
    await expect(page.getByLabel("Note date")).toHaveValue("2026-03-02");
    await expect(page.getByRole("radio", { name: "Only me" })).toBeChecked();
    await expect(page.getByRole("list", { name: "Added tags" }).getByRole("listitem")).toHaveText([
      "sleep",
      "food",
    ]);
    await expect(page.getByRole("switch", { name: "Encrypt this note" })).toBeChecked();
    await expect(page.getByRole("switch", { name: "Encrypt this note" })).toBeDisabled();
    await page.getByLabel("Content").fill("Slept well until five.");
    await page.getByRole("button", { name: "Save note" }).click();
    await expect(page).toHaveURL(`/care/${shortId}/note/${note.shortId}`);
    await expect(page.getByText("Slept well until five.")).toBeVisible();
    const update = sent.find(({ udfPath }) => udfPath === "notes:updateNote") as {
      args: [Record<string, unknown>];
    };
    expect(Object.keys(update.args[0]).sort()).toEqual([
      "baseVersion",
      "content",
      "noteDate",
      "noteDay",
      "noteId",
      "tags",
      "title",
      "visibility",
    ]);
  },
);

test("a new note that the server refuses shows the reason, is logged, and loses nothing", {
  tag: spec("CORE-312 CORE-314"),
}, async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const { _id, shortId } = await notebookOf(anna);
  await addMember(node, _id, jonas, "member");
  const { page } = jonas;
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  await page.goto(`/care/${shortId}/note/new?type=default`);
  await page.getByLabel("Title").fill("Too late");
  await page.getByLabel("Content").fill("Written a moment after I was made a viewer.");
  await node
    .database()
    .db.updateTable("members")
    .set({ role: "extended" })
    .where("user_id", "=", jonas.userId)
    .execute();
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByRole("alert")).toContainText("Failed to create note: Access denied");
  expect(logged.some((text) => text.includes("Failed to create note"))).toBe(true);
  await expect(page.getByLabel("Title")).toHaveValue("Too late");
});

test("a note's text keeps its lines and writing directions, links addresses safely, and has no other markup", {
  tag: spec("CORE-316"),
}, async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  const text =
    "First line\nsee https://example.org/a?b=c. <img src=x onerror=alert(1)> javascript:alert(1)\nאכלה טוב, 5 mg.";
  const note = await noteOf(anna, _id, "A leaflet", text);
  await anna.page.goto(`/care/${shortId}/note/${note.shortId}`);
  await expect(anna.page.getByText("First line")).toContainText("<img src=x onerror=alert(1)>");
  const link = anna.page.getByRole("main").getByRole("link", { name: "https://example.org/a?b=c" });
  await expect(link).toHaveAttribute("href", "https://example.org/a?b=c");
  await expect(link).toHaveAttribute("rel", /noopener/);
  await expect(anna.page.getByRole("main").locator("img")).toHaveCount(0);
  // A line that starts with Hebrew is laid out from right to left: food, amount, unit.
  const [food, amount, unit] = await anna.page.getByText("First line").evaluate((words) => {
    const line = words.lastChild as Text;
    return ["אכלה", "5", "mg"].map((word) => {
      const range = document.createRange();
      range.setStart(line, line.data.indexOf(word));
      range.setEnd(line, line.data.indexOf(word) + word.length);
      return range.getBoundingClientRect().left;
    });
  });
  expect(food).toBeGreaterThan(amount!);
  expect(amount).toBeGreaterThan(unit!);
});

test("a change that the server refuses shows the reason, is logged, and loses nothing", {
  tag: spec("CORE-313 CORE-315"),
}, async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const { _id, shortId } = await notebookOf(anna);
  await addMember(node, _id, jonas, "member");
  const note = await noteOf(jonas, _id, "A quiet morning");
  const { page } = jonas;
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  // The author becomes a viewer on the server before the screen learns of it.
  await page.routeWebSocket(/\/api\/.*\/sync/, (socket) => {
    const server = socket.connectToServer();
    let isChanging = false;
    socket.onMessage(async (message) => {
      if (String(message).includes("notes:updateNote")) {
        isChanging = true;
        await node
          .database()
          .db.updateTable("members")
          .set({ role: "extended" })
          .where("user_id", "=", jonas.userId)
          .execute();
      }
      server.send(message);
    });
    // Of all later messages only the answer to the change arrives.
    server.onMessage((message) => {
      const text = String(message);
      if (!isChanging || text.includes('"MutationResponse"')) socket.send(message);
    });
  });
  await page.goto(`/care/${shortId}/note/${note.shortId}/edit`);
  await page.getByLabel("Title").fill("A quiet morning, I think");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByRole("alert")).toContainText("Failed to update note: Access denied");
  await expect(page.getByLabel("Title")).toHaveValue("A quiet morning, I think");
  expect(logged.some((text) => text.includes("Failed to update note"))).toBe(true);
});

screenTest(
  "the button shows that a note is being saved, and ignores a second click",
  {
    tag: spec("CORE-291"),
  },
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { _id, shortId } = await notebookOf(anna);
    const { page } = anna;
    const pressed = Promise.withResolvers<void>();
    await page.routeWebSocket(/\/api\/.*\/sync/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage(async (message) => {
        if (String(message).includes("notes:createNote")) await pressed.promise;
        server.send(message);
      });
    });
    await page.goto(`/care/${shortId}/note/new?type=default`);
    await page.getByLabel("Title").fill("Only once");
    await page.getByLabel("Content").fill("Clicked twice.");
    const button = page.getByRole("button", { name: "Save note" });
    await button.click();
    await expect(button).toBeDisabled();
    pressed.resolve();
    await expect(page).toHaveURL(`/care/${shortId}`);
    await expect(page.getByRole("link", { name: "Only once" })).toBeVisible();
    const notes = await anna.http.query(api.notes.listNotes, { diaryId: _id });
    expect(notes.map(({ title }) => title)).toEqual(["Only once"]);
    await page.getByRole("link", { name: "New note" }).click();
    await page.getByRole("link", { name: "Choose General note" }).click();
    await expect(page.getByRole("button", { name: "Save note" })).toBeEnabled();
  },
);

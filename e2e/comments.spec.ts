import { commentBy, commentField, discussedNote, mutationsOf, noteIn, say } from "./support/comments.ts";
import { alterCall, brokenTable, holdAnswers } from "./support/faults.ts";
import { addMember, notebookOf } from "./support/people.ts";
import { spec } from "./support/spec.ts";
import { expect, screenTest, test } from "./support/test.ts";
import { watchCalls } from "./support/watched.ts";

test.use({ hasBackground: true });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

screenTest(
  "the comments panel of a note shows the number of comments, their authors and their age",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const nameless = await someone("Nobody");
    const note = await discussedNote(node, anna, [nameless]);
    const { pool } = node.database();
    const ages: [ms: number, words: string | RegExp, lines: string][] = [
      [9 * DAY, /^[A-Z][a-z]{2} \d{1,2}, 20\d\d$/, "@CORE-374 @CORE-380"],
      [7 * DAY + MINUTE, /^[A-Z][a-z]{2} \d{1,2}, 20\d\d$/, "@CORE-324 @CORE-380 @WORK-905"],
      [7 * DAY - MINUTE, "6 days ago", "@CORE-379 @WORK-905"],
      [DAY + MINUTE, "1 day ago", "@CORE-379"],
      [DAY - MINUTE, "23 hours ago", "@CORE-378"],
      [HOUR + MINUTE, "1 hour ago", "@CORE-378"],
      [59 * MINUTE, "59 minutes ago", "@CORE-377"],
      [MINUTE + 1000, "1 minute ago", "@CORE-377"],
      [0, "just now", "@CORE-376"],
    ];
    for (const [age] of ages) {
      const id = await say(anna, note, `Said ${age} ms ago`);
      await pool.query("update comments set created_at = $2, updated_at = $2 where id = $1", [
        id,
        new Date(Date.now() - age),
      ]);
    }
    await say(nameless, note, "Who am I?");
    await pool.query("update users set name = '' where id = $1", [nameless.userId]);

    const noteIsOf = (age: number) =>
      pool.query("update notes set updated_at = $2 where id = $1", [note.noteId, new Date(Date.now() - age)]);

    const { page } = anna;
    const ofNote = page.getByRole("time").filter({ hasText: "Updated" });
    await noteIsOf(30 * DAY + MINUTE);
    await page.goto(note.path);
    await expect(ofNote, "@CORE-324 @WORK-905").toHaveText(/^Updated [A-Z][a-z]{2} \d{1,2}, 20\d\d$/);
    await noteIsOf(30 * DAY - MINUTE);
    await page.reload();
    await expect(ofNote, "@CORE-324 @WORK-905").toHaveText("Updated 29 days ago");
    await expect(page.getByRole("heading", { name: "Comments (10)" }), "@CORE-366").toBeVisible();
    const panel = page.getByRole("region", { name: "Comments (10)" });
    await expect(panel.getByRole("listitem"), "@CORE-321").toHaveCount(10);
    for (const [age, words, lines] of ages) {
      const comment = commentBy(page, `Said ${age} ms ago`);
      await expect(comment.getByRole("time"), lines).toHaveText(words);
      await expect(comment.getByText("Anna Keller").first(), "@CORE-373").toBeVisible();
      await expect(comment.getByText("A", { exact: true }), "@CORE-381").toBeVisible();
    }
    const unknown = commentBy(page, "Who am I?");
    await expect(unknown.getByText("Unknown", { exact: true }), "@CORE-383").toBeVisible();
    await expect(unknown.getByText("U", { exact: true }), "@CORE-382").toBeVisible();
  },
);

test("two members see each other's comments on a note appear, change and go at once", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const note = await discussedNote(node, anna, [jonas]);
  const sent = mutationsOf(anna.page);
  const [created, updated, deleted] = ["create", "update", "delete"].map((act) =>
    watchCalls(anna.page, `comments:${act}Comment`),
  );
  await jonas.page.goto(note.path);
  await expect(jonas.page.getByText("No comments yet")).toBeVisible();
  await anna.page.goto(note.path);
  let loads = 0;
  jonas.page.on("load", () => loads++);

  // An empty comment can't be sent.
  await commentField(anna.page).fill(" \n ");
  await anna.page.getByRole("button", { name: "Send" }).click();
  await expect(commentField(anna.page)).toBeFocused();
  await commentField(anna.page).fill("Two lines,\nand https://example.org/leaflet.");
  await anna.page.getByRole("button", { name: "Send" }).click();
  await expect(commentField(anna.page)).toHaveValue("");
  await expect(jonas.page.getByText("Two lines,"), "@CORE-039 @CORE-370 @WORK-135").toBeVisible();
  expect(
    sent.filter((name) => name.startsWith("comments:")),
    "@CORE-375",
  ).toEqual(["comments:createComment"]);
  await expect(jonas.page.getByText("New comment by Anna Keller.")).toBeAttached();
  await expect(jonas.page.getByRole("heading", { name: "Comments (1)" })).toBeVisible();
  const link = jonas.page.getByRole("link", { name: "https://example.org/leaflet" });
  await expect(link).toHaveAttribute("rel", /noopener/);
  expect(
    await jonas.page.locator("li p", { hasText: "Two lines" }).evaluate((p) => p.clientHeight),
  ).toBeGreaterThan(40);
  // Jonas is a caregiver, who can't change or delete others' comments.
  await expect(commentBy(jonas.page, "Two lines").getByRole("button")).toHaveCount(0);

  const mine = commentBy(anna.page, "Two lines");
  await mine.getByRole("button", { name: "Edit" }).click();
  const field = anna.page.getByLabel("Change the comment");
  await expect(field).toBeFocused();
  await field.fill("never mind");
  await field.press("Escape");
  await expect(mine.getByRole("button", { name: "Edit" })).toBeFocused();
  await expect(mine).toContainText("Two lines,");
  await mine.getByRole("button", { name: "Edit" }).click();
  await field.fill("One line.");
  await field.press("Control+Enter");
  await expect(jonas.page.getByText("One line."), "@CORE-630").toBeVisible();
  await expect(commentBy(jonas.page, "One line.")).toContainText("edited");

  await commentField(jonas.page).fill("Thank you!");
  await commentField(jonas.page).press("Control+Enter");
  await expect(anna.page.getByText("Thank you!"), "@CORE-610").toBeVisible();
  // Anna is the owner, who may delete any comment.
  await commentBy(anna.page, "Thank you!").getByRole("button", { name: "Delete" }).click();
  const question = anna.page.getByRole("dialog", { name: "Delete comment" });
  await expect(
    question.getByText("Are you sure you want to delete this comment?"),
    "@CORE-384",
  ).toBeVisible();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toHaveCount(0);
  await expect(jonas.page.getByText("Thank you!")).toBeVisible();
  await commentBy(anna.page, "Thank you!").getByRole("button", { name: "Delete" }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(jonas.page.getByText("Thank you!")).toHaveCount(0);
  await expect(anna.page.getByRole("heading", { name: "Comments (1)" })).toBeFocused();
  expect(loads, "@CORE-630").toBe(0);
  expect(created, "@CORE-392").toEqual([
    expect.objectContaining({
      diaryId: note.diaryId,
      targetType: "note",
      targetId: note.noteId,
      content: "Two lines,\nand https://example.org/leaflet.",
      mentions: [],
      visibility: "extended",
    }),
  ]);
  expect(updated, "@CORE-393").toEqual([
    expect.objectContaining({ commentId: expect.any(String), content: "One line." }),
  ]);
  expect(deleted, "@CORE-394").toEqual([{ commentId: expect.any(String) }]);
  expect(deleted![0]!.commentId).not.toBe(updated![0]!.commentId);
});

screenTest(
  "a new comment is listed before the server answers, and only once afterwards",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const note = await discussedNote(node, anna);
    const { page } = anna;
    const release = await holdAnswers(page, "comments:createComment");
    await page.goto(note.path);
    await commentField(page).fill("At once");
    await page.getByRole("button", { name: "Send" }).click();
    await expect(commentBy(page, "At once")).toContainText("Sending…");
    await expect(page.getByRole("heading", { name: "Comments (1)" })).toBeVisible();
    await expect(commentField(page)).toHaveValue("");
    release();
    await expect(commentBy(page, "At once")).toContainText("just now");
    await expect(commentBy(page, "At once")).toHaveCount(1);
  },
);

test.describe("comments that the server refuses", () => {
  const nothing = { commentId: "00000000-0000-7000-8000-000000000000" };

  screenTest(
    "a new comment leaves the list, with the server's message, and its text stays in the field",
    {
      tag: spec("CORE-385"),
    },
    async ({ someone, node }) => {
      const anna = await someone("Anna Keller");
      const note = await discussedNote(node, anna);
      const { page } = anna;
      await alterCall(page, "comments:createComment", (args) => ({ ...args, targetId: nothing.commentId }));
      await page.goto(note.path);
      await commentField(page).fill("For nobody");
      await page.getByRole("button", { name: "Send" }).click();
      await expect(page.getByRole("alert").filter({ hasText: "Access denied" })).toBeVisible();
      await expect(commentField(page)).toHaveValue("For nobody");
      await expect(page.getByRole("heading", { name: "Comments (0)" })).toBeVisible();
      // The text is a draft again.
      await page.reload();
      await expect(commentField(page)).toHaveValue("For nobody");
    },
  );

  screenTest(
    "a change and a deletion are undone on screen, with the server's message",
    {
      tag: spec("CORE-387 CORE-389"),
    },
    async ({ someone, node }) => {
      const anna = await someone("Anna Keller");
      const note = await discussedNote(node, anna);
      await say(anna, note, "As it was");
      const { page } = anna;
      await alterCall(page, "comments:updateComment", (args) => ({ ...args, ...nothing }));
      await page.goto(note.path);
      const comment = page.getByRole("region", { name: /Comments/ }).getByRole("listitem");
      await comment.getByRole("button", { name: "Edit" }).click();
      await page.getByLabel("Change the comment").fill("As it should be");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByRole("alert").filter({ hasText: "Access denied" })).toBeVisible();
      await expect(comment).toContainText("As it was");
      await comment.getByRole("button", { name: "Edit" }).click();
      await expect(page.getByLabel("Change the comment")).toHaveValue("As it should be");
      await page.close();

      const other = await anna.context.newPage();
      await alterCall(other, "comments:deleteComment", () => nothing);
      await other.goto(note.path);
      await commentBy(other, "As it was").getByRole("button", { name: "Delete" }).click();
      await other.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await expect(other.getByRole("alert").filter({ hasText: "Access denied" })).toBeVisible();
      await expect(commentBy(other, "As it was")).toBeVisible();
    },
  );

  screenTest(
    "a failure without a message of the server's says which of the three actions failed",
    {
      tag: spec("CORE-386 CORE-388 CORE-390"),
    },
    async ({ someone, node }) => {
      const anna = await someone("Anna Keller");
      const note = await discussedNote(node, anna);
      await say(anna, note, "As it was");
      const { page } = anna;
      const alert = (text: string) => page.getByRole("alert").filter({ hasText: text });
      await page.goto(note.path);
      await expect(page.getByText("As it was")).toBeVisible();
      await using _ = await brokenTable(node, "comments");
      await commentField(page).fill("In vain");
      await page.getByRole("button", { name: "Send" }).click();
      await expect(alert("Failed to create comment")).toBeVisible();
      await page.getByRole("button", { name: "Edit" }).click();
      await page.getByLabel("Change the comment").fill("As it should be");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(alert("Failed to update comment")).toBeVisible();
      await commentBy(page, "As it was").getByRole("button", { name: "Delete" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await expect(alert("Failed to delete comment")).toBeVisible();
      await expect(page.getByText("As it was")).toBeVisible();
      await expect(page.getByText(/Internal error|broken for a test/)).toHaveCount(0);
    },
  );
});

test("a mention is chosen from a list of names, highlighted, and sent by mail", {
  tag: spec("CORE-371 WORK-136"),
}, async ({ mailed: { node, someone } }) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const petra = await someone("Petra Sommer");
  const note = await discussedNote(node, anna, [jonas, petra]);
  const { page } = anna;
  await page.goto(note.path);
  const field = commentField(page);
  await field.click();
  await page.keyboard.type("Please ask @");
  const names = page.getByRole("listbox", { name: "People to mention" });
  await expect(names.getByRole("option")).toHaveText([/Jonas Weber/, /Petra Sommer/]);
  await expect(field).toHaveAttribute(
    "aria-activedescendant",
    (await names.getByRole("option").first().getAttribute("id"))!,
  );
  await page.keyboard.press("ArrowDown");
  await expect(names.getByRole("option", { name: "Petra Sommer" })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Escape");
  await expect(names).toHaveCount(0);
  await page.keyboard.type("J");
  await expect(names).toHaveCount(0);
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("@we");
  await expect(names.getByRole("option")).toHaveText([/Jonas Weber/]);
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue("Please ask @Jonas Weber ");
  await page.keyboard.type("or @pe");
  await names.getByRole("option", { name: "Petra Sommer" }).click();
  await expect(field).toBeFocused();
  await page.keyboard.type("about the shoes");
  await expect(field).toHaveValue("Please ask @Jonas Weber or @Petra Sommer about the shoes");
  await page.keyboard.press("Control+Enter");
  const commentOnShoes = commentBy(page, "about the shoes");
  await expect(commentOnShoes.getByText("@Jonas Weber", { exact: true })).toHaveCSS("font-weight", "700");

  const lettersTo = async ({ email }: { email: string }) =>
    (await node.letters(email)).filter(({ subject }) => subject?.includes("mentioned"));
  await expect.poll(async () => (await lettersTo(jonas)).length).toBe(1);
  await expect.poll(async () => (await lettersTo(petra)).length).toBe(1);
  const [letter] = await lettersTo(jonas);
  expect(letter!.subject).toBe("Anna Keller mentioned you in Rosa Blum's Care Notebook");
  expect(letter!.text).not.toContain("shoes");
  expect(await lettersTo(anna)).toEqual([]);

  // The link leads to the comment.
  const link = /http\S+#comment-\S+/.exec(letter!.text!)![0];
  await jonas.page.goto(link);
  await expect(commentBy(jonas.page, "about the shoes")).toBeInViewport();
});

test("a mention is chosen by touch on a phone", async ({ someone, node }) => {
  const anna = await someone("Anna Keller", {
    viewport: { width: 390, height: 700 },
    hasTouch: true,
    isMobile: true,
  });
  const jonas = await someone("Jonas Weber");
  const note = await discussedNote(node, anna, [jonas]);
  const { page } = anna;
  await page.goto(note.path);
  await commentField(page).tap();
  await page.keyboard.type("@jo");
  const name = page.getByRole("option", { name: "Jonas Weber" });
  await expect(name).toBeInViewport({ ratio: 1 });
  expect((await name.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await name.tap();
  await expect(commentField(page)).toBeFocused();
  await expect(commentField(page)).toHaveValue("@Jonas Weber ");
  for (const button of await page
    .getByRole("region", { name: /Comments/ })
    .getByRole("button")
    .all()) {
    expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  }
});

test("a comment can have fewer readers than its note, never more", {
  tag: spec("CORE-372"),
}, async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const vroni = await someone("Vroni Viewer");
  const { _id: diaryId, shortId } = await notebookOf(anna);
  await addMember(node, diaryId, jonas, "member");
  await addMember(node, diaryId, vroni, "extended");
  const open = await noteIn(anna, { diaryId, shortId }, "extended");
  const ofTeam = await noteIn(anna, { diaryId, shortId }, "team");
  const own = await noteIn(anna, { diaryId, shortId }, "private");
  const { page } = anna;
  const levels = page.getByLabel("Who can see it");
  await page.goto(open.path);
  await expect(levels.getByRole("option")).toHaveText(["Everyone", "Care team", "Only me"]);
  await commentField(page).click();
  await page.keyboard.type("@");
  await expect(page.getByRole("option", { name: "Vroni Viewer" })).toBeVisible();
  await page.keyboard.press("Backspace");
  await levels.selectOption("Care team");
  await commentField(page).fill("Between us ");
  await commentField(page).press("End");
  await page.keyboard.type("@");
  await expect(page.getByRole("option", { name: "Jonas Weber" })).toBeVisible();
  await expect(page.getByRole("option", { name: "Vroni Viewer" })).toHaveCount(0);
  await page.keyboard.press("Backspace");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(commentBy(page, "Between us")).toContainText("Care team");
  await levels.selectOption("Only me");
  await commentField(page).fill("To myself");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(commentBy(page, "To myself")).toContainText("Only me");
  await levels.selectOption("Everyone");
  await commentField(page).fill("To all");
  await page.getByRole("button", { name: "Send" }).click();

  await jonas.page.goto(open.path);
  await expect(jonas.page.getByRole("heading", { name: "Comments (2)" })).toBeVisible();
  await expect(jonas.page.getByText("To myself")).toHaveCount(0);
  await vroni.page.goto(open.path);
  await expect(vroni.page.getByText("To all")).toBeVisible();
  await expect(vroni.page.getByRole("heading", { name: "Comments (1)" })).toBeVisible();
  await commentField(vroni.page).fill("Thank you for telling me");
  await vroni.page.getByRole("button", { name: "Send" }).click();
  await expect(commentBy(page, "Thank you for telling me")).toBeVisible();

  await page.goto(ofTeam.path);
  await expect(levels.getByRole("option")).toHaveText(["Care team", "Only me"]);
  await page.goto(own.path);
  await expect(commentField(page)).toBeVisible();
  await expect(levels).toHaveCount(0);
});

screenTest(
  "a comment that is written while the server is unreachable is sent once, later, and others see it then",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const note = await discussedNote(node, anna, [jonas]);
    await jonas.page.goto(note.path);
    await anna.page.goto(note.path);
    await expect(anna.page.getByText("No comments yet")).toBeVisible();
    await node.stop();
    await expect(anna.page.getByText("Reconnecting…")).toBeVisible();
    await commentField(anna.page).fill("From the cellar");
    await anna.page.getByRole("button", { name: "Send" }).click();
    await expect(commentBy(anna.page, "From the cellar")).toContainText("Waiting to be sent");
    await commentField(anna.page).fill("And another");
    await anna.page.getByRole("button", { name: "Send" }).click();
    await node.start();
    await expect(jonas.page.getByText("From the cellar")).toBeVisible({ timeout: 40_000 });
    await expect(jonas.page.getByRole("heading", { name: "Comments (2)" })).toBeVisible();
    await expect(commentBy(anna.page, "From the cellar")).toContainText("just now");
    await expect(anna.page.getByRole("heading", { name: "Comments (2)" })).toBeVisible();
    await anna.page.reload();
    await expect(anna.page.getByRole("heading", { name: "Comments (2)" })).toBeVisible();
    await expect(commentField(anna.page)).toHaveValue("");
  },
);

test("an unsent comment is back after the tab was closed; a sent one isn't", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const note = await discussedNote(node, anna);
  const path = note.path;
  await anna.page.goto(path);
  await commentField(anna.page).fill("Sent");
  await anna.page.getByRole("button", { name: "Send" }).click();
  await expect(commentBy(anna.page, "Sent")).toContainText("just now");
  await commentField(anna.page).fill("Half a thought");
  await anna.page.close();
  const page = await anna.context.newPage();
  await page.goto(path);
  await expect(commentField(page)).toHaveValue("Half a thought");
  await expect(page.getByRole("heading", { name: "Comments (1)" })).toBeVisible();
});

test("a switch on the account page turns off mails about mentions", async ({ mailed: { someone, node } }) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const note = await discussedNote(node, anna, [jonas]);
  await jonas.page.goto("/account");
  const choice = jonas.page.getByRole("switch", { name: "Mail me when somebody mentions me" });
  await expect(choice).toBeChecked();
  await choice.click();
  await expect(choice).not.toBeChecked();
  await jonas.page.reload();
  await expect(choice).toBeEnabled();
  await expect(choice).not.toBeChecked();
  await say(anna, note, "@Jonas Weber quietly", { mentions: [jonas.userId] });
  await choice.click();
  await expect(choice).toBeChecked();
  await jonas.page.reload();
  await expect(choice).toBeChecked();
  await say(anna, note, "@Jonas Weber loudly", { mentions: [jonas.userId] });
  const about = async () =>
    (await node.letters(jonas.email)).filter(({ subject }) => subject?.includes("mentioned"));
  await expect.poll(async () => (await about()).length).toBe(1);
});

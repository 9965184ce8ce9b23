import { api } from "../lib/api.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { commentField, discussedNote, say } from "./support/comments.ts";
import { invite, linkIn } from "./support/invitations.ts";
import { asFile, portrait, tellAbout, uploadPhoto } from "./support/notebooks.ts";
import { addMember, newEmail, notebookOf, noteOf } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

// So many screens: workers share them.
test.describe.configure({ mode: "parallel" });

const PHONE = { width: 390, height: 844 };

test("axe finds no problem on the public and sign-in pages", async ({ browser, node, someone }) => {
  const anna = await someone("Anna Keller");
  const { _id } = await notebookOf(anna);
  const petra = newEmail("Petra");
  await invite(anna, _id, petra);
  const context = await browser.newContext({ baseURL: node.url, viewport: PHONE });
  const page = await context.newPage();
  const paths = ["/", "/pricing", "/help", "/care", "/sign-in", "/sign-up", "/sign-in/forgot-password"];
  for (const path of [
    ...paths,
    "/sign-in/two-factor",
    "/sign-in/reset-password",
    "/sign-in/verify-email",
    await linkIn(node, petra),
    "/invitations/nothing/accept",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectCleanScreen(page, path);
  }
  await context.close();
});

test("axe finds no problem on the signed-in screens", async ({ someone, node }) => {
  const anna = await someone("Anna Keller", { viewport: PHONE });
  const jonas = await someone("Jonas Weber");
  const { _id, shortId } = await notebookOf(anna);
  const other = await notebookOf(jonas, "Emil Weber");
  await addMember(node, other._id, anna, "member");
  await addMember(node, _id, jonas, "member");
  await noteOf(jonas, _id, "From Jonas");
  const note = await noteOf(anna, _id, "A quiet morning", "See https://example.org for more.");
  const { page } = anna;
  const care = `/care/${shortId}`;
  const paths = [
    "/care",
    "/care/new",
    care,
    `${care}/info`,
    `${care}/visit`,
    `${care}/doses/month`,
    `${care}/note/new`,
    `${care}/note/new?type=default`,
    `${care}/note/${note.shortId}`,
    `${care}/note/${note.shortId}/edit`,
    `${care}/note/zzzzzz`,
    "/home",
    "/account",
    "/admin",
  ];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await expectCleanScreen(page, path);
  }
  await page.goto(`${care}/note/new?type=default`);
  await page.getByRole("button", { name: "Save note" }).click();
  await expectCleanScreen(page, "a form with errors");
  await page.getByRole("button", { name: "Your account" }).click();
  await expectCleanScreen(page, "the account corner");
});

test("axe finds no problem on a notebook's form, photo and information", async ({ someone, node }) => {
  test.setTimeout(400_000);
  const anna = await someone("Anna Keller", { viewport: PHONE });
  const jonas = await someone("Jonas Weber");
  const { _id, shortId } = await notebookOf(anna);
  const archived = await notebookOf(anna, "Otto Blum");
  await anna.http.mutation(api.diaries.archiveDiary, { diaryId: archived._id });
  const shared = await notebookOf(jonas, "Emil Weber");
  await addMember(node, shared._id, anna, "extended");
  await addMember(node, _id, jonas, "member");
  await noteOf(jonas, _id);
  const { page } = anna;
  await page.goto("/pricing");
  const photo = await portrait(page);
  await tellAbout(anna, _id, { avatarUrl: await uploadPhoto(anna, photo) });
  const care = `/care/${shortId}`;
  const dialog = page.getByRole("dialog");
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

  await page.goto("/care");
  await press("Archived (1)");
  await expectCleanScreen(page, "the list with everything");
  await page.goto("/care/new");
  for (const name of ["4 Gov/Insurance", "2 Medical Info", "3 Legal Info"]) {
    await page.getByRole("tab", { name }).click();
    await expectCleanScreen(page, `the new form, ${name}`);
  }
  for (const box of await page.getByRole("checkbox").all()) await box.check();
  await expectCleanScreen(page, "the legal tab with its details");
  await page.getByRole("tab", { name: "1 Basic Info" }).click();
  await press("Clear the country");
  await press("Add a contact");
  await press("Create notebook");
  await expect(page.getByRole("alert")).toHaveCount(2);
  await expectCleanScreen(page, "the basic tab with errors");
  await page.locator('input[type="file"]').first().setInputFiles(asFile(photo));
  await expect(dialog.getByRole("slider")).toBeVisible();
  await expectCleanScreen(page, "the crop view");
  await dialog.getByRole("button", { name: "Use this photo" }).click();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(dialog).toBeVisible();
  await expectCleanScreen(page, "the question about unsaved changes");
  await dialog.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page).toHaveURL("/care");

  await page.goto(`${care}/edit`);
  await page.getByLabel("Description").fill("Mine");
  await tellAbout(anna, _id, { fullName: "Rosa Maria Blum" });
  await expect(page.getByRole("button", { name: "Show theirs" })).toBeVisible();
  await expectCleanScreen(page, "two who edit at once");
  await page.goto(`${care}/info`);
  await press("Transfer ownership");
  await expect(dialog.getByLabel("New owner")).toBeVisible();
  await expectCleanScreen(page, "handing over");
  await press("Cancel");
  await press("Delete notebook");
  await expect(dialog).toBeVisible();
  await expectCleanScreen(page, "deleting");
  for (const path of [`/care/${archived.shortId}`, `/care/${shared.shortId}/info`, `${care}/info`]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectCleanScreen(page, path);
  }
  await page.goto(`/care/${shared.shortId}/info`);
  await press("Leave this notebook");
  await expect(dialog).toBeVisible();
  await expectCleanScreen(page, "leaving");
  await page.goto(`/care/${shared.shortId}/edit`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("permission to edit it");
  await expectCleanScreen(page, "no permission");
});

test("axe finds no problem on members, invitations and the switcher", async ({
  mailed: { someone, node },
}) => {
  const anna = await someone("Anna Keller", { viewport: PHONE });
  const jonas = await someone("Jonas Weber");
  const { _id, shortId } = await notebookOf(anna);
  await addMember(node, _id, jonas, "member");
  const offered = await notebookOf(jonas, "Ida Weber");
  const stranger = newEmail("Somebody");
  await invite(jonas, offered._id, anna.email, { personalMessage: "Please come." });
  await invite(jonas, offered._id, stranger);
  await invite(anna, _id, newEmail("Nurse"), { role: "admin", personalMessage: "Please come." });
  const { page } = anna;
  const care = `/care/${shortId}`;
  for (const path of [
    `${care}/members`,
    await linkIn(node, anna.email),
    await linkIn(node, stranger),
    "/invitations/nothing/accept",
    "/care",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await expectCleanScreen(page, path);
  }
  await page.getByRole("button", { name: "2 members" }).first().click();
  await expect(page.getByText("2 member(s) total")).toBeVisible();
  await expectCleanScreen(page, "the members dialog");
  await page.getByRole("button", { name: "Remove Jonas Weber" }).click();
  await expect(page.getByText("Are you sure you want to remove Jonas Weber")).toBeVisible();
  await expectCleanScreen(page, "the question before a removal");
  await page.goto(`${care}/members`);
  await page.getByRole("button", { name: "Role of Jonas Weber" }).click();
  await expect(page.getByRole("menuitemradio")).toHaveCount(4);
  await expectCleanScreen(page, "the roles to give");
  await page.goto(`${care}/members?invite=mail`);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expectCleanScreen(page, "the invite form with an error");
  await page
    .getByRole("button", { name: /Switch notebook/ })
    .first()
    .click();
  await expect(page.getByRole("tab", { name: "Care Notes" })).toBeVisible();
  await expectCleanScreen(page, "the notebook switcher");
  await page.getByRole("tab", { name: "Invitations" }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Accept" })).toBeVisible();
  await expectCleanScreen(page, "the switcher's invitations");
});

test("axe finds no problem in the comments of a note", async ({ someone, node }) => {
  const anna = await someone("Anna Keller", { viewport: PHONE });
  const jonas = await someone("Jonas Weber");
  const { page } = anna;
  const note = await discussedNote(node, anna, [jonas]);
  await say(jonas, note, "@Anna Keller did she sleep?", { mentions: [anna.userId] });
  await say(anna, note, "She did, see https://example.org.", { visibility: "private" });
  await page.goto(note.path);
  await expect(page.getByRole("heading", { name: "Comments (2)" })).toBeVisible();
  await expectCleanScreen(page, "a note with comments");
  await page.getByRole("button", { name: "Edit the comment by Anna Keller" }).click();
  await commentField(page).click();
  await page.keyboard.type("@");
  await expect(page.getByRole("listbox", { name: "People to mention" })).toBeVisible();
  await expectCleanScreen(page, "a comment being changed, and names to mention");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Delete the comment by Jonas Weber" }).click();
  await expect(page.getByText("Are you sure you want to delete this comment?")).toBeVisible();
  await expectCleanScreen(page, "the question before a comment is deleted");
});

import { api } from "../lib/api.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { discussedNote, say } from "./support/comments.ts";
import { asFile, portrait } from "./support/notebooks.ts";
import { newEmail, PASSWORD } from "./support/people.ts";
import { openFromMore } from "./support/places.ts";
import { expect, screenTest, test } from "./support/test.ts";

test.use({ hasBackground: true });

const PHONE = { width: 390, height: 844 };

test("a person changes their e-mail address with the password and the link in the letter to the new one", async ({
  mailed: { someone, node },
  browser,
}) => {
  const anna = await someone("Anna Keller", { viewport: PHONE });
  const { page } = anna;
  const wanted = newEmail("Anna New");
  await page.goto("/account");
  await page.getByRole("button", { name: "Change e-mail address" }).click();
  await page.getByLabel("New e-mail address").fill("no address");
  await page.getByRole("textbox", { name: "Your password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("This isn't an e-mail address.")).toBeVisible();
  await page.getByLabel("New e-mail address").fill(wanted);
  await page.getByRole("textbox", { name: "Your password" }).fill("not the password");
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("This isn't your present password.")).toBeVisible();
  await expectCleanScreen(page, "the form with an error");
  await page.getByRole("textbox", { name: "Your password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Send the link" }).click();
  const waiting = page.getByText(`A message with a link is on its way to ${wanted}.`);
  await expect(waiting).toBeVisible();
  await expectCleanScreen(page, "a change that waits");

  // It waits on every device, and can be given up.
  await page.reload();
  await expect(waiting).toBeVisible();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(page.getByRole("button", { name: "Change e-mail address" })).toBeVisible();
  await page.getByRole("button", { name: "Change e-mail address" }).click();
  await page.getByLabel("New e-mail address").fill(wanted);
  await page.getByRole("textbox", { name: "Your password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(waiting).toBeVisible();
  await page.getByRole("button", { name: "Send again" }).click();
  await expect.poll(async () => (await node.letters(wanted)).length, { timeout: 20_000 }).toBe(3);
  await expect.poll(async () => (await node.letters(anna.email)).length, { timeout: 20_000 }).toBe(2);

  // The link is opened on a phone where nobody is signed in; the page that asked follows.
  const letter = (await node.letters(wanted)).at(-1)!;
  const link = letter.text!.match(/https?:\/\/\S+\/sign-in\/confirm-address#\S+/)![0];
  const phone = await browser.newContext({ baseURL: node.url, viewport: PHONE });
  const other = await phone.newPage();
  await other.goto(link);
  await expect(other.getByRole("button", { name: "Confirm" })).toBeVisible();
  await expect(waiting).toBeVisible();
  await expectCleanScreen(other, "the page of the link");
  await other.getByRole("button", { name: "Confirm" }).click();
  await expect(other.getByText(`Your e-mail address is now ${wanted}.`)).toBeVisible();
  await expect(waiting).toHaveCount(0);
  await expect(page.getByText(`Anna Keller · ${wanted}`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Change e-mail address" })).toBeVisible();

  await other.goto("/sign-in");
  await other.getByLabel("E-mail address").fill(wanted);
  await other.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await other.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(other).toHaveURL("/care");
  await phone.close();
});

screenTest(
  "without a mail server the account page says why the address can't be changed",
  async ({ someone }) => {
    const { page, email } = await someone("Anna Keller");
    await page.goto("/account");
    const section = page.getByRole("region", { name: "E-mail address" });
    await expect(section).toContainText(email);
    await expect(section).toContainText("this server sends no mail");
    await expect(section.getByRole("button")).toHaveCount(0);
    await expect(page.getByText("This browser")).toBeVisible();
  },
);

test("a person's picture shows in the menu, in the list of members and beside comments, until it is removed", async ({
  node,
  someone,
}) => {
  const anna = await someone("Anna Keller", { viewport: PHONE });
  const jonas = await someone("Jonas Weber");
  const note = await discussedNote(node, anna, [jonas]);
  await say(anna, note, "With my face");
  const { page } = anna;
  await page.goto("/account");
  const section = page.getByRole("region", { name: "Picture" });
  await expect(section.getByText("The people in your notebooks would see it.")).toBeVisible();
  await page.locator("[data-picture=own]").setInputFiles({
    name: "notes.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("no picture"),
  });
  await expect(section.getByRole("alert")).toContainText("This picture can't be read.");
  await page.locator("[data-picture=own]").setInputFiles(asFile(await portrait(page)));
  await expect(page.getByText("Your picture is saved.")).toBeVisible();
  await expect(section.locator("img")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Your account/ }).locator("img")).toBeVisible();
  await expectCleanScreen(page, "the account page with a picture");

  await jonas.page.goto(note.path);
  const comment = jonas.page.getByRole("listitem").filter({ hasText: "With my face" });
  await expect(comment.locator("img")).toBeVisible();
  await openFromMore(jonas.page, "Members");
  const row = jonas.page
    .getByRole("listitem")
    .filter({ has: jonas.page.getByRole("heading", { name: /Anna Keller/ }) });
  await expect(row.locator("img")).toBeVisible();

  await section.getByRole("button", { name: "Remove picture" }).click();
  await expect(page.getByText("Your picture is removed.")).toBeVisible();
  await expect(row.locator("img")).toHaveCount(0);
  expect((await anna.http.query(api.users.getCurrentUser, {}))!.avatarUrl).toBeNull();
});

test("the list of one's devices says about where they are, by their clocks", async ({ page, someone }) => {
  const anna = await someone("Anna Keller");
  await page.goto("/sign-in");
  await page.getByLabel("E-mail address").fill(anna.email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/care");
  await page.goto("/account");
  const devices = page.getByRole("region", { name: "Where you are signed in" });
  await expect(devices.getByText("about Berlin, by its clock")).toHaveCount(1);
  // The other one says its clock when a page is opened there.
  await anna.page.goto("/home");
  await anna.page.goto("/account");
  await expect(anna.page.getByText("about Berlin, by its clock")).toHaveCount(2);
});

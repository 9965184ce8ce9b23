import type { Locator, Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { addMember, newEmail, notebookOf, PASSWORD, type Person } from "./support/people.ts";
import { expect, screenTest, test } from "./support/test.ts";
import { watchQuery } from "./support/watched.ts";

const PHONE = { viewport: { width: 390, height: 664 } };

/** Makes a link without a browser; returns its path. */
async function linkBy(
  maker: Pick<Person, "http" | "prove">,
  diaryId: string,
  choices: { role?: "admin" | "member" | "extended"; forName?: string; letsInAtOnce?: boolean } = {},
): Promise<string> {
  const { link } = await maker.http.action(api.invitations.createOpenLink, {
    diaryId,
    role: "member",
    proof: await maker.prove("invitation"),
    ...choices,
  });
  return new URL(link).pathname;
}

const pending = (page: Page) => page.getByRole("region", { name: "Pending invitations" });
const requests = (page: Page) => page.getByRole("region", { name: "Requests to join" });

test("Ben signs up by Anna's link on his phone, waits, and is in as soon as she lets him in", async ({
  someone,
  node,
  browser,
}) => {
  const anna = await someone("Anna Keller", PHONE);
  const { shortId } = await notebookOf(anna);
  const { page } = anna;
  // The share sheet of a phone.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "share", {
      value: async (data: ShareData) => {
        (window as unknown as { shared: ShareData }).shared = data;
      },
    });
  });
  await page.goto(`/care/${shortId}/members`);
  await page.getByRole("link", { name: "Invite someone" }).click();
  await expect(page.getByRole("button", { name: "Share a link" })).toBeInViewport({ ratio: 1 });
  await page.getByLabel("Who is it for?").fill("Ben");
  await page.getByRole("button", { name: "Share a link" }).click();
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.getByRole("button", { name: "Share the link" }).click();
  await expect(page.getByRole("heading", { name: "The link for Ben is ready" })).toBeFocused();
  const shared = await page.evaluate(() => (window as unknown as { shared: ShareData }).shared);
  expect(JSON.stringify(shared)).not.toContain("Rosa");
  expect(shared.text).toBe("Anna Keller invites you to a care notebook on CareDiary.");
  await expect(page.getByRole("textbox", { name: "Link" })).toHaveValue(shared.url!);
  await expect(page.getByRole("img", { name: "The link as a picture to scan" })).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(pending(page)).toContainText("Link for Ben");
  await expect(pending(page)).toContainText("Expires in 7 days. Made by Anna Keller just now.");
  await page.goto("/home");
  await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();

  const context = await browser.newContext({ baseURL: node.url, ...PHONE });
  const ben = await context.newPage();
  // On a slow line the page keeps the device's own letters, which are wider here.
  await ben.route("**/*.woff2", (route) => route.abort());
  const elsewhere: string[] = [];
  ben.on("request", (request) => {
    if (!request.url().startsWith(node.url) && request.url().startsWith("http"))
      elsewhere.push(request.url());
  });
  const opened = await ben.goto(shared.url!);
  // The link's secret isn't sent to other sites.
  expect(opened!.headers()["referrer-policy"]).toBe("no-referrer");
  await expect(
    ben.getByRole("heading", { level: 1, name: "Anna Keller invites you to “Rosa Blum's Care Notebook”" }),
  ).toBeVisible();
  const main = ben.getByRole("main");
  await expect(main).toContainText("You come in as Caregiver. You will be able to see the care team's notes");
  await expect(main).toContainText("Then you can accept it, and Anna Keller lets you in.");
  await expect(ben.getByRole("link", { name: "Create an account" })).toBeInViewport({ ratio: 1 });
  await ben.getByRole("link", { name: "Create an account" }).click();
  const email = newEmail("Ben");
  await ben.getByLabel("Your name").fill("Ben Brown");
  await ben.getByLabel("E-mail address").fill(email);
  await ben.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await ben.getByRole("button", { name: "Create account" }).click();
  await expect(ben).toHaveURL(shared.url!);
  const acceptButton = ben.getByRole("button", { name: "Accept" });
  await expect(acceptButton).toBeInViewport({ ratio: 1 });
  await acceptButton.click();
  await expect(ben.getByRole("heading", { level: 1, name: "Anna Keller has to let you in" })).toBeVisible();

  // Anna is on home: it asks her, without a reload.
  const question = requests(page).getByRole("listitem");
  await expect(question.getByRole("heading", { name: "Let Ben Brown in as caregiver?" })).toBeVisible();
  await expect(question).toContainText(`${email} has the link that Anna Keller made for Ben.`);
  await expect(question).toContainText("Asked just now.");
  await question.getByRole("button", { name: "Let in", exact: true }).click();
  await expect(ben).toHaveURL(`/care/${shortId}`);
  await expect(ben.getByRole("heading", { level: 1, name: "Rosa Blum's Care Notebook" })).toBeVisible();
  await expect(requests(page)).toHaveCount(0);
  expect(elsewhere).toEqual([]);

  // The link is used up, for everybody.
  await page.goto(shared.url!);
  await expect(
    page.getByRole("heading", { name: "This invitation has already been accepted." }),
  ).toBeVisible();
  await ben.goto(shared.url!);
  await ben.getByRole("link", { name: "Open the notebook" }).click();
  await expect(ben).toHaveURL(`/care/${shortId}`);
  await context.close();
});

test("copies a link where there is no share sheet, shares it again, and cancels it", async ({ someone }) => {
  const anna = await someone("Anna Keller", { permissions: ["clipboard-read", "clipboard-write"] });
  const ben = await someone("Ben Brown");
  const { shortId } = await notebookOf(anna);
  const { page } = anna;
  await page.goto(`/care/${shortId}/members?invite`);
  await page.getByRole("radio", { name: "Viewer" }).check();
  await page.getByRole("button", { name: "Share a link" }).click();
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.getByRole("button", { name: "Share the link" }).click();
  await expect(page.getByText("For one person, as Viewer, for 7 days.")).toBeVisible();
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const first = await page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page).toHaveURL(`/care/${shortId}/members`);

  await page.getByRole("button", { name: "Share again: Link for one person" }).click();
  const dialog = page.getByRole("dialog", { name: "Link for one person" });
  const second = await dialog.getByRole("textbox", { name: "Link" }).inputValue();
  expect(second).not.toBe(first);
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  for (const link of [first, second]) {
    await ben.page.goto(link);
    await expect(ben.page.getByRole("button", { name: "Accept" })).toBeVisible();
  }
  await page.getByRole("button", { name: "Cancel: Link for one person" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel invitation" }).click();
  await expect(pending(page)).toContainText("No pending invitations");
  await expect(ben.page.getByRole("heading", { name: "Invalid invitation" })).toBeVisible();
  await expect(ben.page.getByRole("main")).toContainText("was taken back. Ask Anna Keller");
});

screenTest(
  "a link that lets in at once leads straight into the notebook; its maker hears of it wherever they are",
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const ben = await someone("Ben Brown");
    const { _id, shortId } = await notebookOf(anna);
    const arrivals = watchQuery(anna.page, "invitations:listArrivals");
    await anna.page.goto("/tasks");
    await expect(anna.page.getByRole("heading", { level: 1 })).toBeVisible();
    // What was there before is no news.
    await expect.poll(() => arrivals.answers.length).toBeGreaterThan(0);
    await ben.page.goto(await linkBy(anna, _id, { letsInAtOnce: true }));
    await expect(ben.page.getByText("Anna Keller invites you to a care notebook")).toBeVisible();
    await ben.page.getByRole("button", { name: "Accept" }).click();
    await expect(ben.page).toHaveURL(`/care/${shortId}`);
    await expect(anna.page.getByText("Ben Brown is in “Rosa Blum's Care Notebook” now.")).toBeVisible();
  },
);

screenTest("says that somebody was not let in, to them and on the link", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const mia = await someone("Mia Lang");
  const stranger = await someone("Sam Stranger");
  const ben = await someone("Ben Brown");
  const { _id, shortId } = await notebookOf(anna);
  await addMember(node, _id, mia, "admin");
  const link = await linkBy(anna, _id);
  await stranger.page.goto(link);
  await stranger.page.getByRole("button", { name: "Accept" }).click();
  await expect(stranger.page.getByRole("heading", { name: "Anna Keller has to let you in" })).toBeVisible();
  await mia.page.goto(`/care/${shortId}/members`);
  await requests(mia.page).getByRole("button", { name: "Don't let in" }).click();
  await expect(stranger.page.getByRole("heading", { name: "You were not let in" })).toBeVisible();
  await expect(requests(mia.page)).toHaveCount(0);
  await ben.page.goto(link);
  await expect(ben.page.getByRole("heading", { name: "This invitation has been declined." })).toBeVisible();
});

screenTest("takes a request back, and the link with it", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const ben = await someone("Ben Brown");
  const { _id, shortId } = await notebookOf(anna);
  await ben.page.goto(await linkBy(anna, _id));
  await ben.page.getByRole("button", { name: "Accept" }).click();
  await anna.page.goto(`/care/${shortId}/members`);
  await expect(requests(anna.page)).toContainText("Let Ben Brown in as caregiver?");
  await ben.page.getByRole("button", { name: "Don't ask any more" }).click();
  await expect(requests(anna.page)).toHaveCount(0);
  await expect(ben.page).toHaveURL("/care");
});

screenTest("tells its maker and members that the link isn't for them", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const vera = await someone("Vera Viewer");
  const { _id, shortId } = await notebookOf(anna);
  await addMember(node, _id, vera, "extended");
  const link = await linkBy(anna, _id, { role: "admin", letsInAtOnce: true });
  await anna.page.goto(link);
  await expect(anna.page.getByRole("heading", { level: 1, name: "This is your own link" })).toBeVisible();
  await vera.page.goto(link);
  await expect(
    vera.page.getByRole("heading", { level: 1, name: "You are already in this notebook" }),
  ).toBeVisible();
  await expect(vera.page.getByRole("button", { name: "Accept" })).toHaveCount(0);
  await vera.page.getByRole("link", { name: "Open the notebook" }).click();
  await expect(vera.page).toHaveURL(`/care/${shortId}`);
});

screenTest("another admin sees the link and may cancel it, but not share it", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const mia = await someone("Mia Lang");
  const { _id, shortId } = await notebookOf(anna);
  await addMember(node, _id, mia, "admin");
  await linkBy(anna, _id, { forName: "Ben" });
  await mia.page.goto(`/care/${shortId}/members`);
  await expect(pending(mia.page)).toContainText("Link for Ben");
  await expect(mia.page.getByRole("button", { name: /Share again/ })).toHaveCount(0);
  await expect(mia.page.getByRole("button", { name: "Cancel: Link for Ben" })).toBeVisible();
});

screenTest("invites several addresses at once, each with its own result", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const vera = await someone("Vera Viewer");
  const { _id, shortId } = await notebookOf(anna);
  await addMember(node, _id, vera, "extended");
  const { page } = anna;
  const [one, two] = [newEmail("One"), newEmail("Two")];
  await page.goto(`/care/${shortId}/members?invite=mail`);
  const field = page.getByLabel("E-mail address");
  await field.fill(`${one}, nobody`);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByRole("alert")).toHaveText("Please enter a valid email address: nobody");
  await field.fill(`One <${one}>,\n${vera.email}\n${two} ${one.toUpperCase()}`);
  await page.getByRole("button", { name: "Send invitation" }).click();
  const results = page.getByRole("list", { name: "Results" }).getByRole("listitem");
  await expect(results).toHaveText([
    `${one}: Invitation sent`,
    `${vera.email}: This person is already a member of this notebook`,
    `${two}: Invitation sent`,
  ]);
  await expect(page.getByRole("alert")).toHaveText("1 of 3 could not be invited");
  await expect(field).toHaveValue(vera.email);
  await expect(pending(page).getByRole("heading", { level: 3 })).toHaveText([two, one]);
});

test("fits at 320 px and with text of 200 %, and is made with the keyboard", async ({ someone }) => {
  const anna = await someone("Anna Keller", { viewport: { width: 320, height: 664 } });
  const { shortId } = await notebookOf(anna);
  const { page } = anna;
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await page.goto(`/care/${shortId}/members?invite`);
  await expect(page.getByRole("radio", { name: "Caregiver" })).toBeFocused();
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "Admin" })).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.type("Mia");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Your password")).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "The link for Mia is ready" })).toBeFocused();
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.addStyleTag({ content: "html { font-size: 200% }" });
  await page.setViewportSize({ width: 390, height: 664 });
  const beyond = (part: Locator) =>
    part.evaluate((section) =>
      [...section.querySelectorAll("*")]
        .filter((each) => each.getBoundingClientRect().right > window.innerWidth)
        .map((each) => each.textContent),
    );
  expect(await beyond(page.getByRole("region", { name: "Invite someone" }))).toEqual([]);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(pending(page)).toContainText("Link for Mia");
  expect(await beyond(pending(page))).toEqual([]);
});

test("axe finds no problem on the ways to invite, the link's pages and the questions", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const ben = await someone("Ben Brown");
  const { _id, shortId } = await notebookOf(anna);
  await anna.page.goto(`/care/${shortId}/members?invite`);
  await expect(anna.page.getByRole("button", { name: "Share a link" })).toBeVisible();
  await expectCleanScreen(anna.page);
  await anna.page.getByRole("button", { name: "Share a link" }).click();
  await anna.page.getByLabel("Your password").fill(PASSWORD);
  await anna.page.getByRole("button", { name: "Share the link" }).click();
  await expect(anna.page.getByRole("img", { name: "The link as a picture to scan" })).toBeVisible();
  await expectCleanScreen(anna.page);
  const link = await linkBy(anna, _id, { forName: "Ben" });
  await ben.page.goto(link);
  await expect(ben.page.getByRole("button", { name: "Accept" })).toBeVisible();
  await expectCleanScreen(ben.page);
  await ben.page.getByRole("button", { name: "Accept" }).click();
  await expect(ben.page.getByRole("heading", { name: "Anna Keller has to let you in" })).toBeVisible();
  await expectCleanScreen(ben.page);
  await anna.page.goto("/home");
  await expect(requests(anna.page)).toBeVisible();
  await expectCleanScreen(anna.page);
});

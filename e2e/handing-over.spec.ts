import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { expectClean } from "./support/axe.ts";
import { alterCall } from "./support/faults.ts";
import { notebookOf } from "./support/people.ts";
import { expect, type SignUp, screenTest, test } from "./support/test.ts";

const PHONE = { viewport: { width: 390, height: 844 } };

/** Opens the handover of a new notebook. */
async function openHandover(
  someone: SignUp,
  options: object = {},
  before: (page: Page) => Promise<void> = async () => {},
) {
  const anna = await someone("Anna Keller", options);
  await before(anna.page);
  const rosa = await notebookOf(anna, "Rosa Blum");
  const address = `/care/${rosa.shortId}/handover`;
  await anna.page.goto(address);
  await expect(anna.page).toHaveURL(/since=\d+/);
  return { anna, rosa, page: anna.page, address };
}

const opener = (page: Page) => page.getByRole("button", { name: "Hand over", exact: true });
const happened = (page: Page) => page.getByLabel("What happened");
const save = (page: Page) => page.getByRole("button", { name: "Save note" });
const form = (page: Page) => page.getByRole("region", { name: "Hand over", exact: true });
const files = (page: Page) => page.getByRole("group", { name: "Photos and files" }).getByRole("listitem");
/** What the reader handed over, with the time. */
const own = (page: Page) => page.getByRole("region", { name: /^Handed over by you, \d+:\d\d/ });

screenTest(
  "a handover is written on its page, shown there at once, and its lines become tasks",
  async ({ someone }) => {
    const { page } = await openHandover(someone);
    await expect(page.getByText(/^Nothing since/)).toBeVisible();
    await opener(page).click();
    await page.getByText("Urgent").click();
    await happened(page).fill("She fell in the kitchen.");
    await page.getByLabel("What to do").fill("- Call Dr. Roth\n- Ice for the knee");
    await page.getByLabel("What to watch for").fill("If the knee swells, call again");
    await save(page).click();
    await expect(form(page)).toHaveCount(0);
    await expect(own(page)).toContainText("Urgent");
    await expect(own(page)).toContainText("If the knee swells, call again");
    await expect(page.getByText(/^Nothing from others since/)).toBeVisible();
    await expect(page).toHaveURL(/\/handover\?since=/);
    // The note has its tasks and can be edited.
    await own(page).getByRole("link", { name: "She fell in the kitchen." }).click();
    await expect(page.getByRole("link", { name: "Edit" })).toBeVisible();
    // Each line stands once, with its button beside it.
    await expect(page.getByText("Ice for the knee")).toHaveCount(1);
    await page.getByRole("button", { name: "Make a task: Call Dr. Roth" }).click();
    await expect(page.getByRole("button", { name: "Make a task: Call Dr. Roth" })).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Tasks (1)" })).toContainText("Call Dr. Roth");
    await expect(page.getByRole("button", { name: "Make a task: Ice for the knee" })).toBeVisible();
  },
);

test("on a phone the form and its button fit on one screen, and Back closes it", async ({ someone }) => {
  const { page } = await openHandover(someone, PHONE);
  await opener(page).click();
  await expect(happened(page)).toBeFocused();
  const bar = page.getByRole("navigation", { name: "Places" });
  const top = (await bar.boundingBox())!.y;
  const { y, height } = (await save(page).boundingBox())!;
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  expect(y + height).toBeLessThanOrEqual(top);
  await expectClean(page, "handing over");
  await page.goBack();
  await expect(form(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/handover\?since=/);
});

screenTest(
  "the keyboard opens, fills and saves the form, and goes on where it began",
  async ({ someone }) => {
    const { page } = await openHandover(someone);
    await opener(page).focus();
    await page.keyboard.press("Enter");
    await expect(happened(page)).toBeFocused();
    await page.keyboard.type("A calm day.");
    await save(page).focus();
    await page.keyboard.press("Enter");
    await expect(own(page)).toContainText("A calm day.");
    await expect(opener(page)).toBeFocused();
    // Leaving without saving does, too.
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(opener(page)).toBeFocused();
  },
);

test("a draft waits in the form, with its folded fields and files in sight", async ({ someone }) => {
  const { page, address } = await openHandover(someone);
  await opener(page).click();
  await happened(page).fill("She slept until noon.");
  const more = page.getByText(/^More: photos/);
  const whom = page.getByLabel("For whom");
  await expect(whom).toHaveCount(0);
  await more.click();
  await whom.fill("Ben");
  await page
    .locator("input[type=file][multiple]")
    .setInputFiles({ name: "list.txt", mimeType: "text/plain", buffer: Buffer.from("milk") });
  await more.click();
  await expect(whom).toBeHidden();
  await page.goto(address);
  await opener(page).click();
  await expect(happened(page)).toHaveValue("She slept until noon.");
  await expect(whom).toHaveValue("Ben");
  await expect(files(page)).toBeVisible();
  // The file alone opens them, too.
  await whom.fill("");
  await more.click();
  await page.goto(address);
  await opener(page).click();
  await expect(files(page)).toBeVisible();
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await expect(happened(page)).toHaveValue("");
});

screenTest("a refused handover stays in the form and isn't shown as handed over", async ({ someone }) => {
  const { page } = await openHandover(someone, {}, (page) =>
    alterCall(page, "notes:createNote", (args) => ({ ...args, title: "" })),
  );
  await opener(page).click();
  await save(page).click();
  await expect(happened(page)).toBeFocused();
  await happened(page).fill("She ate well.");
  await save(page).click();
  await expect(form(page).getByRole("alert")).toContainText("The note was not saved");
  await expect(happened(page)).toHaveValue("She ate well.");
  await expect(own(page)).toHaveCount(0);
});

test("without a connection a handover is kept, says that it waits, and is sent later", async ({
  someone,
}) => {
  const { anna, rosa, page } = await openHandover(someone);
  await opener(page).click();
  // The form is loaded when it is first opened.
  await expect(happened(page)).toBeVisible();
  await anna.context.setOffline(true);
  await happened(page).fill("She sat in the garden.");
  await save(page).click();
  await expect(form(page)).toHaveCount(0);
  await expect(own(page)).toContainText("She sat in the garden.");
  await expect(own(page)).toContainText("Waiting to be sent");
  await anna.context.setOffline(false);
  await expect(own(page).getByRole("link")).toBeVisible({ timeout: 30_000 });
  const { page: notes } = await anna.http.query(api.notes.pageNotes, {
    diaryId: rosa._id,
    paginationOpts: { numItems: 5, cursor: null },
  });
  expect(notes.map(({ title }) => title)).toEqual(["She sat in the garden."]);
});

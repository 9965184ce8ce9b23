import type { Page } from "@playwright/test";
import { stopClock } from "./support/clock.ts";
import { MIDDAY, middayNotebook, plannedIn } from "./support/doses.ts";
import { brokenTable, delayResult } from "./support/faults.ts";
import { invite } from "./support/invitations.ts";
import { addMember, notebookOf } from "./support/people.ts";
import { spec } from "./support/spec.ts";
import { expect, screenTest, test } from "./support/test.ts";

const open = async (page: Page) => {
  await page.getByRole("banner").getByRole("button", { name: "Switch notebook" }).click();
  return page.getByRole("dialog", { name: "Notebooks" });
};

screenTest(
  "the switcher leads from one notebook to another, and shows which one is open",
  {
    tag: spec("CORE-086 CORE-087 CORE-088 CORE-089 CORE-090 CORE-093"),
  },
  async ({ mailed: { someone, node } }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const rosa = await notebookOf(anna, "Rosa Blum");
    const emil = await notebookOf(jonas, "Emil Weber");
    await addMember(node, emil._id, anna, "member");
    const third = await notebookOf(jonas, "Ida Weber");
    await invite(jonas, third._id, anna.email);
    const { page } = anna;
    await page.goto(`/care/${rosa.shortId}/members`);
    await expect(page.getByRole("button", { name: "Switch notebook, 1 invitation" })).toHaveCount(1);
    const dialog = await open(page);
    await expect(dialog.getByRole("tab", { name: "Care Notes 2" })).toHaveAttribute("aria-selected", "true");
    await expect(dialog.getByRole("tab", { name: "Invitations 1" })).toBeVisible();
    await expect(dialog.getByLabel("Find a notebook")).toHaveCount(0);
    const current = dialog.getByRole("link", { name: "Rosa Blum" });
    await expect(current).toHaveAttribute("aria-current", "page");
    await expect(current).toContainText("Open now");
    await expect(dialog.getByRole("link", { name: "Emil Weber" })).toContainText("Caregiver");
    await expect(dialog.getByRole("link", { name: "Create a Notebook" })).toHaveAttribute(
      "href",
      "/care/new",
    );

    // The counts are live.
    await invite(jonas, emil._id, "nobody@example.org");
    const fourth = await notebookOf(jonas, "Otto Weber");
    await invite(jonas, fourth._id, anna.email);
    await addMember(node, fourth._id, anna, "extended");
    await expect(dialog.getByRole("tab", { name: "Care Notes 3" })).toBeVisible();
    await expect(dialog.getByRole("tab", { name: "Invitations 2" })).toBeVisible();

    await dialog.getByRole("link", { name: "Emil Weber" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(`/care/${emil.shortId}`);
  },
);

screenTest(
  "the switcher answers invitations; an accepted notebook opens",
  {
    tag: spec("CORE-091 CORE-092"),
  },
  async ({ mailed: { someone } }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const rosa = await notebookOf(jonas, "Rosa Blum");
    const emil = await notebookOf(jonas, "Emil Weber");
    await invite(jonas, rosa._id, anna.email);
    await invite(jonas, emil._id, anna.email);
    const { page } = anna;
    await page.goto("/home");
    const dialog = await open(page);
    await dialog.getByRole("tab", { name: "Invitations 2" }).click();
    const card = (name: string) =>
      dialog.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
    await card("Emil Weber's Care Notebook").getByRole("button", { name: "Decline" }).click();
    await expect(dialog.getByRole("tab", { name: "Invitations 1" })).toBeVisible();
    await card("Rosa Blum's Care Notebook").getByRole("button", { name: "Accept" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(`/care/${rosa.shortId}`);
    await expect(
      page.getByRole("banner").getByRole("button", { name: "Switch notebook" }),
    ).toHaveAccessibleName("Rosa Blum. Switch notebook");
  },
);

screenTest(
  "the switcher says when a list is empty, and why an answer failed",
  {
    tag: spec("CORE-094 CORE-216 CORE-218"),
  },
  async ({ mailed: { someone, node } }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const { page } = anna;
    await page.goto("/care");
    const dialog = await open(page);
    await expect(dialog.getByText("No Notebooks Found")).toBeVisible();
    await expect(dialog.getByRole("link", { name: "Create a Notebook" })).toBeVisible();
    await dialog.getByRole("tab", { name: "Invitations 0" }).click();
    await expect(dialog.getByText("No pending invitations")).toBeVisible();
    const { _id } = await notebookOf(jonas);
    await invite(jonas, _id, anna.email);
    await expect(dialog.getByText("No pending invitations")).toHaveCount(0);
    await using _ = await brokenTable(node, "invitations");
    for (const [button, text] of [
      ["Accept", "Failed to accept invitation"],
      ["Decline", "Failed to decline invitation"],
    ] as const) {
      await dialog.getByRole("button", { name: button }).click();
      await expect(page.getByRole("alert").filter({ hasText: text })).toBeVisible();
      await expect(dialog.getByRole("button", { name: button })).toBeEnabled();
    }
  },
);

test("due doses that come after the switcher has opened move no person; the next time theirs is first", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller", { timezoneId: MIDDAY });
  const emil = await middayNotebook(anna, "Emil Weber");
  await plannedIn(node, anna, emil._id, "insulin", 1);
  // The notebook that changed last is first, unless another one has a due dose.
  await notebookOf(anna, "Rosa Blum");
  const { page } = anna;
  await page.clock.install();
  const due = await delayResult(page, "doses:listDue");
  await page.goto("/care/new");
  await expect(page.getByRole("button", { name: "Switch notebook" })).toBeVisible();
  // By the page's time, which a busy machine doesn't shorten.
  await stopClock(page);
  const dialog = await open(page);
  await expect.poll(() => due.countHeld()).toBeGreaterThan(0);
  await page.clock.runFor(400);
  // Its words depend on whether the last check of the server was late, and no other follows while the clock is stopped.
  await expect(dialog.getByRole("status")).toBeAttached();
  await expect(dialog.getByRole("listitem")).toHaveCount(0);
  await page.clock.fastForward(1000);
  await page.clock.resume();
  await expect(dialog.getByRole("listitem")).toHaveText([/Rosa Blum/, /Emil Weber/]);
  due.release();
  // The next change, with which the doses arrive.
  await notebookOf(anna, "Ida Weber");
  await expect(dialog.getByRole("listitem")).toHaveText([/Rosa Blum/, /Emil Weber/, /Ida Weber/]);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await open(page);
  await expect(dialog.getByRole("listitem").first()).toContainText("A dose is due");
  await expect(dialog.getByRole("listitem").first()).toContainText("Emil Weber");
});

test("with more than eight notebooks the switcher has a search, Enter opens the first hit and the arrow keys go through", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller", { viewport: { width: 390, height: 844 } });
  for (const name of ["Ada", "Bea", "Cleo", "Dora", "Elsa", "Frida", "Gerda", "Hilde"])
    await notebookOf(anna, name);
  const { page } = anna;
  await page.goto("/care");
  await expect(page.getByRole("heading", { level: 3 })).toHaveCount(8);
  const opener = page.getByRole("banner").getByRole("button", { name: "Switch notebook" });
  await opener.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Notebooks" });
  await expect(dialog.getByRole("link", { name: "Ada" })).toBeVisible();
  await expect(dialog.getByLabel("Find a notebook")).toHaveCount(0);
  const ninth = await notebookOf(anna, "Irma");
  const search = dialog.getByLabel("Find a notebook");
  await expect(search).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(search).toBeFocused();
  await page.keyboard.type("zzz");
  await expect(dialog.getByText("No Notebooks Found")).toBeVisible();
  await search.fill("rda");
  await expect(dialog.getByRole("listitem")).toHaveText(/Gerda/);
  await search.fill("");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("link").nth(1)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(search).toBeFocused();
  await page.keyboard.type("irm");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/care/${ninth.shortId}`);
  await expect(dialog).toHaveCount(0);
});

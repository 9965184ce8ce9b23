import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { expectClean, expectCleanScreen } from "./support/axe.ts";
import { chooseOnNote } from "./support/note-menu.ts";
import { addMember, notebookOf, noteOf } from "./support/people.ts";
import { expect, screenTest, test } from "./support/test.ts";

test.use({ hasBackground: true });

const content = (page: Page) => page.getByLabel("Content");
const names = (page: Page) => page.getByRole("listbox", { name: "People to mention" });
const save = (page: Page) => page.getByRole("button", { name: "Save note" });
const news = (page: Page) => page.getByRole("region", { name: /^What is new/ });

test("a note mentions a member, who is told at home and by mail", async ({ mailed: { someone, node } }) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const petra = await someone("Petra Sommer");
  const rosa = await notebookOf(anna);
  for (const person of [jonas, petra]) await addMember(node, rosa._id, person, "member");
  const { page } = anna;
  await page.goto(`/care/${rosa.shortId}/note/new?type=default`);
  await expect(content(page)).toBeFocused();
  await page.keyboard.type("Her ankle is swollen.\n@");
  await expect(names(page).getByRole("option")).toHaveText([/Jonas Weber/, /Petra Sommer/]);
  await expect(content(page)).toHaveAttribute(
    "aria-activedescendant",
    (await names(page).getByRole("option").first().getAttribute("id"))!,
  );
  await expect(content(page)).toHaveAttribute("aria-controls", (await names(page).getAttribute("id"))!);
  await expectClean(page, "the form with names");
  // The names stand below the line that is written, not below the whole field.
  const [field, list] = [(await content(page).boundingBox())!, (await names(page).boundingBox())!];
  expect(list.y).toBeGreaterThan(field.y + 2 * 24);
  expect(list.y).toBeLessThan(field.y + field.height);
  await page.keyboard.press("ArrowDown");
  await expect(names(page).getByRole("option", { name: "Petra Sommer" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(content(page)).toHaveValue("Her ankle is swollen.\n@Jonas Weber ");
  await page.keyboard.type("can you look?");
  await save(page).click();
  await page.getByRole("link", { name: /^Her ankle is swollen/ }).click();
  await expect(page.getByText("@Jonas Weber", { exact: true })).toHaveCSS("font-weight", "700");
  await expectCleanScreen(page);

  const lettersTo = async ({ email }: { email: string }) =>
    (await node.letters(email)).filter(({ subject }) => subject?.includes("mentioned"));
  await expect.poll(async () => (await lettersTo(jonas)).length).toBe(1);
  const [letter] = await lettersTo(jonas);
  expect(letter!.text).toContain("Read the note");
  expect(letter!.text).not.toContain("ankle");
  expect(await lettersTo(petra)).toEqual([]);

  await jonas.page.goto("/home");
  await expect(news(jonas.page).getByRole("heading", { level: 3 }).first()).toContainText("Mentions you");
  await petra.page.goto("/home");
  await expect(news(petra.page)).toContainText("1 new");
  await expect(petra.page.getByText("Mentions you")).toHaveCount(0);

  // The link of the mail leads to the note, and reading it is enough.
  await jonas.page.goto(/http\S+\/note\/\S+/.exec(letter!.text!)![0]);
  await expect(jonas.page.getByText("@Jonas Weber", { exact: true })).toBeVisible();
});

test("a mention is chosen by touch on a phone, below the line that is written", async ({ someone, node }) => {
  const anna = await someone("Anna Keller", {
    viewport: { width: 390, height: 700 },
    hasTouch: true,
    isMobile: true,
  });
  const jonas = await someone("Jonas Weber");
  const rosa = await notebookOf(anna);
  await addMember(node, rosa._id, jonas, "member");
  const { page } = anna;
  await page.goto(`/care/${rosa.shortId}/note/new?type=default`);
  await content(page).tap();
  await page.keyboard.type(`${"A long evening with many words. ".repeat(12)}@jo`);
  const name = page.getByRole("option", { name: "Jonas Weber" });
  await expect(name).toBeInViewport({ ratio: 1 });
  expect((await name.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await name.tap();
  await expect(content(page)).toHaveValue(/@Jonas Weber $/);
  await expect(content(page)).toBeFocused();
});

screenTest(
  "who can't see a note isn't told of a mention in it, and the form says so before",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const vroni = await someone("Vroni Viewer");
    const rosa = await notebookOf(anna);
    await addMember(node, rosa._id, jonas, "member");
    await addMember(node, rosa._id, vroni, "extended");
    const { page } = anna;
    await page.goto(`/care/${rosa.shortId}/note/new?type=default`);
    await content(page).fill("@Vroni Viewer and @Jonas Weber, she ate well.");
    await expect(page.getByText("Vroni Viewer won't be told")).toBeVisible();
    await page.getByRole("radio", { name: "Only me" }).check();
    await expect(page.getByText("Vroni Viewer and Jonas Weber won't be told")).toBeVisible();
    await page.getByRole("radio", { name: "Everyone" }).check();
    await expect(page.getByText("won't be told")).toHaveCount(0);
    await page.getByRole("radio", { name: "Only me" }).check();
    await save(page).click();
    await page.getByRole("link", { name: /Vroni Viewer/ }).click();
    await expect(page.getByText("@Jonas Weber", { exact: true })).toBeVisible();
    const asked = async (person: typeof anna) =>
      (await person.http.query(api.updates.listNew, {})).groups.filter(({ mentionsMe }) => mentionsMe).length;
    expect([await asked(jonas), await asked(vroni)]).toEqual([0, 0]);
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await page.getByRole("radio", { name: "Care team" }).check();
    await expect(page.getByText("Vroni Viewer won't be told")).toBeVisible();
    await save(page).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Vroni Viewer");
    expect([await asked(jonas), await asked(vroni)]).toEqual([1, 0]);
  },
);

screenTest(
  "an edit mentions somebody new, and keeps a mention of somebody who has left",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const lena = await someone("Lena Leaver");
    const rosa = await notebookOf(anna);
    for (const person of [jonas, lena]) await addMember(node, rosa._id, person, "member");
    // A name that was written before there were mentions mentions nobody because another field changes.
    const note = await noteOf(anna, rosa._id, "Shoes", "@Lena Leaver and @Jonas Weber found them.");
    const mentioned = async () =>
      (await anna.http.query(api.notes.getNote, { noteId: note._id }))!.mentioned.map(({ name }) => name);
    const { page } = anna;
    const edit = `/care/${rosa.shortId}/note/${note.shortId}/edit`;
    await page.goto(edit);
    await page.getByLabel("Title").fill("The shoes");
    await save(page).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("The shoes");
    expect(await mentioned()).toEqual([]);
    await page.goto(edit);
    await content(page).fill("@Lena Leaver found them.");
    await save(page).click();
    await expect(page.getByText("@Lena Leaver", { exact: true })).toBeVisible();
    expect(await mentioned()).toEqual(["Lena Leaver"]);
    await node.database().pool.query("delete from members where user_id = $1", [lena.userId]);
    await page.goto(edit);
    await content(page).fill("@Lena Leaver found them, @Jonas Weber.");
    await save(page).click();
    await expect(page.getByText("@Jonas Weber", { exact: true })).toBeVisible();
    expect((await mentioned()).sort()).toEqual(["Jonas Weber", "Lena Leaver"]);
    // The history shows what each version mentioned.
    await chooseOnNote(page, "History");
    await page.getByRole("button", { name: "Read version 3" }).click();
    await expect(page.getByRole("dialog").locator("strong")).toHaveText(["@Lena Leaver"]);
  },
);

import { discussedNote, say } from "./support/comments.ts";
import { expectHarmless, watchForHarm } from "./support/harm.ts";
import { HOSTILE_TEXTS } from "./support/hostile-texts.ts";
import { expect, test } from "./support/test.ts";

test("comments and names that contain scripts are shown as text; no script runs and nothing is reported", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const eve = await someone("Eve");
  const note = await discussedNote(node, anna, [eve]);
  for (const text of HOSTILE_TEXTS) await say(eve, note, text, { mentions: [eve.userId] });
  const { page } = anna;
  const harm = await watchForHarm(page, node.url);
  // Each name appears beside all comments and in the suggestions.
  for (const name of HOSTILE_TEXTS.filter((text) => text.length <= 200)) {
    await node.database().pool.query("update users set name = $2 where id = $1", [eve.userId, name]);
    if (name !== HOSTILE_TEXTS[0]) {
      await expect(page.getByRole("region", { name: /Comments/ })).toContainText(name);
      continue;
    }
    await page.goto(note.path);
    await expect(page.getByRole("heading", { name: `Comments (${HOSTILE_TEXTS.length})` })).toBeVisible({
      timeout: 30_000,
    });
  }
  const comments = page.getByRole("region", { name: /Comments/ }).getByRole("listitem");
  const shown = await comments.locator("p:nth-of-type(2)").allTextContents();
  expect(shown).toEqual([...HOSTILE_TEXTS]);
  const links = await comments
    .getByRole("link")
    .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).protocol));
  expect(links.length).toBeGreaterThan(0);
  expect(links.every((protocol) => protocol === "https:" || protocol === "http:")).toBe(true);
  await page.getByLabel("Write a comment").click();
  await page.keyboard.type("@");
  await expect(page.getByRole("listbox", { name: "People to mention" }).getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(comments).toHaveCount(HOSTILE_TEXTS.length + 1);
  // Moving the pointer over everything and clicking every highlight runs nothing either.
  for (const comment of await comments.all()) await comment.hover({ force: true });
  await comments.getByRole("button", { name: "Delete" }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectHarmless(harm);
});

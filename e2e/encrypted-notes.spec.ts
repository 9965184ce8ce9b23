import { COMMANDS } from "../features/notebooks/server/commands.ts";
import { runOperatorCommand } from "../test/operator.ts";
import { addMember, notebookOf, noteOf } from "./support/people.ts";
import { spec } from "./support/spec.ts";
import { expect, screenTest } from "./support/test.ts";

screenTest(
  "members write, read and change an encrypted note like any other; its row is encrypted",
  {
    tag: spec("CORE-299 CORE-300"),
  },
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const { _id, shortId } = await notebookOf(anna);
    await addMember(node, _id, jonas, "member");
    const { page } = anna;
    await jonas.page.goto(`/care/${shortId}`);
    await page.goto(`/care/${shortId}/note/new?type=default`);
    await page.getByLabel("Title").fill("A hard night");
    await page.getByLabel("Content").fill("Woke at three, in pain.");
    const flag = page.getByRole("switch", { name: "Encrypt this note" });
    await expect(flag).not.toBeChecked();
    await flag.press("Space");
    await expect(flag).toBeChecked();
    await page.getByRole("button", { name: "Save note" }).click();

    // Others see the note as it was written, without a reload.
    const theirs = jonas.page.getByRole("listitem").filter({ hasText: "A hard night" });
    await expect(theirs.getByText("Woke at three, in pain.")).toBeVisible();
    await theirs.getByRole("link", { name: "A hard night" }).click();
    await expect(jonas.page.getByText("Encrypted", { exact: true })).toBeVisible();
    await expect(jonas.page.getByText("Woke at three, in pain.")).toBeVisible();

    const { rows } = await node
      .database()
      .pool.query("select notes::text as row from notes where diary_id = $1", [_id]);
    expect(rows).toHaveLength(1);
    expect(rows[0].row).not.toMatch(/hard|night|three|pain/);

    await page.getByRole("link", { name: "A hard night" }).click();
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await expect(flag).toBeChecked();
    await expect(flag).toBeDisabled();
    await page.getByLabel("Content").fill("Woke at three, slept again at four.");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(jonas.page.getByText("slept again at four")).toBeVisible();
  },
);

screenTest(
  "encrypted notes are readable after a restart, and say so when their key is destroyed",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const { _id, shortId } = await notebookOf(anna);
    const sealed = await noteOf(anna, _id, "A hard night", "Woke at three.", { isEncrypted: true });
    await noteOf(anna, _id, "A quiet day", "Ate well.");
    await node.stop();
    await node.start();
    const { page } = anna;
    await page.goto(`/care/${shortId}`);
    await expect(page.getByText("Woke at three.")).toBeVisible();

    await runOperatorCommand(COMMANDS, `destroy-key ${shortId}`, { database: node.database() });
    const lostNote = page.getByRole("link", { name: "This note can't be read any more" });
    await expect(lostNote).toBeVisible();
    await expect(page.getByText("Ate well.")).toBeVisible();
    await expect(page.getByText("Woke at three.")).toHaveCount(0);
    await page.goto(`/care/${shortId}/note/${sealed.shortId}`);
    await expect(page.getByText("It was stored encrypted, and the key to it is gone.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Edit", exact: true })).toHaveCount(0);
  },
);

import { api } from "../lib/api.ts";
import { bell } from "./support/inbox.ts";
import { addMember, notebookOf, noteOf } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

test("a comment counts at the bell until its note is opened, on whichever page, and is no mail any more", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const rosa = await notebookOf(anna, "Rosa Blum");
  await addMember(node, rosa._id, jonas, "member");
  const note = await noteOf(anna, rosa._id, "A short night");
  await anna.http.mutation(api.notifications.setRule, { kind: "comment", channel: "mail", mode: "now" });
  const { page } = anna;
  await page.goto("/calendar");
  await expect(bell(page)).toBeVisible();
  await jonas.http.mutation(api.comments.createComment, {
    diaryId: rosa._id,
    targetType: "note",
    targetId: note._id,
    content: "She slept well after four.",
    mentions: [],
  });
  await expect(bell(page, 1)).toBeVisible();
  const { pool } = node.database();
  const mails = async () =>
    (
      await pool.query(
        `select d.outcome from notification_deliveries d join notifications n on n.id = d.notification_id
          where n.user_id = $1 and d.channel = 'mail'`,
        [anna.userId],
      )
    ).rows.map(({ outcome }) => outcome);
  await expect.poll(mails).toEqual([null]);
  await page.goto(`/care/${rosa.shortId}/note/${note.shortId}`);
  await expect(page.getByText("She slept well after four.")).toBeVisible();
  await expect(bell(page)).toBeVisible();
  // Its five minutes are over.
  await pool.query("update notification_deliveries set next_attempt_at = now() where channel = 'mail'");
  await expect.poll(mails).toEqual(["seen"]);
  await page.goto("/notifications");
  await expect(page.getByText("Jonas Weber commented on “A short night”")).toBeVisible();
  await expect(page.getByText("New", { exact: true })).toHaveCount(0);
});

import { api } from "../lib/api.ts";
import { bell } from "./support/inbox.ts";
import { addMember, notebookOf, noteOf } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

test.use({ hasBackground: true });

test("a mention in a comment counts at the bell until its note is opened", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const rosa = await notebookOf(anna, "Rosa Blum");
  await addMember(node, rosa._id, jonas, "member");
  const note = await noteOf(anna, rosa._id, "A short night");
  const { page } = anna;
  await page.goto("/calendar");
  await expect(bell(page)).toBeVisible();
  await jonas.http.mutation(api.comments.createComment, {
    diaryId: rosa._id,
    targetType: "note",
    targetId: note._id,
    content: "She slept well after four.",
    mentions: [anna.userId],
  });
  await expect(bell(page, 1)).toBeVisible();
  await page.goto(`/care/${rosa.shortId}/note/${note.shortId}`);
  await expect(page.getByText("She slept well after four.")).toBeVisible();
  await expect(bell(page)).toBeVisible();
  await page.goto("/notifications");
  await expect(page.getByText("Jonas Weber mentioned you in “A short night”")).toBeVisible();
  await expect(page.getByText("New", { exact: true })).toHaveCount(0);
});

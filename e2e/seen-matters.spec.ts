import { api } from "../lib/api.ts";
import { MIDDAY, middayNotebook, plannedIn } from "./support/doses.ts";
import { bell, notify } from "./support/inbox.ts";
import { addMember, notebookOf, type Person } from "./support/people.ts";
import type { RunningNode } from "./support/running-node.ts";
import { taskOf } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";

test.use({ hasBackground: true });

type Reader = Pick<Person, "userId">;
const rowsOf = async (node: RunningNode, text: string, values: unknown[]) =>
  (await node.database().pool.query(text, values)).rows;
/** What somebody hasn't seen, by kinds. */
const unseen = async (node: RunningNode, { userId }: Reader) =>
  (
    await rowsOf(
      node,
      "select kind from notifications where user_id = $1 and seen_at is null order by kind",
      [userId],
    )
  ).map(({ kind }) => kind);
/** The mails that wait for somebody. */
const waiting = (node: RunningNode, { userId }: Reader) =>
  rowsOf(
    node,
    `select d.id from notification_deliveries d join notifications n on n.id = d.notification_id
      where n.user_id = $1 and d.channel = 'mail' and d.sent_at is null and d.outcome is null`,
    [userId],
  );
/** Lets the minutes pass for which mails wait. */
const passMinutes = (node: RunningNode) =>
  node
    .database()
    .pool.query(
      "update notification_deliveries set next_attempt_at = now() where channel = 'mail' and outcome is null",
    );

test("whoever opens a task that they were given gets no letter of it; whoever doesn't gets one", async ({
  mailed,
}) => {
  const { node, someone } = mailed;
  const anna = await someone("Anna Keller");
  const [ben, carla] = [await someone("Ben Weber"), await someone("Carla Vogel")];
  const rosa = await notebookOf(anna, "Rosa Blum");
  for (const each of [ben, carla]) await addMember(node, rosa._id, each, "member");
  const bens = await taskOf(anna, rosa._id, "Water the flowers", { assignedTo: ben.userId });
  await taskOf(anna, rosa._id, "Call the doctor", { assignedTo: carla.userId });
  for (const each of [ben, carla]) await expect.poll(() => waiting(node, each)).toHaveLength(1);
  await ben.page.goto(`/tasks?task=${bens}`);
  await expect(ben.page.getByRole("dialog", { name: "Water the flowers" })).toBeVisible();
  await expect.poll(() => unseen(node, ben)).toEqual([]);
  expect(await unseen(node, carla)).toEqual(["assigned"]);
  await passMinutes(node);
  await expect
    .poll(async () => (await node.letters(carla.email)).map(({ subject }) => subject))
    .toHaveLength(1);
  // Both mails were due at the same moment: Ben's has been dropped.
  expect(await waiting(node, ben)).toEqual([]);
  expect(await node.letters(ben.email)).toEqual([]);
});

test("a reminder is seen once its task's row was in the window, not while it is further down or elsewhere", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const rosa = await notebookOf(anna, "Rosa Blum");
  const hour = 3_600_000;
  const { page } = anna;
  await page.goto("/calendar");
  const tasks = [];
  for (let n = 0; n < 20; n++)
    tasks.push(
      await taskOf(anna, rosa._id, `Task ${n}`, {
        scheduledDate: Date.now() - 9 * hour + n,
        assignedTo: anna.userId,
      }),
    );
  const last = await taskOf(anna, rosa._id, "The last one", {
    scheduledDate: Date.now() + 300,
    assignedTo: anna.userId,
  });
  await expect(bell(page, 1)).toBeVisible();
  await notify(node, anna, rosa._id, { kind: "task-due", subjectKind: "task", subjectId: tasks[0]! });
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto("/tasks");
  const row = page.getByRole("listitem").filter({ hasText: "The last one" });
  await expect(row).toBeAttached();
  await expect(bell(page, 1)).toBeVisible();
  expect(
    await rowsOf(node, "select subject_id from notifications where user_id = $1 and seen_at is null", [
      anna.userId,
    ]),
  ).toEqual([{ subject_id: last }]);
  await row.scrollIntoViewIfNeeded();
  await expect(bell(page)).toBeVisible();
  expect(await rowsOf(node, "select status from tasks where id = $1", [last])).toEqual([
    { status: "pending" },
  ]);
});

test.describe("doses", () => {
  test.use({ timezoneId: MIDDAY });
  test("whoever has today's doses before them has seen their reminders, of that notebook alone", async ({
    someone,
    node,
  }) => {
    const anna = await someone("Anna Keller");
    const [rosa, paul] = [await middayNotebook(anna), await middayNotebook(anna, "Paul Blum")];
    for (const { _id } of [rosa, paul]) {
      const planId = await plannedIn(node, anna, _id, "ramipril", -5);
      await node.database().pool.query(
        `update dose_reminders set done_until = now() - interval '10 minutes', next_at = now() - interval '1 minute'
          where plan_id = $1 and kind = 'dose'`,
        [planId],
      );
    }
    await expect.poll(() => unseen(node, anna)).toEqual(["dose-due", "dose-due"]);
    const { page } = anna;
    let marks = 0;
    page.on("websocket", (socket) =>
      socket.on("framesent", ({ payload }) => {
        if (String(payload).includes("markManySeen")) marks++;
      }),
    );
    await page.goto(`/care/${rosa.shortId}/doses`);
    await expect(bell(page, 1)).toBeVisible();
    expect(marks).toBe(1);
    // Looking again writes nothing, until something else is said.
    await page.goto("/calendar");
    await page.goto(`/care/${rosa.shortId}/doses`);
    await expect(page.getByRole("heading", { name: "ramipril" })).toBeVisible();
    await node.database().pool.query(
      `insert into notifications (id, dedupe, user_id, diary_id, kind, subject_kind, subject_id, slot, group_key, due_at)
       select gen_random_uuid(), 'late', user_id, diary_id, 'dose-missed', 'dose', subject_id, slot, '', now()
         from notifications where user_id = $1 and diary_id = $2`,
      [anna.userId, rosa._id],
    );
    await expect(bell(page, 2)).toBeVisible();
    await expect(bell(page, 1)).toBeVisible();
    expect(marks).toBe(2);
    const { page: inbox } = await anna.http.query(api.notifications.pageNotifications, {
      paginationOpts: { numItems: 10, cursor: null },
    });
    expect(
      inbox.map(({ diaryId, seenAt, doneAt }) => [diaryId === rosa._id, seenAt !== null, doneAt]),
    ).toEqual(
      expect.arrayContaining([
        [true, true, null],
        [false, false, null],
      ]),
    );
  });
});

import { afterAll, beforeAll, expect, it } from "vitest";
import { beginAt } from "../../../../test/moment.ts";
import { api, careTeam, type TestPerson } from "../../../../test/people.ts";
import { everyDayAt, planOf } from "../../../../test/plans.ts";
import type { Service } from "../../../../test/service.ts";

const startService = beginAt();

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

it("notifies of a list that the page of medications or the plans write, once each who sees it and wants to know at once, and not its writer", async () => {
  const { owner, admin, caregiver, viewer, diaryId } = await careTeam(service);
  for (const { http } of [owner, admin, caregiver, viewer])
    await http.mutation(api.notifications.setRule, { kind: "note", channel: "push", mode: "now" });
  const told = async (noteId: string) =>
    (
      await sql(
        "select user_id from notifications where subject_id = $1 and kind = 'note' order by user_id",
        [noteId],
      )
    ).map(({ user_id }) => user_id);
  const ids = (...people: TestPerson[]) => people.map(({ userId }) => userId).sort();
  const changed = await caregiver.http.mutation(api.notes.changeMedications, {
    diaryId,
    list: null,
    change: { kind: "add", medication: { brandName: "Ramipril" } },
    title: "Her medications",
  });
  const [{ visibility }] = await sql("select visibility from notes where id = $1", [changed]);
  const others = visibility === "extended" ? [viewer] : [];
  expect(await told(changed)).toEqual(ids(owner, admin, ...others));
  // One that is written from the plans notifies no one.
  await planOf(owner, diaryId, "torasemid", everyDayAt("08:00"));
  expect(
    await sql("select count(distinct subject_id)::int as n from notifications where kind = 'note'"),
  ).toEqual([{ n: 1 }]);
});

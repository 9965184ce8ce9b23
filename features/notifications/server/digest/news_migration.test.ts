import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { withFreshTeam } from "../../../../test/fresh_team.ts";
import { createNote } from "../../../../test/people.ts";

const fresh = withFreshTeam();
const { sql } = fresh;

it("an upgrade keeps sent news, and leaves pending news to the digest", async () => {
  const { owner, caregiver, diaryId } = fresh.team;
  await sql("delete from notification_settings");
  const noteId = await createNote(owner, diaryId);
  /** A row as older versions wrote it for each member, with a delivery on a channel. */
  const old = async (kind: string, channel: string, isSent = false) => {
    const [{ id }] = await sql(
      `insert into notifications (id, dedupe, user_id, diary_id, kind, subject_kind, subject_id, group_key, due_at)
       values (gen_random_uuid(), gen_random_uuid()::text, $1, $2, $3, 'note', $4, '', now()) returning id`,
      [caregiver.userId, diaryId, kind, noteId],
    );
    await sql(
      `insert into notification_deliveries (id, notification_id, target_id, channel, due_at, next_attempt_at, sent_at, outcome)
       select gen_random_uuid(), $1, t.id, $2, now(), 'infinity', case when $3 then now() end, case when $3 then 'sent' end
         from notification_targets t where t.user_id = $4 and t.channel = 'mail'`,
      [id, channel, isSent, caregiver.userId],
    );
    return id;
  };
  await old("note", "digest");
  await old("member-joined", "digest");
  const kept = [await old("note", "digest", true), await old("note", "mail"), await old("comment", "digest")];
  await sql(
    await readFile(
      new URL("../../../../server/db/migrations/0260_news_without_rows.sql", import.meta.url),
      "utf8",
    ),
  );
  const rows = await sql("select id from notifications where user_id = $1", [caregiver.userId]);
  expect(rows.map(({ id }) => id).sort()).toEqual(kept.sort());
  // Whoever had no time for a digest yet has one, computed in the next round.
  expect(
    await sql("select next_digest_at <= now() as due from notification_settings where user_id = $1", [
      caregiver.userId,
    ]),
  ).toEqual([{ due: true }]);
});

import fc from "fast-check";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { withFreshTeam } from "../../../../test/fresh_team.ts";
import { CHANNELS, getMode, MODES, NEWS_KINDS } from "../../rules.ts";
import { hasImmediateRule, listRules } from "./rules_data.ts";

const fresh = withFreshTeam();

it("finds in SQL the same people who want a kind at once as the rule in TypeScript", async () => {
  const { db, pool } = fresh.service.database;
  const { caregiver, diaryId } = fresh.team;
  const choice = fc.record({
    isHere: fc.boolean(),
    kind: fc.constantFrom(...NEWS_KINDS),
    channel: fc.constantFrom(...CHANNELS),
    mode: fc.constantFrom(...MODES),
  });
  const choices = fc.uniqueArray(choice, {
    maxLength: 8,
    selector: ({ isHere, kind, channel }) => `${isHere} ${kind} ${channel}`,
  });
  await fc.assert(
    fc.asyncProperty(choices, async (chosen) => {
      await pool.query("delete from notification_rules");
      for (const { isHere, kind, channel, mode } of chosen)
        await pool.query(
          "insert into notification_rules (user_id, diary_id, kind, channel, mode) values ($1, $2, $3, $4, $5)",
          [caregiver.userId, isHere ? diaryId : null, kind, channel, mode],
        );
      const rules = await listRules(db, caregiver.userId);
      for (const kind of NEWS_KINDS) {
        const { rows } = await sql<{ wants: boolean }>`
          select ${hasImmediateRule(sql`m`, kind)} as wants from members m
           where m.diary_id = ${diaryId} and m.user_id = ${caregiver.userId}`.execute(db);
        const wants = CHANNELS.some((channel) => getMode(rules, { diaryId, kind, channel }) === "now");
        expect(rows).toEqual([{ wants }]);
      }
    }),
    { numRuns: 60 },
  );
});

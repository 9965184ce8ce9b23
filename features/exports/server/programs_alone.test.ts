import { v7 as uuidv7 } from "uuid";
import { expect, it } from "vitest";
import { withFreshTeam } from "../../../test/fresh_team.ts";

const fresh = withFreshTeam();

it("exports of programs are counted and go with their program, with their files; those of other kinds stay", async () => {
  const { sql, team } = fresh;
  const { owner, diaryId } = team;
  const [program, activated] = [uuidv7(), uuidv7()];
  await sql(
    "insert into programs (id, short_id, name, content, diary_id) values ($1, '22222b', 'P', '{\"phases\": []}', $2)",
    [program, diaryId],
  );
  await sql(
    `insert into diary_programs (id, diary_id, program_id, baseline_date, status, activated_by)
     values ($1, $2, $3, '2026-11-01', 'active', $4)`,
    [activated, diaryId, program, owner.userId],
  );
  for (const [kind, subject] of [
    ["program", activated],
    ["program", activated],
    ["another", diaryId],
  ])
    await sql(
      `insert into exports (id, diary_id, kind, subject_id, audience, parameters, format, generated_by, expires_at, object_name)
       values ($1::uuid, $2, $3, $4, 'team', '{}', 'pdf', $5, '2099-01-01', $1::text)`,
      [uuidv7(), diaryId, kind, subject, owner.userId],
    );
  const count = async () => {
    const [row] = await sql(
      `select (select total from row_counts where table_name = 'program_exports') + coalesce(
         (select sum(change) from row_count_changes where table_name = 'program_exports'), 0) as n`,
    );
    return Number(row.n);
  };
  expect(await count()).toBe(2);
  await sql("delete from diary_programs where id = $1", [activated]);
  expect(await sql("select kind from exports")).toEqual([{ kind: "another" }]);
  expect(await count()).toBe(0);
  expect(await sql("select count(*) as n from file_removals")).toEqual([{ n: 2 }]);
});

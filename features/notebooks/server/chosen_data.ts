import type { Kysely } from "kysely";
import type { Tables } from "../../../server/db/database.ts";

/** The notebooks that programs of users may see, with the id of the token or webhook. */
const CHOICES = {
  tokens: (db: Kysely<Tables>) =>
    db.selectFrom("access_token_notebooks").select(["token_id as program_id", "diary_id"]),
  webhooks: (db: Kysely<Tables>) =>
    db.selectFrom("webhook_notebooks").select(["webhook_id as program_id", "diary_id"]),
};

type Program = { id: string; all_notebooks: boolean };
type ChosenNotebook = { diaryId: string; name: string };

/** No person has more: fifty programs with 500 notebooks each. */
const MAX_NOTEBOOKS = 50 * 500;

/**
 * Reads the notebooks that tokens or webhooks are limited to.
 * @returns gives the notebooks of each by name; null for an unlimited one
 */
export async function readChosenNotebooks(
  db: Kysely<Tables>,
  kind: keyof typeof CHOICES,
  programs: readonly Program[],
): Promise<(program: Program) => ChosenNotebook[] | null> {
  const limited = programs.filter((program) => !program.all_notebooks).map(({ id }) => id);
  const rows =
    limited.length === 0
      ? []
      : await db
          .selectFrom(CHOICES[kind](db).as("c"))
          .innerJoin("diaries as d", "d.id", "c.diary_id")
          .select(["c.program_id", "c.diary_id", "d.name"])
          .where("c.program_id", "in", limited)
          .orderBy("d.name")
          .limit(MAX_NOTEBOOKS)
          .execute();
  const chosen = Map.groupBy(rows, ({ program_id }) => program_id);
  return ({ id, all_notebooks }) =>
    all_notebooks ? null : (chosen.get(id) ?? []).map(({ diary_id, name }) => ({ diaryId: diary_id, name }));
}

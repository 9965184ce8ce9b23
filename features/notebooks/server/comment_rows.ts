import { type ExpressionBuilder, type Kysely, type Nullable, type SelectQueryBuilder, sql } from "kysely";
import type { Tables } from "../../../server/db/database.ts";

type Rows<Prefix extends string> = Tables & { d: Tables["diaries"] } & {
  [Alias in `${Prefix}c`]: Tables["comments"];
} & { [Alias in `${Prefix}t`]: Nullable<Tables["tasks"]> } & {
  [Alias in `${Prefix}g`]: Nullable<Tables["diary_programs"]>;
} & { [Alias in `${Prefix}n`]: Nullable<Tables["notes"]> };

type Aliases<Prefix extends string> = `${Prefix}${"c" | "t" | "g" | "n"}`;

/**
 * Comments `c` with the task `t` or the program `g` that they are on, and the note `n` that they or these belong to, if
 * any. What their reader sees of them is for `seesComment` and `seesItem`.
 * @param from the database, or a query with the notebook `d` around
 * @param prefix of the aliases, where a statement has other rows of the tables
 */
export function selectComments<Prefix extends string = "">(
  from: Kysely<Tables> | ExpressionBuilder<Tables & { d: Tables["diaries"] }, "d">,
  prefix = "" as Prefix,
): SelectQueryBuilder<Rows<Prefix>, "d" | Aliases<Prefix>, object> {
  const [c, t, g, n] = [`${prefix}c`, `${prefix}t`, `${prefix}g`, `${prefix}n`];
  const noteId = sql`coalesce(${sql.ref(`${c}.note_id`)}, ${sql.ref(`${t}.note_id`)}, ${sql.ref(`${g}.note_id`)})`;
  // biome-ignore lint/suspicious/noExplicitAny: the aliases are made of the prefix
  const rows: SelectQueryBuilder<any, any, object> = (from as Kysely<any>)
    .selectFrom(`comments as ${c}`)
    .leftJoin(`tasks as ${t}`, (join) =>
      join.onRef(`${t}.diary_id`, "=", `${c}.diary_id`).onRef(`${t}.id`, "=", `${c}.task_id`),
    )
    .leftJoin(`diary_programs as ${g}`, (join) =>
      join.onRef(`${g}.diary_id`, "=", `${c}.diary_id`).onRef(`${g}.id`, "=", `${c}.diary_program_id`),
    )
    .leftJoin(`notes as ${n}`, (join) =>
      join.onRef(`${n}.diary_id`, "=", `${c}.diary_id`).on(`${n}.id`, "=", noteId),
    );
  return rows;
}

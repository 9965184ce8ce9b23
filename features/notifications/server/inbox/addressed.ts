import { sql } from "kysely";
import { ADDRESSED_KINDS, COMMENT_GROUP, INFORMING_STEPS } from "../../rules/addressed.ts";

/** As `isAddressed` of `rules/addressed.ts`, for the columns of `notifications`. */
export const addressed = sql<boolean>`(
  kind = any(${sql.lit(`{${ADDRESSED_KINDS.join(",")}}`)}::text[])
  and (step is null or step <> all(${sql.lit(`{${INFORMING_STEPS.join(",")}}`)}::text[])))`;

/** As `toBellKey` of `rules/addressed.ts`, for the columns of `notifications`. */
export const bellKey = sql<string>`
  case when subject_id is null then id::text
       when subject_kind = 'comment' and starts_with(group_key, ${sql.lit(COMMENT_GROUP)})
         then substr(group_key, ${sql.lit(COMMENT_GROUP.length + 1)})
       when slot is null then subject_id::text
       else subject_id || ' ' || slot end`;

import type { Expression, SqlBool } from "kysely";

/** A condition on rows of a table that is aliased `r`. */
export type Condition = Expression<SqlBool>;

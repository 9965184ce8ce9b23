import { sql } from "kysely";
import { CareError } from "../../../lib/errors.ts";
import { type AccessRule, platformAdmin } from "../../../server/access/gate.ts";
import { ADMIN_MESSAGES, type AdminTable, NOT_OPENED, OPENING_HOURS } from "../rules.ts";

declare const proven: unique symbol;

/**
 * Access to a table that an administrator has opened, as the audit log records. All administrators share one result.
 */
export type AdminTableAccess = { readonly [proven]: "admin table"; readonly table: AdminTable };

/**
 * Access to the rows of a back-office table. A query can't write to the audit log, so it requires an earlier opening
 * that did: the administrator's own, at most `OPENING_HOURS` old. See docs/how/admin.md.
 */
export const mayReadTable = (table: AdminTable): AccessRule<unknown, AdminTableAccess> => ({
  action: "admin",
  async resolve(caller) {
    const { userId } = await platformAdmin().resolve(caller, {});
    const opening = await caller.db
      .selectFrom("admin_openings")
      .select("opened_at")
      .where("user_id", "=", userId)
      .where("table_name", "=", table)
      .where("opened_at", ">", sql<number>`now() - ${OPENING_HOURS} * interval '1 hour'`)
      .executeTakeFirst();
    if (!opening) throw new CareError(NOT_OPENED, ADMIN_MESSAGES.notOpened);
    return { table } as AdminTableAccess;
  },
});

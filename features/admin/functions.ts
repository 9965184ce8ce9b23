import { z } from "zod";
import { person, platformAdmin } from "../../server/access/gate.ts";
import { paginationOptions } from "../../server/db/pages.ts";
import { query } from "../../server/functions/define.ts";
import * as data from "./data.ts";

/** Whether the caller is an administrator; the header and the admin area ask for it. */
export const getAdminStatus = query({
  args: z.object({}),
  access: person(),
  handler: async ({ access: { isAdmin, isSuperAdmin } }) => ({ isAdmin, isSuperAdmin }),
});

/** All administrators of the platform. */
export const listAdmins = query({
  args: z.object({}),
  access: platformAdmin("superAdmin"),
  handler: ({ db }) => data.listAdmins(db),
});

/** People by pages, registered as `adminDb.listUsers`. */
export const listUsers = query({
  args: z.object({ paginationOpts: paginationOptions }),
  access: platformAdmin(),
  handler: ({ db, journal }, { paginationOpts }) => data.listUsers(db, paginationOpts, journal),
});

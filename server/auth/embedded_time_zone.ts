import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { sql } from "kysely";
import { isTimeZone, TIME_ZONE_HEADER } from "../../lib/dates/time-zones.ts";
import type { Database } from "../db/database.ts";

/** The column of sessions; only the server writes it. */
export const TIME_ZONE_FIELD = { timeZone: { type: "string", required: false, input: false } } as const;

/** The time zone that a device sends, an IANA name; null without one. */
export function getTimeZone(headers: Headers | undefined): string | null {
  const zone = headers?.get(TIME_ZONE_HEADER) ?? "";
  return zone.length <= 64 && isTimeZone(zone) ? zone : null;
}

/** Keeps a session's time zone up to date: each page requests a token when it opens, and sends the device's zone. */
export function createTimeZonePlugin(db: Database["db"]): BetterAuthPlugin {
  return {
    id: "carediary-time-zone",
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === "/token",
          handler: createAuthMiddleware(async ({ context, headers }) => {
            const session = context.session?.session;
            const timeZone = getTimeZone(headers);
            if (!session || timeZone === null || timeZone === session.timeZone) return;
            await sql`update auth."session" set "timeZone" = ${timeZone} where id = ${session.id}`.execute(
              db,
            );
          }),
        },
      ],
    },
  };
}

import { sql } from "kysely";
import type { Database } from "./database.ts";

/** Facts about the database that show an operator whether it is set up well; times in epoch ms. */
export async function diagnose({ db }: Pick<Database, "db">) {
  const { rows } = await sql<{
    now: number;
    version: string;
    bytes: string;
    most: number;
    used: number;
    fsync: string;
    waiting: number;
  }>`
    select round(extract(epoch from clock_timestamp()) * 1000)::float8 as now,
           current_setting('server_version') as version,
           pg_database_size(current_database())::text as bytes,
           current_setting('max_connections')::int as most,
           (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
           current_setting('fsync') as fsync,
           (select count(*)::int from mail_outbox
             where next_attempt_at is not null and created_at < now() - interval '10 minutes') as waiting`.execute(
    db,
  );
  const { now, version, bytes, most, used, fsync, waiting } = rows[0]!;
  return {
    now,
    version,
    megabytes: Math.round(Number(bytes) / 1024 / 1024),
    connections: { most, used },
    fsync,
    waitingMails: waiting,
  };
}

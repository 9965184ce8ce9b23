import { expect } from "vitest";
import type { Service } from "./service.ts";

/** Waits until so many connections to the service's database wait for a lock. */
export const waitingForLocks = ({ database }: Service, count: number) =>
  expect
    .poll(
      async () =>
        (
          await database.pool.query(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          )
        ).rows,
    )
    .toHaveLength(count);

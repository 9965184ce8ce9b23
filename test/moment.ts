import pg from "pg";
import { afterAll, vi } from "vitest";
import { createTestDatabase } from "./database.ts";
import { shiftDatabaseTime } from "./database_clock.ts";
import type { NodeOptions } from "./node.ts";
import { type Service, serveService } from "./service.ts";
import { createIssuer } from "./tokens.ts";

/**
 * When files begin whose tests calculate with days: a Friday at noon, far from midnight and from changes of the clock.
 * `MOMENT=2026-10-25T00:58:00Z npx vitest run <file>` tries another one.
 */
const MOMENT = process.env.MOMENT ?? "2026-11-27T12:00:00Z";

/**
 * At the beginning of a file, before it reads the time: until its end this process's time begins at a moment and goes on
 * from there. Returns what starts a service, as `startService` does, whose PostgreSQL has that time too.
 */
export function beginAt(moment = MOMENT): (options?: NodeOptions) => Promise<Service> {
  const Machine = Date;
  const shift = Date.parse(moment) - new Machine().getTime();
  const read = () => new Machine().getTime() + shift;
  vi.stubGlobal(
    "Date",
    new Proxy(Machine, {
      construct: (target, args, self) =>
        Reflect.construct(target, args.length > 0 ? args : [read()], self === Date ? target : self),
      apply: () => new Machine(read()).toString(),
      get: (target, key) => (key === "now" ? read : Reflect.get(target, key)),
    }),
  );
  afterAll(() => void vi.unstubAllGlobals());
  return async (options = {}) => {
    const { connectionString, drop } = await createTestDatabase({ hasClock: true });
    const client = new pg.Client({ connectionString });
    await client.connect();
    await shiftDatabaseTime({ pool: client }, shift);
    await client.end();
    const service = await serveService(connectionString, await createIssuer(), options);
    return {
      ...service,
      async close() {
        await service.close();
        await drop();
      },
    };
  };
}

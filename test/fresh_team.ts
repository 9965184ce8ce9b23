import { afterAll, beforeAll, beforeEach } from "vitest";
import { careTeam } from "./people.ts";
import { type Service, startService } from "./service.ts";

type Team = Awaited<ReturnType<typeof careTeam>>;

/**
 * At the beginning of a test file: a service, and for each test a new care team that nobody has been notified of.
 * `start` may be that of `beginAt`.
 */
export function withFreshTeam(start: () => Promise<Service> = startService) {
  let service: Service;
  let team: Team;
  const sql = async (text: string, values: unknown[] = []) =>
    (await service.database.pool.query(text, values)).rows;
  beforeAll(async () => {
    service = await start();
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    await sql("delete from notifications");
    team = await careTeam(service);
  });
  return {
    get service() {
      return service;
    },
    get team() {
      return team;
    },
    sql,
  };
}

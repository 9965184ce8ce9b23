import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { api, createPerson } from "../../../test/people.ts";
import { type Service, startService } from "../../../test/service.ts";
import { admitsFirstAdmin, deleteOldLinks, makeFirstAdminLink } from "./first_admin_data.ts";

let service: Service;
// Each test needs a platform that never had an administrator, and the audit log forgets nothing.
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());
const sql = async (text: string) => (await service.database.pool.query(text)).rows;

const linkOf = async () => (await makeFirstAdminLink(service.database.db))!;
const tokenOf = (path: string) => path.slice("/first-administrator/".length);
const OVER = { data: { code: "not-found" } };

describe("the link for the first administrator", () => {
  it("makes whoever opens it a super administrator, once, and writes it down; other links end with it", async () => {
    const [anna, ben] = [await createPerson(service, "Anna"), await createPerson(service, "Ben")];
    const [first, second] = [await linkOf(), await linkOf()];
    await anna.http.mutation(api.admin.claimAdministration, { token: tokenOf(first) });
    expect(await anna.http.query(api.admin.getAdminStatus, {})).toEqual({
      isAdmin: true,
      isSuperAdmin: true,
    });
    for (const path of [first, second]) {
      await expect(
        ben.http.mutation(api.admin.claimAdministration, { token: tokenOf(path) }),
      ).rejects.toMatchObject(OVER);
    }
    expect(
      await sql(
        "select actor_id, target_id, details->>'by' as by from audit_events where event_type = 'admin.promoted'",
      ),
    ).toEqual([{ actor_id: anna.userId, target_id: anna.userId, by: "link" }]);
    expect(await makeFirstAdminLink(service.database.db)).toBeNull();
  });

  it("makes one administrator of two people who press at the same moment", async () => {
    const people = [await createPerson(service, "Anna"), await createPerson(service, "Ben")];
    const token = tokenOf(await linkOf());
    const results = await Promise.allSettled(
      people.map(({ http }) => http.mutation(api.admin.claimAdministration, { token })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await sql("select count(*)::int as count from users where is_super_admin")).toEqual([
      { count: 1 },
    ]);
  });

  it("holds for a day, lets its holder make an account meanwhile, and isn't made again after an administrator left", async () => {
    const path = await linkOf();
    const newcomer = { path, email: "new@example.org", mode: "closed" as const };
    expect(await admitsFirstAdmin(service.database.db, newcomer)).toBe(true);
    expect(await admitsFirstAdmin(service.database.db, { ...newcomer, path: "/first-administrator/" })).toBe(
      false,
    );
    await sql("update first_admin_links set made_at = now() - interval '25 hours'");
    expect(await admitsFirstAdmin(service.database.db, newcomer)).toBe(false);
    const anna = await createPerson(service, "Anna");
    await expect(
      anna.http.mutation(api.admin.claimAdministration, { token: tokenOf(path) }),
    ).rejects.toMatchObject(OVER);
    await deleteOldLinks(service.database.db);
    expect(await sql("select from first_admin_links")).toEqual([]);

    const again = tokenOf(await linkOf());
    await anna.http.mutation(api.admin.claimAdministration, { token: again });
    await sql("update users set is_admin = false, is_super_admin = false");
    expect(await makeFirstAdminLink(service.database.db)).toBeNull();
  });
});

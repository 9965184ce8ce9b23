import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { perform } from "../../server/operator/perform.ts";
import { api, type Someone, somebody } from "../../test/people.ts";
import { type Service, startService } from "../../test/service.ts";

let service: Service;
let superAdmin: Someone;
beforeAll(async () => {
  service = await startService();
  superAdmin = await somebody(service, "Susi Super");
  await perform(service.database, { name: "promote", email: superAdmin.email, isSuper: true });
});
afterAll(() => service.close());

describe("the administrators' calls", () => {
  it("list administrators, newest first, and nobody else", async () => {
    const someone = await somebody(service, "Petra Platform");
    await somebody(service, "Nobody Special");
    await perform(service.database, { name: "promote", email: someone.email, isSuper: false });
    const admins = await superAdmin.http.query(api.admin.listAdmins, {});
    expect(admins.map((admin) => [admin.name, admin.isAdmin, admin.isSuperAdmin])).toEqual([
      ["Petra Platform", true, false],
      ["Susi Super", true, true],
    ]);
    expect(admins[0]).toEqual({
      _id: someone.userId,
      clerkUserId: someone.subject,
      email: someone.email,
      name: "Petra Platform",
      isAdmin: true,
      isSuperAdmin: false,
      _creationTime: expect.any(Number),
    });
  });

  it("lose their answers the moment the rights are taken, also on the socket", async () => {
    const someone = await somebody(service, "Former Admin");
    await perform(service.database, { name: "promote", email: someone.email, isSuper: false });
    const client = service.connect(someone);
    let answers = 0;
    const ended = new Promise<Error>((resolve, reject) => {
      client.onUpdate(
        makeFunctionReference<"query">("adminDb:listUsers"),
        { paginationOpts: { numItems: 20, cursor: null } },
        async () => {
          answers++;
          await perform(service.database, { name: "demote", email: someone.email }).catch(reject);
        },
        resolve,
      );
    });
    expect(await ended).toMatchObject({ data: { message: "Access denied" } });
    expect(answers).toBe(1);
    const before = answers;
    await somebody(service, "Later Comer");
    expect(await someone.http.query(api.admin.getAdminStatus, {})).toEqual({
      isAdmin: false,
      isSuperAdmin: false,
    });
    expect(answers).toBe(before);
  });
});

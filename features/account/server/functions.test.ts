import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api, createPerson } from "../../../test/people.ts";
import { type Service, startService } from "../../../test/service.ts";
import { spec } from "../../../test/spec.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function newcomer(name = "Nina Newcomer") {
  const subject = `newcomer-${randomUUID()}`;
  const claims = { subject, email: `${subject}@example.org`, name };
  return {
    claims,
    http: await service.http(claims),
    args: { clerkUserId: subject, email: claims.email, name },
  };
}

const rowsOf = async (subject: string) =>
  (
    await service.database.pool.query(
      "select id, email, email_verified, name, xmin from users where clerk_user_id = $1",
      [subject],
    )
  ).rows;

describe("users.syncUser", () => {
  it("creates the caller's record once and returns its id", {
    tags: spec("WORK-143 WORK-144 WORK-145 WORK-146"),
  }, async () => {
    const { claims, http, args } = await newcomer();
    expect(await http.query(api.users.getCurrentUser, {})).toBeNull();
    const id = await http.mutation(api.users.syncUser, args);
    const user = await http.query(api.users.getCurrentUser, {});
    expect(user).toEqual({
      _id: id,
      clerkUserId: claims.subject,
      email: claims.email,
      name: claims.name,
      isAdmin: false,
      isSuperAdmin: false,
      mentionMails: true,
      language: null,
      avatarUrl: null,
      _creationTime: expect.any(Number),
    });
    const before = await rowsOf(claims.subject);
    expect(await http.mutation(api.users.syncUser, args)).toBe(id);
    expect(await rowsOf(claims.subject)).toEqual(before);
  });

  it("updates the name, and the e-mail address when only its letters' case changes", async () => {
    const { claims, http, args } = await newcomer();
    const id = await http.mutation(api.users.syncUser, args);
    expect(
      await http.mutation(api.users.syncUser, {
        ...args,
        email: ` ${claims.email.toUpperCase()} `,
        name: "  Nina Married ",
      }),
    ).toBe(id);
    expect(await rowsOf(claims.subject)).toMatchObject([{ email: claims.email, name: "Nina Married" }]);
  });

  it("creates one record when many windows sign in at once", async () => {
    const { claims, http, args } = await newcomer();
    const windows = await Promise.all(Array.from({ length: 12 }, () => service.http(claims)));
    const ids = await Promise.all(windows.map((window) => window.mutation(api.users.syncUser, args)));
    expect(new Set(ids).size).toBe(1);
    expect(await http.query(api.users.getCurrentUser, {})).toMatchObject({ _id: ids[0] });
    expect(await rowsOf(claims.subject)).toHaveLength(1);
  });

  it.each([
    ["another's subject", { clerkUserId: "somebody-else" }],
    ["another's e-mail", { email: "somebody.else@example.org" }],
    ["no e-mail", { email: "" }],
  ])("refuses arguments that name %s, whoever asks", { tags: spec("CORE-005 WORK-141") }, async (_, lie) => {
    const { claims, http, args } = await newcomer();
    await expect(http.mutation(api.users.syncUser, { ...args, ...lie })).rejects.toMatchObject({
      data: { code: "unauthenticated", message: "Not authenticated" },
    });
    expect(await rowsOf(claims.subject)).toEqual([]);
    const victim = await createPerson(service, "Vera Victim");
    await expect(
      http.mutation(api.users.syncUser, { clerkUserId: victim.subject, email: victim.email, name: "Owned" }),
    ).rejects.toMatchObject({ data: { message: "Not authenticated" } });
    expect(await rowsOf(victim.subject)).toMatchObject([{ name: "Vera Victim" }]);
  });

  it("ignores the e-mail argument when the caller's token has no address", {
    tags: spec("WORK-141"),
  }, async () => {
    const victim = await createPerson(service, "Vera Victim");
    const { claims, args } = await newcomer();
    const http = await service.http({ ...claims, email: undefined as never });
    await http.mutation(api.users.syncUser, { ...args, email: victim.email });
    expect(await rowsOf(claims.subject)).toMatchObject([{ email: "" }]);
    // A verified address stays verified when a later token doesn't mention it.
    const proven = await service.http(claims);
    await proven.mutation(api.users.syncUser, args);
    await http.mutation(api.users.syncUser, { ...args, email: victim.email });
    expect(await rowsOf(claims.subject)).toMatchObject([{ email: claims.email }]);
  });

  it("stores whether the address is verified, as each token says", async () => {
    const { claims, http, args } = await newcomer();
    const unproven = await service.http({ ...claims, emailVerified: false });
    await unproven.mutation(api.users.syncUser, args);
    expect(await rowsOf(claims.subject)).toMatchObject([{ email_verified: false }]);
    await http.mutation(api.users.syncUser, args);
    expect(await rowsOf(claims.subject)).toMatchObject([{ email_verified: true }]);
    const silent = await service.http({ ...claims, email: undefined as never, emailVerified: false });
    await silent.mutation(api.users.syncUser, args);
    expect(await rowsOf(claims.subject)).toMatchObject([{ email: claims.email, email_verified: true }]);
    const moved = { ...claims, email: `moved-${claims.email}`, emailVerified: false };
    await (await service.http(moved)).mutation(api.users.syncUser, { ...args, email: moved.email });
    expect(await rowsOf(claims.subject)).toMatchObject([{ email: moved.email, email_verified: false }]);
  });

  it("doesn't bring a former address back with a token from before the change", async () => {
    const { claims, http, args } = await newcomer();
    await http.mutation(api.users.syncUser, args);
    const present = `present-${claims.email}`;
    await service.database.pool.query(
      `with account as (insert into auth."user" (id, name, email, "emailVerified") values ($1, $3, $2, true))
       update users set email = $2 where clerk_user_id = $1`,
      [claims.subject, present, claims.name],
    );
    await http.mutation(api.users.syncUser, args);
    expect(await rowsOf(claims.subject)).toMatchObject([{ email: present, email_verified: true }]);
  });

  it("refuses a call without a token or with a broken one", async () => {
    const anonymous = await service.http();
    await expect(anonymous.mutation(api.users.syncUser, (await newcomer()).args)).rejects.toMatchObject({
      data: { message: "Not authenticated" },
    });
    anonymous.setAuth("not.a.token");
    await expect(anonymous.query(api.users.getCurrentUser, {})).rejects.toMatchObject({
      data: { message: "Not authenticated" },
    });
  });
});

describe("the language of an account", () => {
  const languageOf = async ({ http }: Awaited<ReturnType<typeof newcomer>>) =>
    (await http.query(api.users.getCurrentUser, {}))!.language;

  it("is that of the first browser that names one, and stays until its person chooses another", async () => {
    const mine = await newcomer();
    for (const [shown, expected] of [
      [undefined, null],
      ["pl", "pl"],
      ["de", "pl"],
    ] as const) {
      await mine.http.mutation(api.users.syncUser, { ...mine.args, language: shown });
      expect(await languageOf(mine)).toBe(expected);
    }
    await mine.http.mutation(api.users.updateSettings, { language: "ar" });
    expect(await languageOf(mine)).toBe("ar");
  });

  it("is never one that this server has no texts in", async () => {
    const mine = await newcomer();
    await mine.http.mutation(api.users.syncUser, { ...mine.args, language: "../etc" });
    expect(await languageOf(mine)).toBeNull();
    await mine.http.mutation(api.users.updateSettings, { language: "xx" });
    expect(await languageOf(mine)).toBeNull();
  });
});

describe("users.updateSettings", () => {
  it("changes the caller's own switch, and writes nothing when it has that value already", async () => {
    const [mine, other] = [
      await createPerson(service, "Mia Mine"),
      await createPerson(service, "Otto Other"),
    ];
    const isOn = async (person: typeof mine) =>
      (await person.http.query(api.users.getCurrentUser, {}))!.mentionMails;
    expect(await mine.http.mutation(api.users.updateSettings, { mentionMails: false })).toBeNull();
    expect([await isOn(mine), await isOn(other)]).toEqual([false, true]);
    const before = await rowsOf(mine.subject);
    await mine.http.mutation(api.users.updateSettings, { mentionMails: false });
    await mine.http.mutation(api.users.updateSettings, {});
    expect(await rowsOf(mine.subject)).toEqual(before);
    await mine.http.mutation(api.users.updateSettings, { mentionMails: true });
    expect(await isOn(mine)).toBe(true);
  });
});

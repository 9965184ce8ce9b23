import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { QUICK_PASSWORDS, type SignInServer, startSignInServer, Visitor } from "../../test/sign-in-server.ts";
import { codeOf } from "../../test/totp.ts";
import { createLog } from "../log.ts";

describe("the built-in sign-in", () => {
  const lines: string[] = [];
  let server: SignInServer;
  beforeAll(async () => {
    const log = createLog("info", { write: (line: string) => void lines.push(line) });
    server = await startSignInServer({ passwords: QUICK_PASSWORDS, log });
  });
  afterAll(() => server.close());
  const errors = () => lines.filter((line) => JSON.parse(line).level === "error");

  it.each<[string, object]>([
    ["sign-up/email", { email: "a\0@example.org", password: "correct horse", name: "x" }],
    ["sign-up/email", { email: "nul@example.org", password: "correct horse", name: "Maria\0" }],
    ["sign-in/email", { email: "a\0@example.org", password: "x" }],
    ["sign-in/email", { email: "a@example.org", password: "x\0" }],
    ["request-password-reset", { email: "a\0@example.org" }],
    ["reset-password", { token: "\0", newPassword: "a heron on the roof" }],
    ["passkey/verify-authentication", { response: { id: "\0" } }],
    ["email-change/confirm", { token: "\0" }],
  ])("refuses a character that the database can't store, in words: %s", async (path, body) => {
    const answer = await new Visitor(server.url).post(`/api/auth/${path}`, body);
    expect(answer.status).toBeLessThan(500);
    if (path !== "email-change/confirm") expect(answer.body.code).toBe("INVALID_CHARACTER");
    expect(errors()).toEqual([]);
  });

  it("writes no error line with what a signed-out request says", async () => {
    const elsewhere = new Visitor(server.url, { origin: "https://canary.example" });
    const signUp = { email: "c@example.org", password: "correct horse", name: "C" };
    const refused = [
      await elsewhere.post("/api/auth/sign-up/email", signUp),
      await new Visitor(server.url).post("/api/auth/sign-up/email", {
        ...signUp,
        callbackURL: "https://canary.example/x",
      }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403]);
    expect(errors()).toEqual([]);
    expect(lines.join("")).not.toContain("canary");
  });

  it("goes on counting wrong passwords when the right one is typed and the code is missing", async () => {
    const maria = new Visitor(server.url);
    const email = "counted@example.org";
    await maria.signUp(email);
    const { body: setup } = await maria.post("/api/auth/two-factor/enable", { password: "correct horse" });
    await maria.post("/api/auth/two-factor/verify-totp", { code: codeOf(setup.totpURI) });
    await server.database.pool.query("delete from auth.attempts");

    for (let attempt = 0; attempt < 9; attempt++)
      expect((await new Visitor(server.url).signIn(email, "wrong horse")).status).toBe(401);
    const first = new Visitor(server.url);
    expect((await first.signIn(email)).body.twoFactorRedirect).toBe(true);
    expect((await new Visitor(server.url).signIn(email, "wrong horse")).status).toBe(429);
    // With the code the sign-in is complete, and the count begins anew.
    expect(
      (await first.post("/api/auth/two-factor/verify-totp", { code: codeOf(setup.totpURI) })).status,
    ).toBe(200);
    expect((await new Visitor(server.url).signIn(email, "wrong horse")).status).toBe(401);
  });

  it("ends a session after ninety days, however often it is used", async () => {
    const maria = new Visitor(server.url);
    await maria.signUp("long@example.org");
    expect(await maria.token()).not.toBeNull();
    const age = (days: number) =>
      server.database.pool.query(
        `update auth."session" set "createdAt" = now() - make_interval(days => $1), "expiresAt" = now() + interval '14 days'
          where "userId" = (select id from auth."user" where email = 'long@example.org')`,
        [days],
      );
    await age(89);
    expect(await maria.token()).not.toBeNull();
    await age(91);
    expect(await maria.token()).toBeNull();
  });
});

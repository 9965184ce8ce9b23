import { randomUUID } from "node:crypto";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SignInServer, startSignInServer, Visitor } from "../../test/sign-in-server.ts";
import { spec } from "../../test/spec.ts";
import { AuthFailure } from "./failure.ts";

describe("embedded sign-in", () => {
  let server: SignInServer;
  beforeAll(async () => {
    server = await startSignInServer();
  });
  afterAll(() => server.close());

  const visitor = (headers?: Record<string, string>) => new Visitor(server.url, headers);
  const auditEvents = async (authUserId: string) => {
    const { rows } = await server.database.pool.query(
      "select event_type, actor_id, details from audit_events where target_type = 'account' and target_id = $1 order by created_at, id",
      [authUserId],
    );
    return rows as { event_type: string; actor_id: string | null; details: Record<string, string> }[];
  };

  it("gives a session for e-mail and password, and a valid bearer token for the session", {
    tags: spec("WORK-141"),
  }, async () => {
    const maria = visitor();
    const signedUp = await maria.signUp("Maria@Example.org");
    expect(signedUp.status).toBe(200);
    expect(signedUp.headers.get("cache-control")).toBe("no-store");

    const later = visitor();
    expect((await later.signIn("maria@example.org")).status).toBe(200);
    const token = (await later.token())!;
    expect(decodeProtectedHeader(token).alg).toBe("EdDSA");
    const before = Date.now();
    expect(await server.provider.verifyToken(token)).toMatchObject({
      issuer: server.config.baseUrl,
      subject: signedUp.body.user.id,
      email: "maria@example.org",
      // Without a mail server nobody has proven it.
      emailVerified: false,
      name: "Maria Keller",
    });
    const { exp = 0, iat = 0, aud } = decodeJwt(token);
    expect(exp - iat).toBe(300);
    expect(exp * 1000).toBeGreaterThan(before);
    expect(aud).toBe("carediary");
  });

  it("gives no token without a session", async () => {
    const stranger = visitor();
    const { status, body } = await stranger.get("/api/auth/token");
    expect(status).toBe(401);
    expect(body.token).toBeUndefined();
  });

  it("gives the same answer for a wrong password and an unknown e-mail", async () => {
    await visitor().signUp("known@example.org");
    const wrong = await visitor().signIn("known@example.org", "not the password");
    const unknown = await visitor().signIn("unknown@example.org", "not the password");
    expect(wrong.status).toBe(401);
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
  });

  it("gives the same answer when a known and an unknown e-mail ask for a new password", async () => {
    await visitor().signUp("forgetful@example.org");
    const known = await visitor().post("/api/auth/request-password-reset", {
      email: "forgetful@example.org",
    });
    const unknown = await visitor().post("/api/auth/request-password-reset", { email: "nobody@example.org" });
    expect(known.status).toBe(200);
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  });

  it.each([
    ["1234567", "The password needs at least 8 characters."],
    ["x".repeat(129), "The password can have at most 128 characters."],
  ])("refuses the password %s and says why", async (password, message) => {
    const { status, body } = await visitor().signUp("short@example.org", password);
    expect(status).toBe(400);
    expect(body.message).toBe(message);
  });

  it("refuses a name that is blank or too long", async () => {
    expect((await visitor().signUp("long@example.org", "correct horse", "n".repeat(201))).status).toBe(400);
    expect((await visitor().signUp("blank@example.org", "correct horse", "  ")).status).toBe(400);
    const maria = visitor();
    await maria.signUp("renamed@example.org");
    expect((await maria.post("/api/auth/update-user", { name: "n".repeat(201) })).status).toBe(400);
    expect(
      (await maria.post("/api/auth/update-user", { name: "Maria K.", image: "https://x.example/" })).status,
    ).toBe(200);
    const { body } = await maria.get("/api/auth/get-session");
    expect([body.user.name, body.user.image]).toEqual(["Maria K.", null]);
  });

  it("stores passwords only as scrypt hashes, and no address of a picture", async () => {
    const { body } = await visitor().post("/api/auth/sign-up/email", {
      email: "hashed@example.org",
      password: "a memorable sentence",
      name: "H",
      image: "https://elsewhere.example/tracker.png",
    });
    const { rows } = await server.database.pool.query(
      `select a.password, u.image from auth.account a join auth."user" u on u.id = a."userId" where u.id = $1`,
      [body.user.id],
    );
    expect(rows[0].password).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
    expect(rows[0].image).toBeNull();
  });

  it("sets host-only cookies that scripts can't read", async () => {
    const { headers } = await visitor().signUp("cookie@example.org");
    const [cookie = ""] = headers.getSetCookie();
    expect(cookie).toMatch(/^carediary\.session_token=/);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).toMatch(/; Path=\//);
    expect(cookie).not.toMatch(/Domain=|Secure/);
  });

  it("lists the sessions and ends one of them, which then gives no more tokens", async () => {
    const phone = visitor({ "user-agent": "phone" });
    const laptop = visitor({ "user-agent": "laptop" });
    await phone.signUp("sessions@example.org");
    await laptop.signIn("sessions@example.org");
    const { body: sessions } = await laptop.get("/api/auth/list-sessions");
    expect(sessions).toHaveLength(2);
    const lost = sessions.find((session: { userAgent: string }) => session.userAgent === "phone");
    expect((await laptop.post("/api/auth/revoke-session", { token: lost.token })).status).toBe(200);
    expect(await phone.token()).toBeNull();
    expect(await laptop.token()).not.toBeNull();
  });

  it("doesn't end somebody else's session", async () => {
    const maria = visitor();
    const { body } = await maria.signUp("mine@example.org");
    const thief = visitor();
    await thief.signUp("thief@example.org");
    await thief.post("/api/auth/revoke-session", { token: body.token });
    expect(await maria.token()).not.toBeNull();
  });

  it("changes the password only with the old one, and can end the other sessions", async () => {
    const maria = visitor();
    const elsewhere = visitor();
    await maria.signUp("change@example.org");
    await elsewhere.signIn("change@example.org");
    const change = (currentPassword: string) =>
      maria.post("/api/auth/change-password", {
        currentPassword,
        newPassword: "battery staple",
        revokeOtherSessions: true,
      });
    expect((await change("wrong password")).status).toBe(400);
    expect((await change("correct horse")).status).toBe(200);
    expect(await elsewhere.token()).toBeNull();
    expect(await maria.token()).not.toBeNull();
    expect((await visitor().signIn("change@example.org", "correct horse")).status).toBe(401);
    expect((await visitor().signIn("change@example.org", "battery staple")).status).toBe(200);
  });

  it("removes no cookie in answers to requests that carry a replaced session", async () => {
    const maria = visitor();
    await maria.signUp("replaced@example.org");
    await server.database.pool.query(
      `delete from auth."session" where "userId" = (select id from auth."user" where email = 'replaced@example.org')`,
    );
    for (const path of ["token", "get-session", "list-sessions", "openings"]) {
      const { headers } = await maria.get(`/api/auth/${path}`);
      expect([path, headers.getSetCookie()]).toEqual([path, []]);
    }
  });

  it("records sign-up, sign-in, sign-out and change of password as audit events", async () => {
    const maria = visitor();
    const { body } = await maria.signUp("audited@example.org");
    await server.database.pool.query(
      "insert into users (id, clerk_user_id, email, name) values (gen_random_uuid(), $1, 'audited@example.org', 'Maria')",
      [body.user.id],
    );
    await maria.post("/api/auth/sign-out");
    await maria.signIn("audited@example.org", "wrong password");
    await maria.signIn("audited@example.org");
    await maria.post("/api/auth/change-password", {
      currentPassword: "correct horse",
      newPassword: "battery staple",
    });
    const found = await auditEvents(body.user.id);
    expect(found.map((event) => event.event_type)).toEqual([
      "account.signedUp",
      "account.signedIn",
      "account.signedOut",
      "account.signedIn",
      "account.passwordChanged",
    ]);
    expect(found[1]!.details).toEqual({ method: "password" });
    expect(found[1]!.actor_id).toBeNull();
    expect(found.at(-1)!.actor_id).not.toBeNull();
  });

  it("accepts requests from its own pages at localhost and 127.0.0.1, and from no other origin", async () => {
    const { port } = new URL(server.url);
    const signUpFrom = async (origin: string) => {
      const maria = visitor({ origin });
      return (await maria.signUp(`${randomUUID()}@example.org`)).status;
    };
    expect(await signUpFrom(`http://localhost:${port}`)).toBe(200);
    expect(await signUpFrom(`http://127.0.0.1:${port}`)).toBe(200);
    expect(await signUpFrom("http://localhost:1")).toBe(403);
    expect(await signUpFrom("https://evil.example")).toBe(403);
    expect(await signUpFrom("null")).toBe(403);
  });

  it("accepts a program that keeps cookies but sends no Origin", async () => {
    const script = visitor();
    await script.signUp("script@example.org");
    expect((await script.signIn("script@example.org")).status).toBe(200);
    expect((await script.post("/api/auth/sign-out")).status).toBe(200);
    expect(await script.token()).toBeNull();
  });

  it("refuses to redirect to another site", async () => {
    const { status } = await visitor().post("/api/auth/request-password-reset", {
      email: "x@example.org",
      redirectTo: "https://evil.example/",
    });
    expect(status).toBe(403);
  });

  it.each(["/api/auth/change-email", "/api/auth/sign-in/social", "/api/auth/link-social"])(
    "doesn't offer %s",
    async (path) => {
      expect((await visitor().post(path, { newEmail: "a@example.org", provider: "google" })).status).toBe(
        404,
      );
    },
  );

  it("refuses changed and unsigned bearer tokens, and never repeats a token in an error", async () => {
    const maria = visitor();
    await maria.signUp("forged@example.org");
    const token = (await maria.token())!;
    const [header = "", payload = "", signature = ""] = token.split(".");
    const tampered = `${header}.${Buffer.from(JSON.stringify({ ...decodeJwt(token), sub: "other" })).toString("base64url")}.${signature}`;
    const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${payload}.`;
    for (const bad of [tampered, unsigned, "", "x.y.z", `${token}x`, "a".repeat(20_000)]) {
      const error = await server.provider.verifyToken(bad).then(
        () => null,
        (failure: unknown) => failure,
      );
      expect(error).toBeInstanceOf(AuthFailure);
      expect(String(error)).not.toContain(payload);
    }
  });
});

describe("embedded sign-in on an HTTPS address", () => {
  it("uses __Host- cookies with Secure, and builds links from the configured address, never from Host", async () => {
    const server = await startSignInServer({ config: () => ({ baseUrl: "https://care.example.org" }) });
    try {
      const maria = new Visitor(server.url, { "x-forwarded-host": "evil.example" });
      const { headers, status } = await maria.signUp("https@example.org");
      expect(status).toBe(200);
      for (const cookie of headers.getSetCookie()) {
        expect(cookie).toMatch(/^__Host-carediary\./);
        expect(cookie).toMatch(/; Secure/);
        expect(cookie).toMatch(/; HttpOnly/);
        expect(cookie).toMatch(/; Path=\//);
        expect(cookie).not.toMatch(/Domain=/);
      }
      await maria.post("/api/auth/request-password-reset", {
        email: "https@example.org",
        redirectTo: "/care/x",
      });
      const { rows } = await server.database.pool.query("select text_body, html_body from mail_outbox");
      expect(rows).toHaveLength(1);
      expect(rows[0].text_body).toContain("https://care.example.org/sign-in/reset-password#token=");
      expect(rows[0].text_body).toContain("&next=%2Fcare%2Fx");
      expect(rows[0].text_body + rows[0].html_body).not.toMatch(/evil|localhost/);
      expect((await server.provider.verifyToken((await maria.token())!)).issuer).toBe(
        "https://care.example.org",
      );
    } finally {
      await server.close();
    }
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rooms } from "../../registry/rooms.ts";
import { hurriedClock } from "../../test/fake_clock.ts";
import { fragmentOf, linkOf, startMailServer } from "../../test/mail-server.ts";
import { createTestLog } from "../../test/server-log.ts";
import { QUICK_PASSWORDS, type SignInServer, startSignInServer, Visitor } from "../../test/sign-in-server.ts";
import { startJobs } from "../jobs/worker.ts";
import { openStorage } from "../storage/open_storage.ts";

describe("embedded sign-in with a mail server", () => {
  let mail: Awaited<ReturnType<typeof startMailServer>>;
  let server: SignInServer;
  let jobs: { stop(): Promise<void> };
  beforeAll(async () => {
    mail = await startMailServer();
    server = await startSignInServer({
      passwords: QUICK_PASSWORDS,
      clock: hurriedClock,
      config: () => ({ smtpUrl: mail.url, mailFrom: "CareDiary <care@example.org>" }),
    });
    const { database, config } = server;
    jobs = await startJobs({
      database,
      storage: openStorage(config),
      config,
      log: createTestLog(),
      rooms,
      clock: hurriedClock,
    });
  });
  afterAll(async () => {
    await jobs.stop();
    await server.close();
    await mail.close();
  });
  const visitor = () => new Visitor(server.url);
  const confirm = async (address: string, by = visitor()) => {
    const letter = await mail.mailTo(address, /Confirm/);
    return by.get(`/api/auth/verify-email?token=${fragmentOf(letter).get("token")}`);
  };

  it("lets nobody in before the e-mail address is confirmed by the mailed link", async () => {
    const maria = visitor();
    const { status, body } = await maria.post("/api/auth/sign-up/email", {
      email: "maria@example.org",
      password: "correct horse",
      name: "Maria",
      callbackURL: "/invitation/abc",
    });
    expect([status, body.token]).toEqual([200, null]);
    expect(await maria.token()).toBeNull();
    const early = await maria.signIn("maria@example.org");
    expect([early.status, early.body.code]).toEqual([403, "EMAIL_NOT_VERIFIED"]);

    const letter = await mail.mailTo("maria@example.org", /Confirm your e-mail address/);
    expect(letter.from?.address).toBe("care@example.org");
    expect(linkOf(letter).origin).toBe(server.config.baseUrl);
    expect(linkOf(letter).pathname).toBe("/sign-in/verify-email");
    expect(fragmentOf(letter).get("next")).toBe("/invitation/abc");
    expect(letter.html).toContain("Confirm your e-mail address");

    expect((await visitor().get("/api/auth/verify-email?token=forged")).status).toBe(401);
    expect((await confirm("maria@example.org")).body.status).toBe(true);
    expect((await maria.signIn("maria@example.org")).status).toBe(200);
    expect((await server.provider.verifyToken((await maria.token())!)).emailVerified).toBe(true);
  });

  it("signs in the browser that made the account by the link, once", async () => {
    const maria = visitor();
    await maria.signUp("here@example.org");
    const copy = visitor();
    for (const [name, value] of maria.cookies) copy.cookies.set(name, value);
    expect((await confirm("here@example.org", maria)).body).toEqual({
      status: true,
      email: "here@example.org",
    });
    const claims = await server.provider.verifyToken((await maria.token())!);
    expect([claims.email, claims.emailVerified]).toEqual(["here@example.org", true]);
    const { rows } = await server.database.pool.query(
      "select details from audit_events where event_type = 'account.signedIn' and target_id = $1",
      [claims.subject],
    );
    expect(rows).toEqual([{ details: { method: "password and confirmed address" } }]);

    await maria.post("/api/auth/sign-out");
    expect((await confirm("here@example.org", maria)).status).toBe(200);
    expect(await maria.token()).toBeNull();
    // Not even with the cookie, which the browser has forgotten.
    expect((await confirm("here@example.org", copy)).status).toBe(200);
    expect(await copy.token()).toBeNull();
  });

  it("signs in no other browser by the link, which confirms the address all the same", async () => {
    const maria = visitor();
    await maria.signUp("elsewhere@example.org");
    const other = visitor();
    await other.signUp("another@example.org");
    expect((await confirm("elsewhere@example.org", other)).body.email).toBe("elsewhere@example.org");
    expect(await other.token()).toBeNull();
    expect(await maria.token()).toBeNull();
    expect((await maria.signIn("elsewhere@example.org")).status).toBe(200);
  });

  it("leaves a browser signed in as the person who is signed in there", async () => {
    const shared = visitor();
    await shared.signUp("first@example.org");
    await confirm("first@example.org", shared);
    await shared.signUp("second@example.org");
    await confirm("second@example.org", shared);
    expect((await server.provider.verifyToken((await shared.token())!)).email).toBe("first@example.org");
    expect((await visitor().signIn("second@example.org")).status).toBe(200);
  });

  it("signs nobody in to an account of the same address that a stranger has made before", async () => {
    await visitor().signUp("hijacked@example.org", "the stranger's");
    const owner = visitor();
    const answer = await owner.signUp("hijacked@example.org", "the owner's");
    expect(answer.status).toBe(200);
    expect([...owner.cookies.keys()]).toEqual(["carediary.signed_up"]);
    expect((await confirm("hijacked@example.org", owner)).status).toBe(200);
    expect(await owner.token()).toBeNull();
  });

  it("gives the same answer when a known and an unknown address sign up, and mails the known one", async () => {
    const first = await visitor().signUp("twice@example.org");
    await confirm("twice@example.org");
    const again = await visitor().signUp("twice@example.org", "another password", "Mallory");
    expect(again.status).toBe(first.status);
    expect(Object.keys(again.body.user).sort()).toEqual(Object.keys(first.body.user).sort());
    expect({ ...again.body.user, id: "", name: "", createdAt: "", updatedAt: "" }).toEqual({
      ...first.body.user,
      id: "",
      name: "",
      createdAt: "",
      updatedAt: "",
    });
    expect(again.body.user.id).toHaveLength(first.body.user.id.length);
    await mail.mailTo("twice@example.org", /already have an account/);
    expect((await visitor().signIn("twice@example.org", "another password")).status).toBe(401);
    const { rows } = await server.database.pool.query(
      "select count(*) from audit_events where event_type = 'account.signedUp' and target_id = $1",
      [again.body.user.id],
    );
    expect(rows[0].count).toBe(0);
  });

  it("sets a new password through a mailed link once, ends every session and mails the owner", async () => {
    const maria = visitor();
    await maria.signUp("reset@example.org");
    await confirm("reset@example.org");
    await maria.signIn("reset@example.org");
    await visitor().post("/api/auth/request-password-reset", { email: "reset@example.org" });
    const letter = await mail.mailTo("reset@example.org", /Choose a new password/);
    expect(linkOf(letter).pathname).toBe("/sign-in/reset-password");
    const reset = (newPassword: string) =>
      visitor().post("/api/auth/reset-password", { newPassword, token: fragmentOf(letter).get("token") });
    expect((await reset("short")).body.message).toBe("The password needs at least 8 characters.");
    expect((await reset("battery staple")).status).toBe(200);
    expect((await reset("once more please")).status).toBe(400);
    expect(await maria.token()).toBeNull();
    expect((await maria.signIn("reset@example.org")).status).toBe(401);
    expect((await maria.signIn("reset@example.org", "battery staple")).status).toBe(200);
    await mail.mailTo("reset@example.org", /was changed/);
  });

  it("confirms the address of whoever resets the password by mail, so the owner takes over a squatter's account", async () => {
    await visitor().signUp("squatted@example.org", "the squatter's");
    await visitor().post("/api/auth/request-password-reset", { email: "squatted@example.org" });
    const letter = await mail.mailTo("squatted@example.org", /Choose a new password/);
    await visitor().post("/api/auth/reset-password", {
      newPassword: "the owner's password",
      token: fragmentOf(letter).get("token"),
    });
    expect((await visitor().signIn("squatted@example.org", "the squatter's")).status).toBe(401);
    expect((await visitor().signIn("squatted@example.org", "the owner's password")).status).toBe(200);
  });

  it("keeps neither the token of a sent mail nor that of a pending reset in the database", async () => {
    await visitor().signUp("traces@example.org");
    await visitor().post("/api/auth/request-password-reset", { email: "traces@example.org" });
    const letter = await mail.mailTo("traces@example.org", /Choose a new password/);
    const token = fragmentOf(letter).get("token")!;
    await expect
      .poll(async () => {
        const { rows } = await server.database.pool.query(
          `select count(*) from mail_outbox where to_address = 'traces@example.org' and sent_at is null`,
        );
        return rows[0].count;
      })
      .toBe(0);
    const { rows } = await server.database.pool.query(
      `select (select count(*) from mail_outbox where text_body || html_body like $1)
            + (select count(*) from auth.verification where identifier || value like $1) as count`,
      [`%${token}%`],
    );
    expect(rows[0].count).toBe(0);
  });

  it("writes in the language that the browser asks for until the account has one", async () => {
    const maria = new Visitor(server.url, { "accept-language": "de-AT,de;q=0.9,en;q=0.5" });
    await maria.signUp("german@example.org");
    const letter = await mail.mailTo(
      "german@example.org",
      /Bestätigen Sie Ihre E-Mail-Adresse für CareDiary/,
    );
    expect(letter.html).toContain('<html lang="de">');
    const token = fragmentOf(letter).get("token");
    await maria.get(`/api/auth/verify-email?token=${token}`);
    const { rows } = await server.database.pool.query(
      `select id from auth."user" where email = 'german@example.org'`,
    );
    await server.database.pool.query(
      `insert into users (id, clerk_user_id, email, email_verified, name, language)
       values (gen_random_uuid(), $1, 'german@example.org', true, 'Maria', 'pl')`,
      [rows[0].id],
    );
    await maria.post("/api/auth/request-password-reset", { email: "german@example.org" });
    await mail.mailTo("german@example.org", /Wybierz nowe hasło do CareDiary/);
    // Somebody else's request: the account's language decides.
    await visitor().signUp("german@example.org");
    await mail.mailTo("german@example.org", /Masz już konto w CareDiary/);
  });

  it("sends at most five mails an hour to one address at the request of one network", async () => {
    const ask = () => visitor().post("/api/auth/request-password-reset", { email: "bombed@example.org" });
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3000);
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rooms } from "../../registry/rooms.ts";
import { hurriedClock } from "../../test/fake_clock.ts";
import { fragmentOf, linkOf, startMailServer } from "../../test/mail-server.ts";
import {
  QUICK_PASSWORDS,
  SECRET,
  type SignInServer,
  startSignInServer,
  Visitor,
} from "../../test/sign-in-server.ts";
import { startJobs } from "../jobs/worker.ts";
import { createLog } from "../log.ts";
import { enqueueMail } from "../mail/outbox.ts";
import { openStorage } from "../storage/open_storage.ts";
import { createAuthProvider } from "./provider.ts";

const CONFIRM = /Confirm your new e-mail address/;

describe("changing one's own address", () => {
  let mail: Awaited<ReturnType<typeof startMailServer>>;
  let server: SignInServer;
  let jobs: { stop(): Promise<void> };
  beforeAll(async () => {
    mail = await startMailServer();
    server = await startSignInServer({
      passwords: QUICK_PASSWORDS,
      clock: hurriedClock,
      config: () => ({ smtpUrl: mail.url, mailFrom: "CareDiary <care@example.org>", trustProxy: true }),
    });
    const { database, config } = server;
    jobs = await startJobs({
      database,
      storage: openStorage(config),
      config,
      log: createLog("silent"),
      rooms,
      clock: hurriedClock,
    });
  });
  afterAll(async () => {
    await jobs.stop();
    await server.close();
    await mail.close();
  });

  let networks = 0;
  const visitor = () => new Visitor(server.url, { "x-forwarded-for": `192.0.2.${++networks}` });
  const sql = async (text: string, values: unknown[] = []) =>
    (await server.database.pool.query(text, values)).rows;

  /** Somebody with a proven address and a record, signed in. */
  async function someone(email: string) {
    const person = visitor();
    const { body } = await person.signUp(email);
    await sql(`update auth."user" set "emailVerified" = true where email = $1`, [email]);
    const { id } = (await sql(`select id from auth."user" where email = $1`, [email]))[0];
    await sql(
      "insert into users (id, clerk_user_id, email, email_verified, name) values (gen_random_uuid(), $1, $2, true, 'Maria')",
      [id, email],
    );
    expect(body.token).toBeNull();
    expect((await person.signIn(email)).status).toBe(200);
    return { id, person, signedInAgain: () => signedIn(email) };
  }
  async function signedIn(email: string) {
    const again = visitor();
    expect((await again.signIn(email)).status).toBe(200);
    return again;
  }
  const ask = (person: Visitor, newEmail: string, password = "correct horse") =>
    person.post("/api/auth/email-change/request", { newEmail, password });
  const confirm = (token: string | null, person = visitor()) =>
    person.post("/api/auth/email-change/confirm", { token });
  const tokenTo = async (address: string, after = 0) =>
    fragmentOf(await mail.mailTo(address, CONFIRM, after)).get("token");
  const pending = async (person: Visitor) => (await person.get("/api/auth/email-change")).body.pending;
  const addressesOf = async (id: string) =>
    sql(
      `select a.email as account, a."emailVerified" as proven, u.email as record, u.email_verified as known
         from auth."user" a join users u on u.clerk_user_id = a.id where a.id = $1`,
      [id],
    );
  const eventsOf = async (id: string) =>
    (await sql("select event_type, details from audit_events where target_id = $1 order by id", [id])).filter(
      ({ event_type }) => event_type.startsWith("account.emailChange"),
    );

  it("changes nothing before the link to the new address is opened, then the sign-in and the record", async () => {
    const { id, person } = await someone("maria@example.org");
    const before = await addressesOf(id);
    expect((await ask(person, " Maria.New@Example.org ")).body).toEqual({ status: true });
    expect(await pending(person)).toEqual({ newEmail: "maria.new@example.org", linkWorks: true });
    const notice = await mail.mailTo("maria@example.org", /about to change/);
    expect(notice.text).toContain("choose a new password");
    expect(notice.text).not.toContain("maria.new");
    expect(await addressesOf(id)).toEqual(before);

    const letter = await mail.mailTo("maria.new@example.org", CONFIRM);
    expect(linkOf(letter).pathname).toBe("/sign-in/confirm-address");
    const token = fragmentOf(letter).get("token");
    expect((await confirm(token)).body).toEqual({ email: "maria.new@example.org" });
    expect(await addressesOf(id)).toEqual([
      { account: "maria.new@example.org", proven: true, record: "maria.new@example.org", known: true },
    ]);
    expect(await pending(person)).toBeNull();
    await mail.mailTo("maria@example.org", /was changed/);
    expect((await visitor().signIn("maria@example.org")).status).toBe(401);
    expect((await visitor().signIn("maria.new@example.org")).status).toBe(200);
    // The next token has the new address, and the link works once.
    expect((await server.provider.verifyToken((await person.token())!)).email).toBe("maria.new@example.org");
    expect((await confirm(token)).body.code).toBe("INVALID_TOKEN");
    expect(await eventsOf(id)).toEqual([
      { event_type: "account.emailChangeRequested", details: {} },
      { event_type: "account.emailChanged", details: {} },
    ]);
  });

  it("asks for the password and for an address, and limits guesses", async () => {
    const { person } = await someone("asked@example.org");
    for (const [newEmail, password, code] of [
      ["asked.new@example.org", "wrong password", "INVALID_PASSWORD"],
      ["no address", "correct horse", "INVALID_EMAIL"],
      [`${"a".repeat(250)}@example.org`, "correct horse", "INVALID_EMAIL"],
      ["Asked@example.org", "correct horse", "SAME_EMAIL"],
    ] as const) {
      expect((await ask(person, newEmail, password)).body.code).toBe(code);
    }
    expect((await ask(visitor(), "asked.new@example.org")).status).toBe(401);
    expect(await pending(person)).toBeNull();
    for (let attempt = 1; attempt < 10; attempt++) {
      expect((await ask(person, "asked.new@example.org", "wrong password")).status).toBe(400);
    }
    expect((await ask(person, "asked.new@example.org")).status).toBe(429);
  });

  it("sends at most five mails an hour to one new address", async () => {
    const { person } = await someone("sender@example.org");
    expect((await ask(person, "bombed@example.org")).status).toBe(200);
    const again = () => person.post("/api/auth/email-change/send-again");
    for (let count = 2; count <= 5; count++) expect((await again()).status).toBe(200);
    expect((await again()).status).toBe(429);
  });

  it("ends the other sessions, and keeps the one that asked and the one that opened the link", async () => {
    const { person, signedInAgain } = await someone("many@example.org");
    const [phone, stranger] = [await signedInAgain(), await signedInAgain()];
    await ask(person, "many.new@example.org");
    expect((await confirm(await tokenTo("many.new@example.org"), phone)).status).toBe(200);
    expect(await person.token()).not.toBeNull();
    expect(await phone.token()).not.toBeNull();
    expect(await stranger.token()).toBeNull();
  });

  it("doesn't reveal that an address has an account, and tells only its owner", async () => {
    const { id, person } = await someone("curious@example.org");
    await someone("taken@example.org");
    const free = await ask(person, "free@example.org");
    const taken = await ask(person, "taken@example.org");
    expect([taken.status, taken.body]).toEqual([free.status, free.body]);
    expect(await pending(person)).toEqual({ newEmail: "taken@example.org", linkWorks: true });
    const letter = await mail.mailTo("taken@example.org", /has an account/);
    expect(letter.text).not.toContain("curious@example.org");
    expect(letter.text).not.toContain("confirm-address");
    expect((await addressesOf(id))[0].account).toBe("curious@example.org");
  });

  it("refuses an address that somebody else took meanwhile", async () => {
    const { person } = await someone("slow@example.org");
    await ask(person, "wanted@example.org");
    const token = await tokenTo("wanted@example.org");
    await someone("wanted@example.org");
    expect((await confirm(token)).body.code).toBe("ADDRESS_TAKEN");
    expect(await pending(person)).toMatchObject({ newEmail: "wanted@example.org" });
  });

  it("can be cancelled, and sent again with a new link in place of the old one", async () => {
    const { person } = await someone("unsure@example.org");
    await ask(person, "first@example.org");
    const first = await tokenTo("first@example.org");
    expect((await person.post("/api/auth/email-change/send-again")).status).toBe(200);
    const second = await tokenTo("first@example.org", 1);
    expect((await confirm(first)).body.code).toBe("INVALID_TOKEN");
    expect((await person.post("/api/auth/email-change/cancel")).status).toBe(200);
    expect(await pending(person)).toBeNull();
    expect((await confirm(second)).body.code).toBe("INVALID_TOKEN");
    const nothing = await person.post("/api/auth/email-change/send-again");
    expect(nothing.body.code).toBe("NOTHING_PENDING");
  });

  it("has a link that works for an hour, and is forgotten after a day", async () => {
    const { person } = await someone("late@example.org");
    await ask(person, "late.new@example.org");
    const token = await tokenTo("late.new@example.org");
    await sql("update auth.email_changes set link_until = now() where new_email = 'late.new@example.org'");
    expect((await confirm(token)).body.code).toBe("INVALID_TOKEN");
    expect(await pending(person)).toEqual({ newEmail: "late.new@example.org", linkWorks: false });
    await sql(
      "update auth.email_changes set requested_at = now() - interval '25 hours' where new_email = 'late.new@example.org'",
    );
    expect(await pending(person)).toBeNull();
  });

  it("is stopped by a new password, and by signing out the device that asked", async () => {
    const owner = await someone("robbed@example.org");
    await ask(owner.person, "thief@example.org");
    await visitor().post("/api/auth/request-password-reset", { email: "robbed@example.org" });
    const reset = fragmentOf(await mail.mailTo("robbed@example.org", /Choose a new password/)).get("token");
    await visitor().post("/api/auth/reset-password", { newPassword: "battery staple", token: reset });
    expect((await confirm(await tokenTo("thief@example.org"))).body.code).toBe("INVALID_TOKEN");

    const other = await someone("device@example.org");
    const thief = await other.signedInAgain();
    await ask(thief, "thief2@example.org");
    const sessions = (await other.person.get("/api/auth/list-sessions")).body as { token: string }[];
    const own = (await other.person.get("/api/auth/get-session")).body.session.token;
    const { token } = sessions.find((session) => session.token !== own)!;
    await other.person.post("/api/auth/revoke-session", { token });
    expect((await confirm(await tokenTo("thief2@example.org"))).body.code).toBe("INVALID_TOKEN");
  });

  it("ends links to choose a password that went to the former address", async () => {
    const { person } = await someone("former@example.org");
    await visitor().post("/api/auth/request-password-reset", { email: "former@example.org" });
    const reset = fragmentOf(await mail.mailTo("former@example.org", /Choose a new password/)).get("token");
    await ask(person, "present@example.org");
    await confirm(await tokenTo("present@example.org"));
    const late = await visitor().post("/api/auth/reset-password", {
      newPassword: "battery staple",
      token: reset,
    });
    expect(late.status).toBe(400);
  });

  it("is confirmed once when two nodes get the link at the same moment", async () => {
    const { person } = await someone("twice@example.org");
    await ask(person, "twice.new@example.org");
    const token = await tokenTo("twice.new@example.org");
    const { config, database } = server;
    const otherNode = createAuthProvider({
      config,
      database,
      secret: SECRET,
      log: createLog("silent"),
      rooms,
      sendMail: (letter) => enqueueMail(database.db, letter),
      passwords: QUICK_PASSWORDS,
    });
    const there = () =>
      otherNode.handle!(
        new Request(`${server.url}/api/auth/email-change/confirm`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ token }),
        }),
      );
    const statuses = (await Promise.all([confirm(token), there(), confirm(token), there()])).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()).toEqual([200, 400, 400, 400]);
  });

  it("keeps neither the token of a link nor the network's address in the database", async () => {
    const { person } = await someone("traces@example.org");
    await ask(person, "traces.new@example.org");
    const token = await tokenTo("traces.new@example.org");
    expect(
      await sql("select from auth.email_changes where to_jsonb(email_changes)::text like $1", [`%${token}%`]),
    ).toEqual([]);
    expect(await sql(`select from auth."session" where "ipAddress" is not null`)).toEqual([]);
  });

  it("goes with the account", async () => {
    const { person } = await someone("gone@example.org");
    await ask(person, "gone.new@example.org");
    expect((await person.post("/api/auth/delete-user", { password: "correct horse" })).status).toBe(200);
    expect(await sql("select from auth.email_changes where new_email = 'gone.new@example.org'")).toEqual([]);
  });
});

describe("without a mail server", () => {
  let server: SignInServer;
  beforeAll(async () => {
    server = await startSignInServer({ passwords: QUICK_PASSWORDS });
  });
  afterAll(() => server.close());

  it("no address can be changed", async () => {
    const person = new Visitor(server.url);
    await person.signUp("here@example.org");
    const answer = await person.post("/api/auth/email-change/request", {
      newEmail: "there@example.org",
      password: "correct horse",
    });
    expect(answer.status).toBe(404);
  });

  it("a session knows the time zone that its device says, and nothing that is no time zone", async () => {
    const zones = async (person: Visitor) =>
      ((await person.get("/api/auth/list-sessions")).body as { timeZone: string | null }[]).map(
        ({ timeZone }) => timeZone,
      );
    const person = new Visitor(server.url, { "x-time-zone": "Europe/Berlin" });
    await person.signUp("zone@example.org");
    expect(await zones(person)).toEqual(["Europe/Berlin"]);
    const moved = new Visitor(server.url, { "x-time-zone": "America/New_York" });
    for (const [name, value] of person.cookies) moved.cookies.set(name, value);
    await moved.token();
    expect(await zones(person)).toEqual(["America/New_York"]);
    for (const zone of ["<script>", "PST", "x".repeat(100)]) {
      const odd = new Visitor(server.url, { "x-time-zone": zone });
      for (const [name, value] of person.cookies) odd.cookies.set(name, value);
      expect(await odd.token()).not.toBeNull();
    }
    const silent = new Visitor(server.url);
    for (const [name, value] of person.cookies) silent.cookies.set(name, value);
    await silent.token();
    expect(await zones(person)).toEqual(["America/New_York"]);
  });
});

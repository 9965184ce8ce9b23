import { decodeProtectedHeader } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { rooms } from "../../registry/rooms.ts";
import { eventually } from "../../test/conformance/waiting.ts";
import { createFakeClock, hurriedClock } from "../../test/fake_clock.ts";
import {
  QUICK_PASSWORDS,
  SECRET,
  type SignInServer,
  startSignInServer,
  Visitor,
  waitingMails,
} from "../../test/sign-in-server.ts";
import { type Database, openDatabase } from "../db/database.ts";
import { createLog } from "../log.ts";
import { enqueueMail } from "../mail/outbox.ts";
import { createLocalKeys } from "./local_keys.ts";
import { createAuthProvider } from "./provider.ts";

describe("embedded sign-in when something is wrong", () => {
  let server: SignInServer;
  beforeEach(async () => {
    server = await startSignInServer({
      config: () => ({ smtpUrl: "smtp://127.0.0.1:1" }),
      passwords: QUICK_PASSWORDS,
      clock: hurriedClock,
    });
  });
  afterEach(() => server.close());
  const signUpConfirmed = async (email: string) => {
    const visitor = new Visitor(server.url);
    await visitor.signUp(email);
    await server.database.pool.query(`update auth."user" set "emailVerified" = true`);
    return visitor;
  };

  it("doesn't stall when more people sign up at once than there are database connections", async () => {
    const emails = Array.from({ length: 24 }, (_, index) => `crowd${index}@example.org`);
    const answers = await Promise.all(emails.map((email) => new Visitor(server.url).signUp(email)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await waitingMails(server.database)).map(({ to }) => to).sort()).toEqual(emails.sort());
  });

  it("answers a sign-up only after its mail is stored", async () => {
    const { config, database } = server;
    const order: string[] = [];
    const stores = Promise.withResolvers<void>();
    const clock = createFakeClock();
    const node = createAuthProvider({
      config,
      database,
      secret: SECRET,
      log: createLog("silent"),
      rooms,
      clock,
      sendMail: async ({ to }) => {
        if (to === "slow@example.org") await stores.promise;
        order.push(`stored for ${to}`);
      },
    });
    const signUp = async (email: string) => {
      const request = new Request(`${server.url}/api/auth/sign-up/email`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email, password: "correct horse", name: "Slow" }),
      });
      expect((await node.handle!(request, "192.0.2.1")).status).toBe(200);
      order.push(`answered to ${email}`);
    };
    const slow = signUp("slow@example.org");
    // Comes later and is answered: only the mail holds up the other one.
    const quick = signUp("quick@example.org");
    await clock.advance(1_000);
    await quick;
    stores.resolve();
    await slow;
    expect(order).toEqual([
      "stored for quick@example.org",
      "answered to quick@example.org",
      "stored for slow@example.org",
      "answered to slow@example.org",
    ]);
  });

  it("gives no session when the audit event can't be written", async () => {
    const maria = await signUpConfirmed("maria@example.org");
    await server.database.pool.query("alter table audit_events rename column target_id to other");
    const { status, headers, body } = await maria.signIn("maria@example.org");
    expect(status).toBe(500);
    expect(headers.getSetCookie()).toEqual([]);
    expect(body).toEqual({ code: "INTERNAL", message: "Internal error" });
    expect(await maria.token()).toBeNull();
  });

  it("answers 503 while the database is away, so that nobody counts as signed out", async () => {
    const { config, url } = server;
    const maria = await signUpConfirmed("maria@example.org");
    await maria.signIn("maria@example.org");
    const database = openDatabase("postgres://somebody@127.0.0.1:1/nothing", { max: 1 });
    const node = createAuthProvider({
      config,
      database,
      secret: SECRET,
      log: createLog("silent"),
      rooms,
      sendMail: async () => {},
    });
    const cookie = [...maria.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await node.handle!(
      new Request(`${url}/api/auth/token`, { headers: { cookie } }),
      "192.0.2.1",
    );
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "2"]);
    await database.close();
  });

  it("issues tokens that other nodes accept, and makes a new key when the secret has changed", async () => {
    const { config, database } = server;
    const node = (secret: string) =>
      createAuthProvider({
        config,
        database,
        secret,
        log: createLog("silent"),
        rooms,
        sendMail: (mail) => enqueueMail(database.db, mail),
        passwords: QUICK_PASSWORDS,
      });
    const maria = await signUpConfirmed("maria@example.org");
    const other = node(SECRET);
    await maria.signIn("maria@example.org");
    const before = (await maria.token())!;
    expect((await other.verifyToken(before)).email).toBe("maria@example.org");

    const changed = node("another secret that is long enough too");
    const ask = (path: string, init: RequestInit) =>
      changed.handle!(new Request(`${server.url}${path}`, init), "192.0.2.1");
    const signedIn = await ask("/api/auth/sign-in/email", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "maria@example.org", password: "correct horse" }),
    });
    const cookie = signedIn.headers.getSetCookie()[0]!.split(";")[0]!;
    const { token } = (await (await ask("/api/auth/token", { headers: { cookie } })).json()) as {
      token: string;
    };
    expect((await changed.verifyToken(token)).email).toBe("maria@example.org");
    await expect.poll(() => other.verifyToken(token).catch(() => null), { timeout: 15_000 }).not.toBeNull();
  });

  it("reads keys from the database at most once a second, however many unknown key ids come", async () => {
    const { keys, reads, clock } = await countedKeys();
    const verifyWithUnknownKeys = () =>
      Promise.allSettled(Array.from({ length: 50 }, (_, index) => keys(`invented-${index}`)));
    let seconds = 0;
    for (let round = 0; round < 3; round += 1) {
      let isDone = false;
      const answers = verifyWithUnknownKeys().finally(() => (isDone = true));
      while (await eventually(() => isDone || (clock.waiting() > 0 && "pauses")).then((it) => it !== true)) {
        await clock.advance(1000);
        seconds += 1;
      }
      expect(new Set((await answers).map(({ status }) => status))).toEqual(new Set(["rejected"]));
    }
    expect(reads()).toBeGreaterThan(1);
    expect(reads()).toBeLessThanOrEqual(1 + seconds);
  });

  it("accepts a key that was made just after the last read of the keys", async () => {
    const { keys, kid, clock } = await countedKeys();
    await keys(kid);
    await server.database.pool.query(
      `insert into auth.jwks (id, "publicKey", "privateKey", "createdAt")
       select 'made-elsewhere', "publicKey", "privateKey", now() from auth.jwks limit 1`,
    );
    const found = keys("made-elsewhere");
    await clock.advance(1000);
    await expect(found).resolves.toBeDefined();
  });

  /** The keys of the server's database, and how often they were read. */
  async function countedKeys() {
    const maria = await signUpConfirmed("maria@example.org");
    await maria.signIn("maria@example.org");
    const { kid } = decodeProtectedHeader((await maria.token())!);
    let reads = 0;
    const { db } = server.database;
    const counted = {
      ...db,
      getExecutor: () => {
        reads += 1;
        return db.getExecutor();
      },
    } as Database["db"];
    const clock = createFakeClock();
    const keys = createLocalKeys(counted, clock);
    return {
      clock,
      kid: kid!,
      reads: () => reads,
      keys: (id: string) => keys({ alg: "EdDSA", kid: id }, { payload: "", signature: "" }),
    };
  }
});

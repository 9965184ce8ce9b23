import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rooms } from "../../registry/rooms.ts";
import {
  QUICK_PASSWORDS,
  SECRET,
  type SignInServer,
  startSignInServer,
  Visitor,
  waitingMails,
} from "../../test/sign-in-server.ts";
import { createLog } from "../log.ts";
import type { AuthProvider } from "./auth_provider.ts";
import { getAccountKey } from "./limits.ts";
import { createAuthProvider } from "./provider.ts";

describe("limits of sign-in", () => {
  let server: SignInServer;
  let otherNode: AuthProvider;
  beforeAll(async () => {
    server = await startSignInServer({ config: () => ({ trustProxy: true }), passwords: QUICK_PASSWORDS });
    const { config, database } = server;
    otherNode = createAuthProvider({
      config,
      database,
      secret: SECRET,
      log: createLog("silent"),
      rooms,
      sendMail: async () => {},
      passwords: QUICK_PASSWORDS,
    });
  });
  afterAll(() => server.close());

  const visitorFrom = (address: string) => new Visitor(server.url, { "x-forwarded-for": address });
  const signInOnOtherNode = (email: string, peer: string) =>
    otherNode.handle!(
      new Request(`${server.url}/api/auth/sign-in/email`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": peer },
        body: JSON.stringify({ email, password: "correct horse" }),
      }),
    );

  it("stops guessing at one account from one network after ten wrong passwords, on every node", async () => {
    await visitorFrom("192.0.2.1").signUp("guessed@example.org");
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await visitorFrom("198.51.100.1").signIn("guessed@example.org", "wrong password")).status).toBe(
        401,
      );
    }
    const refused = await visitorFrom("198.51.100.1").signIn("Guessed@example.org");
    expect(refused.status).toBe(429);
    expect(refused.body.message).toMatch(/^Too many attempts\. Try again in 1[45] minutes\.$/);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(800);
    expect((await signInOnOtherNode("guessed@example.org", "198.51.100.1")).status).toBe(429);
    // Nobody elsewhere is locked out by that, on no node.
    expect((await visitorFrom("203.0.113.9").signIn("guessed@example.org")).status).toBe(200);
    expect((await signInOnOtherNode("guessed@example.org", "203.0.113.10")).status).toBe(200);
  });

  it("treats a /64 of IPv6 as one network", async () => {
    await visitorFrom("192.0.2.4").signUp("six@example.org");
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const guess = visitorFrom(`2001:db8:1:2:${attempt}::${attempt + 1}`).signIn(
        "six@example.org",
        "wrong password",
      );
      expect((await guess).status).toBe(401);
    }
    expect((await visitorFrom("2001:DB8:1:2:ffff::1").signIn("six@example.org")).status).toBe(429);
    expect((await visitorFrom("2001:db8:1:3::1").signIn("six@example.org")).status).toBe(200);
  });

  /** As many wrong passwords as make everybody wait who isn't known, from so many networks that none of them waits. */
  const guessEverywhere = async (email: string) => {
    await visitorFrom("198.18.0.1").signIn(email, "wrong password");
    // As if there had been a hundred.
    await server.database.pool.query("update auth.attempts set count = 100 where key = $1", [
      `account|/sign-in/email|${getAccountKey(email)}`,
    ]);
    expect((await visitorFrom("198.18.200.1").signIn(email, "wrong password")).status).toBe(429);
  };

  it("stops guesses from many networks, but never the owner where they signed in before", async () => {
    const email = "besieged@example.org";
    await visitorFrom("192.0.2.5").signUp(email);
    expect((await visitorFrom("192.0.2.5").signIn(email)).status).toBe(200);
    await guessEverywhere(email);
    expect((await visitorFrom("203.0.113.20").signIn(email)).status).toBe(429);
    expect((await visitorFrom("192.0.2.5").signIn(email)).status).toBe(200);
    // The owner's success frees nobody else.
    expect((await visitorFrom("198.18.201.1").signIn(email, "wrong password")).status).toBe(429);
  });

  it("lets everybody sign in again after a password reset by mail, and keeps its counts through a crash", async () => {
    const email = "freed@example.org";
    await visitorFrom("192.0.2.6").signUp(email);
    await guessEverywhere(email);
    const { rows } = await server.database.pool.query(
      "select relpersistence from pg_class where oid = 'auth.attempts'::regclass",
    );
    expect(rows).toEqual([{ relpersistence: "p" }]);
    const away = visitorFrom("203.0.113.21");
    expect((await away.signIn(email)).status).toBe(429);
    await away.post("/api/auth/request-password-reset", { email });
    const letter = (await waitingMails(server.database)).find((mail) => mail.to === email)!;
    const token = /#token=([^&\s]+)/.exec(letter.text)![1];
    expect(
      (await away.post("/api/auth/reset-password", { newPassword: "battery staple", token })).status,
    ).toBe(200);
    expect((await visitorFrom("203.0.113.22").signIn(email, "battery staple")).status).toBe(200);
    // The guessing goes on; where the password was reset nobody waits for it.
    await guessEverywhere(email);
    expect((await away.signIn(email, "battery staple")).status).toBe(200);
  });

  it("lets 40 people sign up from one address in ten minutes, and others from elsewhere", async () => {
    const statuses = [];
    for (let index = 0; index < 41; index += 1)
      statuses.push((await visitorFrom("198.51.100.60").signUp(`crowd${index}@example.org`, "short")).status);
    expect(statuses).toEqual([...Array(40).fill(400), 429]);
    expect((await visitorFrom("198.51.100.61").signUp("crowd@example.org")).status).toBe(200);
  });

  it("counts each of several guesses that come at the same moment", async () => {
    await visitorFrom("192.0.2.2").signUp("parallel@example.org");
    const answers = await Promise.all(
      Array.from({ length: 25 }, () =>
        visitorFrom("198.51.100.77").signIn("parallel@example.org", "wrong password"),
      ),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  it("counts unknown e-mails like known ones", async () => {
    const statuses = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      statuses.push(
        (await visitorFrom("198.51.100.78").signIn("nobody@example.org", "wrong password")).status,
      );
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });

  it("forgets wrong passwords after a correct one", async () => {
    await visitorFrom("192.0.2.3").signUp("clumsy@example.org");
    for (let round = 0; round < 3; round += 1) {
      for (let attempt = 0; attempt < 6; attempt += 1)
        await visitorFrom("198.51.100.79").signIn("clumsy@example.org", "wrong password");
      expect((await visitorFrom("198.51.100.79").signIn("clumsy@example.org")).status).toBe(200);
    }
  });

  it("limits one address across all accounts, and believes only the last entry of X-Forwarded-For", async () => {
    const attempt = (index: number, header: string) =>
      visitorFrom(header).signIn(`many${index}@example.org`, "x");
    let last = 0;
    for (let index = 0; index < 61; index += 1)
      last = (await attempt(index, `${index}.1.1.1, 198.51.100.80`)).status;
    expect(last).toBe(429);
    expect((await attempt(99, "198.51.100.81")).status).toBe(401);
  }, 60_000);

  it("ignores X-Forwarded-For unless a trusted proxy is configured", async () => {
    const { config, database } = server;
    const direct = createAuthProvider({
      config: { ...config, trustProxy: false },
      database,
      secret: SECRET,
      log: createLog("silent"),
      rooms,
      sendMail: async () => {},
    });
    const ask = async (forwarded: string) => {
      const request = new Request(`${server.url}/api/auth/reset-password`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-forwarded-for": forwarded,
          "x-carediary-address": forwarded,
        },
        body: JSON.stringify({ newPassword: "correct horse", token: "none" }),
      });
      return (await direct.handle!(request, "::ffff:198.51.100.90")).status;
    };
    const statuses = [];
    for (let index = 0; index < 31; index += 1) statuses.push(await ask(`203.0.113.${index}`));
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(400));
  });
});

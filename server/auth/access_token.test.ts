import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  QUICK_PASSWORDS,
  type SignInServer,
  startSignInServer,
  Visitor,
  waitingMails,
} from "../../test/sign-in-server.ts";
import { generateAccessToken, isAccessToken, isWellFormed } from "./access_token.ts";
import { acceptAccessTokens } from "./access_token_data.ts";
import { hashOfSecret } from "./link_token.ts";

describe("an access token", () => {
  it("has a prefix, 256 random bits and a checksum that finds a wrong letter", () => {
    const { token, hash, hint } = generateAccessToken();
    expect(token).toMatch(/^cd_pat_[0-9A-Za-z]{49}$/);
    expect(isAccessToken(token) && isWellFormed(token)).toBe(true);
    expect(hash).toEqual(hashOfSecret(token));
    expect(token.endsWith(hint)).toBe(true);
    for (let at = 7; at < token.length; at++) {
      const other = token[at] === "x" ? "y" : "x";
      expect(isWellFormed(token.slice(0, at) + other + token.slice(at + 1)), String(at)).toBe(false);
    }
    expect(generateAccessToken().token).not.toBe(token);
  });
});

describe("making access tokens", () => {
  let server: SignInServer;
  beforeAll(async () => {
    server = await startSignInServer({ passwords: QUICK_PASSWORDS });
  });
  afterAll(() => server.close());

  const sql = async (text: string, values: unknown[] = []) =>
    (await server.database.pool.query(text, values)).rows;
  const PASSWORD = "correct horse";

  /** A person who has signed in, with a record of the product. */
  async function somebody(email: string) {
    const person = new Visitor(server.url);
    const { body } = await person.signUp(email);
    const id = body.user.id as string;
    const [{ id: userId }] = await sql(
      "insert into users (id, clerk_user_id, email, name) values (gen_random_uuid(), $1, $2, 'Maria') returning id",
      [id, email],
    );
    return { person, id, userId: userId as string, email };
  }
  const prove = async (person: Visitor, password = PASSWORD): Promise<string> =>
    (await person.post("/api/auth/password-proof", { password, purpose: "token" })).body.proof;
  const make = async (person: Visitor, wish: Record<string, unknown> = {}, proof?: string) =>
    person.post("/api/auth/access-token/create", {
      name: "Home",
      scopes: ["read"],
      notebooks: null,
      days: 30,
      proof: proof ?? (await prove(person)) ?? "",
      ...wish,
    });
  const verify = (token: string) =>
    acceptAccessTokens(() => Promise.reject(new Error("asked somebody else")), server.database)(token);

  it("asks for the password, shows the token once, stores its hash, tells of it by mail and in the audit log", async () => {
    const { person, id, userId, email } = await somebody("maria@example.org");
    const wrong = await person.post("/api/auth/password-proof", {
      password: "wrong horse",
      purpose: "token",
    });
    expect(wrong.body.code).toBe("INVALID_PASSWORD");
    expect((await make(person, {}, "")).body.code).toBe("INVALID_PROOF");
    const { status, body } = await make(person);
    expect(status).toBe(200);
    const { token, tokenId } = body as { token: string; tokenId: string };
    expect(await verify(token)).toMatchObject({
      subject: id,
      email,
      accessToken: { id: tokenId, isLimited: false },
    });
    const rows = await sql("select * from access_tokens where user_id = $1", [userId]);
    expect(rows).toHaveLength(1);
    const whole = JSON.stringify([rows, await sql("select * from audit_events")]);
    expect(whole).not.toContain(token);
    expect(rows[0].token_hash).toEqual(hashOfSecret(token));
    const letters = (await waitingMails(server.database)).filter(({ to }) => to === email);
    expect(letters.map(({ subject }) => subject)).toContain("A new access token for CareDiary");
    expect(JSON.stringify(letters)).not.toContain(token);
    expect(
      await sql(
        "select details from audit_events where event_type = 'account.accessTokenMade' and target_id = $1",
        [id],
      ),
    ).toEqual([{ details: { tokenId } }]);
  });

  it("refuses what isn't a name, a scope, a notebook of the person or a time of at most a year", async () => {
    const { person, userId } = await somebody("refused@example.org");
    for (const [wish, code] of [
      [{ name: " " }, "INVALID_NAME"],
      [{ scopes: [] }, "INVALID_SCOPES"],
      [{ scopes: ["everything"] }, "INVALID_SCOPES"],
      [{ scopes: ["members:write"] }, "INVALID_SCOPES"],
      [{ notebooks: [] }, "INVALID_NOTEBOOKS"],
      [{ notebooks: ["x"] }, "INVALID_NOTEBOOKS"],
      [{ notebooks: ["01a213e2-bb70-765a-a1f8-425fc1e59c53"] }, "NO_NOTEBOOK"],
      [{ days: 366 }, "INVALID_DAYS"],
      [{ days: 0 }, "INVALID_DAYS"],
      [{ days: 1.5 }, "INVALID_DAYS"],
    ] as const)
      expect((await make(person, wish)).body.code, JSON.stringify(wish)).toBe(code);
    expect((await make(new Visitor(server.url))).status).toBe(401);
    expect(await sql("select from access_tokens where user_id = $1", [userId])).toEqual([]);
  });

  it("limits guesses of the password, and makes at most 50 tokens, also at once", async () => {
    const { person, userId } = await somebody("limited@example.org");
    await sql(
      `insert into access_tokens (id, user_id, name, token_hash, hint, scopes, all_notebooks, expires_at)
       select gen_random_uuid(), $1, 'x', sha256(n::text::bytea), 'abcd', '{read}', true, now() + interval '1 day'
         from generate_series(1, 48) n`,
      [userId],
    );
    const proof = await prove(person);
    const answers = await Promise.all(Array.from({ length: 5 }, () => make(person, {}, proof)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409]);
    const guesses: number[] = [];
    for (let guess = 0; guess < 21; guess++)
      guesses.push(
        (await person.post("/api/auth/password-proof", { password: "wrong horse", purpose: "token" })).status,
      );
    expect(guesses.at(-1)).toBe(429);
  });

  it("refuses the proof of another person, and of another session of the same", async () => {
    const { person, email } = await somebody("proof@example.org");
    const other = await somebody("other@example.org");
    const elsewhere = new Visitor(server.url);
    await elsewhere.signIn(email);
    const proof = await prove(person);
    for (const thief of [other.person, elsewhere])
      expect((await make(thief, {}, proof)).body.code).toBe("INVALID_PROOF");
    expect((await make(person, {}, proof)).status).toBe(200);
  });

  it.each([
    [
      "another password",
      (person: Visitor) =>
        person.post("/api/auth/change-password", { currentPassword: PASSWORD, newPassword: "another horse" }),
    ],
    ["signing out other devices", (person: Visitor) => person.post("/api/auth/revoke-other-sessions")],
    ["signing out everywhere", (person: Visitor) => person.post("/api/auth/revoke-sessions")],
    [
      "the end of the account",
      (person: Visitor) => person.post("/api/auth/delete-user", { password: PASSWORD }),
    ],
  ])("ends with %s", async (what, act) => {
    const { person } = await somebody(`${what.replace(/\W/g, "")}@example.org`);
    const { token } = (await make(person)).body;
    await verify(token);
    expect((await act(person)).status).toBe(200);
    await expect(verify(token)).rejects.toMatchObject({ code: "refused" });
  });

  it("stays when one device signs out, and ends by itself when its time is over", async () => {
    const { person, userId } = await somebody("stays@example.org");
    const { token } = (await make(person)).body;
    await person.post("/api/auth/sign-out");
    await verify(token);
    await sql("update access_tokens set expires_at = now() where user_id = $1", [userId]);
    await expect(verify(token)).rejects.toMatchObject({ code: "expired" });
  });

  it("asks nobody about texts that are no tokens", async () => {
    await expect(verify("cd_pat_x")).rejects.toMatchObject({ code: "malformed" });
    await expect(verify(generateAccessToken().token)).rejects.toMatchObject({ code: "refused" });
    await expect(verify("eyJ")).rejects.toThrow("asked somebody else");
  });
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type Issuer, signIn, signInAtIssuer, startCareServer, startIssuer } from "../../test/oidc_issuer.ts";
import { type SignInServer, Visitor, waitingMails } from "../../test/sign-in-server.ts";
import { acceptAccessTokens } from "./access_token_data.ts";
import { isDeleted } from "./account_deletion.ts";

const FORM = "/account/webhooks?page=2";
const WISH = { name: "Home", scopes: ["read"], notebooks: null, days: 90 };

let issuer: Issuer;
let server: SignInServer;
let maria: Visitor;
/** Maria's browser on the pages of the issuer, where she stays signed in. */
let atIssuer: Visitor;

beforeAll(async () => {
  issuer = await startIssuer();
  server = await startCareServer(issuer);
  await server.database.pool.query(
    `insert into users (id, clerk_user_id, email, email_verified, name)
     values (gen_random_uuid(), 'maria', 'maria@example.org', true, 'Maria')`,
  );
});
afterAll(async () => {
  await server.close();
  await issuer.close();
});
beforeEach(async () => {
  maria = new Visitor(server.url);
  atIssuer = new Visitor(issuer.issuer);
  await signIn(server, issuer, maria, "maria", "/care", atIssuer);
});
afterEach(() => {
  issuer.faults.claims = null;
  issuer.faults.token = null;
});

const sql = async (text: string) => (await server.database.pool.query(text)).rows;
const begin = async (person = maria, returnTo = FORM) =>
  (await person.get(`/api/auth/oidc/confirm?returnTo=${encodeURIComponent(returnTo)}`)).headers.get(
    "location",
  )!;
/** Signs in again at the issuer; returns where our server then sends the browser. */
async function signInAgain(account = "maria"): Promise<string | null> {
  const callback = await signInAtIssuer(issuer, await begin(), account, atIssuer);
  return (await maria.get(callback)).headers.get("location");
}
const back = (outcome: string) => `${server.url}/account/webhooks?page=2&again=${outcome}`;
const seconds = async (person = maria) => (await person.get("/api/auth/confirmation")).body.seconds;
const prove = async (person = maria, purpose = "token") => person.post("/api/auth/confirmation", { purpose });
const make = (person: Visitor, proof: string, wish: object = {}) =>
  person.post("/api/auth/access-token/create", { ...WISH, proof, ...wish });

describe("signing in again at a real OpenID Connect server", () => {
  it("asks who is signed in there all the same, and then lets this session make an access token", async () => {
    expect(await seconds()).toBe(0);
    expect(await prove()).toMatchObject({ status: 403, body: { code: "SIGN_IN_AGAIN" } });
    const asked = new URL(await begin()).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      prompt: "login",
      max_age: "0",
      login_hint: "Maria@Example.org",
      code_challenge_method: "S256",
    });

    expect(await signInAgain()).toBe(back("done"));
    expect(await seconds()).toBeGreaterThan(590);
    expect(await seconds()).toBeLessThanOrEqual(600);
    const { proof } = (await prove()).body;
    const { status, body } = await make(maria, proof);
    expect(status).toBe(200);
    const verify = acceptAccessTokens(() => Promise.reject(), server.database);
    expect(await verify(body.token)).toMatchObject({ subject: "maria" });
    expect(
      (await sql("select event_type from audit_events order by created_at desc, id desc limit 2")).map(
        ({ event_type }) => event_type,
      ),
    ).toEqual(["account.accessTokenMade", "account.signedInAgain"]);
    const letter = (await waitingMails(server.database)).at(-1)!;
    expect(letter.to).toBe("maria@example.org");
    expect(letter.text).toContain("signed in to this account again");
    expect(letter.text).not.toContain("password now");
    // The session goes on, with the issuer's newest tokens.
    expect(await maria.token()).not.toBeNull();
  });

  it("lets tokens last 90 days, because an issuer doesn't tell when an account ends", async () => {
    await signInAgain();
    const { proof } = (await prove()).body;
    expect((await make(maria, proof, { days: 91 })).body.code).toBe("INVALID_DAYS");
    expect((await make(maria, proof, { name: " " })).body.code).toBe("INVALID_NAME");
    expect((await make(maria, proof, { scopes: "read" })).status).toBe(400);
  });

  it("proves nothing when somebody else signs in, whose session it doesn't become", async () => {
    expect(await signInAgain("jonas")).toBe(back("other"));
    expect(await seconds()).toBe(0);
    expect((await prove()).status).toBe(403);
  });

  const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60;
  it.each([
    ["an old sign-in", () => ({ auth_time: minutesAgo(6) }), "old"],
    ["a sign-in of the future", () => ({ auth_time: minutesAgo(-6) }), "old"],
    ["no time", () => ({ auth_time: undefined }), "untimed"],
    ["another nonce", () => ({ nonce: "invented" }), "refused"],
    ["another issuer", () => ({ iss: "https://elsewhere.example" }), "refused"],
  ])("proves nothing when the issuer's token names %s", async (_, claims, outcome) => {
    issuer.faults.claims = claims();
    expect(await signInAgain()).toBe(back(outcome));
    expect(await seconds()).toBe(0);
  });

  it("proves nothing when whoever holds the device takes the question out of the address", async () => {
    const address = new URL(await begin());
    for (const name of ["prompt", "max_age"]) address.searchParams.delete(name);
    const callback = await signInAtIssuer(issuer, address.toString(), "nobody is asked", atIssuer);
    expect((await maria.get(callback)).headers.get("location")).toBe(back("untimed"));
    expect(await seconds()).toBe(0);
  });

  it("proves nothing a second time", async () => {
    const callback = await signInAtIssuer(issuer, await begin(), "maria", atIssuer);
    const kept = new Map(maria.cookies);
    expect((await maria.get(callback)).headers.get("location")).toBe(back("done"));
    await sql("update auth.oidc_sessions set confirmed_until = now()");
    expect((await maria.get(callback)).headers.get("location")).toBe(`${server.url}/account?again=late`);
    for (const [name, value] of kept) maria.cookies.set(name, value);
    expect((await maria.get(callback)).headers.get("location")).toBe(back("refused"));
    expect(await seconds()).toBe(0);
  });

  it("confirms the session that began it, and no other of the same person", async () => {
    const elsewhere = new Visitor(server.url);
    await signIn(server, issuer, elsewhere);
    const callback = await signInAtIssuer(issuer, await begin(), "maria", atIssuer);
    expect((await elsewhere.get(callback)).headers.get("location")).toBe(`${server.url}/account?again=late`);
    const attempt = [...maria.cookies].find(([name]) => name.endsWith("attempt"))!;
    elsewhere.cookies.set(...attempt);
    expect((await elsewhere.get(callback)).headers.get("location")).toBe(back("ended"));
    expect([await seconds(), await seconds(elsewhere)]).toEqual([0, 0]);

    await signInAgain();
    const { proof } = (await prove()).body;
    expect(await prove(elsewhere)).toMatchObject({ status: 403, body: { code: "SIGN_IN_AGAIN" } });
    expect(await make(elsewhere, proof)).toMatchObject({ status: 403, body: { code: "SIGN_IN_AGAIN" } });
    expect((await make(maria, proof)).status).toBe(200);
  });

  it("holds for ten minutes, and its proofs no longer than that", async () => {
    await signInAgain();
    await sql("update auth.oidc_sessions set confirmed_until = now() + interval '20 s'");
    const { proof } = (await prove()).body;
    expect(Number(proof.split(".")[0])).toBeLessThanOrEqual(Date.now() + 20_000);
    await sql("update auth.oidc_sessions set confirmed_until = now()");
    expect((await prove()).status).toBe(403);
    expect(await make(maria, proof)).toMatchObject({ status: 403, body: { code: "SIGN_IN_AGAIN" } });
  });

  it("says when the person stops it, when it takes too long, and when the issuer is away", async () => {
    const state = new URL(await begin()).searchParams.get("state");
    const stopped = await maria.get(`/api/auth/oidc/callback?error=access_denied&state=${state}`);
    expect(stopped.headers.get("location")).toBe(back("cancelled"));
    const late = await maria.get(`/api/auth/oidc/callback?code=x&state=${state}`);
    expect(late.headers.get("location")).toBe(`${server.url}/account?again=late`);
    issuer.faults.token = { status: 502, body: "Bad gateway" };
    expect(await signInAgain()).toBe(back("unavailable"));
  });

  it("comes back to the page with a reason when the issuer's document isn't there", async () => {
    const away = await startCareServer(issuer, { issuer: "http://localhost:1" });
    onTestFinished(async () => {
      await away.close();
      issuer.addClient(server.url);
    });
    const { rows } = await server.database.pool.query("select * from auth.oidc_sessions");
    for (const { id, subject, sealed } of rows) {
      await away.database.pool.query(
        "insert into auth.oidc_sessions (id, subject, sealed, expires_at) values ($1, $2, $3, now() + interval '1 h')",
        [id, subject, sealed],
      );
    }
    const person = new Visitor(away.url);
    for (const [name, value] of maria.cookies) person.cookies.set(name, value);
    expect(await begin(person)).toBe(`${away.url}/account/webhooks?page=2&again=unavailable`);
  });

  it("needs a session, and returns to pages of ours only", async () => {
    const nobody = new Visitor(server.url);
    expect(await begin(nobody)).toBe(back("ended"));
    for (const path of ["confirmation", "access-token/create"])
      expect((await nobody.post(`/api/auth/${path}`)).status).toBe(401);
    expect((await nobody.get("/api/auth/confirmation")).status).toBe(401);
    expect(await begin(nobody, "//evil.example")).toBe(`${server.url}/care?again=ended`);
    await maria.post("/api/auth/sign-out");
    expect((await prove()).status).toBe(401);
  });

  it("refuses requests that another site's page sends", async () => {
    await signInAgain();
    const foreign = new Visitor(server.url, { origin: "https://evil.example" });
    for (const [name, value] of maria.cookies) foreign.cookies.set(name, value);
    expect((await prove(foreign)).status).toBe(403);
    expect((await make(foreign, (await prove()).body.proof)).body.message).toContain("Invalid origin");
  });

  it("makes no token for a closed account, and at most 20 attempts an hour", async () => {
    await signInAgain();
    const { proof } = (await prove()).body;
    await sql("update users set closed_at = now()");
    expect((await make(maria, proof)).body.code).toBe("NO_ACCOUNT");
    await sql("update users set closed_at = null");
    let last = 0;
    for (let attempt = 0; attempt < 21; attempt++) last = (await make(maria, "")).status;
    expect(last).toBe(429);
    await sql("delete from auth.attempts");
  });

  it("deletes the account here, whose person may come back as a new one", async () => {
    const elsewhere = new Visitor(server.url);
    await signIn(server, issuer, elsewhere);
    const wish = async (person: Visitor, proof: string) => person.post("/api/auth/delete-user", { proof });
    expect(await wish(maria, "")).toMatchObject({ status: 403, body: { code: "SIGN_IN_AGAIN" } });
    await signInAgain();
    const { proof } = (await prove()).body;
    expect(await wish(elsewhere, proof)).toMatchObject({ status: 403, body: { code: "SIGN_IN_AGAIN" } });
    expect((await make(maria, proof)).status).toBe(200);
    expect(await wish(maria, proof)).toMatchObject({ status: 403, body: { code: "SIGN_IN_AGAIN" } });
    const { proof: ofDeletion } = (await prove(maria, "deletion")).body;
    expect((await wish(maria, ofDeletion)).status).toBe(200);
    for (const browser of [maria, elsewhere]) expect(await browser.token()).toBeNull();
    expect(await sql("select from access_tokens")).toEqual([]);
    expect(await sql("select from users where clerk_user_id = 'maria'")).toEqual([]);
    expect(await isDeleted(server.database.db, "maria")).toBe(true);
    const farewell = (await waitingMails(server.database)).at(-1)!;
    expect(farewell).toMatchObject({
      to: "maria@example.org",
      subject: "Your account on CareDiary was deleted",
    });
    expect(farewell.text).toContain("signed in to it again");
    await signIn(server, issuer, maria);
    expect(await isDeleted(server.database.db, "maria")).toBe(false);
  });
});

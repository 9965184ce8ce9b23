import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SignInServer, startSignInServer, Visitor } from "../../test/sign-in-server.ts";
import { acceptAccessTokens } from "./access_token_data.ts";
import { isDeleted } from "./account_deletion.ts";
import { getConfirmedUntil } from "./clerk.ts";

const now = () => Math.floor(Date.now() / 1000);
const WISH = { name: "Home", scopes: ["read"], notebooks: null, days: 30 };

describe("proving with a session's token of Clerk that somebody has just signed in", () => {
  let keyServer: Server;
  let issuer: string;
  let server: SignInServer;
  let sign: (payload: JWTPayload) => Promise<string>;

  beforeAll(async () => {
    const keys = await generateKeyPair("RS256", { extractable: true });
    const jwk = { ...(await exportJWK(keys.publicKey)), kid: "ins_1", alg: "RS256", use: "sig" };
    keyServer = createServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ keys: [jwk] }));
    });
    await new Promise<void>((resolve) => keyServer.listen(0, "127.0.0.1", resolve));
    issuer = `http://127.0.0.1:${(keyServer.address() as AddressInfo).port}`;
    sign = (payload) =>
      new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid: "ins_1" }).sign(keys.privateKey);
    server = await startSignInServer({
      config: () => ({
        smtpUrl: "smtp://127.0.0.1:1",
        auth: { provider: "clerk", issuer, publishableKey: "pk_test_x", jwksUri: null },
      }),
    });
    await server.database.pool.query(
      `insert into users (id, clerk_user_id, email, email_verified, name)
       select gen_random_uuid(), id, id || '@example.org', true, id from unnest('{user_maria,user_jonas}'::text[]) id`,
    );
  });
  afterAll(async () => {
    await server.close();
    await new Promise((resolve) => keyServer.close(resolve));
  });

  /** The claims that Clerk puts into a session's token; `fva`: minutes since the first and the second factor. */
  const ofSession = (changes: JWTPayload = {}): JWTPayload => ({
    ...{ iss: issuer, sub: "user_maria", sid: "sess_1", azp: server.url, v: 2, jti: "1", sts: "active" },
    ...{ iat: now(), nbf: now() - 5, exp: now() + 60, fva: [0, -1] },
    ...changes,
  });
  const ofTemplate = (sub = "user_maria"): JWTPayload => ({
    ...{ iss: issuer, sub, aud: "convex", azp: server.url, email: "maria@example.org", name: "Maria" },
    ...{ iat: now(), nbf: now() - 5, exp: now() + 60 },
  });
  const prove = async (claims: JWTPayload, purpose = "token") =>
    new Visitor(server.url).post("/api/auth/confirmation", { sessionToken: await sign(claims), purpose });
  const make = async (sub: string, proof: string, wish: object = {}) =>
    new Visitor(server.url, { authorization: `Bearer ${await sign(ofTemplate(sub))}` }).post(
      "/api/auth/access-token/create",
      { ...WISH, proof, ...wish },
    );

  it("makes an access token for the person, and for nobody else", async () => {
    const { status, body } = await prove(ofSession());
    expect(status).toBe(200);
    expect(await make("user_jonas", body.proof)).toMatchObject({
      status: 403,
      body: { code: "SIGN_IN_AGAIN" },
    });
    expect((await make("user_maria", body.proof, { days: 365 })).body.code).toBe("INVALID_DAYS");
    const made = await make("user_maria", body.proof);
    expect(made.status).toBe(200);
    const verify = acceptAccessTokens(() => Promise.reject(), server.database);
    expect(await verify(made.body.token)).toMatchObject({ subject: "user_maria" });
    const nobody = await new Visitor(server.url).post("/api/auth/access-token/create", WISH);
    expect(nobody).toMatchObject({ status: 401, body: { code: "NOT_SIGNED_IN" } });
  });

  it.each<[string, JWTPayload]>([
    ["was verified ten minutes ago", { fva: [10, -1] }],
    ["was never verified", { fva: [-1, -1] }],
    ["isn't known", { fva: undefined }],
    ["isn't a number of minutes", { fva: ["0", 0] }],
    ["belongs to somebody whom an operator acts for", { act: { sub: "user_operator" } }],
    ["is a part of a sign-in that isn't finished", { sts: "pending" }],
    ["was verified on another site's page", { azp: "https://evil.example" }],
    ["is in a token of no session", { sid: undefined }],
  ])("proves nothing when the first factor %s", async (_, claims) => {
    expect(await prove(ofSession(claims))).toMatchObject({ status: 403, body: { code: "SIGN_IN_AGAIN" } });
  });

  it("refuses the template's tokens, tokens that are over and those of other issuers", async () => {
    expect((await prove(ofTemplate())).status).toBe(403);
    expect((await prove(ofSession({ iat: now() - 120, exp: now() - 60 }))).status).toBe(401);
    expect((await prove(ofSession({ iss: "https://elsewhere.example" }))).status).toBe(401);
    expect((await new Visitor(server.url).post("/api/auth/confirmation", {})).status).toBe(400);
  });

  it("deletes the account here, and lets a token that is still valid make no new one for a day", async () => {
    const remove = async (sub: string, proof: string) =>
      new Visitor(server.url, { authorization: `Bearer ${await sign(ofTemplate(sub))}` }).post(
        "/api/auth/delete-user",
        { proof },
      );
    const { proof } = (await prove(ofSession({ sub: "user_jonas" }), "deletion")).body;
    expect((await remove("user_maria", proof)).body.code).toBe("SIGN_IN_AGAIN");
    for (let time = 0; time < 2; time++) {
      expect((await remove("user_jonas", proof)).status).toBe(200);
      expect(await isDeleted(server.database.db, "user_jonas")).toBe(true);
      await server.database.pool.query(
        "update deleted_accounts set deleted_at = now() - interval '25 hours'",
      );
      expect(await isDeleted(server.database.db, "user_jonas")).toBe(false);
    }
  });

  it("answers nothing else below /api/auth", async () => {
    for (const path of ["token", "confirmation", "sign-in/email"])
      expect((await new Visitor(server.url).get(`/api/auth/${path}`)).status).toBe(404);
  });
});

it.each([
  [0, 0, 540],
  [8, 0, 60],
  [9, 0, 0],
  [3, 50, 310],
])("a factor of %s minutes in a token of %s s proves something for %s s", (minutes, age, left) => {
  const at = 1_800_000_000;
  const until = getConfirmedUntil({ sid: "sess_1", iat: at - age, fva: [minutes, -1] }, []);
  expect(until / 1000 - at).toBe(left);
});

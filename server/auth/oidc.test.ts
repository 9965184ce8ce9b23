import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { decodeJwt, exportJWK, generateKeyPair } from "jose";
import Provider, { type Configuration } from "oidc-provider";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SignInServer, startSignInServer, Visitor } from "../../test/sign-in-server.ts";
import type { Config } from "../config.ts";
import { AuthFailure } from "./failure.ts";

const API = "https://api.care.example";

type Account = { email: string; email_verified: boolean; name: string };
const ACCOUNTS: Record<string, Account> = {
  maria: { email: "Maria@Example.org", email_verified: true, name: "Maria Keller" },
  jonas: { email: "jonas@example.org", email_verified: false, name: "Jonas" },
};

/** A real OpenID Connect server; its tokens live 30 seconds, so each request renews them. */
async function startIssuer() {
  let provider: Provider | undefined;
  const server: Server = createServer((request, response) => provider?.callback()(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const redirectUris: string[] = [];
  const configuration: Configuration = {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: "issuer-1", alg: "RS256", use: "sig" }] },
    cookies: { keys: ["cookies of the test issuer"] },
    claims: { email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    scopes: ["openid", "offline_access"],
    issueRefreshToken: async () => true,
    ttl: {
      IdToken: 30,
      AccessToken: 30,
      AuthorizationCode: 60,
      Grant: 3600,
      Interaction: 600,
      Session: 3600,
      RefreshToken: 3600,
    },
    findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id, ...ACCOUNTS[id] }) }),
    features: {
      devInteractions: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({
          scope: "",
          audience: API,
          accessTokenFormat: "jwt",
          accessTokenTTL: 30,
          jwt: { sign: { alg: "RS256" } },
        }),
      },
    },
  };
  return {
    issuer,
    /** Begins to serve (another of) our servers. */
    open(baseUrl: string) {
      redirectUris.push(`${baseUrl}/api/auth/oidc/callback`);
      const client = { redirect_uris: redirectUris, grant_types: ["authorization_code", "refresh_token"] };
      provider = new Provider(issuer, {
        ...configuration,
        clients: [
          { ...client, client_id: "care-public", token_endpoint_auth_method: "none" },
          { ...client, client_id: "care-secret", client_secret: "a secret & more" },
        ],
      });
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

type Issuer = Awaited<ReturnType<typeof startIssuer>>;

/** Walks through the issuer's pages as this account and returns where it sends the browser at the end. */
async function walkThrough(issuer: Issuer, from: string, account: string): Promise<string> {
  const browser = new Visitor(issuer.issuer);
  let next = from;
  for (let step = 0; step < 12; step += 1) {
    let answer = await browser.get(next);
    const action = /<form[^>]+action="([^"]+)"/.exec(String(answer.body))?.[1];
    const prompt = /name="prompt" value="([^"]+)"/.exec(String(answer.body))?.[1];
    if (action && prompt) {
      answer = await browser.post(action, new URLSearchParams({ prompt, login: account, password: "any" }));
    }
    const location = answer.headers.get("location");
    if (!location)
      throw new Error(`The issuer stopped at ${next}: ${answer.status} ${String(answer.body).slice(0, 300)}`);
    next = new URL(location, issuer.issuer).toString();
    if (!next.startsWith(issuer.issuer)) return next;
  }
  throw new Error("The issuer never came back.");
}

async function startCareServer(
  issuer: Issuer,
  auth: Partial<Extract<Config["auth"], { provider: "oidc" }>> = {},
) {
  const server = await startSignInServer({
    config: () => ({
      auth: {
        provider: "oidc",
        issuer: issuer.issuer,
        clientId: "care-public",
        clientSecret: null,
        audience: null,
        ...auth,
      },
    }),
  });
  issuer.open(server.url);
  return server;
}

/** Signs in from our start page to our callback; returns the callback's answer. */
async function signIn(
  server: SignInServer,
  issuer: Issuer,
  visitor: Visitor,
  account = "maria",
  returnTo = "/care/abc",
) {
  const started = await visitor.get(`/api/auth/oidc/start?returnTo=${encodeURIComponent(returnTo)}`);
  const callback = await walkThrough(issuer, started.headers.get("location")!, account);
  expect(callback.startsWith(`${server.url}/api/auth/oidc/callback?`)).toBe(true);
  return visitor.get(callback);
}

describe("sign-in at a real OpenID Connect server, as a public client", () => {
  let issuer: Issuer;
  let server: SignInServer;
  beforeAll(async () => {
    issuer = await startIssuer();
    server = await startCareServer(issuer);
  });
  afterAll(async () => {
    await server.close();
    await issuer.close();
  });

  it("CORE-001 WORK-140 ends on the page that was asked for, with a token that verifies", async () => {
    const maria = new Visitor(server.url);
    const arrived = await signIn(server, issuer, maria);
    expect(arrived.status).toBe(302);
    expect(arrived.headers.get("location")).toBe(`${server.url}/care/abc`);
    expect(await server.provider.verifyToken((await maria.token())!)).toMatchObject({
      issuer: issuer.issuer,
      subject: "maria",
      email: "maria@example.org",
      emailVerified: true,
      name: "Maria Keller",
    });
  });

  it("keeps tokens from scripts: the browser gets host-only cookies, the database sealed text", async () => {
    const maria = new Visitor(server.url);
    const arrived = await signIn(server, issuer, maria);
    for (const cookie of arrived.headers.getSetCookie()) expect(cookie).toMatch(/; HttpOnly; SameSite=Lax/);
    const { rows } = await server.database.pool.query("select id, sealed from auth.oidc_sessions");
    const token = (await maria.token())!;
    for (const { id, sealed } of rows) {
      expect(sealed).not.toContain(token.split(".")[1]);
      expect([...maria.cookies.values()]).not.toContain(id);
    }
  });

  it("renews tokens before they end, each refresh token once, also for two tabs at the same moment", async () => {
    const maria = new Visitor(server.url);
    await signIn(server, issuer, maria);
    const first = (await maria.token())!;
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const [one, two] = await Promise.all([maria.token(), maria.token()]);
    for (const token of [one, two]) expect(decodeJwt(token!).exp).toBeGreaterThan(decodeJwt(first).exp!);
  });

  it("doesn't call an address proven that the issuer doesn't", async () => {
    const jonas = new Visitor(server.url);
    await signIn(server, issuer, jonas, "jonas");
    expect((await server.provider.verifyToken((await jonas.token())!)).emailVerified).toBe(false);
  });

  it("signs out here and names the issuer's page for signing out there, and records both ends", async () => {
    const maria = new Visitor(server.url);
    await signIn(server, issuer, maria);
    const { body } = await maria.post("/api/auth/sign-out");
    expect(body.url).toMatch(new RegExp(`^${issuer.issuer}/session/end\\?`));
    expect(await maria.token()).toBeNull();
    const { rows } = await server.database.pool.query(
      "select event_type from audit_events where target_id = 'maria' order by created_at desc, id desc limit 2",
    );
    expect(rows.map(({ event_type }) => event_type)).toEqual(["account.signedOut", "account.signedIn"]);
  });

  it("ends a session only for its own pages", async () => {
    const maria = new Visitor(server.url);
    await signIn(server, issuer, maria);
    const foreign = new Visitor(server.url, { origin: "https://evil.example" });
    for (const [name, value] of maria.cookies) foreign.cookies.set(name, value);
    expect((await foreign.post("/api/auth/sign-out")).status).toBe(403);
    expect(await maria.token()).not.toBeNull();
  });

  it("refuses to finish a sign-in that this browser didn't begin", async () => {
    const maria = new Visitor(server.url);
    const started = await maria.get("/api/auth/oidc/start");
    const callback = await walkThrough(issuer, started.headers.get("location")!, "maria");
    const victim = new Visitor(server.url);
    expect((await victim.get(callback)).headers.get("location")).toBe(`${server.url}/sign-in?error=refused`);
    const begun = new Visitor(server.url);
    await begun.get("/api/auth/oidc/start");
    expect((await begun.get(callback)).headers.get("location")).toBe(`${server.url}/sign-in?error=refused`);
    const otherState = callback.replace(/state=[^&]+/, "state=invented");
    expect((await maria.get(otherState)).headers.get("location")).toBe(`${server.url}/sign-in?error=refused`);
    for (const visitor of [victim, begun, maria]) expect(await visitor.token()).toBeNull();
  });

  it.each(["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", ""])(
    "WORK-138 returns to the notebooks instead of %s",
    async (returnTo) => {
      const maria = new Visitor(server.url);
      const arrived = await signIn(server, issuer, maria, "maria", returnTo);
      expect(arrived.headers.get("location")).toBe(`${server.url}/care`);
    },
  );

  it("refuses a real token that was made for another client", async () => {
    const other = await startCareServer(issuer, { clientId: "care-secret", clientSecret: "a secret & more" });
    try {
      const maria = new Visitor(other.url);
      await signIn(other, issuer, maria);
      const token = (await maria.token())!;
      expect((await other.provider.verifyToken(token)).subject).toBe("maria");
      const refused = await server.provider.verifyToken(token).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(AuthFailure);
      expect(refused).toMatchObject({ code: "refused", claim: "aud" });
    } finally {
      await other.close();
    }
  });
});

describe("sign-in at a real OpenID Connect server, with an audience of its own", () => {
  it("uses the issuer's access token", async () => {
    const issuer = await startIssuer();
    const server = await startCareServer(issuer, {
      audience: API,
      clientId: "care-secret",
      clientSecret: "a secret & more",
    });
    try {
      const maria = new Visitor(server.url);
      await signIn(server, issuer, maria);
      const token = (await maria.token())!;
      expect(decodeJwt(token).aud).toBe(API);
      expect((await server.provider.verifyToken(token)).subject).toBe("maria");
    } finally {
      await server.close();
      await issuer.close();
    }
  });

  it("says when the issuer is away", async () => {
    const issuer = await startIssuer();
    const server = await startCareServer(issuer, { issuer: "http://localhost:1" });
    try {
      const maria = new Visitor(server.url);
      const { headers } = await maria.get("/api/auth/oidc/start");
      expect(headers.get("location")).toBe(`${server.url}/sign-in?error=unavailable`);
    } finally {
      await server.close();
      await issuer.close();
    }
  });
});

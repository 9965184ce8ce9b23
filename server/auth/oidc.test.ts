import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  API_AUDIENCE,
  type Issuer,
  signIn,
  signInAtIssuer,
  startCareServer,
  startIssuer,
} from "../../test/oidc_issuer.ts";
import { type SignInServer, Visitor } from "../../test/sign-in-server.ts";
import { spec } from "../../test/spec.ts";
import { AuthFailure } from "./failure.ts";

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

  it("leads to the requested page, with a valid token", {
    tags: spec("CORE-001"),
  }, async () => {
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

  it("hides tokens from scripts: the browser gets host-only cookies, the database encrypted text", async () => {
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

  it("renews tokens before they expire and uses each refresh token once, also for two tabs at the same moment", async () => {
    const maria = new Visitor(server.url);
    await signIn(server, issuer, maria);
    const first = (await maria.token())!;
    issuer.faults.claims = { exp: decodeJwt(first).exp! + 1 };
    const [one, two] = await Promise.all([maria.token(), maria.token()]);
    issuer.faults.claims = null;
    for (const token of [one, two]) expect(decodeJwt(token!).exp).toBeGreaterThan(decodeJwt(first).exp!);
  });

  it("takes an address as unverified when the issuer does", async () => {
    const jonas = new Visitor(server.url);
    await signIn(server, issuer, jonas, "jonas");
    expect((await server.provider.verifyToken((await jonas.token())!)).emailVerified).toBe(false);
  });

  it("takes every address as unverified when the server sends no mail, whatever the issuer says", async () => {
    const silent = await startCareServer(issuer, {}, null);
    try {
      const maria = new Visitor(silent.url);
      await signIn(silent, issuer, maria);
      const identity = await silent.provider.verifyToken((await maria.token())!);
      expect(identity).toMatchObject({ email: "maria@example.org", emailVerified: false });
    } finally {
      await silent.close();
      issuer.addClient(server.url);
    }
  });

  it("signs out, returns the issuer's sign-out page, and records sign-in and sign-out", async () => {
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

  it("refuses a sign-out that another site's page asks for", async () => {
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
    const callback = await signInAtIssuer(issuer, started.headers.get("location")!, "maria");
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
    "returns to the notebooks instead of %s",
    { tags: spec("WORK-138") },
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

describe("sign-in at a real OpenID Connect server, with a configured audience", () => {
  it("uses the issuer's access token", async () => {
    const issuer = await startIssuer();
    const server = await startCareServer(issuer, {
      audience: API_AUDIENCE,
      clientId: "care-secret",
      clientSecret: "a secret & more",
    });
    try {
      const maria = new Visitor(server.url);
      await signIn(server, issuer, maria);
      const token = (await maria.token())!;
      expect(decodeJwt(token).aud).toBe(API_AUDIENCE);
      expect((await server.provider.verifyToken(token)).subject).toBe("maria");
    } finally {
      await server.close();
      await issuer.close();
    }
  });

  it("reports an issuer that can't be reached", async () => {
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

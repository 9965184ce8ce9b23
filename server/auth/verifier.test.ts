import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { spec } from "../../test/spec.ts";
import { createClerkTokens } from "./clerk.ts";
import { AuthFailure } from "./failure.ts";
import type { TokenVerifier } from "./identity.ts";
import { createRemoteKeys } from "./remote_keys.ts";
import { createVerifier } from "./verifier.ts";

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;

const now = () => Math.floor(Date.now() / 1000);

describe("tokens in Clerk's shape, from a real key server", () => {
  let keyServer: Server;
  let issuer: string;
  let keys: Keys;
  let verify: TokenVerifier;
  let requests = 0;
  let isAway = false;
  let published: object[] = [];

  beforeAll(async () => {
    keys = await generateKeyPair("RS256", { extractable: true });
    published = [{ ...(await exportJWK(keys.publicKey)), kid: "ins_1", alg: "RS256", use: "sig" }];
    keyServer = createServer((request, response) => {
      requests += 1;
      const found = request.url === "/.well-known/jwks.json" && !isAway;
      response.writeHead(found ? 200 : 404, { "content-type": "application/json" });
      response.end(JSON.stringify({ keys: published }));
    });
    await new Promise<void>((resolve) => keyServer.listen(0, "127.0.0.1", resolve));
    issuer = `http://127.0.0.1:${(keyServer.address() as AddressInfo).port}`;
    verify = createClerkTokens({
      provider: "clerk",
      issuer,
      publishableKey: "pk_test_x",
      jwksUri: null,
    }).verifyToken;
  });
  afterAll(() => new Promise((resolve) => keyServer.close(resolve)));

  const claims = (changes: JWTPayload = {}): JWTPayload => ({
    iss: issuer,
    aud: "convex",
    sub: "user_2abc",
    email: "Maria@Example.org",
    name: "Maria Keller",
    iat: now(),
    nbf: now() - 5,
    exp: now() + 60,
    ...changes,
  });
  const sign = (
    payload: JWTPayload,
    { alg = "RS256", kid = "ins_1", key = keys.privateKey as Parameters<SignJWT["sign"]>[0] } = {},
  ) => new SignJWT(payload).setProtectedHeader({ alg, kid, typ: "JWT" }).sign(key);
  const failureOf = async (token: string, verifier = verify) => {
    const error = await verifier(token).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(AuthFailure);
    expect(JSON.stringify(error) + String(error)).not.toContain(token.split(".")[1] || "no payload");
    return `${(error as AuthFailure).code} ${(error as AuthFailure).claim}`;
  };

  it("are accepted with the audience of the template convex", {
    tags: spec("CORE-001"),
  }, async () => {
    expect(await verify(await sign(claims()))).toEqual({
      issuer,
      subject: "user_2abc",
      email: "maria@example.org",
      emailVerified: true,
      name: "Maria Keller",
      expiresAt: expect.any(Number),
    });
    await verify(await sign(claims()));
    expect(requests).toBe(1);
  });

  it("count their address as unverified when the issuer says so", async () => {
    expect((await verify(await sign(claims({ email_verified: false })))).emailVerified).toBe(false);
    expect((await verify(await sign(claims({ email_verified: "true" })))).emailVerified).toBe(true);
    expect((await verify(await sign(claims({ email: undefined })))).emailVerified).toBe(false);
  });

  it.each<[string, () => JWTPayload, string]>([
    ["another issuer", () => claims({ iss: "https://evil.example" }), "refused iss"],
    ["another audience", () => claims({ aud: "other-app" }), "refused aud"],
    ["no audience", () => claims({ aud: undefined }), "refused aud"],
    ["an end in the past", () => claims({ iat: now() - 100, exp: now() - 10 }), "expired exp"],
    ["no end", () => claims({ exp: undefined }), "refused exp"],
    ["a beginning in the future", () => claims({ nbf: now() + 60 }), "refused nbf"],
    ["an issue in the future", () => claims({ iat: now() + 60, exp: now() + 120 }), "refused iat"],
    ["no time of issue", () => claims({ iat: undefined }), "refused iat"],
    ["no subject", () => claims({ sub: undefined }), "refused sub"],
    ["an empty subject", () => claims({ sub: " " }), "refused sub"],
    ["CORE-641 a life of two seconds", () => claims({ iat: now(), exp: now() + 2 }), "refused exp"],
  ])("are refused with %s", async (_, payload, reason) => {
    expect(await failureOf(await sign(payload()))).toBe(reason);
  });

  it("are accepted with a lifetime of three seconds, and when clocks differ slightly", {
    tags: spec("CORE-641"),
  }, async () => {
    await verify(await sign(claims({ iat: now(), exp: now() + 3 })));
    await verify(await sign(claims({ nbf: now() + 3 })));
    await verify(await sign(claims({ iat: now() - 100, exp: now() - 2 })));
  });

  it("are refused when signed by another key, whatever key id they name", async () => {
    const other = await generateKeyPair("RS256");
    expect(await failureOf(await sign(claims(), { key: other.privateKey }))).toBe("refused signature");
    expect(await failureOf(await sign(claims(), { key: other.privateKey, kid: "ins_2" }))).toBe(
      "refused kid",
    );
  });

  it("are refused when they are unsigned, or signed with the public key as a shared secret", async () => {
    expect(await failureOf(new UnsecuredJWT(claims()).encode())).toBe("refused alg");
    const publicText = new TextEncoder().encode(await exportSPKI(keys.publicKey));
    expect(await failureOf(await sign(claims(), { alg: "HS256", key: publicText }))).toBe("refused alg");
  });

  it.each(["", "nonsense", "aaaa.bbbb.cccc", "{}", `${"x".repeat(17_000)}.y.z`])(
    "are refused when they are malformed (%#)",
    async (token) => {
      expect(await failureOf(token)).toMatch(/^malformed/);
    },
  );

  it("are refused with an algorithm that this issuer doesn't use, even when its key signed them", async () => {
    const parts = { issuer, audience: "convex", keys: createRemoteKeys(`${issuer}/.well-known/jwks.json`) };
    const token = await sign(claims());
    expect((await createVerifier(parts)(token)).subject).toBe("user_2abc");
    expect(await failureOf(token, createVerifier({ ...parts, algorithms: ["EdDSA"] }))).toBe("refused alg");
  });

  it("are checked with the last known keys for a day while the key server can't be reached", async () => {
    const { verifyToken } = createClerkTokens({
      provider: "clerk",
      issuer,
      publishableKey: "pk_test_x",
      jwksUri: null,
    });
    const advanceClock = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);
    await verifyToken(await sign(claims()));
    vi.useFakeTimers({ toFake: ["Date"] });
    isAway = true;
    try {
      advanceClock(11);
      expect((await verifyToken(await sign(claims()))).subject).toBe("user_2abc");
      const other = await generateKeyPair("RS256");
      const unknown = await sign(claims(), { key: other.privateKey, kid: "ins_2" });
      expect(await failureOf(unknown, verifyToken)).toBe("unavailable null");
      advanceClock(24 * 60);
      expect(await failureOf(await sign(claims()), verifyToken)).toBe("unavailable null");
      isAway = false;
      advanceClock(1);
      expect((await verifyToken(await sign(claims()))).subject).toBe("user_2abc");
    } finally {
      isAway = false;
      vi.useRealTimers();
    }
  });

  it("can't be checked while the key server was never reached", async () => {
    const away = createClerkTokens({
      provider: "clerk",
      issuer,
      publishableKey: "pk_test_x",
      jwksUri: "http://127.0.0.1:1/keys",
    });
    expect(await failureOf(await sign(claims()), away.verifyToken)).toBe("unavailable null");
  });
});

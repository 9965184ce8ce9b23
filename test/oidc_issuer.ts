import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import Provider, { type Configuration } from "oidc-provider";
import type { Clock } from "../server/clock.ts";
import type { Config } from "../server/config.ts";
import { type SignInServer, startSignInServer, Visitor } from "./sign-in-server.ts";

export const API_AUDIENCE = "https://api.care.example";

type Account = { email: string; email_verified: boolean; name: string };
const ACCOUNTS: Record<string, Account> = {
  maria: { email: "Maria@Example.org", email_verified: true, name: "Maria Keller" },
  jonas: { email: "jonas@example.org", email_verified: false, name: "Jonas" },
};

/** What the issuer does otherwise than it should; may be changed at any time. */
export type IssuerFaults = {
  /** Its response to token requests. */
  token: "hang" | { status: number; body: string } | null;
  /** What its document says instead. */
  document: Record<string, string> | null;
  /** What its ID tokens say instead; undefined leaves a claim out. */
  claims: JWTPayload | null;
};

const KEY_ID = "issuer-1";

type Answer = Record<string, string>;

/** Changes an answer before it leaves; the provider writes each in one piece. */
function changeAnswer(response: ServerResponse, change: (answer: Answer) => Answer | Promise<Answer>) {
  const end = response.end.bind(response);
  response.end = ((text: string) => {
    void Promise.resolve(change(JSON.parse(String(text)))).then((answer) => {
      const body = JSON.stringify(answer);
      response.setHeader("content-length", Buffer.byteLength(body));
      end(body);
    });
    return response;
  }) as typeof response.end;
}

/**
 * A real OpenID Connect server; its tokens are so short-lived that each request renews them.
 * @param options.clock the time of its ID tokens
 */
export async function startIssuer({
  tokenSeconds = 30,
  clock,
}: {
  tokenSeconds?: number;
  clock?: Clock;
} = {}) {
  let provider: Provider | undefined;
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const faults: IssuerFaults = { token: null, document: null, claims: null };
  let hanging = 0;
  const server: Server = createServer((request, response) => {
    const fault = request.url === "/token" ? faults.token : null;
    if (fault === "hang") return void hanging++;
    if (fault)
      return response.writeHead(fault.status, { "content-type": "application/json" }).end(fault.body);
    const { document } = faults;
    const iat = clock && Math.floor(clock.now() / 1000);
    const claims = iat ? { iat, exp: iat + tokenSeconds, ...faults.claims } : faults.claims;
    if (document && request.url === "/.well-known/openid-configuration")
      changeAnswer(response, (answer) => ({ ...answer, ...document }));
    if (claims && request.url === "/token") {
      changeAnswer(response, async ({ id_token, ...answer }) => {
        const payload = { ...decodeJwt(id_token!), ...claims };
        const signed = new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid: KEY_ID });
        return { ...answer, id_token: await signed.sign(privateKey) };
      });
    }
    provider?.callback()(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const redirectUris: string[] = [];
  const configuration: Configuration = {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: KEY_ID, alg: "RS256", use: "sig" }] },
    cookies: { keys: ["cookies of the test issuer"] },
    claims: { email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    scopes: ["openid", "offline_access"],
    issueRefreshToken: async () => true,
    ttl: {
      IdToken: tokenSeconds,
      AccessToken: tokenSeconds,
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
          audience: API_AUDIENCE,
          accessTokenFormat: "jwt",
          accessTokenTTL: 30,
          jwt: { sign: { alg: "RS256" } },
        }),
      },
    },
  };
  return {
    issuer,
    faults,
    /** How many requests for tokens it has left without an answer. */
    hanging: () => hanging,
    /** Accepts one of our servers, or another one, as its client. */
    addClient(baseUrl: string) {
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

export type Issuer = Awaited<ReturnType<typeof startIssuer>>;

/**
 * Signs in on the issuer's pages as this account and returns the address to which it finally redirects the browser.
 * @param browser one that may be signed in there already
 */
export async function signInAtIssuer(
  issuer: Issuer,
  from: string,
  account: string,
  browser = new Visitor(issuer.issuer),
): Promise<string> {
  let next = from;
  for (let step = 0; step < 12; step += 1) {
    let answer = await browser.get(next);
    const action = /<form[^>]+action="([^"]+)"/.exec(String(answer.body))?.[1];
    if (action) {
      const hidden = String(answer.body).matchAll(/type="hidden" name="([^"]+)" value="([^"]+)"/g);
      const fields = Object.fromEntries([...hidden].map(([, name, value]) => [name, value]));
      answer = await browser.post(
        action,
        new URLSearchParams({ ...fields, login: account, password: "any" }),
      );
    }
    const location = answer.headers.get("location");
    if (!location)
      throw new Error(`The issuer stopped at ${next}: ${answer.status} ${String(answer.body).slice(0, 300)}`);
    next = new URL(location, issuer.issuer).toString();
    if (!next.startsWith(issuer.issuer)) return next;
  }
  throw new Error("The issuer never came back.");
}

export async function startCareServer(
  issuer: Issuer,
  auth: Partial<Extract<Config["auth"], { provider: "oidc" }>> = {},
  smtpUrl: string | null = "smtp://127.0.0.1:1",
  others: Partial<Config> = {},
  clock?: Clock,
) {
  const server = await startSignInServer({
    clock,
    hasClock: clock !== undefined,
    config: () => ({
      ...others,
      smtpUrl,
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
  issuer.addClient(server.url);
  return server;
}

/** Signs in from our start page to our callback; returns the callback's response. */
export async function signIn(
  server: SignInServer,
  issuer: Issuer,
  visitor: Visitor,
  account = "maria",
  returnTo = "/care/abc",
  browser = new Visitor(issuer.issuer),
) {
  const started = await visitor.get(`/api/auth/oidc/start?returnTo=${encodeURIComponent(returnTo)}`);
  const callback = await signInAtIssuer(issuer, started.headers.get("location")!, account, browser);
  if (!callback.startsWith(`${server.url}/api/auth/oidc/callback?`)) throw new Error(`Not ours: ${callback}`);
  return visitor.get(callback);
}

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Issuer, signIn, startCareServer, startIssuer } from "../../test/oidc_issuer.ts";
import { Visitor } from "../../test/sign-in-server.ts";

let issuer: Issuer;
/** A service beside this server, which the issuer's document names. It passes on what it gets to the issuer. */
let neighbour: Server;
let asked: { path: string; body: string; authorization: string | undefined }[] = [];

beforeAll(async () => {
  issuer = await startIssuer();
  neighbour = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const { authorization } = request.headers;
    asked.push({ path: request.url!, body: String(body), authorization });
    const answer = await fetch(issuer.issuer + request.url, {
      method: request.method!,
      headers: {
        "content-type": request.headers["content-type"] ?? "",
        ...(authorization && { authorization }),
      },
      ...(body.length > 0 && { body }),
    });
    response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
  });
  neighbour.listen(0, "127.0.0.1");
  await once(neighbour, "listening");
});
afterEach(() => {
  issuer.faults.document = null;
  asked = [];
});
afterAll(async () => {
  await new Promise((resolve) => neighbour.close(resolve));
  await issuer.close();
});

const nearby = (path: string) => `http://127.0.0.1:${(neighbour.address() as AddressInfo).port}${path}`;

/** Where a sign-in leads with a changed document. */
async function signInWith(document: Record<string, string>, allow: string[] = []): Promise<string | null> {
  const server = await startCareServer(
    issuer,
    { clientId: "care-secret", clientSecret: "a secret & more" },
    undefined,
    { outgoing: { allow, pushHosts: [], pushContact: null } },
  );
  try {
    issuer.faults.document = document;
    return (await signIn(server, issuer, new Visitor(server.url))).headers.get("location");
  } finally {
    await server.close();
  }
}

describe("addresses in the issuer's document", () => {
  it.each([
    ["token_endpoint", "/token"],
    ["jwks_uri", "/jwks"],
  ])("lead to no service beside this server: %s", async (name, path) => {
    expect(await signInWith({ [name]: nearby(path) })).toMatch(/\/sign-in\?error=/);
    expect(asked).toEqual([]);
  });

  it("lead to the operator's networks when OUTGOING_ALLOW lists them", async () => {
    const document = { token_endpoint: nearby("/token"), jwks_uri: nearby("/jwks") };
    expect(await signInWith(document, ["127.0.0.0/8"])).toMatch(/\/care\/abc$/);
    expect(asked.map(({ path }) => path)).toEqual(["/token", "/jwks"]);
    expect(asked[0]).toMatchObject({
      body: expect.stringContaining("grant_type=authorization_code"),
      authorization: expect.stringMatching(/^Basic /),
    });
  });

  it.each(["authorization_endpoint", "end_session_endpoint"])(
    "lead browsers to pages only: %s",
    async (name) => {
      const server = await startCareServer(issuer);
      try {
        issuer.faults.document = { [name]: "javascript:alert(1)" };
        const start = await new Visitor(server.url).get("/api/auth/oidc/start");
        expect(start.headers.get("location")).toMatch(/\/sign-in\?error=refused$/);
      } finally {
        await server.close();
      }
    },
  );
});

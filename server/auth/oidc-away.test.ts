import { setTimeout as sleep } from "node:timers/promises";
import { decodeJwt } from "jose";
import { describe, it, type TestContext } from "vitest";
import {
  type Issuer,
  type IssuerFaults,
  signIn,
  startCareServer,
  startIssuer,
} from "../../test/oidc_issuer.ts";
import { type SignInServer, Visitor } from "../../test/sign-in-server.ts";

/** A token that ends before the test does, but not before a busy machine has used it. */
const TOKEN_SECONDS = 8;

async function start(
  tokenSeconds: number,
  { onTestFinished }: TestContext,
): Promise<{ issuer: Issuer; server: SignInServer }> {
  const issuer = await startIssuer({ tokenSeconds });
  const server = await startCareServer(issuer);
  onTestFinished(async () => {
    await server.close();
    await issuer.close();
  });
  return { issuer, server };
}

async function signInVisitor(server: SignInServer, issuer: Issuer): Promise<Visitor> {
  const visitor = new Visitor(server.url);
  await signIn(server, issuer, visitor);
  return visitor;
}

const answer = (status: number, body: object | string) => ({
  status,
  body: typeof body === "string" ? body : JSON.stringify(body),
});

// At the same time, since each waits for seconds until a token has ended.
describe.concurrent("an issuer that can't renew a session at the moment", { timeout: 60_000 }, () => {
  it.for<[string, Exclude<IssuerFaults["token"], null>]>([
    ["fails", answer(502, "Bad gateway")],
    ["is too busy", answer(429, { error: "slow_down" })],
    ["refuses this server's own secret", answer(401, { error: "invalid_client" })],
    ["is hidden behind a page of the network", answer(200, "<html>Please accept our terms</html>")],
  ])(
    "signs nobody out when it %s, and the session continues once it recovers",
    async ([_, fault], context) => {
      const { expect } = context;
      const { issuer, server } = await start(TOKEN_SECONDS, context);
      const maria = await signInVisitor(server, issuer);
      const first = (await maria.token())!;
      issuer.faults.token = fault;
      // A token that still holds is given out.
      expect((await maria.get("/api/auth/token")).status).toBe(200);
      await sleep(decodeJwt(first).exp! * 1000 + 50 - Date.now());
      // 503 makes the browser wait and ask again, 401 would sign it out.
      expect((await maria.get("/api/auth/token")).status).toBe(503);

      issuer.faults.token = null;
      await expect.poll(() => maria.token(), { timeout: 20_000 }).not.toBeNull();
    },
  );

  it("signs nobody out when it can't be reached", async (context) => {
    const { expect } = context;
    const { issuer, server } = await start(TOKEN_SECONDS, context);
    const maria = await signInVisitor(server, issuer);
    const first = (await maria.token())!;
    await issuer.close();
    await sleep(decodeJwt(first).exp! * 1000 + 50 - Date.now());
    expect((await maria.get("/api/auth/token")).status).toBe(503);
  });

  it("occupies no database connection while it hangs", async (context) => {
    const { expect } = context;
    const { issuer, server } = await start(30, context);
    const visitors = [];
    for (let i = 0; i < 12; i++) visitors.push(await signInVisitor(server, issuer));
    issuer.faults.token = "hang";
    const requests = visitors.map((visitor) => visitor.get("/api/auth/token"));
    await sleep(500);
    const begin = performance.now();
    await server.database.pool.query("select 1");
    expect(performance.now() - begin).toBeLessThan(1_000);
    for (const { status } of await Promise.all(requests)) expect(status).toBe(200);
  });

  it("ends the session when it says that the grant is invalid", async (context) => {
    const { expect } = context;
    const { issuer, server } = await start(30, context);
    const maria = await signInVisitor(server, issuer);
    issuer.faults.token = answer(400, { error: "invalid_grant" });
    expect((await maria.get("/api/auth/token")).status).toBe(401);
    const { rows } = await server.database.pool.query("select id from auth.oidc_sessions");
    expect(rows).toEqual([]);
  });
});

import { describe, it, type TestContext } from "vitest";
import { eventually } from "../../test/conformance/waiting.ts";
import { createFakeClock, type FakeClock } from "../../test/fake_clock.ts";
import {
  type Issuer,
  type IssuerFaults,
  signIn,
  startCareServer,
  startIssuer,
} from "../../test/oidc_issuer.ts";
import { passTime } from "../../test/service.ts";
import { type SignInServer, Visitor } from "../../test/sign-in-server.ts";
import { systemClock } from "../clock.ts";

const TOKEN_SECONDS = 8;
/** Beyond a token's end, and beyond the tolerance for clocks that differ. */
const AFTER_ITS_END_MS = (TOKEN_SECONDS + 6) * 1000;
/** The issuer isn't asked again for so long after a failure. */
const PAUSE_MS = 3_000;

async function start(
  tokenSeconds: number,
  { onTestFinished }: TestContext,
): Promise<{ issuer: Issuer; server: SignInServer; clock: FakeClock }> {
  const clock = createFakeClock(systemClock.now());
  const issuer = await startIssuer({ tokenSeconds, clock });
  const server = await startCareServer(issuer, {}, undefined, {}, clock);
  onTestFinished(async () => {
    await server.close();
    await issuer.close();
  });
  return { issuer, server, clock };
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

describe("an issuer that can't renew a session at the moment", () => {
  it.for<[string, Exclude<IssuerFaults["token"], null>]>([
    ["fails", answer(502, "Bad gateway")],
    ["is too busy", answer(429, { error: "slow_down" })],
    ["refuses this server's own secret", answer(401, { error: "invalid_client" })],
    ["is hidden behind a page of the network", answer(200, "<html>Please accept our terms</html>")],
  ])(
    "signs nobody out when it %s, and the session continues once it recovers",
    async ([_, fault], context) => {
      const { expect } = context;
      const { issuer, server, clock } = await start(TOKEN_SECONDS, context);
      const maria = await signInVisitor(server, issuer);
      expect(await maria.token()).not.toBeNull();
      issuer.faults.token = fault;
      // A token that still holds is given out.
      expect((await maria.get("/api/auth/token")).status).toBe(200);
      await passTime(server, clock, AFTER_ITS_END_MS);
      // 503 makes the browser wait and ask again, 401 would sign it out.
      expect((await maria.get("/api/auth/token")).status).toBe(503);

      issuer.faults.token = null;
      await passTime(server, clock, PAUSE_MS);
      expect(await maria.token()).not.toBeNull();
    },
  );

  it("signs nobody out when it can't be reached", async (context) => {
    const { expect } = context;
    const { issuer, server, clock } = await start(TOKEN_SECONDS, context);
    const maria = await signInVisitor(server, issuer);
    expect(await maria.token()).not.toBeNull();
    await issuer.close();
    await passTime(server, clock, AFTER_ITS_END_MS);
    expect((await maria.get("/api/auth/token")).status).toBe(503);
  });

  it("occupies no database connection while it hangs", async (context) => {
    const { expect } = context;
    const { issuer, server, clock } = await start(30, context);
    const visitors = [];
    for (let i = 0; i < 12; i++) visitors.push(await signInVisitor(server, issuer));
    issuer.faults.token = "hang";
    let answered = 0;
    const requests = visitors.map((visitor) => visitor.get("/api/auth/token").finally(() => answered++));
    await eventually(() => issuer.hanging() === visitors.length);
    // There are fewer connections than people who wait.
    await server.database.pool.query("select 1");
    expect(answered).toBe(0);
    await clock.advance(10_000);
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

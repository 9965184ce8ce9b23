import { ConvexHttpClient } from "convex/browser";
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createVerifier } from "../../server/auth/verifier.ts";
import { holdClientClock } from "../conformance/client_clock.ts";
import { type Node, serveNode } from "../node.ts";
import { api, careTeam, noteArguments } from "../people.ts";
import { type Service, startService } from "../service.ts";

/** The one of `createIssuer`, so that its people are known here as well. */
const ISSUER = "https://issuer.test";

/** More often than the client takes a refusal before it signs its person out. */
const FAILURES = 6;

let service: Service;
let node: Node;
/** How often the keys couldn't be had. */
let failures = 0;
let tokenFor: (subject: string) => Promise<string>;
beforeAll(async () => {
  service = await startService();
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const known = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), alg: "ES256" }] });
  const verifyToken = createVerifier({
    issuer: ISSUER,
    audience: "convex",
    keys: (...asked) => {
      if (failures === FAILURES) return known(...asked);
      failures += 1;
      throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    },
  });
  node = await serveNode({ connectionString: service.database.connectionString, verifyToken });
  tokenFor = (subject) =>
    new SignJWT({})
      .setProtectedHeader({ alg: "ES256" })
      .setIssuer(ISSUER)
      .setAudience("convex")
      .setSubject(subject)
      .setIssuedAt()
      .setExpirationTime("5 minutes")
      .sign(privateKey);
});
afterAll(async () => {
  await node?.close();
  await service?.close();
});

it("keeps people signed in, and keeps what they wrote, while the keys to verify their tokens can't be read", async () => {
  const clock = holdClientClock({ reconnectsSoon: true });
  const { diaryId, owner } = await careTeam(service);
  const client = service.connect(undefined, { url: node.url });
  const signedIn: boolean[] = [];
  client.setAuth(
    () => tokenFor(owner.subject),
    (is) => signedIn.push(is),
  );
  const id = await client.mutation(
    api.notes.createNote,
    noteArguments(diaryId, { title: "Written meanwhile" }),
  );
  clock.restore();
  expect(failures).toBe(FAILURES);
  expect(signedIn).not.toContain(false);
  expect(await owner.http.query(api.notes.getNote, { noteId: id })).toMatchObject({
    title: "Written meanwhile",
  });
});

it(`answers "busy" over HTTP, not "Not authenticated", while the keys can't be read`, async () => {
  failures = 0;
  const { diaryId, owner } = await careTeam(service);
  const http = new ConvexHttpClient(node.url, { skipConvexDeploymentUrlCheck: true, logger: false });
  http.setAuth(await tokenFor(owner.subject));
  const ask = () => http.query(api.notes.listNotes, { diaryId });
  for (let i = 0; i < FAILURES; i++) await expect(ask()).rejects.toMatchObject({ data: { code: "busy" } });
  expect(await ask()).toEqual([]);
});

import { ConvexHttpClient } from "convex/browser";
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createVerifier } from "../../server/auth/verifier.ts";
import { quickenClient } from "../conformance/client_clock.ts";
import { type Node, serveNode } from "../node.ts";
import { api, careTeam, noteArguments } from "../people.ts";
import { type Service, startService } from "../service.ts";

/** The one of `createIssuer`, so that its people are known here as well. */
const ISSUER = "https://issuer.test";

/** More often than the client takes a refusal before it signs its person out. */
const AWAY = 6;

let service: Service;
let node: Node;
/** How often the keys couldn't be had. */
let failed = 0;
let tokenFor: (subject: string) => Promise<string>;
beforeAll(async () => {
  service = await startService();
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const known = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), alg: "ES256" }] });
  const verifyToken = createVerifier({
    issuer: ISSUER,
    audience: "convex",
    keys: (...asked) => {
      if (failed === AWAY) return known(...asked);
      failed += 1;
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

it("keeps people signed in, and what they wrote, while the keys that check their tokens can't be had", async () => {
  const clock = quickenClient(10);
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
  expect(failed).toBe(AWAY);
  expect(signedIn).not.toContain(false);
  expect(await owner.http.query(api.notes.getNote, { noteId: id })).toMatchObject({
    title: "Written meanwhile",
  });
});

it("doesn't call a person unknown over HTTP for that", async () => {
  failed = 0;
  const { diaryId, owner } = await careTeam(service);
  const http = new ConvexHttpClient(node.url, { skipConvexDeploymentUrlCheck: true, logger: false });
  http.setAuth(await tokenFor(owner.subject));
  const ask = () => http.query(api.notes.listNotes, { diaryId });
  for (let i = 0; i < AWAY; i++) await expect(ask()).rejects.toMatchObject({ data: { code: "busy" } });
  expect(await ask()).toEqual([]);
});

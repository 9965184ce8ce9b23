import { ConvexHttpClient } from "convex/browser";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { serveNode } from "../node.ts";
import { api, careTeam, createNote, noteArguments, type TestPerson } from "../people.ts";
import { type Service, startService } from "../service.ts";
import { betweenSteps, functions, lateStep } from "./functions.ts";
import { proxyToDatabase } from "./proxies.ts";
import { RawClient } from "./raw_client.ts";
import { eventually } from "./waiting.ts";

let service: Service;
beforeAll(async () => {
  service = await startService({ functions });
});
afterAll(() => service.close());
afterEach(() => {
  betweenSteps.wait = null;
});

/** Reads by a node so often, one after the other: each takes as many steps as a pass does, and none waits for one. */
async function readAtNode(url: string, person: TestPerson, diaryId: string): Promise<void> {
  const http = new ConvexHttpClient(url, { skipConvexDeploymentUrlCheck: true, logger: false });
  http.setAuth(await service.issuer.tokenFor(person));
  for (let times = 0; times < 10; times++) await http.query(api.diaries.getDiary, { diaryId });
}

it("S6 rule 5 doesn't replace a later result by a slow read of an earlier snapshot", async () => {
  const { diaryId, owner, caregiver } = await careTeam(service);
  const { connectionString, proxy } = await proxyToDatabase(service.database.connectionString);
  const { verifyToken } = service.issuer;
  const node = await serveNode({ connectionString, verifyToken, functions });
  const client = await RawClient.open(node.url, { token: await service.issuer.tokenFor(caregiver) });
  const seen: string[][] = [];
  client.onView = (view) => {
    const value = view.get(0) as { titles: string[] } | undefined;
    if (value && value.titles.join() !== seen.at(-1)?.join()) seen.push(value.titles);
  };
  client.add({ queryId: 0, udfPath: "test:titlesInTwoSteps", args: { diaryId } });
  await eventually(() => seen.length === 1);

  // The database commits, and the node hears of it late: meanwhile it sends this client nothing.
  let committing = 0;
  const answered = Promise.withResolvers<void>();
  const links = new Set<unknown>();
  proxy.tap.up = (piece, link) => {
    if (/insert into sync_outcomes[\s\S]*commit\s*;/.test(piece.toString("latin1")) && committing++ === 0)
      links.add(link);
    return undefined;
  };
  proxy.tap.down = async (_, link) => {
    if (links.delete(link)) await answered.promise;
    return undefined;
  };
  const own = client.call("notes:createNote", noteArguments(diaryId, { title: "Own" }));
  await eventually(() => committing === 1);
  let held = 0;
  const slow = Promise.withResolvers<void>();
  betweenSteps.wait = async () => {
    if (held++ === 0) await slow.promise;
  };
  await createNote(owner, diaryId, { title: "While one read is slow" });
  await eventually(() => held === 1);
  await createNote(owner, diaryId, { title: "While another read is quick" });
  await readAtNode(node.url, owner, diaryId);
  answered.resolve();
  await readAtNode(node.url, owner, diaryId);
  slow.resolve();
  await own;
  client.add({ queryId: 1, udfPath: "diaries:getDiary", args: { diaryId } });
  await eventually(() => client.values.has(1));
  await readAtNode(node.url, owner, diaryId);
  await client.settle();

  expect(seen.at(-1)).toEqual(["Own", "While another read is quick", "While one read is slow"]);
  for (const [i, titles] of seen.entries()) {
    expect(titles, "what was seen stays").toEqual(expect.arrayContaining(seen[i - 1] ?? []));
  }
  expect(client.violations).toEqual([]);
  await client.close();
  await node.close();
  await proxy.close();
});

it("rule 3 writes nothing that a failed mutation still sends after its failure, in any transaction", async () => {
  const { diaryId, owner } = await careTeam(service);
  const before = await owner.http.query(api.diaries.getDiary, { diaryId });
  const client = await RawClient.open(service.url, { token: await service.issuer.tokenFor(owner) });
  expect(await client.call("test:failInTwoSteps", { diaryId })).toMatchObject({
    success: false,
    errorData: { message: "Failed at once" },
  });
  lateStep.begin.resolve();
  expect(await lateStep.end.promise).toBeInstanceOf(Error);
  expect((await owner.http.query(api.diaries.getDiary, { diaryId }))!.name).toBe(before!.name);
  await client.close();
});

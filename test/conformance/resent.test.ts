import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addMember, api, careTeam, noteArguments } from "../people.ts";
import { clientFrames } from "../proxy.ts";
import { type Service, startService } from "../service.ts";
import { addressOf, proxyTo } from "./proxies.ts";
import { RawClient } from "./raw_client.ts";

let service: Service;
let other: Service;
beforeAll(async () => {
  service = await startService();
  other = await service.startSecondNode();
});
afterAll(() => service.close());

const titlesOf = async (diaryId: string) => {
  const { rows } = await service.database.pool.query(
    "select title from notes where diary_id = $1 order by created_at, id",
    [diaryId],
  );
  return rows.map(({ title }) => title);
};

it("S4 rule 3 runs a mutation once when its answer was lost after the commit, also on another node", async () => {
  const { diaryId, owner } = await careTeam(service);
  const { proxy, url } = await proxyTo(service.url, { plain: true });
  const client = service.connect(owner, { url });
  await client.mutation(api.notes.createNote, noteArguments(diaryId, { title: "before" }));
  let lost = 0;
  proxy.tap.down = (piece, link) => {
    if (!piece.includes("MutationResponse")) return undefined;
    if (lost > 0) return undefined;
    lost++;
    proxy.target = addressOf(other.url);
    link.cut();
    return false;
  };
  const id = await client.mutation(api.notes.createNote, noteArguments(diaryId, { title: "once" }));
  expect(lost).toBe(1);
  expect(await titlesOf(diaryId)).toEqual(["before", "once"]);
  expect(await owner.http.query(api.notes.getNote, { noteId: id })).toMatchObject({ title: "once" });
  await client.close();
  await proxy.close();
});

it("S4 runs each mutation that the network duplicates once, in order", async () => {
  const { diaryId, owner } = await careTeam(service);
  const { proxy, url } = await proxyTo(service.url, { plain: true });
  const frames = clientFrames();
  let doubled = 0;
  proxy.tap.up = (piece, link) => {
    const repeat = frames(piece).filter(({ text }) => text.includes('"Mutation"'));
    doubled += repeat.length;
    // Behind the piece itself, as the same frames once more.
    setImmediate(() => repeat.forEach(({ bytes }) => void link.inject(bytes)));
    return undefined;
  };
  const client = service.connect(owner, { url });
  const expected = Array.from({ length: 30 }, (_, i) => `Note ${i}`);
  await Promise.all(
    expected.map((title) => client.mutation(api.notes.createNote, noteArguments(diaryId, { title }))),
  );
  // A second round trip, so that doubles of the last ones have been answered as well.
  await client.mutation(api.notes.createNote, noteArguments(diaryId, { title: "last" }));
  expect(doubled).toBeGreaterThanOrEqual(31);
  expect((await titlesOf(diaryId)).sort()).toEqual([...expected, "last"].sort());
  await client.close();
  await proxy.close();
});

it("S4 runs the same mutations on two nodes at the same moment once, with the same answers", async () => {
  const { diaryId, owner } = await careTeam(service);
  const token = await service.issuer.tokenFor(owner);
  const sessionId = randomUUID();
  const [old, fresh] = await Promise.all([
    RawClient.open(service.url, { token, sessionId }),
    RawClient.open(other.url, { token, sessionId }),
  ]);
  const expected = Array.from({ length: 30 }, (_, i) => `Note ${i}`);
  const answers = await Promise.all(
    [old!, fresh!].map(async (client) => {
      expected.forEach(
        (title, i) => void client.mutate("notes:createNote", noteArguments(diaryId, { title }), i),
      );
      return client.until(() => {
        const all = client.messages.filter(({ type }) => type === "MutationResponse");
        return all.length === expected.length && all.map(({ success, result }) => [success, result]);
      });
    }),
  );
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]!.every(([success]) => success)).toBe(true);
  expect((await titlesOf(diaryId)).sort()).toEqual([...expected].sort());
  await Promise.all([old!.close(), fresh!.close()]);
});

it("S4 rule 3 refuses a mutation of somebody else's session, and reveals nothing of its outcome", async () => {
  const { diaryId, owner, admin } = await careTeam(service);
  const first = await RawClient.open(service.url, { token: await service.issuer.tokenFor(owner) });
  const { result } = await first.call("notes:createNote", noteArguments(diaryId, { title: "mine" }), 0);
  await first.close();
  for (const { url } of [service, other]) {
    const thief = await RawClient.open(url, {
      token: await service.issuer.tokenFor(admin),
      sessionId: first.sessionId,
    });
    const answer = await thief.call("notes:createNote", noteArguments(diaryId, { title: "mine" }), 0);
    expect(answer).toMatchObject({
      success: false,
      result: "Access denied",
      errorData: { code: "access-denied", message: "Access denied" },
    });
    expect(JSON.stringify(thief.messages)).not.toContain(result);
    await thief.close();
    const nobody = await RawClient.open(url, { sessionId: first.sessionId });
    expect((await nobody.call("notes:createNote", noteArguments(diaryId), 0)).success).toBe(false);
    expect(JSON.stringify(nobody.messages)).not.toContain(result);
    await nobody.close();
  }
  expect(await titlesOf(diaryId)).toEqual(["mine"]);
});

it("S4 refuses a refused mutation again when it is sent again, even if it would succeed by now", async () => {
  const { diaryId, outsider } = await careTeam(service);
  const token = await service.issuer.tokenFor(outsider);
  const first = await RawClient.open(service.url, { token });
  const refused = await first.call("notes:createNote", noteArguments(diaryId), 3);
  expect(refused).toMatchObject({ success: false, result: "Access denied" });
  await first.close();
  await addMember(service, diaryId, outsider, "member");
  const again = await RawClient.open(other.url, { token, sessionId: first.sessionId });
  expect(await again.call("notes:createNote", noteArguments(diaryId), 3)).toEqual(refused);
  expect(await again.call("notes:createNote", noteArguments(diaryId), 4)).toMatchObject({ success: true });
  expect(await titlesOf(diaryId)).toHaveLength(1);
  await again.close();
});

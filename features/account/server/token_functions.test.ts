import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accessTokenOf, programWith } from "../../../test/access-tokens.ts";
import {
  addMember,
  api,
  createNote,
  createNotebook,
  createPerson,
  noteArguments,
} from "../../../test/people.ts";
import { type Service, startService } from "../../../test/service.ts";

let service: Service;
let second: Service;
beforeAll(async () => {
  service = await startService();
  second = await service.startSecondNode();
});
afterAll(() => service.close());

const SIGN_IN = { data: { code: "unauthenticated", message: "Not authenticated" } };

describe("an access token", () => {
  it("reads and writes as its person, over HTTP and over the Convex client, and is listed with its use", async () => {
    const owner = await createPerson(service, "Olga Owner");
    const diaryId = await createNotebook(owner);
    const { token, tokenId } = await accessTokenOf(service, owner.userId, {
      name: "Kitchen",
      scopes: ["read", "notes:write"],
    });
    const list = () => owner.http.query(api.accessTokens.listTokens, {});
    expect(await list()).toMatchObject([
      { _id: tokenId, name: "Kitchen", hint: token.slice(-4), notebooks: null, lastUsedAt: null },
    ]);
    const program = programWith(token, service);
    const noteId = await program.mutation(
      api.notes.createNote,
      noteArguments(diaryId, { title: "By a program" }),
    );
    expect(await owner.http.query(api.notes.getNote, { noteId })).toMatchObject({ title: "By a program" });
    expect((await list())[0]!.lastUsedAt).toBeGreaterThan(Date.now() - 60_000);

    const live = service.connect();
    live.setAuth(async () => token);
    expect(await live.query(api.notes.getNote, { noteId })).toMatchObject({ title: "By a program" });
  });

  it("records its use at most every few minutes", async () => {
    const owner = await createPerson(service, "Olga Owner");
    const { token, tokenId } = await accessTokenOf(service, owner.userId);
    const usedAt = async (set?: string) => {
      const { pool } = service.database;
      if (set) await pool.query(`update access_tokens set last_used_at = ${set} where id = $1`, [tokenId]);
      const { rows } = await pool.query("select last_used_at, xmin from access_tokens where id = $1", [
        tokenId,
      ]);
      return rows[0];
    };
    // Each node and client verifies anew: what is kept is per node.
    const call = (url: string) =>
      fetch(`${url}/api/query`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: JSON.stringify({ path: "diaries:listMyDiaries", args: {}, format: "json" }),
      });
    const before = await usedAt("now() - interval '4 minutes'");
    expect((await call(service.url)).status).toBe(200);
    expect(await usedAt()).toEqual(before);
    await usedAt("now() - interval '6 minutes'");
    expect((await call(second.url)).status).toBe(200);
    expect((await usedAt()).last_used_at).toBeGreaterThan(Date.now() - 60_000);
  });

  it("opens nothing from the moment on when it is removed, on all nodes and in open connections", async () => {
    const owner = await createPerson(service, "Olga Owner");
    const diaryId = await createNotebook(owner);
    const { token, tokenId } = await accessTokenOf(service, owner.userId);
    const programs = [programWith(token, service), programWith(token, second)];
    for (const program of programs) await program.query(api.notes.listNotes, { diaryId });
    const live = second.connect();
    live.setAuth(async () => token);
    const seen: number[] = [];
    const ended = new Promise<Error>((resolve) => {
      live.onUpdate(api.notes.listNotes, { diaryId }, (notes) => void seen.push(notes.length), resolve);
    });
    await expect.poll(() => seen).toEqual([0]);
    await owner.http.mutation(api.accessTokens.revokeToken, { accessTokenId: tokenId });
    expect(await ended).toMatchObject(SIGN_IN);
    await createNote(owner, diaryId);
    expect(seen).toEqual([0]);
    for (const program of programs) {
      await expect(program.query(api.notes.listNotes, { diaryId })).rejects.toMatchObject(SIGN_IN);
      await expect(program.mutation(api.notes.createNote, noteArguments(diaryId))).rejects.toMatchObject(
        SIGN_IN,
      );
    }
    await expect(live.mutation(api.notes.createNote, noteArguments(diaryId))).rejects.toMatchObject(SIGN_IN);
  });

  it("opens only the notebooks that were chosen, and none again after its person has left and come back", async () => {
    const owner = await createPerson(service, "Olga Owner");
    const [chosen, other] = [await createNotebook(owner), await createNotebook(owner)];
    const member = await createPerson(service, "Mia Member");
    await addMember(service, chosen, member, "member");
    await addMember(service, other, member, "member");
    const { token } = await accessTokenOf(service, member.userId, { diaryIds: [chosen] });
    const program = programWith(token, service);
    const notebooks = async () => (await program.query(api.diaries.listMyDiaries, {})).map(({ _id }) => _id);
    expect(await notebooks()).toEqual([chosen]);
    expect(await program.query(api.diaries.getDiary, { diaryId: other })).toBeNull();
    expect(await program.query(api.notes.listNotes, { diaryId: chosen })).toEqual([]);
    await expect(program.query(api.notes.listNotes, { diaryId: other })).rejects.toMatchObject({
      data: { message: "Access denied" },
    });
    await service.database.pool.query("delete from members where user_id = $1 and diary_id = $2", [
      member.userId,
      chosen,
    ]);
    expect(await notebooks()).toEqual([]);
    await addMember(service, chosen, member, "member");
    expect(await notebooks()).toEqual([]);
    expect(await member.http.query(api.accessTokens.listTokens, {})).toMatchObject([{ notebooks: [] }]);
  });

  it("may do no more than its person: a closed account's token does nothing", async () => {
    const owner = await createPerson(service, "Olga Owner");
    const diaryId = await createNotebook(owner);
    const program = programWith((await accessTokenOf(service, owner.userId)).token, service);
    await service.database.pool.query("update users set closed_at = now() where id = $1", [owner.userId]);
    await expect(program.query(api.notes.listNotes, { diaryId })).rejects.toMatchObject({
      data: { code: "account-closed" },
    });
  });
});

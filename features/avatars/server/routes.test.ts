import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PRINCIPALS, type Principal } from "../../../test/access/expected.ts";
import { makeWorld, newPhoto, type World } from "../../../test/access/world.ts";
import { api } from "../../../test/people.ts";
import { dataUrlOf, pngOf } from "../../../test/pictures.ts";
import { type Service, startService } from "../../../test/service.ts";
import { getPhotoId } from "../rules.ts";

let service: Service;
let world: World;
/** A photo that a notebook uses, and one that no notebook uses. */
let used: string;
let unused: string;
beforeAll(async () => {
  service = await startService();
  world = await makeWorld(service);
  const { http } = world.actors.admin;
  const picture = { dataUrl: dataUrlOf("image/png", await pngOf()), filename: "rosa.png" };
  used = await http.action(api.diaryAvatars.uploadAvatarFromDataUrl, { ...picture, diaryId: world.diaryId });
  unused = await http.action(api.diaryAvatars.uploadAvatarFromDataUrl, picture);
  await http.mutation(api.diaries.updateDiaryWithPersonInfo, {
    diaryId: world.diaryId,
    region: "DE",
    avatarUrl: used,
    personInfo: { fullName: "Rosa Blum" },
  });
});
afterAll(() => service.close());

async function get(url: string, principal: Principal | null, headers: Record<string, string> = {}) {
  const { claims } = principal ? world.actors[principal] : { claims: null };
  if (claims) headers.authorization = `Bearer ${await service.issuer.tokenFor(claims)}`;
  return fetch(url, { headers });
}
const statusesOf = async (url: string) =>
  Object.fromEntries(
    await Promise.all(
      PRINCIPALS.map(async (principal) => [principal, (await get(url, principal)).status] as const),
    ),
  );
const everybody = (status: number) => Object.fromEntries(PRINCIPALS.map((principal) => [principal, status]));

describe("GET /api/avatars/<id>", () => {
  it.each(["", "?size=small", "?size=whole"])(
    "shows a notebook's photo%s to its members and to nobody else",
    async (query) => {
      expect(await statusesOf(used + query)).toEqual({
        ...everybody(404),
        anonymous: 401,
        viewer: 200,
        clinician: 200,
        author: 200,
        caregiver: 200,
        admin: 200,
        owner: 200,
      });
    },
  );

  it("shows a photo that no notebook uses only to its uploader", async () => {
    expect(await statusesOf(unused)).toEqual({ ...everybody(404), anonymous: 401, admin: 200 });
  });

  it("shows a person's picture to themselves and to those who share a notebook with them, until they don't", async () => {
    const { http, userId } = world.actors.caregiver;
    const picture = { dataUrl: dataUrlOf("image/png", await pngOf()), filename: "me.png" };
    const first = await http.action(api.diaryAvatars.uploadAvatarFromDataUrl, picture);
    await http.mutation(api.users.updatePicture, { avatarUrl: first });
    const team = { viewer: 200, clinician: 200, author: 200, caregiver: 200, admin: 200, owner: 200 };
    expect(await statusesOf(first)).toEqual({ ...everybody(404), anonymous: 401, ...team });
    const members = await world.actors.viewer.http.query(api.members.listMembers, { diaryId: world.diaryId });
    expect(
      members.filter(({ avatarUrl }) => avatarUrl).map(({ userId, avatarUrl }) => [userId, avatarUrl]),
    ).toEqual([[userId, first]]);
    expect((await http.query(api.users.getCurrentUser, {}))!.avatarUrl).toBe(first);

    // Another one has another address, and the one before is gone.
    const second = await http.action(api.diaryAvatars.uploadAvatarFromDataUrl, picture);
    await http.mutation(api.users.updatePicture, { avatarUrl: second });
    expect(await statusesOf(first)).toEqual({ ...everybody(404), anonymous: 401 });
    expect(await statusesOf(second)).toEqual({ ...everybody(404), anonymous: 401, ...team });

    await http.mutation(api.users.updatePicture, { avatarUrl: null });
    expect(await statusesOf(second)).toEqual({ ...everybody(404), anonymous: 401 });
    expect((await http.query(api.users.getCurrentUser, {}))!.avatarUrl).toBeNull();
    const { rows } = await service.database.pool.query("select from avatars where uploaded_by = $1", [
      userId,
    ]);
    expect(rows).toEqual([]);
  });

  it("hides the picture of somebody who left, also beside what they wrote", async () => {
    const { owner, "removed member": leaver } = world.actors;
    const picture = { dataUrl: dataUrlOf("image/png", await pngOf()), filename: "me.png" };
    const url = await leaver.http.action(api.diaryAvatars.uploadAvatarFromDataUrl, picture);
    await leaver.http.mutation(api.users.updatePicture, { avatarUrl: url });
    const isThere = async () => (await get(url, "viewer")).status;
    expect(await isThere()).toBe(404);
    await service.database.pool.query(
      "insert into members (id, diary_id, user_id, role) values (gen_random_uuid(), $1, $2, 'member')",
      [world.diaryId, leaver.userId],
    );
    expect(await isThere()).toBe(200);
    const noteId = world.notes.T.id;
    const target = { targetType: "note" as const, targetId: noteId };
    await leaver.http.mutation(api.comments.createComment, {
      ...target,
      diaryId: world.diaryId,
      content: "Seen with my face",
    });
    const face = async () =>
      (await owner.http.query(api.comments.listComments, target)).find(
        ({ content }) => content === "Seen with my face",
      )!.creatorAvatarUrl;
    expect(await face()).toBe(url);
    const members = await owner.http.query(api.members.listMembers, { diaryId: world.diaryId });
    const { _id: memberId } = members.find(({ userId }) => userId === leaver.userId)!;
    await owner.http.mutation(api.members.removeMember, { memberId });
    expect(await isThere()).toBe(404);
    expect(await face()).toBeNull();
  });

  it("gives one answer for a missing photo, a foreign one and an invalid id", async () => {
    const missing = await newPhoto(world, "outsider");
    const answers = await Promise.all(
      [
        used,
        `${service.url}/api/avatars/0197a0a0-0000-7000-8000-000000000000`,
        `${service.url}/api/avatars/x`,
        `${service.url}/api/avatars/..%2F..%2Fsecret.key`,
        `${service.url}/api/avatars/${getPhotoId(service.url, used)}-small`,
        `${used}?size=../x`,
        // A row whose files aren't stored yet.
        missing,
      ].map(async (url) => {
        const response = await get(url, "outsider");
        return [response.status, response.headers.get("cache-control"), await response.text()];
      }),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toEqual([404, null, '{"error":"Not found"}']);
  });

  it("can't run code, is cached by one browser for one token, and is checked again without being sent again", async () => {
    const response = await get(used, "viewer");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/jpeg",
      "x-content-type-options": "nosniff",
      "cache-control": "private, max-age=31536000, immutable",
      vary: "Authorization, Cookie",
    });
    const etag = response.headers.get("etag")!;
    const small = await get(`${used}?size=small`, "viewer");
    expect(small.headers.get("etag")).not.toBe(etag);
    const again = await get(used, "viewer", { "if-none-match": etag });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect((await get(used, "outsider", { "if-none-match": etag })).status).toBe(404);
  });

  it.each(["Bearer ", "Bearer nonsense", "Basic YWRtaW46", "nonsense"])(
    "refuses a token such as %j",
    async (authorization) => {
      const response = await fetch(used, { headers: { authorization } });
      expect([response.status, await response.text()]).toEqual([401, '{"error":"Not authenticated"}']);
    },
  );

  it("refuses a member from the moment they are removed, and everybody once the notebook is deleted", async () => {
    const { caregiver, owner } = world.actors;
    expect((await get(used, "caregiver")).status).toBe(200);
    const members = await owner.http.query(api.members.listMembers, { diaryId: world.diaryId });
    const { _id } = members.find(({ userId }) => userId === caregiver.userId)!;
    await owner.http.mutation(api.members.removeMember, { memberId: _id });
    expect((await get(used, "caregiver")).status).toBe(404);
    expect((await get(used, "viewer")).status).toBe(200);

    await owner.http.mutation(api.diaries.deleteDiary, { diaryId: world.diaryId });
    expect(await statusesOf(used)).toEqual({ ...everybody(404), anonymous: 401 });
  });
});

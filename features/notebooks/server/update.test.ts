import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { api, careTeam, type TestPerson } from "../../../test/people.ts";
import { dataUrlOf, pngOf } from "../../../test/pictures.ts";
import { type Service, startService } from "../../../test/service.ts";
import { spec } from "../../../test/spec.ts";

let service: Service;
let picture: string;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  service = await startService();
  picture = dataUrlOf("image/png", await pngOf());
});
beforeEach(async () => {
  team = await careTeam(service);
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[]) => (await service.database.pool.query(text, values)).rows;
const get = async (who: TestPerson, diaryId = team.diaryId) =>
  (await who.http.query(api.diaries.getDiary, { diaryId }))!;
const update = (who: TestPerson, fields: object) =>
  who.http.mutation(api.diaries.updateDiaryWithPersonInfo, {
    diaryId: team.diaryId,
    region: "DE",
    personInfo: { fullName: "Rosa Blum" },
    ...fields,
  });
const upload = (who: TestPerson, diaryId?: string) =>
  who.http.action(api.diaryAvatars.uploadAvatarFromDataUrl, {
    dataUrl: picture,
    filename: "rosa.png",
    diaryId,
  });
const events = (eventType: string) =>
  sql("select * from audit_events where diary_id = $1 and event_type = $2", [team.diaryId, eventType]);

const EVERYTHING = {
  fullName: "Rosa Blum",
  dateOfBirth: "1942-03-05",
  gender: "female",
  phoneNumber: "+49 761 1",
  emergencyContacts: [{ name: "Olga", phone: "+49 170 1" }],
  bloodType: "AB-",
  organDonor: true,
  allergies: ["Penicillin", "Kiwi"],
  conditions: ["Diabetes, type 2"],
  familyDoctor: { name: "Dr. Lorenz", phone: "+49 761 2", address: "Talstraße 12" },
  medicalHistory: "Line one\nLine two",
  medicalConsent: { signed: true, signedBy: "ROSA BLUM", signedDate: "2026-01-02" },
  powerOfAttorney: { hasPOA: true, nameAndPhone: "Olga, +49 170 1" },
  advanceDirectives: { hasLivingWill: true, hasDNR: false, hasOrganDonation: true, notes: "Blue folder" },
  preferences: "Tea",
  language: "tr",
  govIdInfo: "L01X00T47",
  medicalInsurance: { fundName: "AOK", memberNumber: "A1" },
  ambulanceCover: false,
} as const;

describe("diaries.updateDiaryWithPersonInfo", () => {
  it("lets an admin replace all information, and shows it to everybody at once", {
    tags: spec("CORE-147 CORE-599"),
  }, async () => {
    const { admin, caregiver } = team;
    const watching = service.connect(caregiver);
    const seen: string[] = [];
    watching.onUpdate(api.diaries.getDiary, { diaryId: team.diaryId }, (diary) => seen.push(diary!.name));
    await expect.poll(() => seen).toEqual(["Rosa Blum's Care Notebook"]);
    const before = await get(admin);
    await update(admin, {
      name: " Rosa at home ",
      description: "After her new hip",
      avatarUrl: null,
      region: "CH",
      timeZone: "Europe/Zurich",
      personInfo: { ...EVERYTHING, medicalConsent: { signed: true, signedBy: "Rosa Blum" } },
    });
    expect(await get(admin)).toMatchObject({
      ...before,
      name: "Rosa at home",
      description: "After her new hip",
      region: "CH",
      timeZone: "Europe/Zurich",
      dateOfBirth: "1942-03-05",
      version: before.version + 1,
      updatedAt: expect.any(Number),
      details: { ...EVERYTHING, medicalConsent: { signed: true, signedBy: "ROSA BLUM" } },
    });
    expect((await get(admin)).updatedAt).toBeGreaterThan(before.updatedAt);
    await expect.poll(() => seen).toEqual([before.name, "Rosa at home"]);
  });

  it("stores every field about the person, and clears each that isn't given", {
    tags: spec("CORE-057 CORE-085"),
  }, async () => {
    await update(team.owner, { personInfo: EVERYTHING });
    expect((await get(team.owner)).details).toEqual(EVERYTHING);
    await update(team.owner, {});
    const { fullName, emergencyContacts, allergies, conditions, ...others } = (await get(team.owner)).details;
    expect({ fullName, emergencyContacts, allergies, conditions }).toEqual({
      fullName: "Rosa Blum",
      emergencyContacts: [],
      allergies: [],
      conditions: [],
    });
    expect(Object.values(others).every((value) => value === null)).toBe(true);
  });

  it("gives an empty name its default, trims lists, and writes the signer in capitals", {
    tags: spec("CORE-115 CORE-117 CORE-118 CORE-120 CORE-121"),
  }, async () => {
    await update(team.owner, { name: "Rosa at home" });
    await update(team.owner, {
      name: " ",
      personInfo: {
        fullName: "Rosa Maria Blum",
        allergies: [" Penicillin ", "", "  "],
        conditions: ["", " High blood pressure"],
        medicalConsent: { signed: true, signedBy: "olga" },
      },
    });
    expect(await get(team.owner)).toMatchObject({
      name: "Rosa Maria Blum's Care Notebook",
      details: {
        allergies: ["Penicillin"],
        conditions: ["High blood pressure"],
        medicalConsent: { signed: true, signedBy: "OLGA" },
      },
    });
  });

  it("keeps the time zone when none is given", async () => {
    await update(team.owner, { timeZone: "Asia/Tokyo" });
    await update(team.owner, { description: "Still in Tokyo" });
    expect(await get(team.owner)).toMatchObject({ timeZone: "Asia/Tokyo", description: "Still in Tokyo" });
  });

  it("writes nothing when nothing is different", async () => {
    await update(team.owner, { personInfo: EVERYTHING });
    const before = await get(team.owner);
    // PostgreSQL orders the fields of an object in its own way.
    const { address, name, phone } = EVERYTHING.familyDoctor;
    await update(team.owner, { personInfo: { ...EVERYTHING, familyDoctor: { address, name, phone } } });
    expect(await get(team.owner)).toEqual(before);
    expect(await events("notebook.updated")).toHaveLength(1);
  });

  it("writes an audit event with the names of the changed fields, without their values", async () => {
    await update(team.owner, { personInfo: { fullName: "Rosa Blum", allergies: ["Secret kiwi"] } });
    await update(team.admin, {
      description: "Secret plan",
      personInfo: { fullName: "Rosa Blum", allergies: [], preferences: "Secret tea", govIdInfo: "Secret id" },
    });
    const [first, second] = await events("notebook.updated");
    expect(first).toMatchObject({
      actor_id: team.owner.userId,
      details: { fields: ["personInfo.allergies"] },
    });
    expect(second).toMatchObject({
      actor_id: team.admin.userId,
      target_type: "notebook",
      target_id: team.diaryId,
      details: {
        fields: ["description", "personInfo.allergies", "personInfo.preferences", "personInfo.govIdInfo"],
      },
    });
    expect(JSON.stringify([first, second])).not.toContain("Secret");
  });

  it("refuses the second of two simultaneous editors, and overwrites nothing", async () => {
    const { version } = await get(team.owner);
    await update(team.admin, { name: "The admin's", baseVersion: version });
    const late = update(team.owner, { name: "The owner's", baseVersion: version });
    await expect(late).rejects.toMatchObject({
      data: {
        code: "conflict",
        message: "Somebody else changed this notebook's information in the meantime.",
      },
    });
    expect((await get(team.owner)).name).toBe("The admin's");
    await update(team.owner, { name: "The owner's", baseVersion: version + 1 });
    expect(await get(team.admin)).toMatchObject({ name: "The owner's", version: version + 2 });
  });

  it("accepts exactly one of several that save the same version at the same moment", async () => {
    const { version } = await get(team.owner);
    const saves = await Promise.allSettled(
      [team.owner, team.admin, team.owner, team.admin].map((who, i) =>
        update(who, { name: `Name ${i}`, baseVersion: version }),
      ),
    );
    expect(saves.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const save of saves) {
      if (save.status === "rejected") expect(save.reason.data.code).toBe("conflict");
    }
    expect((await get(team.owner)).version).toBe(version + 1);
  });
});

describe("the photo of a notebook", () => {
  it("is an upload of its editor; it stays until it is replaced or removed", {
    tags: spec("CORE-048 WORK-300"),
  }, async () => {
    const { admin } = team;
    const url = await upload(admin, team.diaryId);
    await update(admin, { avatarUrl: url });
    expect(await get(team.viewer)).toMatchObject({ avatarUrl: url });
    const [card] = await team.viewer.http.query(api.diaries.listMyDiaries, {});
    expect(card).toMatchObject({ avatarUrl: url });
    expect(await events("notebook.updated")).toMatchObject([{ details: { fields: ["avatarUrl"] } }]);

    await update(admin, { name: "Without a word of the photo" });
    await update(team.owner, { name: "With the photo that is there", avatarUrl: url });
    expect((await get(admin)).avatarUrl).toBe(url);

    const another = await upload(team.owner, team.diaryId);
    await update(team.owner, { avatarUrl: another });
    expect((await get(admin)).avatarUrl).toBe(another);
    await update(admin, { avatarUrl: null });
    expect((await get(admin)).avatarUrl).toBeNull();
    const removedPhotoIds = [url, another].map((each) => each.split("/").at(-1)!);
    expect(await sql("select id from avatars where id = any($1)", [removedPhotoIds])).toEqual([]);
    const files = await sql("select name from file_removals where name ~ $1", [removedPhotoIds.join("|")]);
    expect(files.map(({ name }) => name).sort()).toEqual(
      removedPhotoIds.flatMap((id) => [`avatars/${id}-small.jpg`, `avatars/${id}.jpg`]).sort(),
    );
  });

  it("can be given when the notebook is created", { tags: spec("CORE-146") }, async () => {
    const url = await upload(team.outsider);
    const diaryId = await team.outsider.http.mutation(api.diaries.createDiaryWithPersonInfo, {
      region: "DE",
      avatarUrl: url,
      personInfo: { fullName: "Karl Kraus" },
    });
    expect((await get(team.outsider, diaryId)).avatarUrl).toBe(url);
  });

  it("is never another notebook's or somebody else's picture", async () => {
    const { owner, admin } = team;
    const [admins, used] = [await upload(admin), await upload(owner)];
    await owner.http.mutation(api.diaries.createDiaryWithPersonInfo, {
      region: "DE",
      avatarUrl: used,
      personInfo: { fullName: "Karl Kraus" },
    });
    for (const avatarUrl of [
      admins,
      used,
      "https://evil.example/x.png",
      `${service.url}.evil.example/api/avatars/${admins.split("/").at(-1)}`,
      `${service.url}/api/avatars/`,
      `${service.url}/api/avatars/../settings`,
      `${used}?size=small`,
      "javascript:alert(1)",
    ]) {
      await expect(update(owner, { name: "Not this", avatarUrl })).rejects.toMatchObject({
        data: {
          code: "invalid",
          message: "The photo must be one that you have uploaded and that nothing uses yet",
          path: "avatarUrl",
        },
      });
    }
    expect(await get(owner)).toMatchObject({ avatarUrl: null, version: 1 });
  });

  it("goes to one of two notebooks that take it at the same moment", async () => {
    const { owner } = team;
    for (let round = 0; round < 5; round++) {
      const url = await upload(owner);
      const taken = await Promise.allSettled(
        Array.from({ length: 3 }, () =>
          owner.http.mutation(api.diaries.createDiaryWithPersonInfo, {
            region: "DE",
            avatarUrl: url,
            personInfo: { fullName: "Karl Kraus" },
          }),
        ),
      );
      expect(taken.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
      for (const each of taken) {
        if (each.status === "rejected") expect(each.reason.data).toMatchObject({ code: "invalid" });
      }
    }
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getPermissions } from "../../../server/access/permissions.ts";
import {
  addMember,
  api,
  careTeam,
  createNote,
  createNotebook,
  createPerson,
  type TestPerson,
} from "../../../test/people.ts";
import { type Service, startService } from "../../../test/service.ts";
import { spec } from "../../../test/spec.ts";

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  service = await startService();
  team = await careTeam(service);
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[]) => (await service.database.pool.query(text, values)).rows;
const create = (who: TestPerson, args: object) =>
  who.http.mutation(api.diaries.createDiaryWithPersonInfo, args as never);
const get = (who: TestPerson, diaryId: string) => who.http.query(api.diaries.getDiary, { diaryId });
const cards = (who: TestPerson) => who.http.query(api.diaries.listMyDiaries, {});

const EVERYTHING = {
  fullName: "Rosa Blum",
  dateOfBirth: "1942-03-05",
  gender: "female",
  phoneNumber: "+49 761 1",
  emergencyContacts: [
    { name: "Olga", phone: "+49 170 1" },
    { name: "Adam", phone: "" },
  ],
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
};

describe("diaries.createDiaryWithPersonInfo", () => {
  it("keeps the notebook's fields", async () => {
    const { owner } = team;
    const accounts = () => sql("select count(*)::int as n from users", []);
    const before = await accounts();
    const given = {
      description: "After her new hip",
      avatarUrl: null,
      region: "DE",
      timeZone: "Europe/Berlin",
    };
    const diaryId = await create(owner, { name: " Rosa at home ", ...given, personInfo: EVERYTHING });
    const notebook = await get(owner, diaryId);
    expect(notebook, "@CORE-146 @CORE-046 @CORE-047 @CORE-048 @CORE-049").toMatchObject({
      name: "Rosa at home",
      ...given,
    });
    expect(notebook, "@CORE-144 @CORE-044 @CORE-045 @CORE-050 @CORE-051 @CORE-052 @CORE-053").toMatchObject({
      _id: diaryId,
      shortId: expect.stringMatching(/^[2-9a-hjkmnp-z]{6}$/),
      isArchived: false,
      isKeptOnDevices: true,
      userRole: "owner",
      ownerName: "Olga Owner",
      dateOfBirth: "1942-03-05",
      memberCount: 1,
      noteCount: 0,
      details: EVERYTHING,
    });
    // The person has no account and gets none.
    expect(await sql("select full_name from person_infos where diary_id = $1", [diaryId])).toEqual([
      { full_name: "Rosa Blum" },
    ]);
    expect(await accounts(), "@CORE-036").toEqual(before);
    const two = { region: "DE", personInfo: [EVERYTHING, EVERYTHING] };
    await expect(create(owner, two), "@CORE-035").rejects.toMatchObject({ data: { path: "personInfo" } });
  });

  it("keeps every field about the person", async () => {
    const { owner } = team;
    const diaryId = await create(owner, { region: "DE", personInfo: EVERYTHING });
    const { details } = (await get(owner, diaryId))!;
    for (const [field, lines] of [
      ["fullName", "@CORE-057"],
      ["dateOfBirth", "@CORE-058"],
      ["gender", "@CORE-059"],
      ["phoneNumber", "@CORE-060"],
      ["emergencyContacts", "@CORE-061 @CORE-062 @CORE-063"],
      ["bloodType", "@CORE-064"],
      ["organDonor", "@CORE-065"],
      ["allergies", "@CORE-066"],
      ["conditions", "@CORE-067"],
      ["familyDoctor", "@CORE-068 @CORE-069 @CORE-070"],
      ["medicalHistory", "@CORE-071"],
      ["medicalConsent", "@CORE-072 @CORE-073 @CORE-074"],
      ["powerOfAttorney", "@CORE-075 @CORE-076"],
      ["advanceDirectives", "@CORE-077 @CORE-078 @CORE-079 @CORE-080"],
      ["preferences", "@CORE-081"],
      ["govIdInfo", "@CORE-082"],
      ["medicalInsurance", "@CORE-083 @CORE-084"],
      ["ambulanceCover", "@CORE-085"],
    ] as const)
      expect(details[field], lines).toEqual(EVERYTHING[field]);
    expect(details).toEqual(EVERYTHING);
  });

  it("needs only full name and region; an empty name becomes the person's", {
    tags: spec("CORE-112 CORE-113 CORE-114"),
  }, async () => {
    const { owner } = team;
    const diaryId = await create(owner, {
      name: "  ",
      region: "CH",
      personInfo: { fullName: " Karl Kraus " },
    });
    const diary = (await get(owner, diaryId))!;
    expect(diary).toMatchObject({
      name: "Karl Kraus's Care Notebook",
      region: "CH",
      timeZone: "UTC",
      dateOfBirth: null,
    });
    expect(diary.details).toMatchObject({
      fullName: "Karl Kraus",
      allergies: [],
      gender: null,
      familyDoctor: null,
    });
  });

  it.each([
    ["CORE-109", { region: "DE", personInfo: { fullName: " " } }, "Person's full name is required"],
    ["CORE-111", { personInfo: { fullName: "R" } }, "Country/region is required"],
    [
      "a country that isn't one",
      { region: "ZZ", personInfo: { fullName: "R" } },
      "Country/region is required",
    ],
    [
      "a photo's address",
      { region: "DE", personInfo: { fullName: "R" }, avatarUrl: "https://evil.example/x.png" },
      "The photo must be one that you have uploaded and that nothing uses yet",
    ],
  ])("%s is refused with its message, and nothing is stored", async (_, args, message) => {
    const before = (await cards(team.owner)).length;
    await expect(create(team.owner, args)).rejects.toMatchObject({ data: { code: "invalid", message } });
    expect(await cards(team.owner)).toHaveLength(before);
  });

  it("writes an audit event without any text of the notebook", async () => {
    const { owner } = team;
    const diaryId = await create(owner, { name: "Secret name", region: "DE", personInfo: EVERYTHING });
    const events = await sql("select * from audit_events where diary_id = $1", [diaryId]);
    expect(events).toMatchObject([
      { event_type: "notebook.created", actor_id: owner.userId, target_id: diaryId, details: {} },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/Secret|Rosa/);
  });
});

describe("diaries.getDiary", () => {
  it("finds a notebook by its short or full id", {
    tags: spec("CORE-145"),
  }, async () => {
    const { owner, diaryId } = team;
    const diary = (await get(owner, diaryId))!;
    expect(await owner.http.query(api.diaries.getDiaryByShortId, { shortId: diary.shortId })).toEqual(diary);
    // Some ids have no letters.
    const upperCase = diary.shortId.toUpperCase();
    for (const shortId of [...(upperCase === diary.shortId ? [] : [upperCase]), diaryId, ""]) {
      expect(await owner.http.query(api.diaries.getDiaryByShortId, { shortId })).toBeNull();
    }
  });

  it("shows a viewer name, date of birth and emergency contacts, and nothing else about the person", {
    tags: spec("CORE-607"),
  }, async () => {
    const diaryId = await create(team.owner, { region: "DE", personInfo: EVERYTHING });
    await addMember(service, diaryId, team.viewer, "extended");
    const { fullName, dateOfBirth, emergencyContacts } = EVERYTHING;
    expect((await get(team.viewer, diaryId))!.details).toEqual({ fullName, dateOfBirth, emergencyContacts });
  });

  it("tells each role what it may do", {
    tags: spec("CORE-597 CORE-599 CORE-600 CORE-603 CORE-605 CORE-607"),
  }, async () => {
    const may = async (who: TestPerson) => (await get(who, team.diaryId))!.permissions;
    const [owner, admin, caregiver, viewer] = await Promise.all(
      [team.owner, team.admin, team.caregiver, team.viewer].map(may),
    );
    for (const action of ["notebook.edit", "members.invite", "members.remove"] as const) {
      expect([owner, admin, caregiver, viewer].map((list) => list!.includes(action))).toEqual([
        true,
        true,
        false,
        false,
      ]);
    }
    expect([owner, admin, caregiver, viewer].map((list) => list!.includes("notes.create"))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect([owner, admin].map((list) => list!.includes("notebook.delete"))).toEqual([true, false]);
    expect(owner).toEqual(expect.arrayContaining(admin!.filter((action) => action !== "notebook.leave")));
  });
});

describe("diaries.listMyDiaries", () => {
  it("lists the caller's notebooks with their cards", async () => {
    const someone = await createPerson(service, "Lena Lister");
    const diaryId = await createNotebook(someone, { fullName: "Rosa Blum" });
    await createNote(someone, diaryId);
    const [card, ...others] = await cards(someone);
    expect(others, "@CORE-143 @WORK-292").toEqual([]);
    const { memberCount, noteCount, unreadCount, updatedAt, _creationTime, userRole, ...about } = card!;
    expect(
      { memberCount, noteCount, unreadCount, updatedAt, _creationTime, userRole },
      "@CORE-054 @CORE-055 @CORE-056 @WORK-302 @WORK-303 @WORK-304 @WORK-305 @WORK-306",
    ).toEqual({
      memberCount: 1,
      noteCount: 1,
      unreadCount: 0,
      updatedAt: expect.any(Number),
      _creationTime: expect.any(Number),
      userRole: "owner",
    });
    expect(
      about,
      "@WORK-293 @WORK-294 @WORK-295 @WORK-296 @WORK-297 @WORK-298 @WORK-299 @WORK-300 @WORK-301",
    ).toEqual({
      _id: diaryId,
      shortId: expect.any(String),
      name: "Rosa Blum's Care Notebook",
      description: "",
      avatarUrl: null,
      region: "DE",
      timeZone: "UTC",
      isArchived: false,
      isKeptOnDevices: true,
      permissions: getPermissions("owner"),
      dateOfBirth: null,
      ownerName: "Lena Lister",
      creator: { name: "Lena Lister" },
      details: { fullName: "Rosa Blum" },
    });
  });

  it("counts notes, unread ones and the newest change by what each person sees", async () => {
    const { diaryId, owner, admin, caregiver, viewer } = await careTeam(service);
    const cardsOfRoles = async () => {
      const all = await Promise.all([owner, admin, caregiver, viewer].map(cards));
      return all.map((list) => list.find((card) => card._id === diaryId)!);
    };
    const created = (await cardsOfRoles())[0]!.updatedAt;
    await createNote(owner, diaryId, { visibility: "extended" });
    const afterExtended = await cardsOfRoles();
    await createNote(caregiver, diaryId, { visibility: "team" });
    const afterTeam = await cardsOfRoles();
    await createNote(caregiver, diaryId, { visibility: "private" });
    const last = await cardsOfRoles();
    expect(last.map((card) => card.memberCount)).toEqual([4, 4, 4, 4]);
    expect(last.map((card) => card.noteCount)).toEqual([2, 2, 3, 1]);
    expect(last.map((card) => card.unreadCount)).toEqual([1, 2, 1, 1]);
    const [ownersTime, adminsTime, caregiversTime, viewersTime] = last.map((card) => card.updatedAt);
    expect(viewersTime).toBe(afterExtended[3]!.updatedAt);
    expect(viewersTime).toBeGreaterThan(created);
    expect(adminsTime).toBe(afterTeam[1]!.updatedAt);
    expect(ownersTime).toBe(adminsTime);
    expect(adminsTime).toBeGreaterThan(viewersTime!);
    expect(caregiversTime).toBeGreaterThan(adminsTime!);
    // The single read returns the same.
    expect(await get(viewer, diaryId)).toMatchObject({
      noteCount: 1,
      unreadCount: 1,
      updatedAt: viewersTime,
    });
    expect(await get(caregiver, diaryId)).toMatchObject({
      noteCount: 3,
      unreadCount: 1,
      updatedAt: caregiversTime,
    });
  });

  it("puts the most recently changed first", async () => {
    const someone = await createPerson(service, "Ordo Order");
    const [first, second] = [await createNotebook(someone), await createNotebook(someone)];
    expect((await cards(someone)).map((card) => card._id)).toEqual([second, first]);
    await createNote(someone, first);
    expect((await cards(someone)).map((card) => card._id)).toEqual([first, second]);
  });
});

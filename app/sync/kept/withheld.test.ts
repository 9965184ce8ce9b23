import { expect, it } from "vitest";
import { Withheld } from "./withheld.ts";

const token = (udfPath: string, args: object = {}) => JSON.stringify({ udfPath, args });

/** What a device keeps of answers that come together. */
function keep(withheld: Withheld, answers: readonly (readonly [token: string, value: unknown])[]): unknown[] {
  for (const [of, value] of answers) withheld.learn(of, value);
  return answers.map(([of, value]) => withheld.drop(of, value));
}

it("keeps nothing of an encrypted note, and each medicine", () => {
  const list = {
    page: [
      { _id: "open", title: "Walk" },
      { _id: "secret", title: "Diagnosis", isEncrypted: true },
    ],
  };
  const plans = [{ _id: "plan", doseUnit: "tablet", isEncrypted: true }];
  const own = { _id: "secret", isEncrypted: true, content: "…" };
  const day = { notes: [{ noteId: "secret", preview: "…" }], last: { subjectId: "secret" }, count: 2 };
  expect(
    keep(new Withheld(), [
      [
        token("comments:listComments", { targetType: "note", targetId: "secret" }),
        [{ content: "It is bad" }],
      ],
      [token("notes:pageNotes"), list],
      [token("plans:listPlans"), plans],
      [token("notes:getNote", { noteId: "secret" }), own],
      [token("handover:getHandover"), day],
    ]),
  ).toEqual([
    undefined,
    { page: [{ _id: "open", title: "Walk" }] },
    plans,
    undefined,
    { notes: [], last: null, count: 2 },
  ]);
});

const rosa = { _id: "rosa", shortId: "rrrrrr", userRole: "member", isKeptOnDevices: false };
const emil = { _id: "emil", shortId: "eeeeee", userRole: "member", isKeptOnDevices: true };

/** What pages about both notebooks show. */
const ANSWERS = [
  [token("diaries:listMyDiaries"), [rosa, emil]],
  [token("diaries:getDiaryByShortId", { shortId: "rrrrrr" }), { ...rosa, details: {} }],
  [token("diaries:getDiaryByShortId", { shortId: "eeeeee" }), { ...emil, details: {} }],
  [token("notes:pageNotes", { diaryId: "rosa" }), { page: [{ _id: "n1", shortId: "aaaaaa" }] }],
  [token("notes:pageNotes", { diaryId: "emil" }), { page: [{ _id: "n2", shortId: "bbbbbb" }] }],
  [token("comments:listComments", { targetType: "note", targetId: "n1" }), [{ _id: "c1", content: "Bad" }]],
  [token("comments:listComments", { targetType: "note", targetId: "n2" }), [{ _id: "c2", content: "Good" }]],
  [
    token("doses:listDue"),
    [
      { planId: "p1", diaryId: "rosa" },
      { planId: "p2", diaryId: "emil" },
    ],
  ],
  [token("doses:getDose", { doseId: "d1" }), { diaryId: "rosa", dose: { _id: "d1" } }],
  [token("doses:getDose", { doseId: "d2" }), { diaryId: "emil", dose: { _id: "d2" } }],
] as const;

it("keeps nothing of a notebook whose owner forbids it, and all of another one", () => {
  const withheld = new Withheld();
  withheld.setNotebooks([rosa, emil]);
  expect(keep(withheld, ANSWERS)).toEqual([
    [emil],
    undefined,
    ANSWERS[2][1],
    undefined,
    ANSWERS[4][1],
    undefined,
    ANSWERS[6][1],
    [{ planId: "p2", diaryId: "emil" }],
    undefined,
    ANSWERS[9][1],
  ]);
});

it("keeps no result that isn't known to be of another notebook, while one is forbidden", () => {
  const unknown = [[token("comments:listComments", { targetType: "note", targetId: "n3" }), []]] as const;
  const withheld = new Withheld();
  withheld.setNotebooks([{ ...rosa, isKeptOnDevices: true }, emil]);
  expect(keep(withheld, unknown)).toEqual([[]]);
  expect(withheld.setNotebooks([rosa, emil])).toBe(true);
  expect(keep(withheld, unknown)).toEqual([undefined]);
  expect(withheld.setNotebooks([rosa, emil])).toBe(false);
});

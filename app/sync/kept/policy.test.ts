import { expect, it } from "vitest";
import { functions } from "../../../registry/functions.ts";
import { getResultKey } from "./policy.ts";

const token = (udfPath: string, args: object = {}) => JSON.stringify({ udfPath, args });

/** Each new query is decided on here: whether a device may keep its results. */
const KEPT: Record<string, string> = {
  appointments: "getAppointment listAppointments",
  attachments: "listAttachments",
  comments: "listComments",
  diaries: "getDiary getDiaryByShortId listMyDiaries",
  doses: "getDose getMonth getSummary listDoseEntries listDoses listDue listToReview",
  handover: "getHandover getShift listReceipts listStarts",
  members: "listMembers",
  noteTypes: "listActiveNoteTypes",
  notes:
    "formerMedications getNote getNoteByShortId getNoteVersion latestMedications listNoteDays listNoteTags listNoteVersions listNotes newerMedications pageMedications pageNotes",
  pauses: "listPauses",
  plans: "compareList getPlan listPlanVersions listPlans",
  programs:
    "getDiaryProgram getProgram getProgramSummary getProgramsForNote listDiaryPrograms listProgramTasks listPrograms proposeAssignees",
  stock: "listStock listStockEvents",
  tasks:
    "getTask getTaskHistory listMissedDays listMyTasks listNoteTasks pageMyTasks pageRepeated pageUpcoming",
  users: "getCurrentUser",
  visits: "getVisit",
};

it("decides for each query whether its results may stay on a device", () => {
  const queries = [...functions].filter(([, { kind }]) => kind === "query");
  const paths = queries.map(([name]) => name.replace(".", ":"));
  const decided = Object.entries(KEPT).flatMap(([room, names]) =>
    names.split(" ").map((name) => `${room}:${name}`),
  );
  expect(paths.filter((path) => getResultKey(token(path)) !== null).sort()).toEqual(decided.sort());
});

it("finds a result again whatever the moment, the mount and the order of its arguments", () => {
  const key = (args: object) => getResultKey(token("tasks:listMyTasks", args));
  expect(key({ filter: "all", around: 1, countsAt: 2 })).toBe(key({ countsAt: 3, around: 4, filter: "all" }));
  expect(key({ filter: "all" })).not.toBe(key({ filter: "overdue" }));
  const page = (paginationOpts: object) =>
    getResultKey(token("notes:pageNotes", { diaryId: "a", paginationOpts }));
  const first = { numItems: 12, cursor: null };
  expect(page({ ...first, id: 1 })).toBe(page({ ...first, id: 7, endCursor: "x" }));
  expect(page(first)).not.toBe(page({ ...first, cursor: "x" }));
  // An id that names a thing is no mount.
  expect(getResultKey(token("plans:getPlan", { id: "a" }))).not.toBe(
    getResultKey(token("plans:getPlan", { id: "b" })),
  );
});

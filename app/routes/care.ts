import { createRoute, redirect } from "@tanstack/react-router";
import { filterOfSearch } from "../../features/notes/client/note-filter.ts";
import {
  activateProgram,
  addProgram,
  appointment,
  appointments,
  changePlan,
  doseMonth,
  doses,
  editNote,
  editNotebook,
  escalation,
  handover,
  info,
  libraryProgram,
  medications,
  members,
  movePlans,
  newNote,
  newPlan,
  note,
  noteList,
  plan,
  plans,
  program,
  programList,
  visit,
} from "../care/notebook-screens.ts";
import { openRecent } from "../care/recent-notebook.ts";
import { loadRare } from "./load-rare.ts";
import { signedInRoute } from "./root.ts";
import { createKitScreen } from "./screen.ts";

const areaRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/care",
});

const notebookRoute = createRoute({
  getParentRoute: () => areaRoute,
  path: "$diaryId",
  component: createKitScreen(() => import("../care/notebook-gate.tsx").then((m) => m.NotebookGate)),
});

const leadToList = () => {
  throw redirect({ to: "/care", replace: true });
};

/** A note's type in the address: `?type=default`. */
function noteTypeSearch(search: Record<string, unknown>): { type?: string } {
  return { type: typeof search.type === "string" ? search.type : undefined };
}

/** The month of `?month=2026-05`, and the plan of `?plan=…`. */
function monthSearch({ month, plan }: Record<string, unknown>): { month?: string; plan?: string } {
  return {
    ...(typeof month === "string" && /^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/.test(month) && { month }),
    ...(typeof plan === "string" && { plan }),
  };
}

/** Whether the form to invite a person is open: `?invite` for a link, `?invite=mail` for a mail. */
function membersSearch(search: Record<string, unknown>): { invite?: true | "mail" } {
  if (search.invite === undefined || search.invite === false) return {};
  return { invite: search.invite === "mail" ? "mail" : true };
}

const isRow = (row: unknown): row is number => typeof row === "number" && Number.isInteger(row) && row >= 0;

/** The row of the list that a new plan begins with: `?row=2`, counted from 0. */
const planSearch = ({ row }: Record<string, unknown>): { row?: number } => (isRow(row) ? { row } : {});

/** The part of a plan that is changed first. */
const planChangeSearch = ({ at }: Record<string, unknown>): { at?: "amount" | "time" } =>
  at === "amount" || at === "time" ? { at } : {};

/** A planned dose by its plan and its name, which is shown on its day. */
function doseSearch({ dose, slot }: Record<string, unknown>): { dose?: string; slot?: string } {
  return typeof dose === "string" && typeof slot === "string" ? { dose, slot } : {};
}

/** The line of a handover, `?since=`, or the span of a shift report, `?from=&until=`; epoch ms. */
function handoverSearch(search: Record<string, unknown>): { since?: number; from?: number; until?: number } {
  const time = (name: string) => {
    const value = Number(search[name] ?? Number.NaN);
    return Number.isSafeInteger(value) && value >= 0 ? { [name]: value } : {};
  };
  return { ...time("since"), ...time("from"), ...time("until") };
}

/** The note to link a program to: `?noteId=`, its full id. */
function forNoteSearch(search: Record<string, unknown>): { noteId?: string } {
  return typeof search.noteId === "string" ? { noteId: search.noteId } : {};
}

const inNotebook = notebookRoute.addChildren([
  createRoute({
    getParentRoute: () => notebookRoute,
    path: "/",
    validateSearch: filterOfSearch,
    component: noteList,
  }),
  createRoute({
    getParentRoute: () => notebookRoute,
    path: "members",
    validateSearch: membersSearch,
    component: members,
  }),
  createRoute({ getParentRoute: () => notebookRoute, path: "info", component: info }),
  createRoute({ getParentRoute: () => notebookRoute, path: "edit", component: editNotebook }),
  createRoute({
    getParentRoute: () => notebookRoute,
    path: "note/new",
    validateSearch: noteTypeSearch,
    component: newNote,
  }),
  createRoute({ getParentRoute: () => notebookRoute, path: "note/$noteId", component: note }),
  createRoute({ getParentRoute: () => notebookRoute, path: "note/$noteId/edit", component: editNote }),
  createRoute({
    getParentRoute: () => notebookRoute,
    path: "medications",
    component: medications,
  }),
  createRoute({
    getParentRoute: () => notebookRoute,
    path: "doses",
    validateSearch: doseSearch,
    component: doses,
  }),
  createRoute({
    getParentRoute: () => notebookRoute,
    path: "doses/month",
    validateSearch: monthSearch,
    component: doseMonth,
  }),
  createRoute({ getParentRoute: () => notebookRoute, path: "plans", component: plans }),
  createRoute({
    getParentRoute: () => notebookRoute,
    path: "plans/new",
    validateSearch: planSearch,
    component: newPlan,
  }),
  createRoute({ getParentRoute: () => notebookRoute, path: "plans/zone", component: movePlans }),
  createRoute({ getParentRoute: () => notebookRoute, path: "plans/$planId", component: plan }),
  createRoute({
    getParentRoute: () => notebookRoute,
    path: "plans/$planId/change",
    validateSearch: planChangeSearch,
    component: changePlan,
  }),
  createRoute({ getParentRoute: () => notebookRoute, path: "visit", component: visit }),
  createRoute({ getParentRoute: () => notebookRoute, path: "appointments", component: appointments }),
  createRoute({
    getParentRoute: () => notebookRoute,
    path: "appointments/$appointmentId",
    component: appointment,
  }),
  createRoute({ getParentRoute: () => notebookRoute, path: "escalation", component: escalation }),
  createRoute({
    getParentRoute: () => notebookRoute,
    path: "handover",
    validateSearch: handoverSearch,
    component: handover,
  }),
  createRoute({ getParentRoute: () => notebookRoute, path: "programs", component: programList }),
  createRoute({
    getParentRoute: () => notebookRoute,
    path: "programs/add",
    validateSearch: forNoteSearch,
    component: addProgram,
  }),
  createRoute({
    getParentRoute: () => notebookRoute,
    path: "programs/library/$programId",
    validateSearch: forNoteSearch,
    component: libraryProgram,
  }),
  createRoute({
    getParentRoute: () => notebookRoute,
    path: "programs/library/$programId/activate",
    validateSearch: forNoteSearch,
    component: activateProgram,
  }),
  createRoute({ getParentRoute: () => notebookRoute, path: "programs/$diaryProgramId", component: program }),
]);

/** The notebook area of workspace 2.1, and links into it without a notebook. */
export const careRoute = areaRoute.addChildren([
  createRoute({
    getParentRoute: () => areaRoute,
    path: "/",
    component: createKitScreen(() =>
      import("../care/notebook-list-route.tsx").then((m) => m.NotebookListRoute),
    ),
  }),
  createRoute({
    getParentRoute: () => areaRoute,
    path: "new",
    component: createKitScreen(loadRare("newNotebook")),
  }),
  ...(
    ["members", "info", "edit", "handover", "medications", "doses", "plans", "programs", "note/new"] as const
  ).map((path) =>
    createRoute({
      getParentRoute: () => areaRoute,
      path,
      beforeLoad: openRecent(`/care/$diaryId/${path}`),
    }),
  ),
  inNotebook,
  createRoute({ getParentRoute: () => areaRoute, path: "$", beforeLoad: leadToList }),
]);

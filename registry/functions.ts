import type { FunctionReference } from "convex/server";
import type { z } from "zod";
import * as account from "../features/account/server/functions.ts";
import * as accessTokens from "../features/account/server/token_functions.ts";
import * as admin from "../features/admin/server/functions.ts";
import { queueFunctions } from "../features/admin/server/queue_functions.ts";
import * as attachments from "../features/attachments/server/functions.ts";
import * as avatars from "../features/avatars/server/functions.ts";
import * as comments from "../features/comments/server/functions.ts";
import * as doses from "../features/doses/server/functions.ts";
import * as pauses from "../features/doses/server/pauses/functions.ts";
import * as stock from "../features/doses/server/stock/functions.ts";
import * as escalation from "../features/escalation/server/functions.ts";
import * as copies from "../features/exports/server/copies/functions.ts";
import { exportFunctions, getKinds } from "../features/exports/server/public.ts";
import * as feeds from "../features/feeds/server/functions.ts";
import * as handover from "../features/handover/server/functions.ts";
import * as medications from "../features/medications/server/functions.ts";
import * as members from "../features/members/server/functions.ts";
import * as invitations from "../features/members/server/invitations/functions.ts";
import * as notebooks from "../features/notebooks/server/functions.ts";
import * as notes from "../features/notes/server/functions.ts";
import * as versions from "../features/notes/server/versions/functions.ts";
import * as notifications from "../features/notifications/server/functions.ts";
import * as plans from "../features/plans/server/functions.ts";
import * as activation from "../features/programs/server/activation/functions.ts";
import * as programs from "../features/programs/server/functions.ts";
import * as progress from "../features/programs/server/progress/functions.ts";
import * as programExports from "../features/programs/server/reports/functions.ts";
import * as search from "../features/search/server/functions.ts";
import * as tasks from "../features/tasks/server/functions.ts";
import * as updates from "../features/updates/server/functions.ts";
import * as home from "../features/updates/server/home/functions.ts";
import * as appointments from "../features/visits/server/appointments/functions.ts";
import * as visits from "../features/visits/server/functions.ts";
import * as webhooks from "../features/webhooks/server/functions.ts";
import { FUNCTION_ACTIONS } from "../server/access/permissions.ts";
import type { AnyFunction, ServerFunction } from "../server/functions/define.ts";
import { getQueues } from "../server/jobs/queue_data.ts";
import type { FunctionRegistry } from "../server/sync/calls.ts";
import { rooms } from "./rooms.ts";

const { listActiveNoteTypes, ...noteFunctions } = notes;
const {
  getAdminStatus,
  claimAdministration,
  listAdmins,
  recordTableOpening,
  updateProgramAdmin,
  ...adminDb
} = admin;

/** The functions by module and name, as the specification calls them. */
const modules = {
  users: account,
  accessTokens,
  webhooks,
  admin: {
    getAdminStatus,
    claimAdministration,
    listAdmins,
    recordTableOpening,
    updateProgramAdmin,
    ...queueFunctions(getQueues(rooms)),
  },
  adminDb,
  diaries: { ...notebooks, ...copies },
  diaryAvatars: avatars,
  attachments,
  // The same two functions again, under the names of the workspace specification.
  attachmentsActions: {
    generateUploadUrl: attachments.generateUploadUrl,
    getAttachmentUrl: attachments.getAttachmentUrl,
  },
  members,
  invitations,
  notes: { ...noteFunctions, ...medications, ...versions },
  comments,
  programs: { ...programs, ...activation, ...progress },
  plans,
  doses,
  pauses,
  stock,
  exports: exportFunctions(getKinds(rooms)),
  programExports,
  tasks,
  feeds,
  home,
  updates,
  handover,
  search,
  visits,
  appointments,
  notifications,
  escalation,
  noteTypes: { listActiveNoteTypes },
};

type Modules = typeof modules;

/** The types of all functions for the client: `api.notes.createNote` with its arguments and result. */
export type Api = {
  [Module in keyof Modules]: {
    [Name in keyof Modules[Module]]: Modules[Module][Name] extends ServerFunction<
      infer Kind,
      infer Args,
      infer Result
    >
      ? FunctionReference<Kind, "public", z.input<Args>, Result>
      : never;
  };
};

/**
 * Collects functions under their names and compares each with its row of the permission table. Throws, so that the
 * server doesn't start, when one has no row, a row has no function, the two name different actions, or a function has
 * no schema of its result.
 */
export function register(
  all: Record<string, Record<string, AnyFunction>>,
  actions: Readonly<Record<string, string | readonly string[]>> = FUNCTION_ACTIONS,
): FunctionRegistry {
  const functions = new Map<string, ServerFunction>();
  for (const [module, members] of Object.entries(all)) {
    for (const [name, fn] of Object.entries(members))
      functions.set(`${module}.${name}`, fn as ServerFunction);
  }
  const problems = [
    ...[...functions.keys()].filter((name) => !(name in actions)).map((name) => `${name} has no row`),
    ...Object.keys(actions)
      .filter((name) => !functions.has(name))
      .map((name) => `${name} has a row but isn't registered`),
    ...[...functions]
      .filter(
        ([name, fn]) => name in actions && actionNames(fn.access?.action) !== actionNames(actions[name]),
      )
      .map(
        ([name, fn]) =>
          `${name} checks ${actionNames(fn.access?.action)}, its row says ${actionNames(actions[name])}`,
      ),
  ];
  if (problems.length > 0)
    throw new Error(`The permission table doesn't fit the functions: ${problems.join("; ")}`);
  const withoutResult = [...functions].filter(([, fn]) => !fn.returns).map(([name]) => name);
  if (withoutResult.length > 0)
    throw new Error(`Functions don't say what they return: ${withoutResult.join(", ")}`);
  return functions;
}

/** One action or several as text, independent of their order. */
const actionNames = (actions: string | readonly string[] | undefined): string =>
  actions === undefined ? "undefined" : [actions].flat().toSorted().join(" and ");

/** All functions that clients may call. */
export const functions: FunctionRegistry = register(modules);

import type { FunctionKind } from "../functions/define.ts";
import { FUNCTION_ACTIONS, NOTEBOOK_ACTIONS, type NotebookAction } from "./permissions.ts";

type PartOf<Name> = Name extends `${infer Part}.${string}` ? Part : never;

/** The part of an action before the dot: `notes`, `tasks`. Sheets of doses are a kind of export. */
export type Area = Exclude<PartOf<NotebookAction>, "sheets">;
export type Level = "read" | "write";
/** A right of an access token: everything of a level, or an area. `write` contains `read`. */
export type Scope = Level | `${Area}:${Level}`;

const ACTIONS = Object.keys(NOTEBOOK_ACTIONS) as NotebookAction[];

function getArea(action: NotebookAction): Area {
  const part = action.slice(0, action.indexOf(".")) as PartOf<NotebookAction>;
  return part === "sheets" ? "exports" : part;
}

const isSeeing = (action: NotebookAction): boolean => /\.see/.test(action);

/** Actions of signed-in people alone: who gets in, who owns a notebook, and when it ends. */
const OF_PEOPLE_ALONE: readonly NotebookAction[] = [
  "notebook.transfer",
  "notebook.delete",
  "notebook.leave",
  "plans.chooseEditors",
  "notebook.chooseKeeping",
  "members.invite",
  "members.remove",
  "members.changeRole",
];

/** The modules of one's account, of secret links and of the platform: no token reaches them. */
const CLOSED_MODULES: readonly string[] = [
  "users",
  "accessTokens",
  "webhooks",
  "notifications",
  "feeds",
  "invitations",
  "admin",
  "adminDb",
];

/** A user's choices for themselves that are listed among the functions of a notebook. */
const CLOSED_FUNCTIONS: readonly string[] = ["escalation.setBreaksQuiet"];

const SEE_ALL = ACTIONS.filter((action) => action.endsWith(".see"));

/** The areas of the permission table, and those with actions that a token may use to write. */
export const AREAS: readonly Area[] = [...new Set(ACTIONS.map(getArea))];
export const WRITABLE_AREAS: readonly Area[] = AREAS.filter((area) =>
  ACTIONS.some((each) => getArea(each) === area && !isSeeing(each) && !OF_PEOPLE_ALONE.includes(each)),
);

/** All scopes that a token may have. */
export const SCOPES: readonly Scope[] = [
  "read",
  "write",
  ...AREAS.map((area) => `${area}:read` as const),
  ...WRITABLE_AREAS.map((area) => `${area}:write` as const),
];

/** Whether a text is a scope. */
export const isScope = (text: string): text is Scope => (SCOPES as readonly string[]).includes(text);

/**
 * The scopes required for functions that need no action of a notebook, or that return more than their action covers.
 */
const NEEDED: Readonly<Record<string, readonly NotebookAction[]>> = {
  "users.getCurrentUser": ["notebook.see"],
  "diaries.listMyDiaries": ["notebook.see"],
  "diaries.getCopyUrl": SEE_ALL,
  "home.getHomeRecent": SEE_ALL,
  "updates.listNew": SEE_ALL,
  "updates.pageUpdates": SEE_ALL,
  "escalation.listRunning": ["escalation.see", "tasks.see", "doses.see"],
  "noteTypes.listActiveNoteTypes": ["notes.see"],
  "programs.listPrograms": ["programs.see"],
  "programs.getProgram": ["programs.see"],
};

/**
 * The scopes that a token needs for a function, all of them; null for a function that no token may call. They come from
 * the permission table: the area of each action, to read for functions that only show data, else to write.
 */
export function getScopes(name: string, kind: FunctionKind): readonly Scope[] | null {
  const [module = "", member = ""] = name.split(".");
  const actions = NEEDED[name] ?? getNotebookActions(name);
  const isClosed = CLOSED_MODULES.includes(module) || CLOSED_FUNCTIONS.includes(name);
  if (actions === null || (isClosed && !(name in NEEDED))) return null;
  if (actions.some((action) => OF_PEOPLE_ALONE.includes(action))) return null;
  const isRead = kind === "query" || (kind === "action" && member.startsWith("get"));
  const changes = actions.some((action) => !isSeeing(action));
  const scopes = actions.map((action) => {
    // A change that requires no more than seeing is one of the caller's own marks.
    const level = isRead || (isSeeing(action) && changes) ? "read" : "write";
    return `${getArea(action)}:${level}` as const;
  });
  return [...new Set(scopes)];
}

/** The actions of a function, if all of them are of a notebook. */
function getNotebookActions(name: string): readonly NotebookAction[] | null {
  const actions = [FUNCTION_ACTIONS[name] ?? []].flat();
  const known = actions.filter((action): action is NotebookAction => action in NOTEBOOK_ACTIONS);
  return known.length > 0 && known.length === actions.length ? known : null;
}

/** Whether a token's scopes include the needed one. */
export function coversScope(granted: readonly string[], needed: Scope): boolean {
  const [area, level] = needed.split(":") as [Area, Level];
  const enough = level === "read" ? ["read", "write"] : ["write"];
  return enough.some((each) => granted.includes(each) || granted.includes(`${area}:${each}`));
}

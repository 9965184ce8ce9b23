import { anyApi, type FunctionReturnType } from "convex/server";
import type { Api } from "../server/functions/registry.ts";

/** Every server function by room and name; the way the client calls the server. */
export const api = anyApi as unknown as Api;

/** A notebook as the list shows it. */
export type NotebookSummary = FunctionReturnType<Api["diaries"]["listMyDiaries"]>[number];
/** One notebook with what the viewer's role may do in it. */
export type Notebook = NonNullable<FunctionReturnType<Api["diaries"]["getDiary"]>>;
/** A note as the list shows it: with a preview instead of its content. */
export type NoteSummary = FunctionReturnType<Api["notes"]["listNotes"]>[number];
export type Note = NonNullable<FunctionReturnType<Api["notes"]["getNote"]>>;
export type Member = FunctionReturnType<Api["members"]["listMembers"]>[number];

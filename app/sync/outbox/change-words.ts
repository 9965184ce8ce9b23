import type { JSONValue } from "convex/values";
import { isAboutDose } from "./durable.ts";
import type { Operation } from "./operations.ts";

const ACTIONS: Record<string, string> = {
  "notes:createNote": "New note",
  "notes:updateNote": "Change of a note",
  "notes:deleteNote": "Deletion of a note",
  "comments:createComment": "New comment",
  "comments:updateComment": "Change of a comment",
  "comments:deleteComment": "Deletion of a comment",
  "tasks:createTask": "New task",
  "tasks:updateTask": "Change of a task",
  "tasks:setToday": "Change of a task",
  "doses:giveDose": "Given",
  "doses:recordDose": "Given",
  "doses:skipDose": "Not given",
  "doses:correctDose": "Correction of a dose",
  "doses:withdrawDose": "Withdrawal of a dose",
};

type Change = Pick<Operation, "path" | "args" | "layer">;

/** What a change does, with the title or medicine that it names: "New note: A quiet morning", "Given: ramipril 5 mg". */
export function describeChange({ path, args, layer }: Change): string {
  const action = ACTIONS[path] ?? "Change";
  const named = isAboutDose(path) ? (layer?.data as { name?: string } | undefined)?.name : args.title;
  const title = typeof named === "string" ? named.trim() : "";
  return title === "" ? action : `${action}: ${title}`;
}

/** The text that the person wrote; empty for a change without one. */
export function getOwnText({ args: { content, description, note, why } }: Change): string {
  if (content === undefined) return [description, note, why].filter(Boolean).join("\n");
  const text = (content as { data?: { text?: unknown } } | null)?.data?.text;
  return typeof text === "string" ? text : listTexts(content).join("\n");
}

/** All texts in a content, such as a list of medications. */
function listTexts(value: JSONValue): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => (name === "type" ? [] : listTexts(part)));
}

/** The notebook whose doses a change is about; undefined for other changes. */
export const getNotebookOfDose = ({ path, layer }: Change): string | undefined =>
  isAboutDose(path) ? (layer?.data as { diaryId?: string } | undefined)?.diaryId : undefined;

/** An edit of a note: the ids in the address of its form, and what the form had. */
type NoteEdit = { diaryId: string; noteId: string; draft: unknown };

/** The edit of a note that a change is; null for other changes. */
export function findEdit({ path, layer }: Change): NoteEdit | null {
  if (path !== "notes:updateNote" || layer === null) return null;
  const { diaryId, noteId, shortId, draft } = layer.data as NoteEdit & { shortId: string };
  return { diaryId, noteId: shortId || noteId, draft };
}

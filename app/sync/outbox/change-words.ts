import type { JSONValue } from "convex/values";
import { t } from "../../../lib/words/t.ts";
import type { Operation } from "./operations.ts";

type Change = Pick<Operation, "path" | "args" | "layer">;

/** What a change's layer has for this list: its notebook, and the title or medicine where the arguments lack it. */
type Facts = { diaryId?: string; title?: string; name?: string };
const getFacts = ({ layer }: Change): Facts => (layer?.data ?? {}) as Facts;

/** Changes that read alike. */
const ALIKE: Record<string, string> = { giveDose: "given", recordDose: "given", setToday: "updateTask" };

/** What a change does, with the title or medicine that it names: "New note: A quiet morning", "Given: ramipril 5 mg". */
export function describeChange(made: Change): string {
  const call = made.path.slice(made.path.indexOf(":") + 1);
  const change = t("unsent.change", { change: ALIKE[call] ?? call });
  const { title, name } = getFacts(made);
  const named = [made.args.title, title, name].find((each) => typeof each === "string" && each.trim() !== "");
  return named === undefined ? change : t("unsent.named", { change, name: String(named).trim() });
}

/** The id of the notebook that a change is about; undefined for those that versions before kept without it. */
export function getNotebookId(change: Change): string | undefined {
  const { diaryId } = change.args;
  return typeof diaryId === "string" ? diaryId : getFacts(change).diaryId;
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

/** An edit of a note: the ids in the address of its form, and what the form had. */
type NoteEdit = { diaryId: string; noteId: string; draft: unknown };

/** The edit of a note that a change is; null for other changes. */
export function findEdit({ path, layer }: Change): NoteEdit | null {
  if (path !== "notes:updateNote" || layer === null) return null;
  const { diaryId, noteId, shortId, draft } = layer.data as NoteEdit & { shortId: string };
  return { diaryId, noteId: shortId || noteId, draft };
}

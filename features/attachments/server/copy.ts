import { cutText } from "../../../lib/cut-text.ts";
import { getPortableName } from "../../../lib/portable-name.ts";
import type { CopyAddition, CopyPart } from "../../../server/copies.ts";
import { escapeHtml } from "../../../server/mail/letter.ts";
import { mayListNotes } from "../../notes/server/public.ts";
import { listFiles } from "./data.ts";

const NAME_LENGTH = 120;

/** An attachment; `path` is its file's path in the copy. */
type CopiedAttachment = Awaited<ReturnType<typeof listFiles>>[number] & { path: string };

const attachments: CopyAddition<CopiedAttachment> = {
  field: "attachments",
  to: ["notes"],
  async read({ caller, diaryId, vault }, _section, rows) {
    const notes = rows as readonly { _id: string; shortId: string }[];
    const access = await mayListNotes().resolve(caller, { diaryId });
    const shortIds = new Map(notes.map(({ _id, shortId }) => [_id, shortId]));
    const files = await listFiles(caller.db, access, vault, [...shortIds.keys()]);
    const placed = files.map((file) => ({ ...file, path: getPath(file, shortIds.get(file.noteId)!) }));
    return Map.groupBy(placed, ({ noteId }) => noteId);
  },
  json: ({ objectName: _, fileKey: __, ...file }) => file,
  html: (files) => `<ul>${files.map(toItem).join("")}</ul>`,
  fileOf: ({ path, _creationTime, objectName, fileKey }) => ({
    path,
    at: new Date(_creationTime),
    objectName,
    fileKey,
  }),
};

/** The attachments are files in the copy, and its page links to them. */
export const copy: CopyPart = { additions: [attachments] };

const toItem = ({ path, filename, description }: CopiedAttachment): string =>
  `<li><a href="${escapeHtml(path.split("/").map(encodeURIComponent).join("/"))}">${escapeHtml(filename)}</a>${description && `: ${escapeHtml(description)}`}</li>`;

/**
 * The path in the copy: in a folder of the note's short id, with the end of the attachment's id because names can
 * repeat.
 */
function getPath({ _id, filename }: Pick<CopiedAttachment, "_id" | "filename">, shortId: string): string {
  const dot = filename.lastIndexOf(".");
  const ending = dot > 0 ? cutText(getPortableName(filename.slice(dot + 1)), 10) : "";
  const stem = cutText(getPortableName(dot > 0 ? filename.slice(0, dot) : filename), NAME_LENGTH) || "file";
  return `files/${shortId}/${stem} ${_id.slice(-6)}${ending && `.${ending}`}`;
}

import { api } from "../../../../lib/api.ts";
import { adminSize } from "../../../../lib/sizes.ts";
import { defineTable } from "../../client/columns.ts";
import type { AttachmentRow } from "../../schema.ts";
import { Code, created, Hidden, hideable, Mark, None, named, notebook } from "../cells.tsx";
import { DownloadAttachment } from "../download-attachment.tsx";

export const ATTACHMENTS = defineTable("attachments", api.adminDb.listAttachments, [
  { heading: "Filename", cell: (row) => hideable(row, row.filename) },
  { heading: "MIME type", cell: (row) => <Code>{row.mimeType}</Code> },
  { heading: "Notebook", cell: notebook, kind: "name" },
  { heading: "Note", cell: (row) => hideable(row, row.noteTitle) },
  { heading: "Size", cell: (row) => adminSize(row.sizeBytes), kind: "number" },
  { heading: "Uploader", cell: (row) => named(row.uploaderName) },
  { heading: "Created", cell: created },
  { heading: "Storage", cell: storage },
  {
    heading: "Actions",
    cell: (row) => (row.gcsObjectName === null ? <None /> : <DownloadAttachment attachment={row} />),
  },
]);

/** Where the file is stored: in this system or in a former one; nothing for a hidden file. */
function storage({ gcsObjectName, isHidden }: AttachmentRow) {
  if (gcsObjectName !== null) return <Mark tone="teal">GCS</Mark>;
  return isHidden ? <Hidden /> : <Mark>Legacy</Mark>;
}

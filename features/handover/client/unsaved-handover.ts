import type { OptimisticLocalStore } from "convex/browser";
import { api, type NoteSummary } from "../../../lib/api.ts";
import type { HandoverParts } from "../../notes/rules/handover.ts";
import type { HandoverNote } from "../schema.ts";

/** Optimistically shows a handover note on the open handover pages of its notebook. */
export function showHandedOver(
  store: OptimisticLocalStore,
  diaryId: string,
  row: NoteSummary,
  parts: HandoverParts,
): void {
  const ownHandover: HandoverNote = {
    key: row._id,
    at: row.updatedAt,
    by: row.creatorName,
    id: row._id,
    shortId: row.shortId ?? "",
    type: "handover",
    title: row.title,
    preview: row.preview,
    visibility: row.visibility,
    isEncrypted: row.isEncrypted,
    isFirst: true,
    mentionsMe: false,
    handover: parts,
  };
  for (const { args, value } of store.getAllQueries(api.handover.getHandover))
    if (value && args.diaryId === diaryId)
      store.setQuery(api.handover.getHandover, args, { ...value, ownHandover });
}

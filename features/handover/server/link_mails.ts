import type { Kysely } from "kysely";
import { isFullId } from "../../../lib/ids.ts";
import type { NotebookAccess } from "../../../server/access/gate.ts";
import type { Tables } from "../../../server/db/database.ts";
import type { UnsubscribeLinks } from "../../../server/mail/unsubscribe_links.ts";
import { enqueueMentionMails, findMembers } from "../../notes/server/public.ts";

type Link = { userIds: readonly string[]; span?: { fromTime: number; untilTime: number } | undefined };

/** Queues mails with a link to the page for members who want such mails; returns how many get one. */
export async function enqueueLinkMails(
  db: Kysely<Tables>,
  { diaryId, userId }: NotebookAccess,
  { userIds, span }: Link,
  environment: { now: Date; baseUrl: string; unsubscribe: UnsubscribeLinks },
): Promise<number> {
  const people = await findMembers(
    db,
    diaryId,
    [...new Set(userIds)].filter((id) => isFullId(id) && id !== userId),
  );
  const rest = span ? `/handover?from=${span.fromTime}&until=${span.untilTime}` : "/handover";
  const mail = { what: "handover", diaryId, userId, noteId: null, subjectId: null, rest } as const;
  return (await enqueueMentionMails(db, people, mail, environment)).length;
}

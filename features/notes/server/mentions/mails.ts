import type { Kysely } from "kysely";
import type { Tables } from "../../../../server/db/database.ts";
import { enqueueMails } from "../../../../server/mail/outbox.ts";
import type { UnsubscribeLinks } from "../../../../server/mail/unsubscribe_links.ts";
import { runInLanguage } from "../../../../server/words/texts.ts";
import { filterMailRecipients, reserveMails } from "../../../notifications/server/public.ts";
import { type Mentionable, readPlace } from "./data.ts";
import { type MentionLetter, writeMentionLetter } from "./letters.ts";

type Mention = {
  diaryId: string;
  /** Who wrote it. */
  userId: string;
  /** The stored note that it is or belongs to, which the mail links to; null without one. */
  noteId: string | null;
  what: MentionLetter["what"];
  /** The comment or note itself, by which its notification finds out that it was mailed; null for a handover. */
  subjectId: string | null;
  /** The rest of the link, from the page of the notebook or of that note on. */
  rest: string;
};

/**
 * Queues mails to mentioned people who want them and aren't at their limit, in the caller's transaction, so that they
 * are sent exactly if it commits. Returns the ids of those who are mailed. The notification of a mention sends no second
 * mail: see `features/notifications/server/deliver/mails.ts`.
 */
export async function enqueueMentionMails(
  db: Kysely<Tables>,
  people: readonly Mentionable[],
  { diaryId, userId, noteId, what, subjectId, rest }: Mention,
  { now, baseUrl, unsubscribe }: { now: Date; baseUrl: string; unsubscribe: UnsubscribeLinks },
): Promise<string[]> {
  const recipients = new Map(
    people.flatMap(({ userId, mailTo: to, language }) =>
      to === null ? [] : [[userId, { to, language }] as const],
    ),
  );
  const place = { diaryId, kind: "mentioned" } as const;
  const wanting = await filterMailRecipients(db, [...recipients.keys()], place);
  const mailed = await reserveMails(db, wanting, { kind: "mentioned", subjectId, now });
  if (mailed.length === 0) return [];
  const { author, notebook, notebookId, noteShortId } = await readPlace(db, { diaryId, userId, noteId });
  const page = `${baseUrl}/care/${notebookId}${noteShortId === null ? "" : `/note/${noteShortId}`}`;
  await enqueueMails(
    db,
    mailed.map((id) => {
      const { to, language } = recipients.get(id)!;
      return runInLanguage(language, () =>
        writeMentionLetter({
          ...{ to, what, author, notebook },
          link: page + rest,
          settings: `${baseUrl}/account`,
          unsubscribeUrl: unsubscribe.sign({ ...place, userId: id }),
        }),
      );
    }),
  );
  return mailed;
}

import { type Kysely, sql } from "kysely";
import type { NotebookAccess } from "../../../server/access/gate.ts";
import type { Tables } from "../../../server/db/database.ts";
import { getShownName } from "../../../server/db/names.ts";
import { inSpan, type Span } from "../../../server/db/span.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import { readCommentTexts } from "../../comments/server/public.ts";
import type { Event, Subjects } from "../../updates/server/public.ts";
import { MAX_OPEN_QUESTIONS } from "../rules/limits.ts";
import { isQuestion } from "../rules/words.ts";
import type { Handover } from "../schema.ts";
import type { HandoverAccess } from "./access.ts";
import { compareNewestFirst, type Picked, toList } from "./picked.ts";

type Db = Kysely<Tables>;

/**
 * Lists the subjects on which the reader commented in a span, with the time of the last comment; by the id of the note,
 * task or program.
 */
export async function listAnswered(
  db: Db,
  { diaryId, userId }: NotebookAccess,
  span: Span,
): Promise<Map<string, number>> {
  const rows = await inSpan(sql.ref("c.created_at"), span)
    .reduce(
      (query, condition) => query.where(condition),
      db
        .selectFrom("comments as c")
        .select(sql<string>`coalesce(c.note_id, c.task_id, c.diary_program_id)`.as("place"))
        .select("c.created_at")
        .where("c.diary_id", "=", diaryId)
        .where("c.created_by", "=", userId),
    )
    .orderBy("c.created_at", "desc")
    .orderBy("c.id", "desc")
    .limit(MAX_ANSWERS)
    .execute();
  const last = new Map<string, number>();
  for (const { place, created_at } of rows) if (!last.has(place)) last.set(place, created_at);
  return last;
}

const MAX_ANSWERS = 200;

type PickedComments = {
  comments: readonly Picked<Event>[];
  /** Those that mention the reader: others never push one out. */
  mentions: readonly Picked<Event>[];
  /** Mentions that the reader may have read: questions among them are shown until they are answered. */
  earlier: readonly Picked<Event>[];
  answered: ReadonlyMap<string, number>;
};

/** Comments, those that mention the reader first. */
export async function readCommentNews(
  db: Db,
  access: HandoverAccess,
  vault: Vault,
  { comments, mentions, earlier, answered }: PickedComments,
  subjects: Subjects,
): Promise<Handover["comments"]> {
  const all = new Map([...mentions, ...comments].map((event) => [event.key, event]));
  const { shown, isCut } = toList(
    [...all.values()].sort((a, b) => Number(b.mentionsMe) - Number(a.mentionsMe) || compareNewestFirst(a, b)),
  );
  const isAnswered = (event: Event & { at: number }) => (answered.get(event.thing.id) ?? 0) > event.at;
  const open = earlier.filter((event) => !all.has(event.key) && !isAnswered(event));
  const texts = await readCommentTexts(
    db,
    vault,
    access.member.diaryId,
    [...shown, ...open].map(({ id }) => id),
  );
  const questions = open.filter(({ id }) => isQuestion(texts.get(id) ?? "")).slice(0, MAX_OPEN_QUESTIONS);
  return {
    isCut,
    shown: [...shown, ...questions].map((event) => {
      const { noteShortId } = subjects.placeOf(event);
      const { type, id } = event.thing as { type: "note" | "task" | "program"; id: string };
      return {
        key: event.key,
        at: event.at,
        by: getShownName(subjects.names, event.actorId),
        on: { type, id: type === "note" ? (noteShortId ?? id) : id, title: subjects.titleOf(event) },
        text: texts.get(event.id) ?? "",
        isFirst: event.isFirst,
        mentionsMe: event.mentionsMe,
        isAnswered: isAnswered(event),
      };
    }),
  };
}

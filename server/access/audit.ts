import type { Kysely } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Tables } from "../db/database.ts";

/** An event for the audit log; see `docs/spec/decisions.md` and reliability. Never holds content. */
export type AuditEvent = {
  /** Past tense by noun, such as `member.removed`. */
  eventType: string;
  diaryId?: string | null;
  targetType: string;
  targetId: string;
  /** The changed fields, without any text that people wrote. */
  details?: Record<string, unknown>;
};

/** Adds an audit event to the transaction of `db`. `actorId` is the acting user's id, null for the operator. */
export async function recordAuditEvent(
  db: Kysely<Tables>,
  actorId: string | null,
  event: AuditEvent,
): Promise<void> {
  await insertAuditEvent(db, actorId, event).execute();
}

/** The statement that adds an audit event. `sessionId`: the session of the built-in sign-in that caused it. */
export const insertAuditEvent = (
  db: Kysely<Tables>,
  actorId: string | null,
  event: AuditEvent,
  sessionId: string | null = null,
) =>
  db.insertInto("audit_events").values({
    id: uuidv7(),
    event_type: event.eventType,
    diary_id: event.diaryId ?? null,
    actor_id: actorId,
    target_type: event.targetType,
    target_id: event.targetId,
    details: JSON.stringify(event.details ?? {}),
    session_id: sessionId,
  });

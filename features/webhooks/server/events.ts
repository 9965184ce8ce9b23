import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Role } from "../../../server/access/permissions.ts";
import type { Tables } from "../../../server/db/database.ts";
import { runPipelined } from "../../../server/db/pipelined.ts";
import { isInAudience, type RowAudience } from "../rules/audience.ts";
import { CHANGES, type Change, KINDS, type Kind } from "../rules.ts";
import type { WebhookEvent } from "./send.ts";

/** Where the rows of a kind are. The audience is the one of `webhook_track` in migration 0182; a test compares them. */
type Source = {
  table: string;
  audience: string;
  /** Further payload fields of a row, by name: never text that users wrote. */
  more?: string;
};

const EVERYBODY = `jsonb_build_object('visibility', 'extended')`;

export const SOURCES: Readonly<Record<Kind, Source>> = {
  note: {
    table: "notes",
    audience:
      "jsonb_build_object('visibility', r.visibility, 'noteAuthor', r.created_by, 'isEncrypted', r.is_encrypted)",
    more: "'shortId', r.short_id, 'version', r.version, 'updatedAt', r.updated_at",
  },
  comment: {
    table: "comments",
    audience:
      "webhook_comment_audience(r.note_id, r.task_id, r.diary_program_id, r.visibility, r.created_by)",
    more: "'updatedAt', r.updated_at",
  },
  attachment: { table: "attachments", audience: "webhook_audience(r.note_id, null)" },
  task: {
    table: "tasks",
    audience: "webhook_audience(r.note_id, r.assigned_to)",
    more: "'updatedAt', r.updated_at",
  },
  program: { table: "diary_programs", audience: "webhook_audience(r.note_id, null)" },
  plan: {
    table: "medication_plans",
    audience: "jsonb_build_object('visibility', r.visibility, 'isEncrypted', r.sealed_facts is not null)",
  },
  dose: {
    table: "doses",
    audience: "webhook_plan_audience(r.plan_id)",
    more: "'version', r.revision, 'planId', r.plan_id, 'slot', r.slot",
  },
  pause: {
    table: "care_pauses",
    audience: "webhook_pause_audience(r.plan_ids)",
    more: "'version', r.revision, 'updatedAt', r.updated_at",
  },
  appointment: {
    table: "appointments",
    audience:
      "jsonb_build_object('visibility', r.visibility, 'noteAuthor', r.created_by, 'isEncrypted', false)",
    more: "'version', r.revision, 'updatedAt', r.updated_at",
  },
  stock: { table: "stock_events", audience: "webhook_plan_audience(r.plan_id)", more: "'planId', r.plan_id" },
  member: { table: "members", audience: EVERYBODY, more: "'userId', r.user_id" },
  notebook: {
    table: "diaries",
    audience: EVERYBODY,
    more: "'shortId', r.short_id, 'version', r.version, 'updatedAt', r.updated_at",
  },
};

/** A change as its delivery names it. */
export type ChangedRow = {
  kind: Kind;
  change: Change;
  subjectId: string;
  diaryId: string;
  /** Epoch ms. */
  madeAt: number;
  /** The role of the webhook's user then, and now; null for a former member. */
  roleThen: Role;
  role: Role | null;
  userId: string;
  /** Who saw the row before the change; null for a new one. */
  before: RowAudience | null;
};

type PresentRow = { id: string; audience: RowAudience | null; more: Record<string, string | number | null> };
/** The rows as they are now, by kind and id. */
export type PresentRows = ReadonlyMap<string, PresentRow>;

/** Reads the rows of changes as they are now. */
export async function readRows(db: Kysely<Tables>, changes: readonly ChangedRow[]): Promise<PresentRows> {
  const kinds = KINDS.filter((kind) => changes.some((each) => each.kind === kind));
  const results = await runPipelined(
    ...kinds.map((kind) => {
      const ids = changes.filter((each) => each.kind === kind).map(({ subjectId }) => subjectId);
      return selectRows(kind, sql`r.id = any(${[...new Set(ids)]}::uuid[])`).execute(db);
    }),
  );
  return new Map(
    results.flatMap(({ rows }, index) => rows.map((row) => [`${kinds[index]} ${row.id}`, row] as const)),
  );
}

/** The rows of a kind with their audience. */
export const selectRows = (kind: Kind, where: RawBuilder<unknown>) => {
  const { table, audience, more } = SOURCES[kind];
  return sql<PresentRow>`
    select r.id, ${sql.raw(audience)} as audience, jsonb_build_object(${sql.raw(more ?? "")}) as more
      from ${sql.table(table)} r where ${where}`;
};

/**
 * Whether a change means that the user no longer sees the notebook. The event doesn't reveal whether it was deleted or
 * the user left; a user who is a member again gets none.
 */
export const isNotebookGone = ({ kind, change }: Pick<ChangedRow, "kind" | "change">): boolean =>
  kind === "notebook" && change === "delete";

/**
 * Converts a change to the event that a user receives, as they see its row now; null for none. A row that the user saw
 * before and no longer sees is a deletion for them, as on their screens. "Before" means by their former and their
 * current role.
 */
export function toEvent(rows: PresentRows, change: ChangedRow): WebhookEvent | null {
  const { kind, subjectId, diaryId, userId, role, roleThen, before } = change;
  const row = rows.get(`${kind} ${subjectId}`);
  const make = (what: string, more: PresentRow["more"] = {}): WebhookEvent => ({
    type: `${kind}.${what}`,
    timestamp: new Date(change.madeAt).toISOString(),
    data: { id: subjectId, diaryId, ...toPayload(more) },
  });
  if (isNotebookGone(change)) return role === null ? make(CHANGES.delete) : null;
  if (role === null) return null;
  if (change.change !== "delete" && row && isInAudience(row.audience, { userId, role }))
    return make(CHANGES[change.change], row.more);
  const sawIt = isInAudience(before, { userId, role: roleThen }) && isInAudience(before, { userId, role });
  return sawIt ? make(CHANGES.delete) : null;
}

/** Converts moments to epoch ms, as everywhere in the interface. Missing values are left out. */
function toPayload(more: PresentRow["more"]): Record<string, string | number> {
  const present = Object.entries(more).flatMap(([name, value]) => {
    if (value === null) return [];
    return [[name, name === "updatedAt" ? Date.parse(String(value)) : value] as const];
  });
  return Object.fromEntries(present);
}

import type { Kysely, RawBuilder } from "kysely";
import type { Database, Tables } from "../../../server/db/database.ts";
import type { ActionContext } from "../../../server/functions/define.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import type { Checked } from "./deliver/delivery_data.ts";
import type { Subjects } from "./subjects.ts";

type Db = Kysely<Tables>;

/**
 * Whether the subject is still to be done, by its reader, at the time of the reminder: "open", "over", or the time
 * (epoch ms) until which a member has claimed it.
 */
export type StillDue = (one: Checked) => "open" | "over" | number;

/** What the room of a kind of subject does for its notifications; this room imports nothing from it. */
export type SubjectRoom = {
  /** The titles of subjects by id, those of encrypted ones decrypted; for the inbox, never for messages. */
  readTitles?(
    db: Db,
    vault: Vault,
    subjects: readonly { diaryId: string; id: string }[],
  ): Promise<ReadonlyMap<string, string>>;
  /** Reads the current state of reminders' subjects of this kind, for the check before sending. */
  readStillDue?(db: Db, subjects: Subjects, claimed: readonly Checked[], now: number): Promise<StillDue>;
  /** Plans its reminders. */
  planner?: {
    /** The log's sentence when that fails. */
    failure: string;
    /** Whether there is something to plan. */
    isDue: RawBuilder<boolean>;
    /** Plans one batch. */
    plan(database: Pick<Database, "db">): Promise<{ isFull: boolean }>;
  };
  /** Completes a subject for the caller, who answers its message. */
  complete?(run: ActionContext<unknown>["run"], id: string): Promise<unknown>;
};

const registered = new Map<string, SubjectRoom>();

/** Adds what a room does for its kind of subject. Called once at the start of the program. */
export function registerSubjects(kind: "note" | "task" | "dose", room: SubjectRoom): void {
  registered.set(kind, room);
}

/** What was registered for a kind of subject; nothing where no room did. */
export const getSubjectRoom = (kind: string): SubjectRoom => registered.get(kind) ?? {};

/** All planners of reminders. */
export const listPlanners = () => [...registered.values()].flatMap(({ planner }) => planner ?? []);

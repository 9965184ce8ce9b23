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

/**
 * Reads the titles of subjects by id and decrypts encrypted ones; for the inbox, never for messages.
 */
type ReadsTitles = {
  readTitles(
    db: Db,
    vault: Vault,
    subjects: readonly { diaryId: string; id: string }[],
  ): Promise<ReadonlyMap<string, string>>;
};

/** What the room of each kind of subject does for its notifications; this room imports nothing from them. */
export type SubjectRooms = {
  note: ReadsTitles;
  task: {
    /** Completes a task for the caller, who answers its message. */
    complete(run: ActionContext<unknown>["run"], taskId: string): Promise<unknown>;
  };
  appointment: {
    /** For the check before sending. */
    isStillDue(subjects: Subjects): StillDue;
    /** Whether there are reminders to plan. */
    areDue: RawBuilder<boolean>;
    /** Plans one batch of reminders. */
    plan(database: Pick<Database, "db">): Promise<{ isFull: boolean }>;
  };
  /** Their subject is the plan. */
  dose: ReadsTitles & {
    /** Reads the current state of reminders' doses, for the check before sending. */
    readStillDue(db: Db, subjects: Subjects, claimed: readonly Checked[], now: number): Promise<StillDue>;
    /** Whether there are reminders to plan. */
    areDue: RawBuilder<boolean>;
    /** Plans one batch of reminders. */
    plan(database: Pick<Database, "db">): Promise<{ isFull: boolean }>;
  };
};

const registered: Partial<SubjectRooms> = {};

/** Adds what a room does for its kind of subject. Called once at the start of the program. */
export function registerSubjects<Kind extends keyof SubjectRooms>(
  kind: Kind,
  room: SubjectRooms[Kind],
): void {
  registered[kind] = room;
}

/** The room of a kind of subject. Throws where none is registered: no reminder may get lost without an error. */
export function getSubjectRoom<Kind extends keyof SubjectRooms>(kind: Kind): SubjectRooms[Kind] {
  const room = registered[kind];
  if (!room) throw new Error(`No room has registered the subjects "${kind}"`);
  return room;
}

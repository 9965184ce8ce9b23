import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Person } from "./people.ts";
import type { RunningNode } from "./running-node.ts";

type Given = {
  kind: string;
  subjectKind: string;
  subjectId: string;
  actorId?: string;
  /** How long ago it was made, ms; its time is the same unless `dueAt` (epoch ms) says another. */
  ago?: number;
  dueAt?: number;
  whileAway?: boolean;
};

/** Writes a notification as the planner does. */
export async function notify(
  node: RunningNode,
  person: Pick<Person, "userId">,
  diaryId: string,
  given: Given,
) {
  const { kind, subjectKind, subjectId, actorId = null, ago = 0, whileAway = false } = given;
  const madeAt = Date.now() - ago;
  const id = randomUUID();
  await node.database().pool.query(
    `insert into notifications (id, dedupe, user_id, diary_id, kind, subject_kind, subject_id, actor_id, group_key,
                                due_at, made_at, while_away)
     values ($1::uuid, $1::text, $2, $3, $4, $5, $6, $7, '', $8, $9, $10)`,
    [
      id,
      person.userId,
      diaryId,
      kind,
      subjectKind,
      subjectId,
      actorId,
      new Date(given.dueAt ?? madeAt),
      new Date(madeAt),
      whileAway,
    ],
  );
  return id;
}

/** The bell of the header; by how much it says is new. */
export const bell = (page: Page, unseen: number | "9+" = 0) =>
  page.getByRole("banner").getByRole("link", {
    name: unseen === 0 ? "Notifications" : `Notifications, ${unseen} new`,
    exact: true,
  });

import { ConvexError } from "convex/values";
import { expect } from "vitest";
import { eventually } from "./conformance/waiting.ts";
import type { Service } from "./service.ts";
import { errorsDuring } from "./statements.ts";

type Call = () => Promise<unknown>;

/**
 * How two calls meet: one after the other has ended, one waiting for a row before the other comes, or both sent at once.
 * `first` is the index of the call that begins.
 */
export type Meeting = { first: 0 | 1; how: "ended" | "waiting" | "at once" };

/** Each order that matters, and three times both at once, where chance decides. */
export const MEETINGS: readonly Meeting[] = [
  { first: 0, how: "ended" },
  { first: 1, how: "ended" },
  { first: 0, how: "waiting" },
  { first: 1, how: "waiting" },
  { first: 0, how: "at once" },
  { first: 1, how: "at once" },
  { first: 0, how: "at once" },
];

/**
 * Runs two calls that meet at an invitation; returns "done" or the words of the refusal of each. PostgreSQL finds no
 * deadlock on the way: it would wait for a second first.
 * @throws what isn't a refusal
 */
export async function raceAtInvitation(
  service: Service,
  invitationId: string,
  calls: readonly [Call, Call],
  meeting: Meeting,
): Promise<string[]> {
  let outcomes: string[] = [];
  const errors = await errorsDuring(async () => {
    outcomes = await meet(service, invitationId, calls, meeting);
  });
  expect(errors, `${meeting.first} ${meeting.how}`).not.toContain("40P01");
  return outcomes;
}

async function meet(
  { database: { pool } }: Service,
  invitationId: string,
  calls: readonly [Call, Call],
  { first, how }: Meeting,
): Promise<string[]> {
  const outcomes: string[] = [];
  const run = async (index: number): Promise<void> => {
    outcomes[index] = await calls[index]!().then(
      () => "done",
      (error: unknown) => {
        if (error instanceof ConvexError) return String(error.data.message);
        throw error;
      },
    );
  };
  const second = 1 - first;
  if (how === "at once") await Promise.all([run(first), run(second)]);
  else if (how === "ended") {
    await run(first);
    await run(second);
  } else {
    const holder = await pool.connect();
    try {
      await holder.query("begin");
      await holder.query("select from invitations where id = $1 for update", [invitationId]);
      const waiting = async () => {
        const { rows } = await pool.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return rows.length;
      };
      const hasEnded = () => outcomes.filter((outcome) => outcome !== undefined).length;
      const running = [run(first)];
      await eventually(async () => (await waiting()) + hasEnded() >= 1);
      running.push(run(second));
      await eventually(async () => (await waiting()) + hasEnded() >= 2);
      await holder.query("rollback");
      await Promise.all(running);
    } finally {
      holder.release();
    }
  }
  return outcomes;
}

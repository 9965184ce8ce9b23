import type { InvitationRole } from "../../features/members/rules/invitations.ts";
import { api } from "../../lib/api.ts";
import { expect } from "./expect.ts";
import type { Person } from "./people.ts";
import type { RunningNode } from "./running-node.ts";

/** Invites an address without a browser; returns the invitation's id. */
export function invite(
  by: Person,
  diaryId: string,
  email: string,
  { role = "member", personalMessage }: { role?: InvitationRole; personalMessage?: string } = {},
): Promise<string> {
  return by.http.mutation(api.invitations.createInvitation, { diaryId, email, role, personalMessage });
}

/** The path of the invitation link in the mail that an address got; waits for the `count`th one. */
export async function linkIn(node: Pick<RunningNode, "letters">, email: string, count = 1): Promise<string> {
  const links = async () =>
    (await node.letters(email)).flatMap(({ text }) => text?.match(/\/invitations\/[\w-]+\/accept/) ?? []);
  await expect.poll(async () => (await links()).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count);
  return (await links())[count - 1]!;
}

/** Makes the invitations to an address expire `ms` from now, as time would. */
export async function expireIn(node: RunningNode, email: string, ms: number): Promise<void> {
  const { pool } = node.database();
  await pool.query("update invitations set expires_at = now() + $1 * interval '1 ms' where email = $2", [
    ms,
    email,
  ]);
}

/** Moves the sending time of all invitations back by some minutes: a resend is possible after one minute. */
export async function letMinutesPass(node: RunningNode, minutes: number): Promise<void> {
  const { pool } = node.database();
  await pool.query("update invitations set last_sent_at = last_sent_at - $1 * interval '1 minute'", [
    minutes,
  ]);
}

import { createHash, randomUUID } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { addMember, createPerson } from "../people.ts";
import type { World } from "./world.ts";

/** Adds a new person to the notebook; returns the id of the membership. */
export async function newMember({ service, diaryId }: World, role: "admin" | "member"): Promise<string> {
  const someone = await createPerson(service, "Vera Victim");
  await addMember(service, diaryId, someone, role);
  const { rows } = await service.database.pool.query(
    "select id from members where diary_id = $1 and user_id = $2",
    [diaryId, someone.userId],
  );
  return rows[0].id;
}

/** Replaces the pending invitation to the invitee by one in the given state; returns its id. */
export async function newInvitation(
  world: World,
  state: "pending" | "accepted" | "declined" | "expired" = "pending",
): Promise<string> {
  return (await insertInvitation(world, state)).id;
}

/** The token of an invitation to somebody else. */
export async function newLink(world: World, state: "pending" | "accepted" | "expired"): Promise<string> {
  return (await insertInvitation(world, state, `${randomUUID()}@example.org`)).token;
}

/** A new person's request to join by an invitation to somebody else; returns its id. */
export async function newRequest(world: World, state: "waiting" | "declined" = "waiting"): Promise<string> {
  const { service, diaryId } = world;
  const requester = await createPerson(service, "Anton Requester");
  const { id: invitationId } = await insertInvitation(world, "pending", `${randomUUID()}@example.org`);
  const id = uuidv7();
  await service.database.pool.query(
    `insert into join_requests (id, diary_id, invitation_id, user_id, declined_at)
     values ($1, $2, $3, $4, $5)`,
    [id, diaryId, invitationId, requester.userId, state === "declined" ? new Date() : null],
  );
  return id;
}

async function insertInvitation(
  { service, diaryId, actors }: World,
  state: "pending" | "accepted" | "declined" | "expired",
  email = actors.invitee.claims!.email,
): Promise<{ id: string; token: string }> {
  const { pool } = service.database;
  await pool.query("delete from invitations where diary_id = $1 and email = $2 and status = 'pending'", [
    diaryId,
    email,
  ]);
  const [id, token] = [uuidv7(), randomUUID()];
  const status = state === "expired" ? "pending" : state;
  await pool.query(
    `insert into invitations (id, diary_id, email, role, expires_at, invited_by, last_sent_at,
                              status, responded_at, accepted_by)
     values ($1, $2, $3, 'admin', $4, $5, now() - interval '2 minutes', $6, $7, $8)`,
    [
      id,
      diaryId,
      email,
      new Date(Date.now() + (state === "expired" ? -1000 : 1_000_000)),
      actors.owner.userId,
      status,
      status === "pending" ? null : new Date(),
      status === "accepted" ? actors.invitee.userId : null,
    ],
  );
  await pool.query(
    `insert into invitation_links (token_hash, diary_id, invitation_id, made_by) values ($1, $2, $3, $4)`,
    [createHash("sha256").update(token).digest("hex"), diaryId, id, actors.owner.userId],
  );
  return { id, token };
}

/** An open link without an address, made by the owner, to be a viewer; its invitation's id and its token. */
export async function newOpenLink(
  { service, diaryId, actors }: World,
  { letsInAtOnce = false } = {},
): Promise<{ invitationId: string; token: string }> {
  const { pool } = service.database;
  const [invitationId, token] = [uuidv7(), randomUUID()];
  await pool.query("delete from invitations where diary_id = $1 and email is null", [diaryId]);
  await pool.query(
    `insert into invitations (id, diary_id, email, role, for_name, lets_in_at_once, expires_at, invited_by)
     values ($1, $2, null, 'extended', 'Ben', $3, now() + interval '7 days', $4)`,
    [invitationId, diaryId, letsInAtOnce, actors.owner.userId],
  );
  await pool.query(
    `insert into invitation_links (token_hash, diary_id, invitation_id, made_by) values ($1, $2, $3, $4)`,
    [createHash("sha256").update(token).digest("hex"), diaryId, invitationId, actors.owner.userId],
  );
  return { invitationId, token };
}

/** Makes the owner the notebook's owner again. */
export async function restoreOwner({ service, diaryId, ownerMemberId }: World) {
  await service.database.pool.query(
    `update members set role = 'admin' where diary_id = '${diaryId}' and role = 'owner' and id <> '${ownerMemberId}';
     update members set role = 'owner' where id = '${ownerMemberId}'`,
  );
}

import { z } from "zod";
import { id, moment, nothing, role } from "../../lib/schemas.ts";
import { ASSIGNABLE_ROLES } from "./rules.ts";

/** A user as other members of the notebook see them. */
export const personInNotebook = z.strictObject({ name: z.string(), email: z.string() });

export const member = z.strictObject({
  _id: id,
  diaryId: id,
  userId: id,
  role,
  /** Whether tasks may be assigned to them. */
  canBeAssigned: z.boolean(),
  joinedAt: moment,
  user: personInNotebook,
  /** The address of their picture; null without one. */
  avatarUrl: z.string().nullable(),
  /** Null for a member who joined without an invitation. */
  inviter: z.strictObject({ name: z.string() }).nullable(),
});

export const listMembers = {
  args: z.object({ diaryId: id }),
  returns: z.array(member),
};

export const removeMember = {
  args: z.object({ memberId: id }),
  returns: nothing,
};

export const updateRole = {
  args: z.object({ memberId: id, role: z.enum(ASSIGNABLE_ROLES) }),
  returns: nothing,
};

export const leave = {
  args: z.object({ diaryId: id }),
  returns: nothing,
};

export const transferOwnership = {
  args: z.object({ memberId: id }),
  returns: nothing,
};

import { z } from "zod";
import { CareError } from "../../lib/errors.ts";
import { onMember, readIn } from "../../server/access/gate.ts";
import { mutation, query } from "../../server/functions/define.ts";
import * as data from "./data.ts";

const id = z.string().max(64);

/** Everyone in a notebook with role, name and e-mail; everyone with access sees them. */
export const listMembers = query({
  args: z.object({ diaryId: id }),
  access: readIn("members.see"),
  handler: ({ db, access }) => data.listMembers(db, access),
});

/** Ends a membership at once, on every screen. The owner stays. */
export const removeMember = mutation({
  args: z.object({ memberId: id }),
  access: onMember("members.remove"),
  handler: async ({ db, access, audit }) => {
    const member = await data.findMember(db, access);
    if (!member) throw new CareError("access-denied", "Access denied");
    if (member.role === "owner") throw new CareError("conflict", "The owner cannot be removed");
    await data.deleteMember(db, access);
    await audit({
      eventType: "member.removed",
      diaryId: access.diaryId,
      targetType: "member",
      targetId: access.memberId,
      details: { userId: member.user_id, role: member.role },
    });
    return null;
  },
});

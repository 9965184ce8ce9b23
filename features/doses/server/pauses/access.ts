import type { Selectable } from "kysely";
import { CareError } from "../../../../lib/errors.ts";
import { isFullId } from "../../../../lib/ids.ts";
import { type AccessRule, denied, membership, type NotebookAccess } from "../../../../server/access/gate.ts";
import { may } from "../../../../server/access/permissions.ts";
import type { Tables } from "../../../../server/db/database.ts";
import { PAUSE_MESSAGES } from "../../rules/messages.ts";

export type PauseRow = Selectable<Tables["care_pauses"]>;

/** Shows that a member may change a pause. */
export type PauseAccess = NotebookAccess & { readonly pause: PauseRow };

/**
 * Changing a pause: members who may give doses, and so see every plan, may end another member's pause, as when they
 * bring Ana home. A missing pause and one of another notebook give the same error.
 */
export const onPause = (): AccessRule<{ pauseId: string }, PauseAccess> => ({
  action: "doses.give",
  async resolve(caller, { pauseId }) {
    const pause = isFullId(pauseId)
      ? await caller.db.selectFrom("care_pauses").selectAll().where("id", "=", pauseId).executeTakeFirst()
      : undefined;
    const access = await membership(caller, pause?.diary_id ?? "");
    if (!pause || !access) throw new CareError("not-found", PAUSE_MESSAGES.none);
    if (!may(access.role, "doses.give")) throw denied();
    return { ...access, pause };
  },
});

import { secretsIn } from "./answers.ts";
import type { FunctionSweep } from "./calls.ts";
import { newDose } from "./dose_calls.ts";
import type { World } from "./world.ts";

const at = Date.now;
const inAnother = ({ elsewhereId }: World) => ({ diaryId: elsewhereId });
const HOUR = 3_600_000;

/** The notebook, with a dose of each plan, which every page tells. */
async function withDoses(world: World) {
  for (const audience of ["team", "extended"] as const) await newDose(world, audience, "owner");
  return { diaryId: world.diaryId };
}

/** The letters of all secrets that a page tells, in whatever kind of line. */
const letters = (page: unknown) => secretsIn(page).sort().join("") || "none";

const span = () => ({ fromTime: at() - HOUR, untilTime: at() + HOUR, at: at() });

/** The newest mark is the caller's. */
const MARKED = `select $1::text is null and user_id = $2 as ok from handover_marks order by position desc limit 1`;

export const HANDOVER_CALLS: Record<string, FunctionSweep> = {
  "handover.getHandover": {
    cases: {
      "the notebook": async (world) => ({ ...(await withDoses(world)), at: at() }),
      "another notebook": (world) => ({ ...inAnother(world), at: at() }),
    },
    summarize: letters,
  },
  "handover.getShift": {
    cases: {
      "the notebook": async (world) => ({ ...(await withDoses(world)), ...span() }),
      "another notebook": (world) => ({ ...inAnother(world), ...span() }),
    },
    summarize: letters,
  },
  "handover.listStarts": {
    cases: { "all notebooks": () => ({}) },
    summarize: (starts: unknown[]) => `${starts.length}`,
  },
  "handover.listReceipts": {
    cases: { "the notebook": ({ diaryId }) => ({ diaryId }), "another notebook": inAnother },
    summarize: (receipts: unknown[]) => (receipts.length === 1 ? "own" : "all"),
  },
  "handover.markRead": {
    cases: {
      "the notebook": ({ diaryId }) => ({ diaryId, upTo: at(), tail: [] }),
      "another notebook": (world) => ({ ...inAnother(world), upTo: at(), tail: [] }),
    },
    effect: MARKED,
  },
  "handover.markUnreadFrom": {
    cases: {
      "the notebook": async ({ service, diaryId, actors }, principal) => {
        const userId = actors[principal].userId;
        if (userId) {
          // A mark that is to be set back.
          await service.database.pool.query(
            `insert into handover_marks (id, diary_id, user_id, up_to)
             select gen_random_uuid(), diary_id, user_id, now() from members where diary_id = $1 and user_id = $2`,
            [diaryId, userId],
          );
        }
        return { diaryId, upTo: at() - HOUR };
      },
      "another notebook": (world) => ({ ...inAnother(world), upTo: at() - HOUR }),
    },
    effect: MARKED,
  },
  "handover.sendLink": {
    cases: {
      "the notebook": ({ diaryId, actors }) => ({ diaryId, userIds: [actors.viewer.userId] }),
      "another notebook": (world) => ({ ...inAnother(world), userIds: [world.actors.viewer.userId] }),
    },
    // How many get a mail.
    effect: `select $1::text::int = 1 and $2::text is not null as ok from mail_outbox limit 1`,
  },
};

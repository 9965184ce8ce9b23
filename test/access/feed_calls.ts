import { randomBytes } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import type { FunctionSweep } from "./calls.ts";
import { missingId } from "./note_calls.ts";
import { withProof } from "./proofs.ts";
import type { World } from "./world.ts";

/** The owner's feed of the notebook, and no other. */
async function newFeed({ service, diaryId, actors }: World): Promise<string> {
  const { pool } = service.database;
  const id = uuidv7();
  await pool.query("delete from calendar_feeds");
  await pool.query(
    `insert into calendar_feeds (id, user_id, diary_id, token_hash, whose, detail) values ($1, $2, $3, $4, 'mine', 'titles')`,
    [id, actors.owner.userId, diaryId, randomBytes(32)],
  );
  return id;
}

const deleteFeeds = ({ service }: World) => service.database.pool.query("delete from calendar_feeds");

/** Arguments after no feed is left: everybody has one for a notebook at most. */
const withoutFeeds = (args: (world: World) => Record<string, unknown>) => async (world: World) => {
  await deleteFeeds(world);
  return args(world);
};

const casesPerFeed = (more: Record<string, unknown> = {}): FunctionSweep["cases"] => ({
  "the owner's": async (world) => ({ feedId: await newFeed(world), ...more }),
  "a feed that doesn't exist": () => ({ feedId: missingId(), ...more }),
});

/** How the sweep calls the functions of calendar feeds. */
export const FEED_CALLS: Record<string, FunctionSweep> = {
  "feeds.listFeeds": {
    cases: {
      "one's own": async (world) => {
        await newFeed(world);
        return {};
      },
    },
    summarize: (feeds: { diaryId: string | null }[], { diaryId }) =>
      feeds.map((feed) => (feed.diaryId === diaryId ? "notebook" : "other")).join() || "none",
  },
  "feeds.createFeed": {
    cases: withProof("calendar", {
      "of the notebook": withoutFeeds(({ diaryId }) => ({ diaryId })),
      "of all notebooks": withoutFeeds(() => ({})),
      "of a notebook that doesn't exist": withoutFeeds(() => ({ diaryId: missingId() })),
    }),
    effect: `select user_id = $2 as ok from calendar_feeds where id = ($1::json->>'feedId')::uuid`,
    undo: deleteFeeds,
  },
  "feeds.changeFeed": {
    cases: casesPerFeed({ whose: "all", detail: "neutral", alarmMinutes: 15 }),
    effect: `select $1::text is null and user_id = $2 and whose = 'all' and detail = 'neutral' and alarm_minutes = 15 as ok
               from calendar_feeds`,
  },
  "feeds.replaceLink": {
    cases: withProof("calendar", casesPerFeed()),
    effect: `select $1::json->>'link' is not null and actor_id = $2 as ok from audit_events
              where event_type = 'calendarFeed.linkReplaced' order by id desc limit 1`,
  },
  "feeds.stopFeed": {
    cases: casesPerFeed(),
    effect: `select $1::text is null and actor_id = $2 as ok from audit_events
              where event_type = 'calendarFeed.stopped' order by id desc limit 1`,
  },
};

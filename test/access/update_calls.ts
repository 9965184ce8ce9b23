import type { FunctionSweep } from "./calls.ts";
import { casesPerTarget } from "./comment_calls.ts";
import { namesOfWorld } from "./home_calls.ts";
import { joinLetters } from "./note_calls.ts";
import type { World } from "./world.ts";

type News = { groups: { thing: { id: string } }[] };
type Page = { page: { id: string }[] };

const upTo = Date.now;
const inNotebook = ({ diaryId }: World) => ({ diaryId });
const inAnother = ({ elsewhereId }: World) => ({ diaryId: elsewhereId });
const all = { numItems: 100, cursor: null };

const known = (ids: string[], world: World) => {
  const names = namesOfWorld(world);
  return joinLetters(
    [...new Set(ids)].filter((id) => id in names),
    names,
  );
};

/** Notifies all members, of this thing or that somebody joined; what each of them marks is theirs alone. */
async function notifyMembers(world: World, groupKey: string) {
  const { pool } = world.service.database;
  await pool.query("delete from notifications");
  await pool.query(
    `insert into notifications (id, dedupe, user_id, diary_id, kind, subject_kind, subject_id, group_key, due_at, made_at)
     select gen_random_uuid(), gen_random_uuid()::text, m.user_id, m.diary_id, 'member-joined', 'member', m.id, $1, now(),
            now() - interval '1 second'
       from members m where m.diary_id = any($2)`,
    [groupKey, [world.diaryId, world.elsewhereId]],
  );
}

const markingIn = (place: (world: World) => { diaryId: string }) => async (world: World) => {
  await notifyMembers(world, "");
  return { ...place(world), upTo: upTo() };
};

/** Only what the caller is notified of is seen. */
const SEES_OWN =
  "not exists (select from notifications where (seen_at is not null) <> (user_id = $2 and diary_id = r.diary_id))";

/** Calls of what is new: the things that have news, or the updates, by the names of the dashboard's calls. */
export const UPDATE_CALLS: Record<string, FunctionSweep> = {
  "updates.listNew": {
    cases: { "all notebooks": () => ({}), "the notebook": inNotebook, "another notebook": inAnother },
    summarize: ({ groups }: News, world) =>
      known(
        groups.map(({ thing }) => thing.id),
        world,
      ),
  },
  "updates.pageUpdates": {
    cases: {
      "all notebooks": () => ({ paginationOpts: all }),
      "the notebook": (world) => ({ ...inNotebook(world), paginationOpts: all }),
      "another notebook": (world) => ({ ...inAnother(world), paginationOpts: all }),
    },
    summarize: ({ page }: Page, world) =>
      known(
        page.map(({ id }) => id),
        world,
      ),
  },
  "updates.markShown": {
    cases: {
      "the notebook": markingIn(inNotebook),
      "another notebook": markingIn(inAnother),
    },
    effect: `select $1::text is null and user_id = $2 and ${SEES_OWN} as ok from read_marks r order by shown_up_to desc nulls last limit 1`,
  },
  "updates.markRead": {
    cases: Object.fromEntries(
      Object.entries(casesPerTarget((target) => target)).map(([name, target]) => [
        name,
        async (world: World) => {
          await notifyMembers(world, `comment ${target(world).targetId}`);
          return { ...target(world), upTo: upTo() };
        },
      ]),
    ),
    effect: `select $1::text is null and user_id = $2 and ${SEES_OWN} as ok from read_marks r order by up_to desc limit 1`,
  },
  "updates.markAllRead": {
    cases: {
      "the notebook": markingIn(inNotebook),
      "another notebook": markingIn(inAnother),
    },
    effect: `select $1::text is null and user_id = $2 and ${SEES_OWN} as ok from read_marks r order by up_to desc limit 1`,
  },
};

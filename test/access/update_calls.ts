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
      "the notebook": (world) => ({ ...inNotebook(world), upTo: upTo() }),
      "another notebook": (world) => ({ ...inAnother(world), upTo: upTo() }),
    },
    effect: `select $1::text is null and user_id = $2 as ok from read_marks order by shown_up_to desc nulls last limit 1`,
  },
  "updates.markRead": {
    cases: casesPerTarget((target) => ({ ...target, upTo: upTo() })),
    effect: `select $1::text is null and user_id = $2 as ok from read_marks order by up_to desc limit 1`,
  },
  "updates.markAllRead": {
    cases: {
      "the notebook": (world) => ({ ...inNotebook(world), upTo: upTo() }),
      "another notebook": (world) => ({ ...inAnother(world), upTo: upTo() }),
    },
    effect: `select $1::text is null and user_id = $2 as ok from read_marks order by up_to desc limit 1`,
  },
};

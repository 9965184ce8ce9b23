import type { ProgramActivity } from "../rules.ts";

/** The number of days whose done tasks decide the proposals. */
export const PROPOSAL_DAYS = 30;
/** A member who did fewer tasks than this isn't proposed for tasks they haven't done yet. */
const FEWEST_DONE = 3;

export const PROPOSAL_REASONS = ["these", "most", "only"] as const;
/** Why a member is proposed: they did most of these tasks, most tasks of all, or are the only one who does tasks. */
export type ProposalReason = (typeof PROPOSAL_REASONS)[number];

export type Proposal = { activityId: string; userId: string; reason: ProposalReason };

/** How many tasks a member did lately; `title` in small letters, null for tasks with other titles. */
export type Done = { userId: string; title: string | null; count: number };

/** An activity with the titles of its tasks. */
type Titled = Pick<ProgramActivity, "activityId" | "title"> & { tasks: readonly { title: string }[] };

/** The titles of the tasks of an activity, in small letters. */
export const getTitles = ({ title, tasks }: Pick<Titled, "title" | "tasks">): string[] =>
  (tasks.length > 0 ? tasks.map((task) => task.title) : [title]).map((each) => each.trim().toLowerCase());

/** The activities of a program with the titles of their tasks in all of its languages. */
export const joinTitles = (languages: readonly (readonly Titled[])[]): Titled[] =>
  (languages[0] ?? []).map((activity, i) => ({
    ...activity,
    tasks: languages.flatMap((list) => getTitles(list[i]!).map((title) => ({ title }))),
  }));

/**
 * The proposal for each activity: the only member who does tasks here; else the one who did most tasks with the same
 * titles; else the one who did most tasks, if these are at least three. Equal counts give no proposal. `candidates` are
 * the members who may be proposed.
 */
export function proposeAssignees(
  activities: readonly Titled[],
  candidates: readonly string[],
  done: readonly Done[],
): Proposal[] {
  const [only] = candidates;
  if (only === undefined) return [];
  const byCandidates = done.filter(({ userId }) => candidates.includes(userId));
  const mostOfAll = getLeader(byCandidates, FEWEST_DONE);
  return activities.flatMap((activity): Proposal[] => {
    const { activityId } = activity;
    if (candidates.length === 1) return [{ activityId, userId: only, reason: "only" }];
    const titles = getTitles(activity);
    const mostOfThese = getLeader(
      byCandidates.filter(({ title }) => title !== null && titles.includes(title)),
    );
    if (mostOfThese) return [{ activityId, userId: mostOfThese, reason: "these" }];
    return mostOfAll ? [{ activityId, userId: mostOfAll, reason: "most" }] : [];
  });
}

/** The member with the most done tasks; null when two did the most, or nobody did `fewest`. */
function getLeader(done: readonly Done[], fewest = 1): string | null {
  const counts = new Map<string, number>();
  for (const { userId, count } of done) counts.set(userId, (counts.get(userId) ?? 0) + count);
  const [first, second] = [...counts].sort((a, b) => b[1] - a[1]);
  if (!first || first[1] < fewest || first[1] === second?.[1]) return null;
  return first[0];
}

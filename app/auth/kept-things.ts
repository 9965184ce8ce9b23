import { countFiles, forgetAllFiles } from "../../features/attachments/client/kept-files.ts";
import { keptAnswers } from "../../features/notifications/client/kept-answers.ts";
import {
  forgetTexts,
  getBrowserOwner,
  getPersonKey,
  getStoredKeys,
  getStoredPeople,
  getStoredPerson,
  readStored,
} from "../../lib/browser-store.ts";
import { sharedItems } from "../share/shared-items.ts";
import { forgetResults } from "../sync/kept/kept-results.ts";
import { countOperations, forgetOperations } from "../sync/outbox/operations.ts";
import { waitUntilLocked } from "./pending-lock.ts";

/** How much of a person's work this browser keeps that the server doesn't have. */
export type UnsentWork = {
  doses: number;
  answers: number;
  drafts: number;
  files: number;
  /** Items that another app has shared. */
  shared: number;
  /** Changes that wait for the connection, or that the server refused. */
  changes: number;
};

/** Data without an owner belongs to the user who has just left. */
const whose = (personId: string) => ({ personId, isOwner: (getBrowserOwner() ?? personId) === personId });

/** Counts a user's unsent items here. */
export async function countKept(personId: string): Promise<UnsentWork> {
  const { userId } = getStoredPerson(personId);
  const drafts = `${getPersonKey("draft", personId)}.`;
  const doses = `${drafts}doses.waiting`;
  const [operations, answers, shared, files] = await Promise.all([
    countOperations(personId),
    keptAnswers.read(whose(personId)),
    sharedItems.read(whose(personId)),
    userId === undefined ? 0 : countFiles(userId),
  ]);
  return {
    // An earlier version kept those of doses in a list of their own.
    doses: operations.doses + (readStored<unknown[]>(doses)?.length ?? 0),
    answers: answers.length,
    changes: operations.changes,
    shared: shared.length,
    drafts: getStoredKeys(drafts).filter((key) => key !== doses).length,
    files,
  };
}

/** Counts the unsent items of all users of this browser. */
export async function countAllKept(): Promise<UnsentWork> {
  const sum = { doses: 0, changes: 0, answers: 0, drafts: 0, files: 0, shared: 0 };
  for (const id of getStoredPeople()) {
    const kept = await countKept(id);
    for (const key of ["doses", "changes", "answers", "drafts", "files", "shared"] as const)
      sum[key] += kept[key];
  }
  return sum;
}

/** Whether nothing is unsent. */
export const isNothing = (work: UnsentWork): boolean => Object.values(work).every((count) => count === 0);

/** Removes all that this browser keeps of a person. */
export async function forgetKept(personId: string): Promise<void> {
  const { userId } = getStoredPerson(personId);
  forgetTexts(personId);
  await forgetFilesAndAnswers(personId, userId);
}

/** Removes a person's files, answers, waiting changes and shared items, and what they have read. */
export async function forgetFilesAndAnswers(personId: string, userId: string | undefined): Promise<void> {
  await Promise.all([
    forgetResults(personId),
    forgetOperations(personId),
    keptAnswers.removeAll(whose(personId)),
    sharedItems.removeAll(whose(personId)),
    userId !== undefined && forgetAllFiles(userId),
  ]);
}

/**
 * Keeps what has no name on it for the person whose it is, before another one uses this browser. What they have read goes:
 * the server has it.
 */
export async function lockKept(personId: string): Promise<void> {
  await Promise.all([keptAnswers.lock(personId), sharedItems.lock(personId), forgetResults(personId)]);
}

/** Another user's unsent items here; `name` where this browser knows it. */
export type KeptOfOther = { id: string; name: string | undefined; work: UnsentWork };

/** The unsent items of other users than this one. Users without any are forgotten. */
export async function readKeptOfOthers(personId: string): Promise<KeptOfOther[]> {
  // Until then answers of the former person count as this one's, and theirs would be forgotten.
  await waitUntilLocked();
  const others: KeptOfOther[] = [];
  for (const id of getStoredPeople()) {
    if (id === personId) continue;
    const work = await countKept(id);
    if (isNothing(work)) await forgetKept(id);
    else others.push({ id, name: getStoredPerson(id).name, work });
  }
  return others;
}

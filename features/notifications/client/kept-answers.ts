import { KEPT_ANSWERS_DATABASE } from "../../../lib/browser-store.ts";
import {
  type Layout,
  openIfExists,
  toPromise,
  waitForCommit,
  withDatabase,
} from "../../../lib/indexed-db.ts";

const ANSWERS = "answers";
/** As the worker creates it (public/worker.js). */
const LAYOUT: Layout = {
  name: KEPT_ANSWERS_DATABASE,
  version: 1,
  create: (database) => {
    database.createObjectStore(ANSWERS, { keyPath: "token" });
  },
};
const FAILED = "The kept answers of messages can't be read";

/** An answer that isn't sent yet. Without `by` it belongs to the user of this browser. */
type Answer = { token: string; by?: string };

/** Answers without an author belong to the user of this browser: `isOwner`. */
type Whose = { personId: string; isOwner: boolean };

const isAnswerOwner = ({ personId, isOwner }: Whose, { by }: Answer) =>
  by === personId || (isOwner && by === undefined);

/** How many answers of a person wait in this browser. */
export const countAnswers = (whose: Whose): Promise<number> =>
  withAnswers((answers) => answers.filter((answer) => isAnswerOwner(whose, answer)).length);

/** Removes a person's answers. */
export const deleteAnswers = (whose: Whose): Promise<number> =>
  withAnswers((answers, store) => {
    const own = answers.filter((answer) => isAnswerOwner(whose, answer));
    for (const { token } of own) store.delete(token);
    return own.length;
  });

/** Names the person who gave the answers, before another one uses this browser: the worker sends them only for them. */
export const lockAnswers = (personId: string): Promise<number> =>
  withAnswers((answers, store) => {
    const own = answers.filter(({ by }) => by === undefined);
    for (const answer of own) store.put({ ...answer, by: personId });
    return own.length;
  });

/** Runs `work` with all answers; its number, 0 where there are none or no storage. */
async function withAnswers(work: (answers: Answer[], store: IDBObjectStore) => number): Promise<number> {
  try {
    const database = await openIfExists(LAYOUT);
    if (!database) return 0;
    return await withDatabase(Promise.resolve(database), FAILED, async () => {
      const transaction = database.transaction(ANSWERS, "readwrite");
      const committed = waitForCommit(transaction);
      const store = transaction.objectStore(ANSWERS);
      const result = work(await toPromise<Answer[]>(store.getAll()), store);
      await committed;
      return result;
    });
  } catch (error) {
    console.error(FAILED, error);
    return 0;
  }
}

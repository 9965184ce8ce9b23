import { KEPT_ANSWERS_DATABASE } from "../../../lib/browser-store.ts";
import { createOwnedRows } from "../../../lib/owned-rows.ts";

/**
 * Answers to messages that aren't sent yet (app/worker/push.js). Locked ones are sent by the worker only for the person who
 * gave them.
 */
export const keptAnswers = createOwnedRows<{ token: string; by?: string }>({
  name: KEPT_ANSWERS_DATABASE,
  store: "answers",
  key: "token",
  failure: "The kept answers of messages can't be read",
  onFailure: console.error,
});

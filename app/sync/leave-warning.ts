import type { ConvexReactClient } from "convex/react";
import { getFunctionName } from "convex/server";
import { t } from "../../lib/words/t.ts";

/** The question of browsers that show the page's own words. */
export const getLeaveWarning = (): string => t("shell.leave");

/** Calls that pages make by themselves or only to read: nothing that a person wrote is lost with them. */
const BACKGROUND_CALLS = new Set([
  "users:syncUser",
  "diaries:markDiaryOpened",
  "admin:recordTableOpening",
  "attachments:getAttachmentUrl",
  "attachmentsActions:getAttachmentUrl",
  "exports:getExportUrl",
  "programExports:getExportUrl",
]);

type Call = (reference: Parameters<typeof getFunctionName>[0], ...rest: unknown[]) => Promise<unknown>;
type Caller = Pick<ConvexReactClient, "mutation" | "action">;

/**
 * Counts the pending changes that users make with this client from now on: being sent or waiting for the network. The
 * returned function gives the number.
 */
export function countPendingChanges(client: Caller): () => number {
  let pending = 0;
  const withCount = (call: Call): Call => {
    return (reference, ...rest) => {
      const result = call.call(client, reference, ...rest);
      if (BACKGROUND_CALLS.has(getFunctionName(reference))) return result;
      pending++;
      const finish = () => {
        pending--;
      };
      result.then(finish, finish);
      return result;
    };
  };
  client.mutation = withCount(client.mutation as Call) as Caller["mutation"];
  client.action = withCount(client.action as Call) as Caller["action"];
  return () => pending;
}

/**
 * Asks before the page closes while changes aren't saved. The Convex client's own warning covers only requests that
 * were sent, so a change made offline would get lost silently (sync protocol, S13), and it also counts requests that
 * a page makes by itself.
 */
export function warnBeforeUnload(changes: () => number, target: Window): void {
  target.addEventListener("beforeunload", (event) => {
    if (changes() === 0) return;
    event.preventDefault();
    // Browsers show their own text; older ones require a return value.
    event.returnValue = getLeaveWarning();
  });
}

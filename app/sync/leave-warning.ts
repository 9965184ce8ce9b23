import type { ConvexReactClient } from "convex/react";
import { getFunctionName } from "convex/server";

export const LEAVE_WARNING = "Are you sure you want to leave? Your changes may not be saved.";

/** What pages call by themselves or only to read something: nobody wrote anything that could be lost with it. */
const NOBODYS_WRITES = new Set([
  "users:syncUser",
  "diaries:markDiaryOpened",
  "admin:recordTableOpening",
  "attachments:getAttachmentUrl",
  "attachmentsActions:getAttachmentUrl",
  "programExports:getExportUrl",
]);

type Call = (reference: Parameters<typeof getFunctionName>[0], ...rest: unknown[]) => Promise<unknown>;
type Caller = Pick<ConvexReactClient, "mutation" | "action">;

/**
 * Counts, from now on, the changes that people make with this client and that aren't settled: those on their way and
 * those that wait for the network. The returned function tells how many there are.
 */
export function countChanges(client: Caller): () => number {
  let underWay = 0;
  const counted = (call: Call): Call => {
    return (reference, ...rest) => {
      const result = call.call(client, reference, ...rest);
      if (NOBODYS_WRITES.has(getFunctionName(reference))) return result;
      underWay++;
      const settle = () => {
        underWay--;
      };
      result.then(settle, settle);
      return result;
    };
  };
  client.mutation = counted(client.mutation as Call) as Caller["mutation"];
  client.action = counted(client.action as Call) as Caller["action"];
  return () => underWay;
}

/**
 * Asks before the page closes while somebody's changes aren't saved. The convex client's own warning knows only requests
 * that were sent, so one made while offline would go without a word (sync protocol, S13), and it asks for those too that
 * a page makes by itself.
 */
export function warnBeforeLosing(changes: () => number, target: Window): void {
  target.addEventListener("beforeunload", (event) => {
    if (changes() === 0) return;
    event.preventDefault();
    // Browsers show their own words; older ones need a text to show anything.
    event.returnValue = LEAVE_WARNING;
  });
}

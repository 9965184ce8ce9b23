import type { Page } from "@playwright/test";
import { readCall } from "./sync-call.ts";

/** What a page asks of one query and what the server answers, in order, as long as the page connects afterwards. */
type Watched = {
  /** The arguments of each time it asks. */
  asked: Record<string, unknown>[];
  /** The results, each time one is told. */
  answers: Record<string, unknown>[];
};

/** Looks at what goes over the line for a query, without changing it. */
export function watchQuery(page: Page, udfPath: string): Watched {
  const watched: Watched = { asked: [], answers: [] };
  page.on("websocket", (socket) => {
    const ids = new Set<number>();
    socket.on("framesent", ({ payload }) => {
      for (const { udfPath: path, queryId, args } of JSON.parse(String(payload)).modifications ?? []) {
        if (path !== udfPath) continue;
        ids.add(queryId);
        watched.asked.push(args[0]);
      }
    });
    socket.on("framereceived", ({ payload }) => {
      for (const { queryId, value } of JSON.parse(String(payload)).modifications ?? [])
        if (ids.has(queryId) && value !== undefined) watched.answers.push(value);
    });
  });
  return watched;
}

/** The arguments of each call of a mutation or an action that a page sends from now on, as long as it connects afterwards. */
export function watchCalls(page: Page, udfPath: string): Record<string, unknown>[] {
  const calls: Record<string, unknown>[] = [];
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      const call = readCall(payload);
      if (call.udfPath === udfPath) calls.push(call.args![0]);
    }),
  );
  return calls;
}

/** Counts the pages that a page loads from now on, its connections, and the messages on them in both ways. */
export function countTraffic(page: Page): { pages: number; connections: number; messages: number } {
  const counts = { pages: 0, connections: 0, messages: 0 };
  page.on("load", () => counts.pages++);
  page.on("websocket", (socket) => {
    counts.connections++;
    for (const event of ["framesent", "framereceived"] as const)
      socket.on(event as never, () => counts.messages++);
  });
  return counts;
}

import type { Page, WebSocketRoute } from "@playwright/test";
import type { RunningNode } from "./running-node.ts";
import { readCall, type SyncCall, writeArgs } from "./sync-call.ts";

/*
 * Faults between a browser and the real server, and in the database. Set them before the page connects, at most one
 * per page.
 */

const SYNC = /\/api\/.*\/sync/;

/** Changes the arguments of a call, or of each whose path matches, on its way, so that the server itself refuses it. */
export async function alterCall(
  page: Page,
  udfPath: string | RegExp,
  change: (args: Record<string, unknown>) => Record<string, unknown>,
): Promise<void> {
  await page.routeWebSocket(SYNC, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const call = readCall(message);
      server.send(isCallOf(call, udfPath) ? writeArgs(message, change(call.args![0])) : message);
    });
  });
}

const isCallOf = ({ udfPath = "" }: SyncCall, wanted: string | RegExp) =>
  typeof wanted === "string" ? udfPath === wanted : wanted.test(udfPath);

/**
 * Holds back all messages of the server from the moment when the function is called; returns how to release them, once
 * and for all.
 */
export async function holdAnswers(page: Page, udfPath: string): Promise<() => void> {
  const held: [WebSocketRoute, string | Buffer][] = [];
  let isHeld = false;
  let isReleased = false;
  await page.routeWebSocket(SYNC, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const call = readCall(message);
      if ([call, ...(call.modifications ?? [])].some((each) => each.udfPath === udfPath))
        isHeld = !isReleased;
      server.send(message);
    });
    server.onMessage((message) => {
      if (isHeld) held.push([socket, message]);
      else socket.send(message);
    });
  });
  return () => {
    isReleased = true;
    isHeld = false;
    for (const [socket, message] of held.splice(0)) socket.send(message);
  };
}

/**
 * Holds back the results of a query.
 * @returns `countHeld()`: the results so far; `release()`: lets them arrive, with the next change that the server sends
 */
export async function delayResult(
  page: Page,
  udfPath: string,
): Promise<{ countHeld(): number; release(): void }> {
  let isReleased = false;
  let count = 0;
  await page.routeWebSocket(SYNC, (socket) => {
    const server = socket.connectToServer();
    const asked = new Set<number>();
    const held: unknown[] = [];
    socket.onMessage((message) => {
      const { modifications = [] } = JSON.parse(String(message));
      for (const { udfPath: path, queryId } of modifications) if (path === udfPath) asked.add(queryId);
      server.send(message);
    });
    server.onMessage((message) => {
      const answer = JSON.parse(String(message));
      const isDelayed = (each: { queryId: number }) => asked.has(each.queryId);
      if (answer.type === "Transition") {
        if (isReleased) answer.modifications.unshift(...held.splice(0));
        else {
          held.push(...answer.modifications.filter(isDelayed));
          count += answer.modifications.filter(isDelayed).length;
          answer.modifications = answer.modifications.filter((each: never) => !isDelayed(each));
        }
      }
      socket.send(JSON.stringify(answer));
    });
  });
  return {
    countHeld: () => count,
    release() {
      isReleased = true;
    },
  };
}

/** Replaces the result of a query on its way to a page. */
export async function alterResult(page: Page, udfPath: string, value: unknown): Promise<void> {
  await page.routeWebSocket(SYNC, (socket) => {
    const server = socket.connectToServer();
    const asked = new Set<number>();
    socket.onMessage((message) => {
      const { modifications = [] } = JSON.parse(String(message));
      for (const { udfPath: path, queryId } of modifications) if (path === udfPath) asked.add(queryId);
      server.send(message);
    });
    server.onMessage((message) => {
      const answer = JSON.parse(String(message));
      for (const each of answer.modifications ?? []) if (asked.has(each.queryId)) each.value = value;
      socket.send(JSON.stringify(answer));
    });
  });
}

/** How many statements of a server wait for rows that another transaction has locked. */
export async function countWaitingForLocks(node: RunningNode): Promise<number> {
  const { rows } = await node
    .database()
    .pool.query(
      "select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
  return rows[0].waiting;
}

/**
 * Makes every write to a table fail with an unexpected error, for which the server has no message for people. Ends
 * with the block of the `using` declaration.
 */
export async function brokenTable(node: RunningNode, table: string): Promise<AsyncDisposable> {
  const { pool } = node.database();
  await pool.query(`
    create or replace function broken() returns trigger language plpgsql as
      $$ begin raise exception 'broken for a test'; end $$;
    create trigger broken before insert or update or delete on ${table} for each row execute function broken();
  `);
  return {
    [Symbol.asyncDispose]: async () => {
      await pool.query(`drop trigger broken on ${table}`);
    },
  };
}

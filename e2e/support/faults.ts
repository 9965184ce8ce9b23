import type { Page, WebSocketRoute } from "@playwright/test";
import type { RunningNode } from "./running-node.ts";

/*
 * What goes wrong between a browser and the real server, and in the database. Each is set before the page
 * connects; a page takes one of them.
 */

const SYNC = /\/api\/.*\/sync/;

type Call = {
  type: string;
  udfPath?: string;
  args?: Record<string, unknown>[];
  /** Queries that are added or removed. */
  modifications?: { udfPath?: string }[];
};

/** Changes the arguments of a call, or of each whose path fits, on its way, so that the server really refuses it. */
export async function alterCall(
  page: Page,
  udfPath: string | RegExp,
  change: (args: Record<string, unknown>) => Record<string, unknown>,
): Promise<void> {
  await page.routeWebSocket(SYNC, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const call: Call = JSON.parse(String(message));
      if (!isCallOf(call, udfPath)) return server.send(message);
      server.send(JSON.stringify({ ...call, args: [change(call.args![0]!)] }));
    });
  });
}

const isCallOf = ({ udfPath = "" }: Call, wanted: string | RegExp) =>
  typeof wanted === "string" ? udfPath === wanted : wanted.test(udfPath);

/** Keeps back all that the server says from when a function is called or asked; returns how to let it through. */
export async function holdAnswers(page: Page, udfPath: string): Promise<() => void> {
  const held: [WebSocketRoute, string | Buffer][] = [];
  let isHeld = false;
  await page.routeWebSocket(SYNC, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const call: Call = JSON.parse(String(message));
      if ([call, ...(call.modifications ?? [])].some((each) => each.udfPath === udfPath)) isHeld = true;
      server.send(message);
    });
    server.onMessage((message) => {
      if (isHeld) held.push([socket, message]);
      else socket.send(message);
    });
  });
  return () => {
    isHeld = false;
    for (const [socket, message] of held.splice(0)) socket.send(message);
  };
}

/** Shows a page another result of a query than the server's. */
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

/**
 * Makes the database refuse to write a table: an error that nobody expects, so that the server has no
 * message for people. Ends with the block that `using` stands in.
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

import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { Socket } from "node:net";
import { WebSocket } from "ws";

/** A connection that watches a notebook's note list, on either server. */
export type Watcher = {
  /** Called with the arrival time and the titles of the list, after the message was parsed as a client parses it. */
  onList: ((at: number, titles: string[]) => void) | null;
  /** Bytes received on the wire so far. */
  bytes(): number;
  close(): void;
};

/** A connection that writes notes and resolves when the server has answered. */
export type Writer = { write(title: string): Promise<void>; close(): void };

export type Target = { port: number; kind: "floor" | "ours" };
export type Place = { diaryId: string; userId: string; token: string };

const CONTENT =
  "Slept until seven, ate half a slice of toast with honey and drank two cups of tea. Walked to the window and back twice, a little short of breath afterwards.";

/** The length of real notes differs; so do these. */
const contentOf = (n: number) => CONTENT.slice(0, 80 + ((n * 37) % 76));

async function open(port: number, path: string): Promise<WebSocket> {
  const ws = new WebSocket(`ws://127.0.0.1:${port}${path}`, { perMessageDeflate: true });
  await once(ws, "open");
  return ws;
}

const bytesOf = (ws: WebSocket) => () => (ws as unknown as { _socket: Socket })._socket.bytesRead;

export async function watch(target: Target, place: Place, extraQueries = 0): Promise<Watcher> {
  const ws = await open(target.port, target.kind === "floor" ? "/" : "/api/bench/sync");
  const watcher: Watcher = { onList: null, bytes: bytesOf(ws), close: () => ws.terminate() };
  const ready = new Promise<void>((resolve) => {
    ws.on("message", (data) => {
      const message = JSON.parse(data.toString());
      const list = target.kind === "floor" ? message : listIn(message);
      if (!Array.isArray(list)) return;
      watcher.onList?.(
        performance.now(),
        list.map((note: { title: string }) => note.title),
      );
      resolve();
    });
  });
  if (target.kind === "floor") ws.send(JSON.stringify({ watch: place.diaryId }));
  else signIn(ws, place, subscriptions(place, extraQueries));
  await ready;
  return watcher;
}

/** A connection that opens and closes the note list as a screen does; `read` resolves to the length of the list. */
export async function openReader(
  target: Target,
  place: Place,
): Promise<{ read(): Promise<number>; close(): void }> {
  const ws = await open(target.port, "/api/bench/sync");
  let queryId = 0;
  let onResult: ((length: number) => void) | null = null;
  ws.on("message", (data) => {
    const message = JSON.parse(data.toString());
    const update = message.modifications?.find(
      (each: { queryId: number; value?: unknown[] }) => each.queryId === queryId,
    );
    if (update?.value) onResult?.(update.value.length);
  });
  signIn(ws, place, []);
  return {
    close: () => ws.terminate(),
    read: () =>
      new Promise((resolve) => {
        onResult = resolve;
        const former = queryId++;
        const added = {
          type: "Add",
          queryId,
          udfPath: "notes:listNotes",
          args: [{ diaryId: place.diaryId, limit: 50 }],
        };
        const modifications = former === 0 ? [added] : [{ type: "Remove", queryId: former }, added];
        const [baseVersion, newVersion] = [queryId, queryId + 1];
        ws.send(JSON.stringify({ type: "ModifyQuerySet", baseVersion, newVersion, modifications }));
      }),
  };
}

/** One visit of somebody: home, the notes of a notebook, perhaps the tasks page; live until it is closed. */
export type Visit = {
  /** The first note of what is shown, and an open task; null when all are done. */
  noteId: string;
  taskId: string | null;
  mutate(path: string, args: object): Promise<void>;
  close(): void;
};

/**
 * Signs in, opens home and the notes, with `seesTasks` also the tasks page, and resolves once all of them are shown;
 * `today` is the start of the day, in epoch ms. Fails when a query does, or the connection breaks.
 */
export async function openVisit(
  target: Target,
  place: Place,
  today: number,
  seesTasks: boolean,
): Promise<Visit> {
  const around = { filter: "all", around: today, countsAt: today };
  const paginationOpts = { numItems: 50, cursor: null };
  const queries: [path: string, args: object][] = [
    ["home:getHomeRecent", { notesLimit: 4, updatesLimit: 20 }],
    ["tasks:listMyTasks", { ...around, limit: 500, toDo: true }],
    ["notes:listNotes", { diaryId: place.diaryId, limit: 50 }],
    ["updates:listNew", {}],
    ["updates:listNew", { diaryId: place.diaryId }],
    ["invitations:listArrivals", {}],
  ];
  if (seesTasks) {
    queries.push(["tasks:listMyTasks", { ...around, limit: 200 }]);
    queries.push(["tasks:pageUpcoming", { filter: "all", at: today, paginationOpts }]);
  }
  const ws = await open(target.port, "/api/bench/sync");
  const values = new Map<number, unknown>();
  let isShown = false;
  let waiting = Promise.withResolvers<void>();
  ws.on("close", () => waiting.reject(new Error("The connection broke")));
  ws.on("message", (data) => {
    const message = JSON.parse(data.toString());
    for (const { queryId, value, errorMessage } of message.modifications ?? []) {
      if (errorMessage) waiting.reject(new Error(errorMessage));
      else values.set(queryId, value);
    }
    if (message.type === "MutationResponse") {
      if (message.success) waiting.resolve();
      else waiting.reject(new Error(message.result));
    } else if (values.size === queries.length && !isShown) {
      isShown = true;
      waiting.resolve();
    }
  });
  const added = queries.map(([udfPath, args], queryId) => ({ type: "Add", queryId, udfPath, args: [args] }));
  signIn(ws, place, added);
  await waiting.promise;
  const { tasks } = values.get(1) as { tasks: { _id: string; status: string }[] };
  const notes = values.get(2) as { _id: string }[];
  return {
    noteId: notes[0]!._id,
    taskId: tasks.find(({ status }) => status === "pending")?._id ?? null,
    mutate(udfPath, args) {
      waiting = Promise.withResolvers();
      ws.send(JSON.stringify({ type: "Mutation", requestId: 0, udfPath, args: [args] }));
      return waiting.promise;
    },
    close: () => ws.terminate(),
  };
}

export async function openWriter(target: Target, place: Place): Promise<Writer> {
  const ws = await open(target.port, target.kind === "floor" ? "/" : "/api/bench/sync");
  let requestId = 0;
  const waiting = new Map<number, { resolve(): void; reject(error: Error): void }>();
  ws.on("message", (data) => {
    const message = JSON.parse(data.toString());
    const isResponse = target.kind === "floor" ? message.done : message.type === "MutationResponse";
    if (!isResponse) return;
    const id = target.kind === "floor" ? [...waiting.keys()][0]! : message.requestId;
    const request = waiting.get(id);
    waiting.delete(id);
    if (message.success === false) request?.reject(new Error(message.result));
    else request?.resolve();
  });
  if (target.kind === "ours") signIn(ws, place, []);
  return {
    close: () => ws.terminate(),
    write: (title) =>
      new Promise((resolve, reject) => {
        const id = requestId++;
        waiting.set(id, { resolve, reject });
        const content = contentOf(id);
        if (target.kind === "floor") {
          ws.send(JSON.stringify({ diaryId: place.diaryId, userId: place.userId, title, content }));
          return;
        }
        const args = {
          diaryId: place.diaryId,
          type: "default",
          title,
          content,
          noteDate: Date.now(),
          visibility: "team",
        };
        ws.send(
          JSON.stringify({ type: "Mutation", requestId: id, udfPath: "notes:createNote", args: [args] }),
        );
      }),
  };
}

function signIn(ws: WebSocket, place: Place, modifications: object[]): void {
  for (const message of signInMessages(place, randomUUID(), modifications)) ws.send(JSON.stringify(message));
}

/** What a client of the sync protocol says first. */
export function signInMessages({ token }: Place, sessionId: string, modifications: object[]): object[] {
  return [
    { type: "Connect", sessionId, connectionCount: 0, lastCloseReason: null, clientTs: Date.now() },
    { type: "Authenticate", tokenType: "User", value: token, baseVersion: 0 },
    { type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications },
  ];
}

/** The note list first, then what the notebook's screen also watches. */
export function subscriptions({ diaryId }: Place, extraQueries: number): object[] {
  const queries = [
    ["notes:listNotes", { diaryId, limit: 50 }],
    ["diaries:getDiary", { diaryId }],
    ["members:listMembers", { diaryId }],
    ["users:getCurrentUser", {}],
    ["admin:getAdminStatus", {}],
  ] as const;
  return queries
    .slice(0, 1 + extraQueries)
    .map(([udfPath, args], queryId) => ({ type: "Add", queryId, udfPath, args: [args] }));
}

function listIn(message: { type: string; modifications?: { queryId: number; value: unknown }[] }): unknown {
  if (message.type !== "Transition") return null;
  return message.modifications?.find((modification) => modification.queryId === 0)?.value;
}

import { once } from "node:events";
import { afterEach, expect, it, vi } from "vitest";
import { WebSocketServer } from "ws";
import { FirstOrStampedSocket, holdSockets, StampedSocket } from "./stamped-socket.ts";

let close: (() => void) | undefined;
afterEach(() => close?.());

/** What arrives of a message that is sent now by a socket to the address. */
async function arrivedOf(
  message: string,
  open = (url: string): WebSocket => new StampedSocket(url),
): Promise<string> {
  const server = new WebSocketServer({ port: 0 });
  await once(server, "listening");
  const socket = open(`ws://127.0.0.1:${(server.address() as { port: number }).port}`);
  close = () => {
    socket.close();
    server.close();
  };
  const arrived = new Promise<string>((resolve) => {
    server.on("connection", (peer) => peer.on("message", (data) => resolve(String(data))));
  });
  await once(socket, "open");
  socket.send(message);
  return arrived;
}

const mutation = (args: object) =>
  JSON.stringify({ type: "Mutation", requestId: 1, udfPath: "doses:giveDose", args: [args] });

it("a message says when it left, however long it has waited; what somebody wrote isn't touched", async () => {
  const note = 'The log says "sentAt":1000, and {"sentAt":5}';
  const before = Date.now();
  const [args] = JSON.parse(await arrivedOf(mutation({ givenAt: 1000, sentAt: 1000, note }))).args;
  expect(args).toMatchObject({ givenAt: 1000, note });
  expect(args.sentAt).toBeGreaterThanOrEqual(before);
});

it("a waiting change says how old it is, and its arguments stay as they are", async () => {
  const sent = { path: "doses:giveDose", args: { sentAt: 1000 }, age: -1000 };
  const [envelope] = JSON.parse(await arrivedOf(mutation(sent))).args;
  expect(envelope.args).toEqual({ sentAt: 1000 });
  expect(envelope.age).toBeGreaterThan(1e12);
});

it("other messages stay as they are", async () => {
  const message = JSON.stringify({ type: "Connect", sessionId: "s", sent: 1 });
  expect(await arrivedOf(message)).toBe(message);
});

it("the connection that the page opened early is used once, and its messages say when they left", async () => {
  const page: { earlySocket?: WebSocket } = {};
  vi.stubGlobal("window", page);
  const used: WebSocket[] = [];
  const message = await arrivedOf(mutation({ sentAt: 1000 }), (url) => {
    page.earlySocket = new WebSocket(url);
    used.push(page.earlySocket, new FirstOrStampedSocket(url));
    return used[1]!;
  });
  expect(used[1]).toBe(used[0]);
  expect(JSON.parse(message).args[0].sentAt).toBeGreaterThan(1000);
  const opened = vi.fn();
  // One that is open already says so to who takes it.
  page.earlySocket = used[0]!;
  new FirstOrStampedSocket(used[0]!.url).onopen = opened;
  await Promise.resolve();
  expect(opened).toHaveBeenCalledOnce();
  used[0]!.close();
  page.earlySocket = used[0]!;
  const next = new FirstOrStampedSocket(used[0]!.url);
  expect(next).toBeInstanceOf(StampedSocket);
  next.close();
  vi.unstubAllGlobals();
});

it("no connection opens for the client while a token is on its way", async () => {
  vi.stubGlobal("window", {});
  const server = new WebSocketServer({ port: 0 });
  await once(server, "listening");
  let arrive = (_: string) => {};
  const token = holdSockets(new Promise<string>((resolve) => (arrive = resolve)));
  const opened: string[] = [];
  const connected = once(server, "connection");
  const socket = new FirstOrStampedSocket(`ws://127.0.0.1:${(server.address() as { port: number }).port}`);
  close = () => {
    socket.close();
    server.close();
  };
  const isOpen = new Promise<void>((resolve) => {
    socket.onopen = () => {
      opened.push("socket");
      resolve();
    };
  });
  await Promise.all([connected, once(socket, "open")]);
  expect(opened).toEqual([]);
  arrive("token");
  opened.push(await token);
  await isOpen;
  expect(opened).toEqual(["token", "socket"]);
  vi.unstubAllGlobals();
});

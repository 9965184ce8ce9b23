import { once } from "node:events";
import { afterEach, expect, it } from "vitest";
import { WebSocketServer } from "ws";
import { StampedSocket } from "./stamped-socket.ts";

let close: (() => void) | undefined;
afterEach(() => close?.());

/** What arrives of a message that is sent now. */
async function arrivedOf(message: string): Promise<string> {
  const server = new WebSocketServer({ port: 0 });
  await once(server, "listening");
  const socket = new StampedSocket(`ws://127.0.0.1:${(server.address() as { port: number }).port}`);
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

it("other messages stay as they are", async () => {
  const message = JSON.stringify({ type: "Connect", sessionId: "s", sent: 1 });
  expect(await arrivedOf(message)).toBe(message);
});

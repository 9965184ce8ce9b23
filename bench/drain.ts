/**
 * Watchers that only take what is sent: `node bench/drain.ts '<json>'` with `{target, places, extraQueries}`; prints
 * "ready" when all have their first result. In the field every watcher has a device of its own; here hundreds of them
 * would otherwise compete with the servers for two processors, and the figure would be of the clients.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";
import { type Place, signInMessages, subscriptions, type Target } from "./clients.ts";

type DrainOptions = { target: Target; places: Place[]; extraQueries: number };

const { target, places, extraQueries }: DrainOptions = JSON.parse(process.argv[2]!);

for (const place of places) await drain(place);
console.log("ready");

async function drain(place: Place): Promise<void> {
  const socket = connect(target.port, "127.0.0.1");
  const path = target.kind === "floor" ? "/" : "/api/bench/sync";
  const offer = target.kind === "floor" ? "" : "Sec-WebSocket-Extensions: permessage-deflate\r\n";
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n${offer}` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\n\r\n`,
  );
  await new Promise((resolve) => socket.once("data", resolve));
  const messages =
    target.kind === "floor"
      ? [{ watch: place.diaryId }]
      : signInMessages(place, randomUUID(), subscriptions(place, extraQueries));
  for (const message of messages) socket.write(maskedFrame(JSON.stringify(message)));
  await firstResult(socket);
  socket.resume();
}

/** The first list is several kilobytes, whatever comes before is less. */
function firstResult(socket: Socket): Promise<void> {
  let received = 0;
  return new Promise((resolve) => {
    socket.on("data", (chunk) => {
      received += chunk.length;
      if (received > 1500) resolve();
    });
  });
}

/** A client's text frame (RFC 6455 5.2). */
function maskedFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const mask = randomBytes(4);
  const masked = payload.map((byte, i) => byte ^ mask[i % 4]!);
  const length =
    payload.length < 126
      ? Buffer.from([0x80 | payload.length])
      : Buffer.from([0x80 | 126, payload.length >> 8, payload.length & 0xff]);
  return Buffer.concat([Buffer.from([0x81]), length, mask, masked]);
}

/**
 * A push service that takes every message and answers after 100 ms, in a process of its own: `node bench/push_stand_in.ts
 * <file for its certificate>`; prints its port and the one at which it says what it got. It reads no message:
 * the processor time of somebody else's service isn't ours.
 */
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { trustedCertificate } from "../test/certificate.ts";

/** Messages that arrived, and how many different topics they had: a second one of a notification has its topic. */
export type PushCount = { messages: number; topics: number };

const ANSWER_MS = 100;
/** What the service of Chrome takes at a time on a connection. */
const MAX_STREAMS = 100;

const { cert, key } = trustedCertificate();
await writeFile(process.argv[2]!, cert);
const topics = new Set<string>();
let messages = 0;

const push = createSecureServer({ cert, key, settings: { maxConcurrentStreams: MAX_STREAMS } });
push.on("stream", (stream, headers) => {
  // A node that is stopped breaks its streams.
  stream.on("error", () => {});
  stream.resume();
  stream.once("end", () => {
    messages += 1;
    topics.add(String(headers.topic));
    setTimeout(() => {
      if (stream.destroyed) return;
      stream.respond({ ":status": 201 }, { endStream: true });
    }, ANSWER_MS);
  });
});
const counter = createServer((_request, response) => {
  const count: PushCount = { messages, topics: topics.size };
  response.end(JSON.stringify(count));
});
for (const server of [push, counter]) {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
}
console.log([push, counter].map((server) => (server.address() as AddressInfo).port).join(" "));

import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { endWhenTooSlow } from "./slow-body.ts";

let port: number;
/** A server that waits so long before it reads a body, as one does whose disk is slow. */
const DELAY_MS = 6000;
const faults: string[] = [];
const server = createServer(async (request, response) => {
  endWhenTooSlow(request, 1000);
  request.on("error", (error) => faults.push(error.message));
  if (request.url === "/hesitate") await sleep(DELAY_MS);
  request.resume().on("end", () => response.end("whole"));
});
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close());

/** Sends a body in pieces; resolves to the answer's first line and the time until the connection's end. */
async function send(pieces: number, bytes: number, everyMs: number, path = "/") {
  const begin = performance.now();
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (piece) => {
    answer += piece;
    if (answer.includes("whole")) socket.end();
  });
  socket.on("error", () => {});
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${pieces * bytes}\r\n\r\n`);
  const closed = once(socket, "close");
  for (let i = 0; i < pieces && !socket.closed; i++) {
    socket.write(Buffer.alloc(bytes));
    if (everyMs) await Promise.race([sleep(everyMs), closed]);
  }
  await closed;
  return { line: answer.split("\r\n")[0], ms: performance.now() - begin };
}

it.concurrent("ends a request of one byte a second soon, and accepts one over a slow line", async () => {
  const [crawling, slow, quick] = await Promise.all([
    send(600, 1, 1000),
    send(20, 2000, 400),
    send(1, 500_000, 0),
  ]);
  expect(crawling.line).toBe("HTTP/1.1 408 Request Timeout");
  expect(crawling.ms).toBeLessThan(8000);
  expect(slow.line).toBe("HTTP/1.1 200 OK");
  expect(slow.ms).toBeGreaterThan(6000);
  expect(quick.line).toBe("HTTP/1.1 200 OK");
}, 30_000);

it.concurrent("doesn't end a request while the server itself is slow to read it", async () => {
  expect((await send(40, 50_000, 0, "/hesitate")).line).toBe("HTTP/1.1 200 OK");
}, 30_000);

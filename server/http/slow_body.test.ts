import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eventually } from "../../test/conformance/waiting.ts";
import { createFakeClock } from "../../test/fake_clock.ts";
import { endWhenTooSlow } from "./slow_body.ts";

const clock = createFakeClock();
let port: number;
let received = 0;
/** Reads a body, when the test lets it. */
let reading = Promise.resolve();
let newest: IncomingMessage;
const server = createServer(async (request, response) => {
  newest = request;
  endWhenTooSlow(request, clock);
  request.on("error", () => {});
  await reading;
  request.on("data", (piece: Buffer) => {
    received += piece.length;
  });
  request.on("end", () => response.end("whole"));
});
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close());

/** Begins a request with a body of so many bytes. */
async function begin(bytes: number) {
  received = 0;
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (piece) => {
    answer += piece;
  });
  socket.on("error", () => {});
  const requests = once(server, "request");
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n`);
  await requests;
  return {
    /** Sends so many bytes, and waits until the server has read them. */
    async send(count: number) {
      const before = received;
      socket.write(Buffer.alloc(count));
      await eventually(() => received === before + count);
    },
    socket,
    /** The first line of the answer. */
    line: () => eventually(() => answer.includes("\r\n") && answer.split("\r\n")[0]),
  };
}

it("ends a request of one byte a second soon", async () => {
  const crawling = await begin(600);
  for (let second = 1; second <= 20; second++) {
    await crawling.send(1);
    await clock.advance(1000);
  }
  expect(newest.socket.writableEnded, "while it has its grace").toBe(false);
  await crawling.send(1);
  await clock.advance(2000);
  expect(await crawling.line()).toBe("HTTP/1.1 408 Request Timeout");
});

it("accepts a request over a slow line, and a quick one", async () => {
  const slow = await begin(40 * 5000);
  for (let second = 1; second <= 40; second++) {
    await slow.send(5000);
    await clock.advance(1000);
  }
  expect(await slow.line()).toBe("HTTP/1.1 200 OK");
  slow.socket.destroy();
  const quick = await begin(500_000);
  await quick.send(500_000);
  expect(await quick.line()).toBe("HTTP/1.1 200 OK");
  quick.socket.destroy();
});

it("doesn't end a request while the server itself is slow to read it", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  reading = promise;
  const held = await begin(2_000_000);
  held.socket.write(Buffer.alloc(2_000_000));
  await eventually(() => newest.readableLength > 0);
  await clock.advance(120_000);
  expect(newest.socket.writableEnded).toBe(false);
  resolve();
  expect(await held.line()).toBe("HTTP/1.1 200 OK");
  held.socket.destroy();
});

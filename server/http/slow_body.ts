import type { IncomingMessage } from "node:http";
import { systemClock } from "../clock.ts";

/** The minimum average rate of a body after a grace period: 10 MB may take an hour and a half. */
const MIN_BYTES_PER_SECOND = 2048;
const GRACE_MS = 20_000;
const CHECK_INTERVAL_MS = 2_000;

/**
 * Closes a connection whose request body arrives more slowly than any telephone line, so that nobody holds
 * connections open with a byte per second (slowloris). A fixed time limit would either be too long to help or too
 * short for large files on slow lines.
 */
export function endWhenTooSlow(request: IncomingMessage, clock = systemClock): void {
  const { headers, socket } = request;
  if (!("transfer-encoding" in headers) && !Number(headers["content-length"])) return;
  const before = socket.bytesRead;
  let graceEnds = clock.elapsed() + GRACE_MS;
  const stop = clock.every(CHECK_INTERVAL_MS, () => {
    if (request.complete || socket.destroyed) return stop();
    // Received bytes that aren't read yet mean that the server is slow, not the client.
    if (request.readableLength > 0) graceEnds += CHECK_INTERVAL_MS;
    const seconds = (clock.elapsed() - graceEnds) / 1000;
    if (socket.bytesRead - before >= seconds * MIN_BYTES_PER_SECOND) return;
    stop();
    // As Node itself does at a time limit.
    socket.end("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n", () => socket.destroy());
  });
  // Bound to the request, not to its connection, which may carry thousands of them.
  request.once("close", stop);
}

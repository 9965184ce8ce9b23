import type { IncomingMessage } from "node:http";

/** A body has to come at this rate at least, on the average, after a time of grace: 10 MB may take an hour and a half. */
const MIN_BYTES_PER_SECOND = 2048;
const GRACE_MS = 20_000;
const LOOK_EVERY_MS = 2_000;

/**
 * Ends a connection whose request body comes more slowly than any telephone's line, so that nobody holds connections
 * open with a byte a second. A fixed time would have to be so long that it helps nothing, or so short that large files
 * on slow lines never arrive.
 */
export function endWhenTooSlow(request: IncomingMessage, graceMs = GRACE_MS): void {
  const { headers, socket } = request;
  if (!("transfer-encoding" in headers) && !Number(headers["content-length"])) return;
  const before = socket.bytesRead;
  let graceEnds = performance.now() + graceMs;
  const timer = setInterval(() => {
    if (request.complete || socket.destroyed) return clearInterval(timer);
    // What has come and isn't read yet is our own slowness, not the sender's.
    if (request.readableLength > 0) graceEnds += LOOK_EVERY_MS;
    const seconds = (performance.now() - graceEnds) / 1000;
    if (socket.bytesRead - before >= seconds * MIN_BYTES_PER_SECOND) return;
    clearInterval(timer);
    // As Node itself does when a time limit is over.
    socket.end("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n", () => socket.destroy());
  }, LOOK_EVERY_MS);
  timer.unref();
  // Of the request, not of its connection, which may carry thousands.
  request.once("close", () => clearInterval(timer));
}

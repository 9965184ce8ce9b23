import type { MiddlewareHandler } from "hono";

/** Reads a request's body of up to `maxBytes`; null when it is longer, and then the rest isn't read. */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer | null> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) return null;
  const pieces: Uint8Array[] = [];
  let size = 0;
  // A request without `Content-Length` may still have a body, in chunks.
  const reader = request.body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    size += next.value.length;
    if (size > maxBytes) return null;
    pieces.push(next.value);
  }
  return Buffer.concat(pieces);
}

/**
 * Responds 413 to bodies that are too long; a body of unknown length is read before it is handled. Hono's own
 * `bodyLimit` would create a new request then, which Node's server doesn't support.
 */
export function limitBody(maxBytes: number): MiddlewareHandler {
  return async (c, next) => {
    const { raw } = c.req;
    const declared = raw.headers.get("content-length");
    if (declared !== null && !raw.headers.has("transfer-encoding")) {
      return Number(declared) > maxBytes ? c.json(createTooLarge(maxBytes), 413, CLOSE) : next();
    }
    if (!raw.headers.has("transfer-encoding") || !raw.body) return next();
    const body = await readBody(raw, maxBytes);
    if (body === null) return c.json(createTooLarge(maxBytes), 413, CLOSE);
    c.req.raw = new Request(raw.url, {
      method: raw.method,
      headers: raw.headers,
      body: new Uint8Array(body),
      signal: raw.signal,
    });
    return next();
  };
}

export const createTooLarge = (maxBytes: number) => ({
  error: `The request is larger than ${maxBytes} bytes`,
});

/** The rest of the body isn't read, so the connection can't be used again. */
export const CLOSE = { Connection: "close" };

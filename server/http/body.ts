import type { MiddlewareHandler } from "hono";

/** Reads a request's body as far as it may be long; null when it is longer. What is left isn't read. */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer | null> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) return null;
  const pieces: Uint8Array[] = [];
  let size = 0;
  // A request that says nothing of its length may have a body all the same, in chunks.
  const reader = request.body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    size += next.value.length;
    if (size > maxBytes) return null;
    pieces.push(next.value);
  }
  return Buffer.concat(pieces);
}

/**
 * Refuses bodies that are too long with 413, and answers to a body of unknown length once it has been read. Hono's own
 * `bodyLimit` makes a new request of the old one at that, which Node's server doesn't let it do.
 */
export function limited(maxBytes: number): MiddlewareHandler {
  return async (c, next) => {
    const { raw } = c.req;
    const declared = raw.headers.get("content-length");
    if (declared !== null && !raw.headers.has("transfer-encoding")) {
      return Number(declared) > maxBytes ? c.json(tooLarge(maxBytes), 413, CLOSE) : next();
    }
    if (!raw.headers.has("transfer-encoding") || !raw.body) return next();
    const body = await readBody(raw, maxBytes);
    if (body === null) return c.json(tooLarge(maxBytes), 413, CLOSE);
    c.req.raw = new Request(raw.url, {
      method: raw.method,
      headers: raw.headers,
      body: new Uint8Array(body),
      signal: raw.signal,
    });
    return next();
  };
}

export const tooLarge = (maxBytes: number) => ({ error: `The request is larger than ${maxBytes} bytes` });

/** Nobody reads what is left of the body, so nothing else can come on the connection. */
export const CLOSE = { Connection: "close" };

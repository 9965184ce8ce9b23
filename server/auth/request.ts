/** Header that passes the client's address to Better Auth; a value sent by the client is dropped. */
export const ADDRESS_HEADER = "x-carediary-address";

/**
 * The client's address for rate limits: that of the connection or, behind our own reverse proxy, the last one in
 * `X-Forwarded-For`. From anybody else that header can't be trusted.
 */
export function getCallerAddress(
  peer: string | null,
  forwardedFor: string | null,
  trustProxy: boolean,
): string | null {
  const lastHop = trustProxy ? forwardedFor?.split(",").at(-1)?.trim() : undefined;
  return (lastHop || peer)?.replace(/^::ffff:/i, "") ?? null;
}

/**
 * A copy of the request for Better Auth. A client that isn't a browser sends none of `Origin`, `Referer` and
 * `Sec-Fetch-Site`; it isn't exposed to cross-site request forgery, so its changing requests count as same-origin.
 * Browsers always send at least one of these headers with such a request.
 */
export function prepareRequest(
  request: Request,
  { peer, baseUrl, trustProxy }: { peer: string | null; baseUrl: string; trustProxy: boolean },
): Request {
  const headers = new Headers(request.headers);
  headers.delete(ADDRESS_HEADER);
  const address = getCallerAddress(peer, headers.get("x-forwarded-for"), trustProxy);
  if (address) headers.set(ADDRESS_HEADER, address);
  const isBrowser = ["origin", "referer", "sec-fetch-site"].some((name) => headers.has(name));
  if (!isBrowser) headers.set("origin", baseUrl);
  const hasBody = request.method !== "GET" && request.method !== "HEAD" && request.body !== null;
  return new Request(request.url, {
    method: request.method,
    headers,
    signal: request.signal,
    ...(hasBody ? { body: request.body, duplex: "half" } : {}),
  } as RequestInit);
}

/** Carries the caller's address to Better Auth; whatever the caller sent under this name is dropped. */
export const ADDRESS_HEADER = "x-carediary-address";

/**
 * The address that limits are counted for: the one at the other end of the connection, or, behind a
 * proxy of one's own, the one that proxy added last. From anybody else `X-Forwarded-For` is only a claim.
 */
export function callerAddress(
  peer: string | null,
  forwardedFor: string | null,
  trustProxy: boolean,
): string | null {
  const lastHop = trustProxy ? forwardedFor?.split(",").at(-1)?.trim() : undefined;
  return (lastHop || peer)?.replace(/^::ffff:/i, "") ?? null;
}

/**
 * A copy of the request as Better Auth should see it. A program that isn't a browser sends none of
 * `Origin`, `Referer` and `Sec-Fetch-Site`; it can't be tricked by a foreign page, so its changing
 * requests count as ours. Browsers always send at least one of them with such a request.
 */
export function prepareRequest(
  request: Request,
  { peer, baseUrl, trustProxy }: { peer: string | null; baseUrl: string; trustProxy: boolean },
): Request {
  const headers = new Headers(request.headers);
  headers.delete(ADDRESS_HEADER);
  const address = callerAddress(peer, headers.get("x-forwarded-for"), trustProxy);
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

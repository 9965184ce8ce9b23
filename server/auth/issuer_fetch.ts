import { type OutgoingRules, readAddress } from "../outgoing/destination.ts";
import { sendRequest } from "../outgoing/request.ts";

/** As `fetch`, for requests to an issuer. */
export type IssuerFetch = (
  address: string,
  request: {
    method?: string;
    headers?: Headers | Record<string, string>;
    body?: URLSearchParams;
    signal?: AbortSignal;
  },
) => Promise<Response>;

/** The keys of an issuer with many of them are some ten KB. */
const LIMITS = { timeoutMs: 10_000, maxBytes: 1024 * 1024 };

/**
 * The issuer's own address is the operator's choice, wherever it leads. The issuer's document names addresses of other
 * origins: requests to them obey the rules for addresses entered by users, so that the document can't make this server
 * send requests, or its client secret, into the private network.
 */
export function createIssuerFetch(issuer: string, rules: OutgoingRules): IssuerFetch {
  const { origin } = new URL(issuer);
  return async (address, { method = "GET", headers, body, signal }) => {
    const url = readAddress(address);
    if (url.origin === origin)
      return fetch(url, { method, headers, body, signal, redirect: "error" } as RequestInit);
    const answer = await sendRequest(
      url,
      {
        method: method === "POST" ? "POST" : "GET",
        headers: {
          ...Object.fromEntries(new Headers(headers)),
          ...(body && { "content-type": "application/x-www-form-urlencoded;charset=UTF-8" }),
        },
        ...(body && { body: Buffer.from(body.toString()) }),
      },
      rules,
      LIMITS,
    );
    const hasBody = ![204, 205, 304].includes(answer.status);
    return new Response(hasBody ? new Uint8Array(answer.body) : null, { status: answer.status });
  };
}

import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { checkLiteral, createPinnedLookup, getHost, getPort, type OutgoingRules } from "./destination.ts";

export type OutgoingRequest = {
  method: "GET" | "POST";
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array;
};

export type OutgoingAnswer = {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** At most `maxBytes`; the rest isn't read. */
  body: Buffer;
};

export type OutgoingLimits = {
  /** For all of it: the name, the connection, the answer. */
  timeoutMs: number;
  maxBytes: number;
};

const LIMITS: OutgoingLimits = { timeoutMs: 10_000, maxBytes: 4_096 };

/**
 * Sends a request to an address that a user entered. Redirects aren't followed: they are an answer like others.
 * @throws OutgoingRefused when the address isn't permitted
 * @throws Error when there is no answer in time
 */
export async function sendRequest(
  url: URL,
  { method, headers, body }: OutgoingRequest,
  rules: OutgoingRules,
  { timeoutMs, maxBytes }: OutgoingLimits = LIMITS,
): Promise<OutgoingAnswer> {
  checkLiteral(url, rules);
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  const signal = AbortSignal.timeout(timeoutMs);
  return new Promise((resolve, reject) => {
    const request = send({
      host: getHost(url),
      port: getPort(url),
      path: `${url.pathname}${url.search}`,
      method,
      headers: { ...headers, ...(body && { "Content-Length": String(body.byteLength) }) },
      lookup: createPinnedLookup(url, rules),
      // One connection, which isn't kept and never goes by a proxy of the environment.
      agent: false,
      signal,
    });
    request.once("error", reject);
    request.once("response", (response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      const finish = () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).subarray(0, maxBytes),
        });
        request.destroy();
      };
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.byteLength;
        if (length >= maxBytes) finish();
      });
      response.once("end", finish);
      response.once("error", reject);
    });
    request.end(body);
  });
}

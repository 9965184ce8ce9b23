import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { spec } from "../../test/spec.ts";
import { fetchWithRetry } from "./fetch-with-retry.ts";

let server: Server | undefined;
afterEach(() => {
  server?.close();
});

/** Fetches from a server that answers with these codes, the last one from then on; the code and the waits in between. */
async function fetchFrom(codes: readonly number[]) {
  let asked = 0;
  server = createServer((_, response) => {
    response.writeHead(codes[Math.min(asked++, codes.length - 1)]!).end();
  });
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  const waits: number[] = [];
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { status } = await fetchWithRetry(url, { keepalive: false }, async (ms) => void waits.push(ms));
  return { status, asked, waits };
}

it("asks a failing server again at most twice", { tags: spec("CORE-642") }, async () => {
  expect(await fetchFrom([500])).toEqual({ status: 500, asked: 3, waits: [1000, 2000] });
  expect(await fetchFrom([500, 200])).toEqual({ status: 200, asked: 2, waits: [1000] });
});

it("waits for a server that is away or busy until it answers, with pauses up to 16 s", async () => {
  expect(await fetchFrom([503, 503, 502, 504, 429, 503, 200])).toEqual({
    status: 200,
    asked: 7,
    waits: [1000, 2000, 4000, 8000, 16_000, 16_000],
  });
});

it("returns refusals at once", async () => {
  expect(await fetchFrom([401])).toEqual({ status: 401, asked: 1, waits: [] });
});

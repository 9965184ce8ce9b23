import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { product } from "../../registry/product.ts";
import { createTestDatabase } from "../../test/database.ts";
import { loadConfig } from "../config.ts";
import { createLog } from "../log.ts";
import { type Node, startNode } from "../node.ts";

let directory: string;
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>;
let node: Node;
const lines: string[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "carediary-methods-"));
  testDatabase = await createTestDatabase();
  const config = loadConfig({
    PORT: "0",
    DATA_DIR: directory,
    DATABASE_URL: testDatabase.connectionString,
  });
  node = await startNode(config, {
    ...product,
    log: createLog("warn", { write: (line) => void lines.push(line) }),
  });
});
afterAll(async () => {
  await node?.stop();
  await testDatabase?.drop();
  await rm(directory, { recursive: true, force: true });
});

const METHODS = [
  ..."GET HEAD POST PUT PATCH DELETE OPTIONS TRACE PROPFIND M-SEARCH PURGE LINK".split(" "),
  "NONSENSE",
  "get",
];
const PATHS = [
  ..."/ /care /none /assets/none.js /health/live /health/none /metrics /api /api/ /api/none".split(" "),
  ..."/api/query /api/mutation /api/action /api/openapi.json /api/settings /api/csp-report".split(" "),
  ..."/api/auth/sign-in/email /api/auth/get-session /api/auth/none /api/auth".split(" "),
  ..."/api/files/none /api/avatars/none /api/1.48.0/sync /api/query/more".split(" "),
];
const BODIES = ["", "{", '{"path":"notes:listNotes","args":{}}', "[[[[", "\u0000\u00ff", "x".repeat(70_000)];
const FRAMINGS = ["none", "length", "chunked", "empty length", "both", "short", "wrong length"] as const;

type ArbitraryRequest = {
  method: string;
  path: string;
  body: string;
  framing: (typeof FRAMINGS)[number];
  type: string;
};

/** The request as bytes, as programs send it that keep to no library. */
function requestText({ method, path, body, framing, type }: ArbitraryRequest): string {
  // In the bytes that are sent: more would make the server wait for the rest.
  const length = Buffer.byteLength(body, "latin1");
  const chunk = `${length.toString(16)}\r\n${body}\r\n`;
  const [fields, payload] = {
    none: ["", ""],
    length: [`Content-Length: ${length}\r\n`, body],
    chunked: ["Transfer-Encoding: chunked\r\n", `${length ? chunk : ""}0\r\n\r\n`],
    "empty length": ["Content-Length: 0\r\n", ""],
    both: [`Transfer-Encoding: chunked\r\nContent-Length: ${length}\r\n`, `${length ? chunk : ""}0\r\n\r\n`],
    short: [`Content-Length: ${length + 5}\r\n`, body],
    "wrong length": ["Content-Length: many\r\n", body],
  }[framing];
  const host = `Host: ${new URL(node.url).host}\r\nConnection: close\r\n`;
  return `${method} ${path} HTTP/1.1\r\n${host}Content-Type: ${type}\r\n${fields}\r\n${payload}`;
}

/** Sends it and reads the answer to its end; what is never whole is given up after a while. */
function exchange(text: string, isWhole = true): Promise<{ status: number; head: string; body: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(node.url).port), "127.0.0.1");
    let answer = "";
    socket.setTimeout(8000, () => socket.destroy(new Error(`no answer to ${text.slice(0, 100)}`)));
    socket.on("data", (piece) => {
      answer += piece.toString("latin1");
    });
    socket.on("error", (error) => (answer ? undefined : reject(error)));
    socket.on("close", () => {
      const [head = "", ...body] = answer.split("\r\n\r\n");
      resolve({ status: Number(head.split(" ")[1]), head, body: body.join("\r\n\r\n") });
    });
    socket.write(text, "latin1");
    if (!isWhole) setTimeout(() => socket.end(), 150);
  });
}

const arbitraryRequest = fc.record({
  method: fc.constantFrom(...METHODS),
  path: fc.constantFrom(...PATHS),
  body: fc.constantFrom(...BODIES),
  framing: fc.constantFrom(...FRAMINGS),
  type: fc.constantFrom("application/json", "application/csp-report", "text/plain", "multipart/form-data"),
});

describe("any request with any framing", () => {
  it("is answered without an internal error and without an error in the log", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryRequest, async (request) => {
        lines.length = 0;
        const isWhole = request.framing !== "short";
        const { status, head } = await exchange(requestText(request), isWhole);
        if (isWhole) expect(status, JSON.stringify(request)).toBeGreaterThanOrEqual(200);
        expect(status, JSON.stringify(request)).not.toBe(500);
        if (status === 405) expect(head).toMatch(/\r\nallow: [A-Z]/i);
        expect(
          lines.filter((line) => line.includes('"level":"error"')),
          JSON.stringify(request),
        ).toEqual([]);
      }),
      { numRuns: 300, endOnFailure: true },
    );
  }, 120_000);
});

it("a sign-in request that breaks off in its body leaves no error in the log", async () => {
  for (const path of ["/api/auth/get-session", "/api/auth/sign-in/email"]) {
    for (let i = 0; i < 5; i++) {
      lines.length = 0;
      const request = {
        method: "POST",
        path,
        body: "{",
        framing: "short",
        type: "application/json",
      } as const;
      await exchange(requestText(request), false);
      expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
    }
  }
});

describe("the API", () => {
  it.each(["PUT", "PATCH", "DELETE", "OPTIONS", "GET"])(
    "answers %s for a function with 405",
    async (method) => {
      const answer = await fetch(`${node.url}/api/query`, { method });
      expect(answer.status).toBe(405);
      expect(answer.headers.get("allow")).toBe("POST");
      expect(await answer.json()).toEqual({ error: "Method not allowed" });
    },
  );

  it("answers TRACE, which fetch can't send, with 405", async () => {
    const { status, head } = await exchange(
      "TRACE /api/query HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    );
    expect(status).toBe(405);
    expect(head).toContain("POST");
  });

  it.each(["/api/query", "/api/auth/sign-in/email", "/api/csp-report"])(
    "reads a body in chunks at %s, up to its limit",
    async (path) => {
      const send = (bytes: number) =>
        exchange(
          requestText({
            method: "POST",
            path,
            body: JSON.stringify({ path: "notes:listNotes", x: "x".repeat(bytes) }),
            framing: "chunked",
            type: "application/json",
          }),
        );
      lines.length = 0;
      const small = await send(10);
      expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
      expect(small.status).toBe({ "/api/query": 560, "/api/csp-report": 204 }[path] ?? 400);
      if (path === "/api/query") expect(small.body).toContain("Not authenticated");
      expect((await send(100_000)).status).toBe(413);
    },
  );
});

describe("metrics", () => {
  it("have a bounded number of rows, whatever clients request and report", async () => {
    const report = (directive: unknown) =>
      fetch(`${node.url}/api/csp-report`, {
        method: "POST",
        headers: { "content-type": "application/csp-report" },
        body: JSON.stringify({ "csp-report": { "effective-directive": directive, "blocked-uri": "inline" } }),
      });
    const rows = async (name: string) =>
      (await (await fetch(`${node.url}/metrics`)).text()).split("\n").filter((line) => line.startsWith(name));
    for (const directive of ["img-src", "script-src-elem", "made-up", "x".repeat(4000), 7, ""]) {
      await report(directive);
    }
    for (let i = 0; i < 300; i++) await report(`made-up-${"abcdefghij"[i % 10]}-${"x".repeat(i % 30)}`);
    expect((await rows("csp_reports_total")).map((row) => row.split(" ")[0]).sort()).toEqual([
      'csp_reports_total{directive="img-src"}',
      'csp_reports_total{directive="other"}',
      'csp_reports_total{directive="script-src-elem"}',
    ]);
    for (let i = 0; i < 100; i++) await fetch(`${node.url}/api/made-up-${i}/${i}`);
    for (const method of METHODS) {
      await exchange(`${method} /metrics/${method} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    }
    const labels = (await rows("http_request_duration_seconds_count")).map((row) => row.split("{")[1]!);
    const values = (name: string) =>
      new Set(labels.map((label) => label.match(new RegExp(`${name}="([^"]*)"`))![1]));
    expect([...values("method")].every((method) => /^(GET|HEAD|POST|PUT|other)$/.test(method!))).toBe(true);
    expect(values("route").size).toBeLessThanOrEqual(10);
  });

  it("don't let reports fill the log", async () => {
    lines.length = 0;
    for (let i = 0; i < 200; i++) {
      await fetch(`${node.url}/api/csp-report`, {
        method: "POST",
        body: JSON.stringify({ "csp-report": { "blocked-uri": `https://${"x".repeat(200)}${i}.example/` } }),
      });
    }
    expect(lines.length).toBeLessThanOrEqual(20);
    for (const line of lines) expect(line.length).toBeLessThan(400);
  });
});

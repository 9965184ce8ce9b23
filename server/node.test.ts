import { mkdtemp, rename, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { product } from "../registry/product.ts";
import { createTestDatabase } from "../test/database.ts";
import { type Clock, systemClock } from "./clock.ts";
import { loadConfig } from "./config.ts";
import { createLog } from "./log.ts";
import { type Node, startNode } from "./node.ts";
import { StartError } from "./start_error.ts";

const TOKEN = "a-token-for-the-monitoring";

let skippedMs = 0;
/** The machine's clock, on which the test skips time. */
const clock: Clock = { ...systemClock, elapsed: () => systemClock.elapsed() + skippedMs };

let directory: string;
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>;
let node: Node;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "carediary-node-"));
  testDatabase = await createTestDatabase();
  node = await startNode(settings(testDatabase.connectionString), {
    ...product,
    log: createLog("silent"),
    clock,
    // Without a client, whether or not this checkout has a built one.
    client: async () => join(directory, "no client"),
  });
});
afterAll(async () => {
  await node?.stop();
  await testDatabase?.drop();
  await rm(directory, { recursive: true, force: true });
});

describe("every response", () => {
  it.each([
    "/",
    "/care/x",
    "/assets/none.js",
    "/api/settings",
    "/api/none",
    "/api/auth/none",
    "/api/openapi.json",
    "/health/live",
  ])("to %s has the security headers and a request id", async (path) => {
    const { headers } = await get(path);
    expect(headers.get("content-security-policy")).toContain("script-src 'self';");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("permissions-policy")).toContain("camera=(self), microphone=(self)");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("the API", () => {
  it("gives the browser its settings", async () => {
    const response = await get("/api/settings");
    expect(await response.json()).toMatchObject({
      auth: { provider: "embedded" },
      productName: "CareDiary",
      mail: false,
      // This node gives out no client; e2e/new-version.spec.ts shows the name of one.
      build: null,
    });
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it("answers an unknown address with 404 in JSON, also to a browser that opens it", async () => {
    const response = await get("/api/none", { accept: "text/html", "sec-fetch-mode": "navigate" });
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: "Not found" });
  });

  it("refuses bodies that are too large", async () => {
    const large = (path: string, bytes: number) =>
      fetch(node.url + path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ x: "x".repeat(bytes) }),
      });
    expect((await large("/api/auth/sign-in/email", 70_000)).status).toBe(413);
    expect((await large("/api/csp-report", 20_000)).status).toBe(413);
    expect((await large("/api/query", 5_000_000)).status).toBe(413);
  });

  it("counts the browser's policy reports", async () => {
    const response = await fetch(`${node.url}/api/csp-report`, {
      method: "POST",
      headers: { "content-type": "application/csp-report" },
      body: JSON.stringify({
        "csp-report": { "effective-directive": "script-src-elem", "blocked-uri": "inline" },
      }),
    });
    expect(response.status).toBe(204);
    expect(await (await get("/metrics")).text()).toContain(
      'csp_reports_total{directive="script-src-elem"} 1',
    );
  });

  it("upgrades only the sync address to a websocket, and only for its own pages", async () => {
    expect(await upgrade("/api/1.48.0/sync", node.url)).toBe(101);
    expect(await upgrade("/api/1.48.0/sync", "https://evil.example")).toBe(403);
    expect(await upgrade("/api/1.48.0/other", node.url)).toBe(404);
    expect(await upgrade("/", node.url)).toBe(404);
  });
});

describe("the health of a node", () => {
  it("is alive and ready after the start", async () => {
    expect((await get("/health/live")).status).toBe(200);
    const ready = await get("/health/ready");
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({ status: "ok", checks: { database: "ok", disk: "ok", log: "ok" } });
  });

  it("isn't ready without its disk", async () => {
    await rename(directory, `${directory}-away`);
    try {
      forgetReadiness();
      const ready = await get("/health/ready");
      expect(ready.status).toBe(503);
      expect(await ready.json()).toMatchObject({ checks: { database: "ok", disk: "failed" } });
    } finally {
      await rename(`${directory}-away`, directory);
    }
  });

  it("isn't ready without its database, but alive", async () => {
    const own = await createTestDatabase();
    const log = createLog("silent");
    const other = await startNode(settings(own.connectionString), { ...product, log, clock });
    try {
      expect((await fetch(`${other.url}/health/ready`)).status).toBe(200);
      await own.drop();
      forgetReadiness();
      const ready = await fetch(`${other.url}/health/ready`);
      expect(ready.status).toBe(503);
      expect(await ready.json()).toMatchObject({ checks: { database: "failed", disk: "ok" } });
      expect((await fetch(`${other.url}/health/live`)).status).toBe(200);
      // What can be known without it is still told.
      const metrics = await (await fetch(`${other.url}/metrics`)).text();
      expect(metrics).toContain('data_disk_bytes{what="free"}');
      expect(metrics).not.toMatch(/^queue_waiting\{/m);
    } finally {
      await other.stop();
    }
  });

  it("is degraded, but ready, while the mail server doesn't answer", async () => {
    const own = await createTestDatabase();
    const config = { ...settings(own.connectionString), smtpUrl: "smtp://127.0.0.1:1" };
    const other = await startNode(config, { ...product, log: createLog("silent") });
    try {
      const ready = await fetch(`${other.url}/health/ready`);
      expect(ready.status).toBe(200);
      expect(await ready.json()).toMatchObject({ status: "degraded", checks: { mail: "failing" } });
    } finally {
      await other.stop();
      await own.drop();
    }
  });

  it("shows what waits and what fills up", async () => {
    const text = await (await get("/metrics")).text();
    expect(text).toContain('queue_waiting{queue="mail"} 0');
    expect(text).toContain('queue_waiting{queue="jobs"} 0');
    expect(text).toContain('queue_failed{queue="file-removals"} 0');
    for (const queue of ["push", "ntfy", "webhook", "mail"])
      expect(text).toContain(`queue_waiting{queue="notifications-${queue}"} 0`);
    expect(text).toContain('queue_oldest_seconds{queue="reminders"} 0');
    expect(text).toMatch(/^database_size_bytes \d{6,}/m);
    expect(text).toMatch(/^sync_pass_duration_seconds_count \d+/m);
  });

  it("counts calls by function and outcome, and none that doesn't exist", async () => {
    const call = (kind: "query" | "mutation", path: string, args = {}) =>
      post(`${node.url}/api/${kind}`, { path, args });
    await call("mutation", "notes:createNote");
    await call("mutation", "made:up");
    await call("query", "invitations:getInvitationByToken", { token: "unknown" });
    const text = await (await get("/metrics")).text();
    expect(text).toContain(
      'function_calls_total{kind="mutation",function="notes.createNote",outcome="unauthenticated"} 1',
    );
    expect(text).toContain(
      'function_calls_total{kind="query",function="invitations.getInvitationByToken",outcome="ok"} 1',
    );
    expect(text).toContain('function_duration_seconds_count{kind="query"} 1');
    expect(text).not.toContain("made.up");
  });

  it("shows its metrics to this machine and to holders of the token", async () => {
    const metrics = await get("/metrics");
    expect(metrics.status).toBe(200);
    const text = await metrics.text();
    expect(text).toContain("http_request_duration_seconds_bucket");
    expect(text).toContain('sync_state{what="sockets"}');
    expect(text).toContain('database_connections{state="total"}');
    expect(text).toContain('stuck_items{what="series"} 0');
    expect(text).toContain('notification_mails{what="waiting"} 0');
    expect((await get("/metrics", { "x-forwarded-for": "203.0.113.9" })).status).toBe(403);
    expect(
      (await get("/metrics", { "x-forwarded-for": "203.0.113.9", authorization: "Bearer wrong" })).status,
    ).toBe(403);
    const withToken = { "x-forwarded-for": "203.0.113.9", authorization: `Bearer ${TOKEN}` };
    expect((await get("/metrics", withToken)).status).toBe(200);
  });
});

describe("two nodes on one database", () => {
  it("sign in the same people and stop on their own", async () => {
    const second = await startNode(settings(testDatabase.connectionString), {
      ...product,
      log: createLog("silent"),
    });
    try {
      const person = { email: "two@example.org", password: "correct horse battery staple", name: "Two" };
      expect((await post(`${node.url}/api/auth/sign-up/email`, person)).status).toBe(200);
      expect((await post(`${second.url}/api/auth/sign-in/email`, person)).status).toBe(200);
    } finally {
      await second.stop();
    }
    expect((await get("/health/ready")).status).toBe(200);
  });
});

describe("a database of a newer version", () => {
  it("is refused with a message", async () => {
    const own = await createTestDatabase();
    const client = new pg.Client({ connectionString: own.connectionString });
    await client.connect();
    try {
      await client.query("insert into schema_migrations (name, timestamp) values ('9999_future', '2030')");
      const starting = startNode(settings(own.connectionString), { ...product, log: createLog("silent") });
      await expect(starting).rejects.toThrow(StartError);
      await expect(starting).rejects.toThrow(/newer version/);
    } finally {
      await client.end();
      await own.drop();
    }
  });
});

function settings(databaseUrl: string) {
  return loadConfig({ PORT: "0", DATA_DIR: directory, DATABASE_URL: databaseUrl, METRICS_TOKEN: TOKEN });
}

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(node.url + path, { headers });
}

function post(url: string, body: object): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** Readiness is remembered for half a second. */
function forgetReadiness(): void {
  skippedMs += 600;
}

function upgrade(path: string, origin: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      connection: "upgrade",
      upgrade: "websocket",
      origin,
      "sec-websocket-version": "13",
      "sec-websocket-key": Buffer.alloc(16).toString("base64"),
    };
    request(node.url + path, { headers })
      .on("upgrade", (response, socket) => {
        socket.destroy();
        resolve(response.statusCode!);
      })
      .on("response", (response) => {
        response.resume();
        resolve(response.statusCode!);
      })
      .on("error", reject)
      .end();
  });
}

import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { product } from "../../../registry/product.ts";
import { hashOfSecret } from "../../../server/auth/link_token.ts";
import { loadConfig } from "../../../server/config.ts";
import { createLog } from "../../../server/log.ts";
import { type Node, startNode } from "../../../server/node.ts";
import { createTestDatabase } from "../../../test/database.ts";

const lines: string[] = [];
let directory: string;
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>;
let node: Node;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "carediary-feeds-"));
  testDatabase = await createTestDatabase();
  const config = loadConfig({
    ...{ HOST: "127.0.0.1", PORT: "0", DATA_DIR: directory, DATABASE_URL: testDatabase.connectionString },
    ...{ SECRET_KEY: "a secret of tests, of enough characters" },
  });
  node = await startNode(config, {
    ...product,
    log: createLog("trace", { write: (line) => lines.push(line) }),
    client: async () => join(directory, "no client"),
  });
});
afterAll(async () => {
  await node?.stop();
  await testDatabase?.drop();
  await rm(directory, { recursive: true, force: true });
});

it("no line of the log has the token of a feed, for any outcome of the fetch", async () => {
  const token = randomBytes(32).toString("base64url");
  const { pool } = node.database;
  await pool.query(
    "insert into users (id, clerk_user_id, email, name) values (gen_random_uuid(), 'a', 'a@example.org', 'Anna')",
  );
  await pool.query(
    `insert into calendar_feeds (id, user_id, token_hash, whose, detail)
     select gen_random_uuid(), id, $1, 'mine', 'titles' from users`,
    [hashOfSecret(token)],
  );
  const statusOf = async (path: string, init?: RequestInit) => (await fetch(node.url + path, init)).status;
  const path = `/api/calendars/${token}.ics`;
  expect(await statusOf(path)).toBe(200);
  expect(await statusOf(`${path}?x=${token}`)).toBe(200);
  expect(await statusOf(path, { method: "HEAD" })).toBe(200);
  expect(await statusOf(path, { method: "POST" })).toBe(405);
  // Links that were broken on the way.
  expect(await statusOf(`/api/calendars/${token.slice(0, 30)}`)).toBe(404);
  expect(await statusOf(`/api/calendars/${token}.ics/`)).toBe(404);
  expect(await statusOf(`/calendars/${token.slice(0, 30)}`)).toBe(404);
  // A failure of the server's own.
  await pool.query("alter table calendar_feeds rename column last_agent to gone");
  expect(await statusOf(path)).toBe(500);
  await pool.query("delete from calendar_feeds");
  expect(await statusOf(path)).toBe(404);
  const log = lines.join("");
  expect(log.match(/"path":"\/api\/calendars\/:hidden"/g)!.length).toBeGreaterThanOrEqual(6);
  for (const part of [token, token.slice(0, 20), hashOfSecret(token).toString("hex")])
    expect(log).not.toContain(part);
});

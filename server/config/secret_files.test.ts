import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadConfig } from "../config.ts";

let directory: string;
const file = async (name: string, content: string) => {
  const path = join(directory, name);
  await writeFile(path, content);
  return path;
};
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "secrets-"));
});
afterAll(() => rm(directory, { recursive: true }));

it("reads a secret from the file that its setting names, without the line's end", async () => {
  const config = loadConfig({
    SECRET_KEY_FILE: await file("key", `${"k".repeat(32)}\n`),
    DATABASE_URL_FILE: await file("db", "postgresql://care:pass@db/care\n"),
    SMTP_URL_FILE: "",
  });
  expect(config).toMatchObject({
    secretKey: "k".repeat(32),
    databaseUrl: "postgresql://care:pass@db/care",
    smtpUrl: null,
  });
});

it("refuses in words a value beside a file, and a file that is missing, empty, too large or holds a bad value", async () => {
  const key = await file("whole", "k".repeat(32));
  const short = await file("short", "hunter2secret");
  expect(() => loadConfig({ SECRET_KEY: "k".repeat(32), SECRET_KEY_FILE: key })).toThrow(
    "SECRET_KEY and SECRET_KEY_FILE can't both be set.",
  );
  expect(() => loadConfig({ SECRET_KEY_FILE: join(directory, "absent") })).toThrow(/absent \(ENOENT\)/);
  expect(() => loadConfig({ SECRET_KEY_FILE: directory })).toThrow(/EISDIR/);
  const empty = await file("empty", "\n");
  expect(() => loadConfig({ SECRET_KEY_FILE: empty })).toThrow(/empty/);
  const large = await file("large", "x".repeat(20_000));
  expect(() => loadConfig({ SECRET_KEY_FILE: large })).toThrow(/too large/);
  expect(() => loadConfig({ SECRET_KEY_FILE: short })).toThrow(/^SECRET_KEY must have at least 32/);
  expect(() => loadConfig({ SECRET_KEY_FILE: short })).not.toThrow(/hunter2/);
});

import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startGcsServer } from "../../test/gcs_server.ts";
import { startS3Server } from "../../test/s3_server.ts";
import { createDrafts } from "./drafts.ts";
import { createGcsStorage } from "./gcs.ts";
import { createLocalStorage } from "./local.ts";
import { createS3Storage } from "./s3.ts";
import { type FileStorage, getPhotoFile } from "./storage.ts";

// The services of these tests have the machine's clock.
vi.useRealTimers();

type OpenedStorage = { storage: FileStorage; close(): Promise<void> };

const DRIVERS: Record<string, (directory: string) => Promise<OpenedStorage>> = {
  local: async (directory) => ({ storage: createLocalStorage(directory), close: async () => {} }),
  s3: async (directory) => {
    const server = await startS3Server();
    return {
      storage: createS3Storage(server.config, createDrafts(join(directory, "drafts"))),
      close: () => server.close(),
    };
  },
  gcs: async (directory) => {
    const server = await startGcsServer();
    const drafts = createDrafts(join(directory, "drafts"));
    return {
      storage: createGcsStorage(server.config, drafts, server.apiEndpoint),
      close: () => server.close(),
    };
  },
};

const NAME = "attachments/0197c3d4-0000-7000-8000-000000000001";
const OTHER = "attachments/0197c3d4-0000-7000-8000-000000000002";
const bytes = Buffer.from([0, 255, 13, 10, 0x80, 1, 2, 3]);

describe.each(Object.keys(DRIVERS))("files in storage %s", (driver) => {
  let directory: string;
  let storage: FileStorage;
  let close: () => Promise<void>;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "carediary-storage-"));
    ({ storage, close } = await DRIVERS[driver]!(directory));
  });
  afterAll(async () => {
    await close();
    await rm(directory, { recursive: true, force: true });
  });

  it("are read as they were written, whole and as a stream, with their size", async () => {
    await storage.write(NAME, bytes);
    expect(Buffer.from((await storage.read(NAME))!)).toEqual(bytes);
    expect(await buffer((await storage.stream(NAME))!)).toEqual(bytes);
    expect(await storage.size(NAME)).toBe(8);
  });

  it("are replaced by writing again, and may be empty", async () => {
    await storage.write(NAME, bytes);
    await storage.write(NAME, new Uint8Array());
    expect(await storage.size(NAME)).toBe(0);
    expect(Buffer.from((await storage.read(NAME))!)).toEqual(Buffer.alloc(0));
    expect(await buffer((await storage.stream(NAME))!)).toEqual(Buffer.alloc(0));
  });

  it("of any size are copied in parts and listed, where files are in a bucket", async () => {
    const { large } = storage;
    expect(large === null).toBe(driver === "local");
    if (!large) return;
    const path = join(directory, "large.tar");
    // Three parts, the last one smaller.
    const content = randomBytes(17 * 1024 * 1024);
    await writeFile(path, content);
    await large.save(path, "backups/large.tar");
    expect((await buffer((await storage.stream("backups/large.tar"))!)).equals(content)).toBe(true);
    await writeFile(path, "");
    await large.save(path, "backups/empty.tar");
    expect(await storage.size("backups/empty.tar")).toBe(0);
    expect((await large.list("backups/")).sort()).toEqual(["backups/empty.tar", "backups/large.tar"]);
    expect(await large.list("backups/l")).toEqual(["backups/large.tar"]);
  });

  it("that don't exist read as null, and may be removed", async () => {
    expect(await storage.read(OTHER)).toBeNull();
    expect(await storage.stream(OTHER)).toBeNull();
    expect(await storage.size(OTHER)).toBeNull();
    await storage.remove(OTHER);
  });

  it("are removed one at a time", async () => {
    await storage.write(NAME, bytes);
    await storage.write(OTHER, bytes);
    await storage.remove(NAME);
    expect(await storage.read(NAME)).toBeNull();
    expect(await storage.size(OTHER)).toBe(8);
  });

  it("are made from a draft, which leaves nothing behind", async () => {
    const large = Buffer.alloc(3 * 1024 * 1024, "ab");
    const draft = await storage.drafts.newPath();
    await writeFile(draft, large);
    await storage.write(NAME, bytes);
    await storage.saveDraft(draft, NAME);
    expect(Buffer.from((await storage.read(NAME))!).equals(large)).toBe(true);
    expect(await readdir(join(directory, "drafts"))).toEqual([]);
  });

  it("clean up drafts after an hour, and no younger ones", async () => {
    const [old, young] = [await storage.drafts.newPath(), await storage.drafts.newPath()];
    await writeFile(old, "abandoned");
    await writeFile(young, "under way");
    const now = Date.now();
    await utimes(old, new Date(now - 3_700_000), new Date(now - 3_700_000));
    await storage.drafts.removeAbandoned(now);
    expect((await readdir(join(directory, "drafts"))).map((name) => join(directory, "drafts", name))).toEqual(
      [young],
    );
    await rm(young);
  });

  it("include photos", async () => {
    const [whole, small] = [
      getPhotoFile("0197c3d4-0000-7000-8000-000000000003", "whole"),
      getPhotoFile("x", "small"),
    ];
    await storage.write(whole, bytes);
    await storage.write(small, bytes.subarray(1));
    expect([await storage.size(whole), await storage.size(small)]).toEqual([8, 7]);
  });
});

describe("the local storage", () => {
  it("refuses a name that leads outside its directory", async () => {
    const directory = await mkdtemp(join(tmpdir(), "carediary-storage-"));
    const storage = createLocalStorage(join(directory, "files"));
    await writeFile(join(directory, "secret.key"), "secret");
    for (const name of [
      "../secret.key",
      "attachments/../../secret.key",
      "/etc/passwd",
      "attachments",
      "drafts/a.part",
      "a/b\0",
      "",
    ]) {
      await expect(storage.write(name, bytes), name).rejects.toThrow("Not a name of a stored file");
      await expect(async () => storage.read(name), name).rejects.toThrow("Not a name of a stored file");
      await expect(storage.stream(name), name).rejects.toThrow("Not a name of a stored file");
      await expect(storage.remove(name), name).rejects.toThrow("Not a name of a stored file");
    }
    expect(await readdir(directory)).toEqual(["secret.key"]);
    await rm(directory, { recursive: true });
  });
});

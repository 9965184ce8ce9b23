import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { receiveMails } from "../../test/received-mails.ts";
import { startS3Server } from "../../test/s3_server.ts";
import { type ServerProcess, startServer } from "../../test/server-process.ts";
import { usedDirectory } from "../../test/used-directory.ts";
import { getBackupName } from "../backup/names.ts";
import { createLog } from "../log.ts";
import { examine } from "./doctor.ts";

let directory: Awaited<ReturnType<typeof usedDirectory>>;
let server: ServerProcess;
beforeAll(async () => {
  directory = await usedDirectory();
  server = await startServer({ DATA_DIR: directory.path });
});
afterAll(async () => {
  await server?.end("SIGTERM");
  await directory?.remove();
});

const loadAll = async () => (await import("../../registry/rooms.ts")).rooms;
const doctor = async (environment: Record<string, string> = {}, loadRooms = loadAll) => {
  const { lines, hasFault } = await examine(
    { DATA_DIR: directory.path, BASE_URL: server.url, ...environment },
    createLog("silent"),
    loadRooms,
  );
  return { text: lines.join("\n"), hasFault };
};

describe("the doctor", () => {
  it("finds a running server well, and says what is missing for more", async () => {
    const { text, hasFault } = await doctor();
    expect(hasFault).toBe(false);
    expect(text).toContain("ok       Database: PostgreSQL 18");
    expect(text).toContain("ok       Files: written, read and deleted (local).");
    expect(text).toContain(`ok       Address: ${server.url} leads to a running server.`);
    expect(text).toContain("ok       Address: live updates get through.");
    expect(text).toContain("warning  Mail: No mail server is set");
    expect(text).toContain("ok       Push: the key for push services can be read.");
    expect(text).toContain("warning  Push: Push services get mailto:carediary@localhost as your address.");
    expect(text).toContain("ok       Push: no device gets notifications yet.");
    expect(text).toContain("warning  Backups: This server makes none by itself.");
  });

  it("goes on when a room can't be loaded, and says so", async () => {
    const { text, hasFault } = await doctor({}, () => Promise.reject(new Error("no such module")));
    expect(hasFault).toBe(true);
    expect(text).toMatch(/FAULT +Program: .*no such module/);
    expect(text).toContain("ok       Database: PostgreSQL 18");
    expect(text).toContain("warning  Backups: This server makes none by itself.");
  });

  it("names a setting that can't be read", async () => {
    expect(await doctor({ WORKERS: "many" })).toMatchObject({
      hasFault: true,
      text: expect.stringContaining(
        "FAULT    Settings: WORKERS must be auto, or a whole number from 1 to 64.",
      ),
    });
  });

  it("signs in to the mail server, and says when it can't be reached", async () => {
    const mails = await receiveMails();
    onTestFinished(() => mails.close());
    expect((await doctor({ SMTP_URL: mails.url })).text).toContain("lets this server in");
    expect(mails.received).toEqual([]);
    expect(await doctor({ SMTP_URL: "smtp://127.0.0.1:1" })).toMatchObject({
      hasFault: true,
      text: expect.stringContaining("FAULT    Mail: The mail server refuses: connect ECONNREFUSED"),
    });
  });

  it("writes, reads and deletes in the bucket, and asks it whether pages may upload", async () => {
    const s3 = await startS3Server();
    onTestFinished(() => s3.close());
    const { bucket, endpoint, credentials } = s3.config;
    const settings = {
      STORAGE: "s3",
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint!,
      S3_ACCESS_KEY_ID: credentials!.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials!.secretAccessKey,
    };
    const { text } = await doctor(settings);
    expect(text).toContain("written, read and deleted (s3)");
    expect(text).toContain("the bucket takes uploads of pages of");
    expect(await doctor({ ...settings, S3_BUCKET: "another" })).toMatchObject({
      hasFault: true,
      text: expect.stringContaining("FAULT    Files: The storage can't be used"),
    });
  });

  it("sees a proxy that passes pages but no sockets", async () => {
    const proxy = createServer((_, response) => response.end("{}"));
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void proxy.close());
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const { text, hasFault } = await doctor({ BASE_URL: url });
    expect(text).toContain("FAULT    Address: Live updates don't get through");
    expect(hasFault).toBe(true);
  });

  it("judges planned backups by their age and place", async () => {
    const backups = join(directory.path, "planned");
    await mkdir(backups);
    onTestFinished(() => rm(backups, { recursive: true }));
    const settings = { BACKUP_DIR: backups, BACKUP_PASSPHRASE: "correct horse battery" };
    expect((await doctor(settings)).text).toContain("There is none in");
    await writeFile(join(backups, getBackupName(Date.now() - 30 * 3_600_000, true)), "");
    expect(await doctor(settings)).toMatchObject({
      hasFault: true,
      text: expect.stringContaining("is 30 hours old"),
    });
    await writeFile(join(backups, getBackupName(Date.now() - 3_600_000, true)), "");
    const { text, hasFault } = await doctor(settings);
    expect(hasFault).toBe(false);
    expect(text).toContain("is 1 hour old");
    expect(text).toContain("is on the same disk as DATA_DIR");
    expect(text).not.toContain("aren't encrypted");
  });
});

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { type S3Server, startS3Server } from "../../test/s3_server.ts";
import { spec } from "../../test/spec.ts";
import { createDrafts } from "./drafts.ts";
import { createS3Storage } from "./s3.ts";
import type { DirectStorage, FileStorage } from "./storage.ts";

let server: S3Server;
let storage: FileStorage;
let direct: DirectStorage;
beforeAll(async () => {
  server = await startS3Server();
  storage = createS3Storage(server.config, createDrafts(tmpdir()));
  direct = storage.direct!;
});
afterAll(() => server.close());

const put = (url: string, body: string, type = "text/plain") =>
  fetch(url, { method: "PUT", headers: { "Content-Type": type }, body });

describe("links to a bucket of an S3 service", () => {
  const file = { name: "uploads/a", type: "text/plain", size: null, seconds: 60 };

  it("accept one file with the signed type", { tags: spec("CORE-409 CORE-410") }, async () => {
    const url = await direct.uploadUrl(file);
    expect((await put(url, "hello", "text/html")).status).toBe(403);
    expect(await storage.size(file.name)).toBeNull();
    expect((await put(url, "hello")).status).toBe(200);
    expect(await storage.size(file.name)).toBe(5);
  });

  it("accept only the signed length", async () => {
    const name = "uploads/b";
    const url = await direct.uploadUrl({ ...file, name, size: 5 });
    expect((await put(url, "hello and more")).status).toBe(403);
    expect((await put(url, "hell")).status).toBe(403);
    expect(await storage.size(name)).toBeNull();
    expect((await put(url, "hello")).status).toBe(200);
  });

  it("can't be used for another name, for reading or for deleting", async () => {
    const url = await direct.uploadUrl(file);
    expect((await put(url.replace("uploads/a", "uploads/c"), "hello")).status).toBe(403);
    expect((await fetch(url)).status).toBe(403);
    expect((await fetch(url, { method: "DELETE" })).status).toBe(403);
    expect(await storage.size("uploads/c")).toBeNull();
  });

  it("expire", async () => {
    const name = "uploads/d";
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const url = await direct.uploadUrl({ ...file, name, seconds: 1 });
    vi.setSystemTime(vi.getMockedSystemTime()!.getTime() + 2_100);
    expect((await put(url, "hello")).status).toBe(403);
    expect(await storage.size(name)).toBeNull();
  });

  it("serve a file with the signed type, name and disposition", async () => {
    await storage.write("attachments/e", Buffer.from("<script>alert(1)</script>"));
    // This server computes the signature of quotes and brackets in an address otherwise than S3.
    const disposition = 'attachment; filename="X-ray of 5 May.pdf"';
    const url = await direct.downloadUrl({
      name: "attachments/e",
      type: "application/octet-stream",
      disposition,
    });
    // It outlives the right of its person by no more than a minute.
    expect(new URL(url).searchParams.get("X-Amz-Expires")).toBe("60");
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/octet-stream");
    expect(answer.headers.get("content-disposition")).toBe(disposition);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.text()).toContain("<script>");
    expect((await fetch(url.replace("octet-stream", "html"))).status).toBe(403);
  });

  it("allow copying a file out of their reach, and reading its first bytes", async () => {
    const url = await direct.uploadUrl(file);
    await put(url, "%PDF-1.7 and on");
    await direct.copy(file.name, "attachments/f");
    await put(url, "changed since");
    expect(Buffer.from((await storage.read("attachments/f"))!).toString()).toBe("%PDF-1.7 and on");
    expect(Buffer.from(await direct.beginning("attachments/f", 5)).toString()).toBe("%PDF-");
  });

  it("point to the service's own origin", async () => {
    expect(await direct.origin()).toBe(server.config.endpoint);
    const amazon = createS3Storage(
      { ...server.config, endpoint: null, forcePathStyle: false, region: "eu-central-1" },
      createDrafts(tmpdir()),
    ).direct!;
    expect(await amazon.origin()).toBe("https://care-files.s3.eu-central-1.amazonaws.com");
    const { origin } = new URL(await amazon.downloadUrl({ name: "x", type: "a/b", disposition: "" }));
    expect(origin).toBe(await amazon.origin());
  });
});

describe("a service that doesn't answer", () => {
  it("times out", async () => {
    const silent = createServer();
    silent.listen(0, "127.0.0.1");
    await once(silent, "listening");
    const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const patience = { connectMs: 200, answerMs: 300 };
    const away = createS3Storage({ ...server.config, endpoint }, createDrafts(tmpdir()), patience);
    await expect(away.size("attachments/a")).rejects.toThrow();
    await expect(away.write("attachments/a", Buffer.from("x"))).rejects.toThrow();
    silent.closeAllConnections();
    silent.close();
  });
});

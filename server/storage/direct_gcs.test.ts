import { createHash, createVerify } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { Storage } from "@google-cloud/storage";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type GcsServer, startGcsServer } from "../../test/gcs_server.ts";
import { spec } from "../../test/spec.ts";
import { createDrafts } from "./drafts.ts";
import { createGcsStorage } from "./gcs.ts";
import type { DirectStorage, FileStorage } from "./storage.ts";

/** Busy machines take their time. */
const POLL_OPTIONS = { timeout: 10_000 };

let server: GcsServer;
let storage: FileStorage;
let direct: DirectStorage;
beforeAll(async () => {
  server = await startGcsServer();
  storage = createGcsStorage(server.config, createDrafts(tmpdir()), server.apiEndpoint);
  // Links are signed for the service itself.
  direct = createGcsStorage(server.config, createDrafts(tmpdir())).direct!;
});
afterAll(() => server.close());

/**
 * Checks a link as the service does, from its documentation alone: "Signing process" of V4 (GOOG4-RSA-SHA256), with
 * the headers that a request really carries.
 */
function isAccepted(link: string, method: string, headers: Record<string, string>): boolean {
  const url = new URL(link);
  const signature = Buffer.from(url.searchParams.get("X-Goog-Signature")!, "hex");
  const names = url.searchParams.get("X-Goog-SignedHeaders")!.split(";");
  const sent: Record<string, string> = { ...headers, host: url.host };
  const query = url.search
    .slice(1)
    .split("&")
    .filter((part) => !part.startsWith("X-Goog-Signature="));
  const canonical = [
    method,
    url.pathname,
    query.sort().join("&"),
    ...names.map((name) => `${name}:${sent[name] ?? ""}`),
    "",
    names.join(";"),
    "UNSIGNED-PAYLOAD",
  ].join("\n");
  const [account, ...scope] = url.searchParams.get("X-Goog-Credential")!.split("/");
  const toSign = [
    "GOOG4-RSA-SHA256",
    url.searchParams.get("X-Goog-Date"),
    scope.join("/"),
    createHash("sha256").update(canonical).digest("hex"),
  ].join("\n");
  return (
    account === server.account &&
    createVerify("RSA-SHA256").update(toSign).verify(server.publicKey, signature)
  );
}

describe("links to a bucket of Google Cloud Storage", () => {
  const file = { name: "uploads/a", type: "text/plain", size: null, seconds: 900 };

  it("are valid for one name, method and type, as the service checks them", {
    tags: spec("CORE-409 CORE-410"),
  }, async () => {
    const url = await direct.uploadUrl(file);
    expect(isAccepted(url, "PUT", { "content-type": "text/plain" })).toBe(true);
    expect(isAccepted(url, "PUT", { "content-type": "text/html" })).toBe(false);
    expect(isAccepted(url, "GET", { "content-type": "text/plain" })).toBe(false);
    expect(isAccepted(url.replace("uploads/a", "uploads/b"), "PUT", { "content-type": "text/plain" })).toBe(
      false,
    );
    expect(new URL(url).searchParams.get("X-Goog-Expires")).toBe("900");
  });

  it("are valid for one length when it is given", async () => {
    const url = await direct.uploadUrl({ ...file, size: 5 });
    expect(isAccepted(url, "PUT", { "content-type": "text/plain", "content-length": "5" })).toBe(true);
    expect(isAccepted(url, "PUT", { "content-type": "text/plain", "content-length": "6" })).toBe(false);
  });

  it("sign the type and the disposition of a download", async () => {
    const url = await direct.downloadUrl({
      name: "attachments/a",
      type: "image/png",
      disposition: "attachment; filename*=UTF-8\u0027\u0027R%C3%B6ntgen.png",
    });
    expect(isAccepted(url, "GET", {})).toBe(true);
    const parameters = new URL(url).searchParams;
    expect(Number(parameters.get("X-Goog-Expires"))).toBeLessThanOrEqual(60);
    expect(parameters.get("response-content-type")).toBe("image/png");
    expect(parameters.get("response-content-disposition")).toBe(
      "attachment; filename*=UTF-8\u0027\u0027R%C3%B6ntgen.png",
    );
    expect(parameters.get("response-cache-control")).toBe("no-store");
    expect(isAccepted(url.replace("image%2Fpng", "text%2Fhtml"), "GET", {})).toBe(false);
  });

  it("equal those of the official library for the same request", async () => {
    const official = new Storage({ keyFilename: server.config.keyFile! });
    const object = official.bucket(server.config.bucket).file(file.name);
    // Both sign the second in which they are asked.
    await expect
      .poll(async () => {
        const [ours, [theirs]] = await Promise.all([
          direct.uploadUrl(file),
          object.getSignedUrl({
            version: "v4",
            action: "write",
            expires: Date.now() + 900_000,
            contentType: "text/plain",
          }),
        ]);
        return ours === theirs;
      }, POLL_OPTIONS)
      .toBe(true);
  });

  it("point to the service's own origin", async () => {
    const origin = await direct.origin();
    expect(new URL(await direct.uploadUrl(file)).origin).toBe(origin);
    expect(new URL(await direct.downloadUrl({ name: "x", type: "a/b", disposition: "" })).origin).toBe(
      origin,
    );
  });

  it("fail with the name of the setting when the configured key can't be read", async () => {
    const without = createGcsStorage(
      { ...server.config, keyFile: "/nowhere/key.json" },
      createDrafts(tmpdir()),
    );
    await expect(without.direct!.origin()).rejects.toThrow(/^GCS_KEY_FILE \/nowhere\/key.json can't be read/);
  });
});

describe("a bucket of Google Cloud Storage", () => {
  it("copies files and reads their first bytes", async () => {
    await storage.write("uploads/b", Buffer.from("%PDF-1.7 and on"));
    await storage.direct!.copy("uploads/b", "attachments/b");
    await storage.write("uploads/b", Buffer.from("changed"));
    expect(Buffer.from(await storage.direct!.beginning("attachments/b", 5)).toString()).toBe("%PDF-");
    expect(await storage.size("attachments/b")).toBe(15);
  });

  it("times out when it doesn't answer", async () => {
    const silent = createServer();
    silent.listen(0, "127.0.0.1");
    await once(silent, "listening");
    const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const patience = { connectMs: 200, answerMs: 300 };
    const away = createGcsStorage(server.config, createDrafts(tmpdir()), endpoint, patience);
    const begin = Date.now();
    await expect(away.size("attachments/a")).rejects.toThrow();
    await expect(away.write("attachments/a", Buffer.from("x"))).rejects.toThrow();
    expect(Date.now() - begin).toBeLessThan(10_000);
    silent.closeAllConnections();
    silent.close();
  });
});

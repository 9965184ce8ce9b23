import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CRC32C } from "@google-cloud/storage";
import type { StorageConfig } from "../server/config/storage.ts";

export type GcsServer = {
  config: Extract<StorageConfig, { driver: "gcs" }>;
  apiEndpoint: string;
  /** The account of the temporary key, and its public half. */
  account: string;
  publicKey: string;
  close(): Promise<void>;
};

/**
 * The part of Google's JSON interface that the official library uses to store files in one bucket, because no
 * registry has such a server to install. Responds 501 to anything else.
 */
export async function startGcsServer(bucket = "care-files"): Promise<GcsServer> {
  const directory = await mkdtemp(join(tmpdir(), "carediary-gcs-"));
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const account = "carediary@throwaway.iam.gserviceaccount.com";
  const keyFile = join(directory, "key.json");
  await writeFile(
    keyFile,
    JSON.stringify({
      type: "service_account",
      client_email: account,
      private_key: privateKey,
      project_id: "p",
    }),
  );
  const objects = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const { status, json, bytes, location } = respond(objects, bucket, request, body);
    const origin = `http://${request.headers.host}`;
    response.writeHead(status, {
      "Content-Type": bytes ? "application/octet-stream" : "application/json",
      ...(location ? { Location: origin + location } : {}),
    });
    response.end(bytes ?? (json ? JSON.stringify(json) : undefined));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const apiEndpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    config: { driver: "gcs", bucket, keyFile },
    apiEndpoint,
    account,
    publicKey,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(directory, { recursive: true, force: true });
    },
  };
}

type Answer = { status: number; json?: object; bytes?: Buffer; location?: string };
const NOT_FOUND: Answer = { status: 404, json: { error: { code: 404, message: "No such object" } } };

function respond(
  objects: Map<string, Buffer>,
  bucket: string,
  request: IncomingMessage,
  body: Buffer,
): Answer {
  const url = new URL(request.url!, "http://gcs");
  const metadataOf = (name: string) => {
    const content = objects.get(name)!;
    const checksum = new CRC32C();
    checksum.update(content);
    return { name, bucket, size: String(content.length), crc32c: checksum.toString() };
  };
  if (
    url.pathname === `/upload/storage/v1/b/${bucket}/o` &&
    url.searchParams.get("uploadType") === "resumable"
  ) {
    const name = url.searchParams.get("name")!;
    if (request.method === "POST")
      return { status: 200, location: `${url.pathname}${url.search}&upload_id=1` };
    objects.set(name, body);
    return { status: 200, json: metadataOf(name) };
  }
  if (request.method === "GET" && url.pathname === `/storage/v1/b/${bucket}/o`) {
    const names = [...objects.keys()].filter((name) => name.startsWith(url.searchParams.get("prefix") ?? ""));
    return { status: 200, json: { items: names.map(metadataOf) } };
  }
  if (request.method === "POST" && url.pathname === `/upload/storage/v1/b/${bucket}/o`) {
    const { name, content } = multipart(request.headers["content-type"]!, body);
    objects.set(url.searchParams.get("name") ?? name!, content);
    return { status: 200, json: metadataOf(url.searchParams.get("name") ?? name!) };
  }
  const [, from, to] =
    url.pathname.match(`^/storage/v1/b/${bucket}/o/([^/]+)(?:/rewriteTo/b/${bucket}/o/([^/]+))?$`) ?? [];
  const name = from && decodeURIComponent(from);
  if (!name)
    return { status: 501, json: { error: { code: 501, message: `${request.method} ${url.pathname}` } } };
  const found = objects.get(name);
  if (!found) return NOT_FOUND;
  if (request.method === "POST" && to) {
    objects.set(decodeURIComponent(to), found);
    return { status: 200, json: { done: true, resource: metadataOf(decodeURIComponent(to)) } };
  }
  if (request.method === "DELETE") {
    objects.delete(name);
    return { status: 204 };
  }
  if (request.method === "GET" && url.searchParams.get("alt") === "media") {
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
    if (!range) return { status: 200, bytes: found };
    if (Number(range[1]) >= found.length) return { status: 416 };
    return { status: 206, bytes: found.subarray(Number(range[1]), Number(range[2]) + 1) };
  }
  return { status: 200, json: metadataOf(name) };
}

/** A body of `multipart/related`: the object's description, and its content. */
function multipart(type: string, body: Buffer): { name?: string; content: Buffer } {
  const boundary = `--${/boundary="?([^";]+)/.exec(type)![1]}`;
  const parts: Buffer[] = [];
  for (let at = body.indexOf(boundary); ; ) {
    const next = body.indexOf(boundary, at + boundary.length);
    if (next < 0) break;
    parts.push(body.subarray(body.indexOf("\r\n\r\n", at) + 4, next - 2));
    at = next;
  }
  return { name: JSON.parse(parts[0]!.toString()).name, content: parts[1]! };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

import { mkdtemp, rm } from "node:fs/promises";
import type { Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StorageConfig } from "../server/config/storage.ts";

export type S3Server = {
  config: Extract<StorageConfig, { driver: "s3" }>;
  close(): Promise<void>;
};

/** Lets pages of another origin upload and read files, as `README.md` tells operators to configure. */
const CORS = `<?xml version="1.0" encoding="UTF-8"?>
<CORSConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
  <CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>PUT</AllowedMethod><AllowedMethod>GET</AllowedMethod>
    <AllowedHeader>content-type</AllowedHeader></CORSRule>
</CORSConfiguration>`;

type S3rver = { run(): Promise<AddressInfo>; httpServer?: Server; close(): Promise<void> };
// The package has no types.
const require = createRequire(import.meta.url);
const S3rver = require("@20minutes/s3rver") as new (options: object) => S3rver;

/**
 * The address of a bucket itself ends with a slash, which the library of S3 signs and real services count; this one
 * leaves it out.
 */
const signature = require("@20minutes/s3rver/lib/signature/v4.js");
const { getStringToSign } = signature;
signature.getStringToSign = (request: { uri: string }, ...rest: unknown[]) =>
  getStringToSign(/^\/[^/]+$/.test(request.uri) ? { ...request, uri: `${request.uri}/` } : request, ...rest);

/** An independent implementation of S3 on a free port, with one empty bucket. It checks signatures and expiry. */
export async function startS3Server(bucket = "care-files"): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), "carediary-s3-"));
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [CORS] }],
  });
  const { port } = await server.run();
  return {
    config: {
      driver: "s3",
      bucket,
      region: "us-east-1",
      endpoint: `http://127.0.0.1:${port}`,
      credentials: { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" },
      forcePathStyle: true,
    },
    async close() {
      server.httpServer?.closeAllConnections();
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { GetObjectCommandOutput, S3Client } from "@aws-sdk/client-s3";
import type { StorageConfig } from "../config/storage.ts";
import type { Drafts } from "./drafts.ts";
import { withTimeout } from "./fault.ts";
import { saveInParts } from "./s3_parts.ts";
import { DIRECT_SECONDS, type FileStorage, TIMEOUTS } from "./storage.ts";

/** Storage in a bucket of any S3-compatible service. The library is loaded at the first use. */
export function createS3Storage(
  config: Extract<StorageConfig, { driver: "s3" }>,
  drafts: Drafts,
  timeouts = TIMEOUTS,
): FileStorage {
  const { bucket } = config;
  const sdk = memoize(() => import("@aws-sdk/client-s3"));
  const presigner = memoize(() => import("@aws-sdk/s3-request-presigner"));
  const client = memoize(async () => connect(config, timeouts, (await sdk()).S3Client));

  const object = (name: string) => ({ Bucket: bucket, Key: name });

  async function get(name: string, range?: string): Promise<GetObjectCommandOutput["Body"] | null> {
    const { GetObjectCommand } = await sdk();
    const answer = await orNull(
      (await client()).send(new GetObjectCommand({ ...object(name), Range: range })),
    );
    return answer?.Body;
  }

  /** The library's time limit covers only the response's headers. */
  const toBytes = async (body: GetObjectCommandOutput["Body"] | null) =>
    body ? withTimeout(timeouts.answerMs, body.transformToByteArray()) : null;

  async function put(name: string, body: Uint8Array | Readable, size: number): Promise<void> {
    const { PutObjectCommand } = await sdk();
    await (await client()).send(
      new PutObjectCommand({ ...object(name), Body: body, ContentLength: size, ContentType: OPAQUE }),
    );
  }

  async function uploadUrl(file: { name: string; type: string; size: number | null; seconds: number }) {
    const [{ PutObjectCommand }, { getSignedUrl }] = await Promise.all([sdk(), presigner()]);
    const command = new PutObjectCommand({
      ...object(file.name),
      ContentType: file.type,
      ContentLength: file.size ?? undefined,
    });
    // Both headers are part of the signature: the service refuses another type or length.
    const signableHeaders = new Set(["host", "content-type", "content-length"]);
    return getSignedUrl(await client(), command, { expiresIn: file.seconds, signableHeaders });
  }

  return {
    write: (name, bytes) => put(name, bytes, bytes.length),
    async read(name) {
      return toBytes(await get(name));
    },
    async stream(name) {
      return ((await get(name)) as Readable | null | undefined) ?? null;
    },
    async size(name) {
      const { HeadObjectCommand } = await sdk();
      const answer = await orNull((await client()).send(new HeadObjectCommand(object(name))));
      return answer ? (answer.ContentLength ?? 0) : null;
    },
    async remove(name) {
      const { DeleteObjectCommand } = await sdk();
      await (await client()).send(new DeleteObjectCommand(object(name)));
    },
    async saveDraft(draft, name) {
      await put(name, createReadStream(draft), (await stat(draft)).size);
      await rm(draft, { force: true });
    },
    drafts,
    large: {
      async save(path, name) {
        await saveInParts(await client(), await sdk(), object(name), path);
      },
      async list(prefix) {
        const { paginateListObjectsV2 } = await sdk();
        const names: string[] = [];
        for await (const page of paginateListObjectsV2(
          { client: await client() },
          { Bucket: bucket, Prefix: prefix },
        ))
          names.push(...(page.Contents ?? []).flatMap(({ Key }) => Key ?? []));
        return names;
      },
    },
    direct: {
      // Services put the bucket's name in different parts of an address, so the origin is taken from a link.
      origin: async () =>
        new URL(await uploadUrl({ name: "uploads/x", type: OPAQUE, size: 0, seconds: 1 })).origin,
      uploadUrl,
      async downloadUrl({ name, type, disposition }) {
        const [{ GetObjectCommand }, { getSignedUrl }] = await Promise.all([sdk(), presigner()]);
        const command = new GetObjectCommand({
          ...object(name),
          ResponseContentType: type,
          ResponseContentDisposition: disposition,
          ResponseCacheControl: "no-store",
        });
        return getSignedUrl(await client(), command, { expiresIn: DIRECT_SECONDS });
      },
      async copy(from, to) {
        const { CopyObjectCommand } = await sdk();
        await (await client()).send(
          new CopyObjectCommand({ ...object(to), CopySource: `${bucket}/${from}` }),
        );
      },
      async beginning(name, length) {
        return (await toBytes(await get(name, `bytes=0-${length - 1}`))) ?? new Uint8Array();
      },
    },
  };
}

const OPAQUE = "application/octet-stream";

function connect(
  { region, endpoint, credentials, forcePathStyle }: Extract<StorageConfig, { driver: "s3" }>,
  timeouts: typeof TIMEOUTS,
  Client: typeof S3Client,
): S3Client {
  return new Client({
    region,
    forcePathStyle,
    ...(endpoint ? { endpoint } : {}),
    ...(credentials ? { credentials } : {}),
    // Many compatible services don't support the newer checksums, and browsers would have to compute them.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: timeouts.connectMs,
      requestTimeout: timeouts.answerMs,
      throwOnRequestTimeout: true,
    },
    maxAttempts: 2,
    // The library would write to the console; errors are thrown as well.
    logger: { trace: ignoreLog, debug: ignoreLog, info: ignoreLog, warn: ignoreLog, error: ignoreLog },
  });
}

function ignoreLog(): void {}

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (getStatus(error) === 404) return null;
    throw error;
  }
}

const getStatus = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

function memoize<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

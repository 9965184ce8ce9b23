import { open } from "node:fs/promises";
import type { S3Client } from "@aws-sdk/client-s3";

type Sdk = typeof import("@aws-sdk/client-s3");
type ObjectName = { Bucket: string; Key: string };

/** S3 takes parts of at least 5 MiB, all but the last, and at most 10,000 of them. */
const MIN_PART_BYTES = 8 * 1024 * 1024;
const MAX_PARTS = 10_000;

/** Uploads a file in parts, with one in memory at a time; after a failure its parts are removed from the bucket. */
export async function saveInParts(
  client: S3Client,
  sdk: Sdk,
  object: ObjectName,
  path: string,
): Promise<void> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { UploadId } = await client.send(
      new sdk.CreateMultipartUploadCommand({ ...object, ContentType: "application/octet-stream" }),
    );
    const upload = { ...object, UploadId };
    try {
      const buffer = Buffer.alloc(getPartBytes(size));
      const parts: { PartNumber: number; ETag: string | undefined }[] = [];
      // An empty file has one part, too.
      for (let from = 0; from < size || parts.length === 0; from += buffer.length) {
        const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, size - from), from);
        if (bytesRead < Math.min(buffer.length, size - from))
          throw new Error(`${path} became shorter meanwhile`);
        const PartNumber = parts.length + 1;
        const Body = buffer.subarray(0, bytesRead);
        const { ETag } = await client.send(
          new sdk.UploadPartCommand({ ...upload, PartNumber, Body, ContentLength: bytesRead }),
        );
        parts.push({ PartNumber, ETag });
      }
      await client.send(
        new sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }),
      );
    } catch (error) {
      // Parts of an upload that never ends would be paid for; the first error is the one to report.
      await client.send(new sdk.AbortMultipartUploadCommand(upload)).catch(() => {});
      throw error;
    }
  } finally {
    await file.close();
  }
}

/** How large the parts of a file are, so that there aren't too many. */
export function getPartBytes(size: number): number {
  return Math.max(MIN_PART_BYTES, Math.ceil(size / MAX_PARTS));
}

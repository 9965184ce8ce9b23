import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDecryptStream, createEncryptStream, FILE_KEY_LENGTH, getSealedSize } from "./sealed_stream.ts";

const key = randomBytes(FILE_KEY_LENGTH);
const PIECE = 65_536;

/** A text in pieces as a network might deliver them. */
const chunkStream = (bytes: Buffer, length: number) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / length) }, (_, i) =>
      bytes.subarray(i * length, (i + 1) * length),
    ),
  );

async function transformAll(
  bytes: Buffer,
  transform: ReturnType<typeof createEncryptStream>,
  chunk = 40_000,
): Promise<Buffer> {
  const [result] = await Promise.all([
    buffer(transform),
    pipeline(chunkStream(bytes, chunk), transform).catch(() => {}),
  ]);
  return result;
}

const seal = (plain: Buffer, chunk?: number) => transformAll(plain, createEncryptStream(key), chunk);
const open = (sealed: Buffer, fileKey = key, chunk?: number) =>
  transformAll(sealed, createDecryptStream(fileKey), chunk);

describe("an encrypted file", () => {
  it("decrypts to the original, for any length and any chunks", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.integer({ min: 0, max: 300 }),
          fc.constantFrom(PIECE - 1, PIECE, PIECE + 1, 2 * PIECE, 2 * PIECE + 1, 5 * PIECE - 3),
        ),
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 1, max: 100_000 }),
        async (size, chunk, otherChunk) => {
          const plain = randomBytes(size);
          const smallest = Math.ceil(size / 500) + 1;
          const sealed = await seal(plain, Math.max(chunk, smallest));
          expect(sealed.length).toBe(getSealedSize(size));
          expect((await open(sealed, key, Math.max(otherChunk, smallest))).equals(plain)).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("reveals nothing of its content, and differs at each encryption", async () => {
    const plain = Buffer.alloc(100_000, "canary");
    const [once, again] = [await seal(plain), await seal(plain)];
    expect(once.includes("canary")).toBe(false);
    // Two attempts to upload share a key: the same bytes would tell, and a nonce used twice would open both.
    expect(once.subarray(16).equals(again.subarray(16))).toBe(false);
  });

  it("doesn't decrypt when any single bit is changed", async () => {
    const sealed = await seal(randomBytes(2 * PIECE + 100));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: sealed.length * 8 - 1 }), async (bit) => {
        const changed = Buffer.from(sealed);
        changed[bit >> 3]! ^= 1 << (bit & 7);
        await expect(open(changed)).rejects.toThrow();
      }),
      { numRuns: 60 },
    );
  });

  const SEALED_PIECE = PIECE + 16;
  it.each([
    ["cut off anywhere", (sealed: Buffer) => sealed.subarray(0, 70_000)],
    ["cut off between two pieces", (sealed: Buffer) => sealed.subarray(0, 16 + 2 * SEALED_PIECE)],
    [
      "without its first piece",
      (sealed: Buffer) => Buffer.concat([sealed.subarray(0, 16), sealed.subarray(16 + SEALED_PIECE)]),
    ],
    [
      "with two pieces exchanged",
      (sealed: Buffer) =>
        Buffer.concat([
          sealed.subarray(0, 16),
          sealed.subarray(16 + SEALED_PIECE, 16 + 2 * SEALED_PIECE),
          sealed.subarray(16, 16 + SEALED_PIECE),
          sealed.subarray(16 + 2 * SEALED_PIECE),
        ]),
    ],
    ["with something behind it", (sealed: Buffer) => Buffer.concat([sealed, Buffer.from("x")])],
    ["of which only the salt is left", (sealed: Buffer) => sealed.subarray(0, 16)],
    ["that is empty", () => Buffer.alloc(0)],
  ])("doesn't decrypt when it is one %s", async (_, damage) => {
    const sealed = await seal(randomBytes(2 * PIECE + 100));
    await expect(open(damage(sealed))).rejects.toThrow();
  });

  it("doesn't decrypt with another key", async () => {
    await expect(open(await seal(Buffer.from("hello")), randomBytes(32))).rejects.toThrow();
  });
});

import { Transform } from "node:stream";
import { getPreviewType, type PreviewType, SIGNATURE_LENGTH } from "./preview_type.ts";

/** The measurements of a stream. */
export type Measure = {
  stream: Transform;
  /** Bytes so far. */
  size(): number;
  previewType(): PreviewType | null;
};

/** After this many bytes reading stops as well. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * A stream that counts its bytes and keeps the first ones. From `createTooLarge` bytes on it passes nothing on but keeps
 * reading, since a browser doesn't see a response while it is still sending.
 */
export function createMeasure(tooLarge: number): Measure {
  let size = 0;
  let beginning = Buffer.alloc(0);
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > MAX_BYTES) return done(new Error("An upload went on far beyond its limit"));
      if (beginning.length < SIGNATURE_LENGTH) {
        beginning = Buffer.concat([beginning, chunk.subarray(0, SIGNATURE_LENGTH)]);
      }
      done(null, size < tooLarge ? chunk : null);
    },
  });
  return { stream, size: () => size, previewType: () => getPreviewType(beginning) };
}

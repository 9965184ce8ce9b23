import type { ResizeFit } from "@napi-rs/image";
import { readHeader } from "./header.ts";

/** The most pixels of a picture that is decoded, as photos of phones have; with 16 bits per channel each counts twice. */
const MAX_PIXELS = 50_000_000;
/** WebP quality, percent. */
const QUALITY = 78;
/** Fits into a box with unchanged proportions. The package declares names for its numbers but doesn't export them. */
const INSIDE: ResizeFit.Inside = 2;

/**
 * A small version of a picture: a WebP file at most `side` pixels long, upright, without metadata. A smaller picture
 * isn't enlarged. Null for a file that isn't a JPEG, PNG or WebP, has too many pixels, or is damaged.
 */
export async function drawPreview(bytes: Buffer, side: number): Promise<Buffer | null> {
  const header = readHeader(bytes);
  if (!header?.hasEnd || header.width * header.height * Math.ceil(header.depth / 8) > MAX_PIXELS) return null;
  // Loaded for the first picture: a native library of 18 MB.
  const { Transformer } = await import("@napi-rs/image");
  try {
    const picture = new Transformer(bytes).rotate();
    if (Math.max(header.width, header.height) > side) {
      picture.resize({ width: side, height: side, fit: INSIDE });
    }
    return await picture.webp(QUALITY);
  } catch {
    // The decoder refuses a damaged picture.
    return null;
  }
}

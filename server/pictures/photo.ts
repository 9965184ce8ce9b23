import type { ResizeFit, Transformer } from "@napi-rs/image";
import { readHeader } from "./header.ts";
import { createTurns } from "./turns.ts";

/** A photo as it is stored: the whole picture, and a square from its middle. Both are JPEG without metadata. */
export type Photo = { whole: Buffer; small: Buffer };

export type PhotoForm = {
  /** Longest side of the whole photo, pixels; a smaller picture isn't enlarged. */
  side: number;
  /** Side of the small square, pixels. */
  smallSide: number;
  /** JPEG quality, percent. */
  quality: number;
};

const inTurn = createTurns(8);

/**
 * Re-encodes a picture as JPEG, rotated upright, on white where it is transparent, outside the main thread. The
 * caller must check the header first, since the whole picture is decoded.
 * @throws CareError when too many wait already, else the decoder's error for a damaged picture
 */
export const drawPhoto = (bytes: Buffer, form: PhotoForm): Promise<Photo> => inTurn(() => draw(bytes, form));

/** Fits into a box with unchanged proportions. The package declares names for its numbers but doesn't export them. */
const INSIDE: ResizeFit.Inside = 2;

/** Loaded for the first picture: a native library of 18 MB. */
const loadImageLibrary = () => import("@napi-rs/image");

async function draw(bytes: Buffer, { side, smallSide, quality }: PhotoForm): Promise<Photo> {
  const { Transformer } = await loadImageLibrary();
  const header = readHeader(bytes)!;
  const shrunk = new Transformer(bytes).rotate();
  if (Math.max(header.width, header.height) > side) {
    shrunk.resize({ width: side, height: side, fit: INSIDE });
  }
  const upright = header.type === "image/jpeg" ? shrunk : await onWhite(await shrunk.png());
  const whole = await upright.jpeg(quality);
  const { width, height } = readHeader(whole)!;
  const square = Math.min(width, height, smallSide);
  // By default it fills the box and crops evenly.
  const small = await new Transformer(whole).resize(square, square).jpeg(quality);
  return { whole, small };
}

async function onWhite(png: Buffer): Promise<Transformer> {
  const { Transformer } = await loadImageLibrary();
  const { width, height } = readHeader(png)!;
  const white = Transformer.fromRgbaPixels(new Uint8Array(width * height * 4).fill(255), width, height);
  return new Transformer(await white.png()).overlay(png, 0, 0);
}

import { type ResizeFit, Transformer } from "@napi-rs/image";
import { CareError } from "../../lib/errors.ts";
import { readHeader } from "./header.ts";

/** A photo as it is stored: the whole of it, and a square from its middle. Both are JPEG without metadata. */
export type Photo = { whole: Buffer; small: Buffer };

export type PhotoForm = {
  /** Longest side of the whole photo, pixels; a smaller picture isn't enlarged. */
  side: number;
  /** Side of the small square, pixels. */
  smallSide: number;
  /** Of the JPEG, percent. */
  quality: number;
};

/** A large picture takes hundreds of megabytes while it is decoded, so they take turns. */
const MAX_WAITING = 8;
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Draws a picture anew, upright as its camera held it, on white where it is transparent. It works beside the main
 * thread. Whoever calls has looked at the header: the whole picture is decoded.
 * @throws CareError when too many wait already, else whatever the decoder says of a damaged picture
 */
export async function drawPhoto(bytes: Buffer, form: PhotoForm): Promise<Photo> {
  if (waiting >= MAX_WAITING) throw new CareError("busy", "The server is busy. Please try again.");
  waiting++;
  const drawn = last.then(() => draw(bytes, form));
  last = drawn.catch(() => {});
  try {
    return await drawn;
  } finally {
    waiting--;
  }
}

/** Keeps the proportions within a box. The package declares names for its numbers but doesn't bring them along. */
const INSIDE: ResizeFit.Inside = 2;

async function draw(bytes: Buffer, { side, smallSide, quality }: PhotoForm): Promise<Photo> {
  const header = readHeader(bytes)!;
  const shrunk = new Transformer(bytes).rotate();
  if (Math.max(header.width, header.height) > side) {
    shrunk.resize({ width: side, height: side, fit: INSIDE });
  }
  const upright = header.type === "image/jpeg" ? shrunk : await onWhite(await shrunk.png());
  const whole = await upright.jpeg(quality);
  const { width, height } = readHeader(whole)!;
  const square = Math.min(width, height, smallSide);
  // Without another word it fills the box and cuts off evenly what is too much.
  const small = await new Transformer(whole).resize(square, square).jpeg(quality);
  return { whole, small };
}

async function onWhite(png: Buffer): Promise<Transformer> {
  const { width, height } = readHeader(png)!;
  const white = Transformer.fromRgbaPixels(new Uint8Array(width * height * 4).fill(255), width, height);
  return new Transformer(await white.png()).overlay(png, 0, 0);
}

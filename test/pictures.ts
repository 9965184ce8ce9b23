import { crc32, deflateSync } from "node:zlib";
import { Transformer } from "@napi-rs/image";

export type Size = { width: number; height: number };

/** Four coloured quarters, which show the orientation of a picture: red, green, blue and white from top left. */
function quarters({ width, height }: Size): Transformer {
  const pixels = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const colour = [0xff0000ff, 0x00ff00ff, 0x0000ffff, 0xffffffff][
        (y * 2 >= height ? 2 : 0) + (x * 2 >= width ? 1 : 0)
      ]!;
      pixels.writeUInt32BE(colour, (y * width + x) * 4);
    }
  }
  return Transformer.fromRgbaPixels(pixels, width, height);
}

export const SMALL_SIZE: Size = { width: 8, height: 6 };

export const jpegOf = (size: Size = SMALL_SIZE): Promise<Buffer> => quarters(size).jpeg(95);
export const pngOf = (size: Size = SMALL_SIZE): Promise<Buffer> => quarters(size).png();
export const webpOf = (size: Size = SMALL_SIZE): Promise<Buffer> => quarters(size).webp(95);

export const dataUrlOf = (type: string, bytes: Uint8Array): string =>
  `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;

/** The colours of a picture's four quarters, each one of `R`, `G`, `B`, `W`, `?`, from top left. */
export async function coloursOf(picture: Buffer): Promise<string> {
  const { width, height } = await new Transformer(picture).metadata();
  const pixels = await new Transformer(picture).rawPixels();
  const channels = pixels.length / (width * height);
  const at = (x: number, y: number) => {
    const from = (Math.floor(y * height) * width + Math.floor(x * width)) * channels;
    const key = [...pixels.subarray(from, from + 3)].map((value) => (value > 127 ? 1 : 0)).join("");
    return { "100": "R", "010": "G", "001": "B", "111": "W" }[key] ?? "?";
  };
  return at(0.25, 0.25) + at(0.75, 0.25) + at(0.25, 0.75) + at(0.75, 0.75);
}

/** A JPEG with a camera's metadata: orientation (EXIF, 1 to 8), place, and a text of its owner. */
export function withExif(jpeg: Buffer, orientation: number, words: string): Buffer {
  const tiff = Buffer.alloc(26 + words.length);
  tiff.write("MM\0*\0\0\0\x08", 0, "latin1");
  tiff.writeUInt16BE(1, 8);
  // One entry: tag 0x0112, one SHORT.
  tiff.set([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation], 10);
  tiff.write(words, 26, "latin1");
  const body = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}

/** A valid all-black PNG of the given size, with 1, 8 or 16 bits per channel. */
export function blackPng({ width, height }: Size, depth: 1 | 8 | 16 = 8): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, 0], 8);
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil((width * depth) / 8)) * height));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

/** A JPEG that looks like a photo: a landscape in changing light, different for each number. */
export function photoOf(number: number, { width, height }: Size): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const hill = height * (0.55 + 0.12 * Math.sin((x / width) * 6 + number));
      const shade = Math.round((y / height) * 120);
      const sky = [120 + shade, 170 + Math.round(shade / 2), 235 - number * 12];
      const grass = [70 + number * 20, 150 - Math.round(shade / 2), 60];
      pixels.set([...(y < hill ? sky : grass), 255], (y * width + x) * 4);
    }
  }
  return Transformer.fromRgbaPixels(pixels, width, height).jpeg(85);
}

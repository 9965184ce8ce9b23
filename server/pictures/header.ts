/** The properties of a picture from its first bytes, read without decoding. */
export type PictureHeader = {
  type: "image/jpeg" | "image/png" | "image/webp";
  width: number;
  height: number;
  /** Bits per channel. */
  depth: number;
  /** False for a truncated JPEG: its decoder would fill the rest with grey. Other decoders report an error. */
  hasEnd: boolean;
};

/**
 * Reads type and size from a picture's header; null for anything that isn't a JPEG, PNG or WebP or has no size. If a
 * file contains several sizes the largest counts, so that a decoder never meets a larger one.
 */
export function readHeader(bytes: Buffer): PictureHeader | null {
  const found = readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
  return found && found.width > 0 && found.height > 0 ? found : null;
}

const PNG_START = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");

function readPng(bytes: Buffer): PictureHeader | null {
  if (bytes.length < 33 || !bytes.subarray(0, PNG_START.length).equals(PNG_START)) return null;
  return {
    type: "image/png",
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
    depth: bytes[24]!,
    hasEnd: true,
  };
}

/** Markers between C0 and CF that don't start a frame: Huffman tables, an extension, arithmetic conditioning. */
const NO_FRAME = [0xc4, 0xc8, 0xcc];
const START_OF_SCAN = 0xda;
/** The end marker. It can't occur inside a scan, where an FF byte is followed by 00. */
const END = Buffer.from([0xff, 0xd9]);

function readJpeg(bytes: Buffer): PictureHeader | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  const header: PictureHeader = { type: "image/jpeg", width: 0, height: 0, depth: 8, hasEnd: true };
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === START_OF_SCAN) return { ...header, hasEnd: bytes.indexOf(END, at) > 0 };
    if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAME.includes(marker)) {
      if (at + 9 > bytes.length) return null;
      header.depth = Math.max(header.depth, bytes[at + 4]!);
      header.height = Math.max(header.height, bytes.readUInt16BE(at + 5));
      header.width = Math.max(header.width, bytes.readUInt16BE(at + 7));
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

function readWebp(bytes: Buffer): PictureHeader | null {
  if (bytes.length < 30 || tag(bytes, 0) !== "RIFF" || tag(bytes, 8) !== "WEBP") return null;
  const header: PictureHeader = { type: "image/webp", width: 0, height: 0, depth: 8, hasEnd: true };
  for (let at = 12; at + 18 <= bytes.length; ) {
    const [width, height] = webpSize(bytes, at);
    header.width = Math.max(header.width, width);
    header.height = Math.max(header.height, height);
    const length = bytes.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return header;
}

/** The size in a chunk of a WebP: a lossy picture, a lossless one, or the canvas of both. */
function webpSize(bytes: Buffer, at: number): [width: number, height: number] {
  switch (tag(bytes, at)) {
    case "VP8 ":
      return [bytes.readUInt16LE(at + 14) & 0x3fff, bytes.readUInt16LE(at + 16) & 0x3fff];
    case "VP8L": {
      const bits = bytes.readUInt32LE(at + 9);
      return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
    }
    case "VP8X":
      return [bytes.readUIntLE(at + 12, 3) + 1, bytes.readUIntLE(at + 15, 3) + 1];
    default:
      return [0, 0];
  }
}

const tag = (bytes: Buffer, at: number) => bytes.toString("latin1", at, at + 4);

import { pipeline, Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";

/** A file of an archive; its bytes are asked for when its turn comes. */
export type ZipEntry = {
  /** Its path, with slashes. */
  name: string;
  at: Date;
  /** Whether it is worth compressing; pictures aren't. */
  isText: boolean;
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

/** From here on a number needs the larger fields of ZIP64. */
export const ZIP64 = { offset: 0xffff_ffff, count: 0xffff };

/** Sizes and checksum follow the content (bit 3), names are UTF-8 (bit 11). */
const FLAGS = 0x0808;
const DEFLATED = 8;

/**
 * An archive in the ZIP format (APPNOTE 6.3.10), bit by bit: of the files only their directory is held. Each entry has to
 * be below 4 GB, the archive may be larger.
 */
export async function* zipOf(
  entries: AsyncIterable<ZipEntry>,
  zip64 = ZIP64,
): AsyncGenerator<Buffer, void, undefined> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, at, isText, content } of entries) {
    const path = Buffer.from(name, "utf8");
    const begin = offset;
    const head = localHead(path, at);
    yield head;
    offset += head.length;
    const sum = { crc: 0, size: 0, packed: 0 };
    for await (const chunk of deflated(content, isText, sum)) {
      sum.packed += chunk.length;
      yield chunk;
    }
    const descriptor = fields([4, 0x08074b50], [4, sum.crc], [4, sum.packed], [4, sum.size]);
    yield descriptor;
    offset += sum.packed + descriptor.length;
    directory.push(directoryEntry(path, at, sum, begin, begin >= zip64.offset));
  }
  yield* directory;
  const size = directory.reduce((all, { length }) => all + length, 0);
  const count = directory.length;
  const isLarge = offset >= zip64.offset || count >= zip64.count;
  if (isLarge) yield largeEnd(offset, size, count);
  const [shortCount, shortOffset] = isLarge ? [ZIP64.count, ZIP64.offset] : [count, offset];
  yield fields(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, shortCount],
    [2, shortCount],
    [4, size],
    [4, shortOffset],
    [2, 0],
  );
}

async function* deflated(
  content: ZipEntry["content"],
  isText: boolean,
  sum: { crc: number; size: number },
): AsyncGenerator<Buffer, void, undefined> {
  async function* measured() {
    for await (const chunk of content) {
      sum.crc = crc32(chunk, sum.crc);
      sum.size += chunk.length;
      yield chunk;
    }
  }
  // Even what isn't compressed is in pieces that say where they end.
  const deflate = createDeflateRaw({ level: isText ? 6 : 0 });
  // A failure is met where the result is read.
  pipeline(Readable.from(measured()), deflate, () => {});
  yield* deflate;
}

const localHead = (path: Buffer, at: Date) =>
  Buffer.concat([
    fields(
      [4, 0x04034b50],
      [2, 20],
      [2, FLAGS],
      [2, DEFLATED],
      ...dosTime(at),
      [4, 0],
      [4, 0],
      [4, 0],
      [2, path.length],
      [2, 0],
    ),
    path,
  ]);

function directoryEntry(
  path: Buffer,
  at: Date,
  { crc, size, packed }: { crc: number; size: number; packed: number },
  begin: number,
  isFar: boolean,
): Buffer {
  // Some readers take all three from there or none.
  const extra = isFar ? fields([2, 1], [2, 24], [8, size], [8, packed], [8, begin]) : Buffer.alloc(0);
  const or = (value: number) => (isFar ? ZIP64.offset : value);
  const head = fields(
    [4, 0x02014b50],
    [2, 45],
    [2, isFar ? 45 : 20],
    [2, FLAGS],
    [2, DEFLATED],
    ...dosTime(at),
    [4, crc],
    [4, or(packed)],
    [4, or(size)],
    [2, path.length],
    [2, extra.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, or(begin)],
  );
  return Buffer.concat([head, path, extra]);
}

/** The end of the directory in the fields of ZIP64, and where it stands. */
const largeEnd = (offset: number, size: number, count: number) =>
  fields(
    [4, 0x06064b50],
    [8, 44],
    [2, 45],
    [2, 45],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, size],
    [8, offset],
    [4, 0x07064b50],
    [4, 0],
    [8, offset + size],
    [4, 1],
  );

type Field = [bytes: 2 | 4 | 8, value: number];

/** Numbers one behind the other, the lowest byte first. */
function fields(...parts: Field[]): Buffer {
  const bytes = Buffer.alloc(parts.reduce((all, [length]) => all + length, 0));
  let at = 0;
  for (const [length, value] of parts) {
    if (length === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, length);
    at += length;
  }
  return bytes;
}

/** A moment as the format has it: of the years 1980 to 2107, to two seconds, UTC. */
function dosTime(at: Date): [Field, Field] {
  const year = Math.min(Math.max(at.getUTCFullYear(), 1980), 2107);
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const day = ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return [
    [2, time],
    [2, day],
  ];
}

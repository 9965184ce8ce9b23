import { constants, deflateRawSync } from "node:zlib";

/** How far back a deflate stream can refer, bytes (RFC 1951). */
export const WINDOW = 32_768;

/**
 * Levels of compression. Where most repeats the former body, a higher level takes time and finds no more: a change in 50
 * notes of 30 kB takes 0.13 ms and 427 bytes at level 3, 0.29 ms and 425 bytes at level 6.
 */
const LEVEL = { first: 6, change: 3 };

/**
 * A result as bytes and as compressed fragments, which are shared by the sockets that were sent the same data.
 *
 * With context takeover (RFC 7692) the receiver keeps the last 32 kB, so a list that was just sent takes a few hundred
 * bytes when it is sent again with one new row. Compressing it for each socket would cost more than the rest of an
 * update. A fragment depends only on the former body and on the number of bytes sent since, so sockets with the same
 * values of both share one fragment: a change is compressed once, not once per watcher. For the savings and how to go
 * back see `DeflateStream` and docs/decisions/0004-compressed-lists.md.
 */
export class SharedBody {
  readonly json: string;
  #bytes: Buffer | null = null;
  #byteLength: number | null = null;
  /** As it is sent without a former body. */
  #first: Buffer | null = null;
  /** By former body and gap. A body that referred to the one before it would keep all earlier ones in memory. */
  #changes = new WeakMap<SharedBody, Map<number, Buffer>>();

  constructor(json: string) {
    this.json = json;
  }

  /** The body in UTF-8; encoded at the first use and kept as the dictionary for the next versions. */
  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(this.json);
    return this.#bytes;
  }

  get byteLength(): number {
    this.#byteLength ??= this.bytes.length;
    return this.#byteLength;
  }

  /** Drops parts that can be recomputed, while the body isn't being sent. Its first compressed form stays. */
  shrink(): void {
    this.#bytes = null;
    this.#changes = new WeakMap();
  }

  /**
   * This body as deflate blocks, ending on a byte boundary, for a stream with `former` ending `gap` bytes before. The
   * bytes in the gap differ between sockets; the fragment never refers to them.
   */
  fragment(former: SharedBody | null, gap: number): Buffer {
    if (!former) {
      this.#first ??= compress(this.bytes, { level: LEVEL.first });
      return this.#first;
    }
    let byGap = this.#changes.get(former);
    if (!byGap) {
      byGap = new Map();
      this.#changes.set(former, byGap);
    }
    let fragment = byGap.get(gap);
    if (!fragment) {
      fragment = compress(this.bytes, { level: LEVEL.change, dictionary: history(former.bytes, gap) });
      byGap.set(gap, fragment);
    }
    return fragment;
  }
}

const compress = (bytes: Buffer, options: { level: number; dictionary?: Buffer }): Buffer =>
  deflateRawSync(bytes, { ...options, finishFlush: constants.Z_SYNC_FLUSH });

/**
 * The last 32 kB of the stream as shared by all sockets; the gap is filled with zero bytes, which JSON never
 * contains.
 */
function history(former: Buffer, gap: number): Buffer {
  const bytes = Buffer.concat([former, Buffer.alloc(gap)]);
  return bytes.subarray(Math.max(0, bytes.length - WINDOW));
}

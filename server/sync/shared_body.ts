import { constants, deflateRawSync } from "node:zlib";

/** How far back a deflate stream can refer, bytes (RFC 1951). */
export const WINDOW = 32_768;

/**
 * A result as bytes, and as compressed fragments that every socket in the same situation is sent.
 *
 * With context takeover (RFC 7692) the receiver keeps the last 32 kB, so a list that came a moment ago with one new
 * row takes a few hundred bytes. Compressing it once a socket would cost more than all the rest of an update; but
 * what a fragment refers to is the same for every socket that was sent the same former body the same number of bytes
 * ago, so it is made once for all of them.
 */
export class SharedBody {
  readonly json: string;
  #bytes: Buffer | null = null;
  readonly #fragments: { former: SharedBody | null; gap: number; fragment: Buffer }[] = [];

  constructor(json: string) {
    this.json = json;
  }

  /** The body in UTF-8; made when it is first sent compressed, and then kept for the versions that follow. */
  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(this.json);
    return this.#bytes;
  }

  /**
   * This body as deflate blocks, ending on a byte boundary, for a stream in which `former` ended `gap` bytes before.
   * What stands in the gap differs from socket to socket and is never referred to.
   */
  fragment(former: SharedBody | null, gap: number): Buffer {
    const known = this.#fragments.find((each) => each.former === former && each.gap === gap);
    if (known) return known.fragment;
    const fragment = deflateRawSync(this.bytes, {
      level: 6,
      finishFlush: constants.Z_SYNC_FLUSH,
      ...(former && { dictionary: history(former.bytes, gap) }),
    });
    this.#fragments.push({ former, gap, fragment });
    return fragment;
  }
}

/** The last 32 kB of the stream as far as all sockets share it; zero bytes, which JSON never has, hide the rest. */
function history(former: Buffer, gap: number): Buffer {
  const bytes = Buffer.concat([former, Buffer.alloc(gap)]);
  return bytes.subarray(Math.max(0, bytes.length - WINDOW));
}

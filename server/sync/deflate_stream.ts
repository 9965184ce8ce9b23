import { type SharedBody, WINDOW } from "./shared_body.ts";

/** A result in a message: large enough to compress; `former` is the version of it that was sent before, if any. */
export type Body = { body: SharedBody; former: SharedBody | null };

const MAX_STORED_LENGTH = 65_535;
/** The empty stored block that ends a message, without the four bytes that RFC 7692 7.2.1 removes. */
const END_OF_MESSAGE = Buffer.from([0]);

/**
 * One socket's compressed stream to its client (permessage-deflate with context takeover, RFC 7692), written here
 * instead of by `ws`: results go as deflate fragments that all sockets share, everything else as stored (uncompressed)
 * blocks. It needs no compressor, only the positions of the recent results' ends in the stream.
 *
 * Saves 0.25 MB of memory and about 0.15 ms of CPU for each watcher of a change, the cost of a compressor of its own,
 * and sends about 600 bytes instead of 31 kB for a change in a list of 50 (docs/decisions/0004-compressed-lists.md,
 * bench/results.json). To go back: let the transport call `ws.send`.
 */
export class DeflateStream {
  #position = 0;
  #recent: { body: SharedBody; end: number }[] = [];

  /** Returns the payload of one compressed message, in pieces. */
  message(parts: readonly (string | Body)[]): Buffer[] {
    const blocks: Buffer[] = [];
    for (const part of parts) {
      if (typeof part === "string") {
        this.#store(Buffer.from(part), blocks);
        continue;
      }
      const { former, gap } = this.#reach(part.former);
      blocks.push(part.body.fragment(former, gap));
      this.#position += part.body.byteLength;
      this.#recent.push({ body: part.body, end: this.#position });
    }
    this.#recent = this.#recent.filter(({ end }) => this.#position - end < WINDOW);
    blocks.push(END_OF_MESSAGE);
    return blocks;
  }

  /** Appends text as stored blocks: type 00, length and its complement, little-endian. */
  #store(bytes: Buffer, blocks: Buffer[]): void {
    for (let start = 0; start < bytes.length; start += MAX_STORED_LENGTH) {
      const piece = bytes.subarray(start, start + MAX_STORED_LENGTH);
      const { length } = piece;
      blocks.push(Buffer.from([0, length & 0xff, length >> 8, ~length & 0xff, (~length >> 8) & 0xff]), piece);
    }
    this.#position += bytes.length;
  }

  #reach(former: SharedBody | null): { former: SharedBody | null; gap: number } {
    const last = former && this.#recent.findLast(({ body }) => body === former);
    const gap = last ? this.#position - last.end : WINDOW;
    return last && gap < WINDOW ? { former, gap } : { former: null, gap: 0 };
  }
}

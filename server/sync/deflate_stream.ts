import { type SharedBody, WINDOW } from "./shared_body.ts";

/** A result in a message: its bytes are worth compressing, and perhaps a former version of it was sent before. */
export type Body = { body: SharedBody; former: SharedBody | null };

const MAX_STORED_LENGTH = 65_535;
/** The empty stored block that ends a message, less the four bytes that RFC 7692 7.2.1 takes away. */
const END_OF_MESSAGE = Buffer.from([0]);

/**
 * One socket's compressed stream to its client (permessage-deflate with context takeover), put together from shared
 * fragments and stored blocks. It holds no compressor, only where in the stream recent bodies ended.
 */
export class DeflateStream {
  #position = 0;
  #recent: { body: SharedBody; end: number }[] = [];

  /** The payload of one compressed message. */
  message(parts: readonly (string | Body)[]): Buffer[] {
    const blocks: Buffer[] = [];
    for (const part of parts) {
      if (typeof part === "string") {
        this.#store(Buffer.from(part), blocks);
        continue;
      }
      const { former, gap } = this.#reach(part.former);
      blocks.push(part.body.fragment(former, gap));
      this.#position += part.body.bytes.length;
      this.#recent.push({ body: part.body, end: this.#position });
    }
    this.#recent = this.#recent.filter(({ end }) => this.#position - end < WINDOW);
    blocks.push(END_OF_MESSAGE);
    return blocks;
  }

  /** Text as it is, in stored blocks: type 00, length and its complement, little-endian. */
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

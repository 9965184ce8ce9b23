import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { DeflateStream } from "./deflate_stream.ts";
import { isFailure } from "./live_results.ts";
import { LIMITS } from "./protocol.ts";
import type { Transport } from "./socket.ts";
import { type MessagePart, toPartText } from "./transition.ts";

/** Results with fewer characters are sent uncompressed. */
const WORTH_COMPRESSING = 200;

/**
 * Sends over a WebSocket and counts what hasn't left yet, so that a slow reader can't fill the memory. It writes the
 * compressed frames of results itself, bypassing `ws`, whose own frames are never compressed; see `DeflateStream` for
 * why and how to go back. All messages to such a socket must go through this class.
 */
export class WebSocketTransport implements Transport {
  readonly #ws: WebSocket;
  readonly #socket: Duplex;
  readonly #deflate: DeflateStream | null;
  readonly #left: () => void;
  #unsent = 0;
  #chunked = 0;

  /** `compressed`: whether permessage-deflate with context takeover was negotiated for messages to the client. */
  constructor(parts: { ws: WebSocket; socket: Duplex; compressed: boolean; onDrain: () => void }) {
    this.#ws = parts.ws;
    this.#socket = parts.socket;
    this.#deflate = parts.compressed ? new DeflateStream() : null;
    this.#left = () => {
      this.#unsent--;
      parts.onDrain();
    };
  }

  get unsent(): number {
    return this.#unsent;
  }

  send(...messages: (readonly MessagePart[])[]): void {
    if (messages.length > 1) this.#socket.cork();
    for (const parts of messages) this.#sendOne(parts);
    if (messages.length > 1) this.#socket.uncork();
  }

  close(code: number, reason: string): void {
    this.#ws.close(code, reason);
  }

  pause(): void {
    this.#ws.pause();
  }

  resume(): void {
    this.#ws.resume();
  }

  #sendOne(parts: readonly MessagePart[]): void {
    const length = parts.reduce((sum, part) => sum + toPartText(part).length, 0);
    if (length > LIMITS.chunkLength) return this.#sendChunks(parts.map(toPartText).join(""));
    if (!this.#deflate || parts.every((part) => typeof part === "string")) {
      return this.#sendText(parts.map(toPartText).join(""));
    }
    this.#sendCompressed(this.#deflate, parts);
  }

  #sendText(text: string): void {
    this.#unsent++;
    this.#ws.send(text, { compress: false }, this.#left);
  }

  #sendChunks(text: string): void {
    const transitionId = String(this.#chunked++);
    const totalParts = Math.ceil(text.length / LIMITS.chunkLength);
    for (let partNumber = 0; partNumber < totalParts; partNumber++) {
      const chunk = text.slice(partNumber * LIMITS.chunkLength, (partNumber + 1) * LIMITS.chunkLength);
      this.#sendText(
        JSON.stringify({ type: "TransitionChunk", chunk, partNumber, totalParts, transitionId }),
      );
    }
  }

  #sendCompressed(deflate: DeflateStream, parts: readonly MessagePart[]): void {
    // Nothing may follow a closing frame.
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    const payload = deflate.message(
      parts.map((part) => {
        if (typeof part === "string") return part;
        const { outcome, former } = part;
        if (isFailure(outcome.body) || outcome.body.json.length < WORTH_COMPRESSING) return toPartText(part);
        return {
          body: outcome.body,
          former: former && !isFailure(former.body) ? former.body : null,
        };
      }),
    );
    this.#unsent++;
    const frame = Buffer.concat([
      frameHeader(payload.reduce((sum, block) => sum + block.length, 0)),
      ...payload,
    ]);
    this.#socket.write(frame, this.#left);
  }
}

/** Header of an unmasked, final, compressed text frame (RFC 6455 5.2, RFC 7692 6). */
function frameHeader(length: number): Buffer {
  const FIN_RSV1_TEXT = 0xc1;
  if (length < 126) return Buffer.from([FIN_RSV1_TEXT, length]);
  if (length < 65_536) return Buffer.from([FIN_RSV1_TEXT, 126, length >> 8, length & 0xff]);
  const header = Buffer.alloc(10);
  header[0] = FIN_RSV1_TEXT;
  header[1] = 127;
  header.writeBigUInt64BE(BigInt(length), 2);
  return header;
}

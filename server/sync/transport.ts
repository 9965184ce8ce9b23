import type { WebSocket } from "ws";
import { LIMITS } from "./protocol.ts";
import type { Transport } from "./socket.ts";
import { type MessagePart, partText } from "./transition.ts";

/** Sends over a WebSocket and counts what hasn't left yet, so that a slow reader can't fill the memory. */
export class WebSocketTransport implements Transport {
  readonly #ws: WebSocket;
  readonly #drained: () => void;
  #unsent = 0;
  #chunked = 0;

  constructor(ws: WebSocket, drained: () => void) {
    this.#ws = ws;
    this.#drained = drained;
  }

  get unsent(): number {
    return this.#unsent;
  }

  send(parts: readonly MessagePart[]): void {
    const text = parts.map(partText).join("");
    if (text.length <= LIMITS.chunkLength) return this.#write(text);
    const transitionId = String(this.#chunked++);
    const totalParts = Math.ceil(text.length / LIMITS.chunkLength);
    for (let partNumber = 0; partNumber < totalParts; partNumber++) {
      const chunk = text.slice(partNumber * LIMITS.chunkLength, (partNumber + 1) * LIMITS.chunkLength);
      this.#write(JSON.stringify({ type: "TransitionChunk", chunk, partNumber, totalParts, transitionId }));
    }
  }

  close(code: number, reason: string): void {
    this.#ws.close(code, reason);
  }

  #write(text: string): void {
    this.#unsent++;
    this.#ws.send(text, () => {
      this.#unsent--;
      this.#drained();
    });
  }
}

import type { EventEmitter } from "node:events";
import type { PageWindow } from "./window.ts";

type Message = string | Buffer;
type Handler = (message: Message) => void;

/** One side of a socket whose messages a test sees and may change: Playwright's `WebSocketRoute`. */
type Side = { send(message: Message): void; close(): Promise<void>; onMessage(handler: Handler): void };
export type SocketRoute = Side & { url(): string; connectToServer(): Side };
type Route = { matches: RegExp | string; handle: (socket: SocketRoute) => void };

/** The sockets of a page's documents: tests see their messages, and change or hold them with routes. */
export class SimulatedSockets {
  readonly #events: EventEmitter;
  readonly #routes: Route[] = [];

  constructor(events: EventEmitter) {
    this.#events = events;
  }

  route(matches: RegExp | string, handle: Route["handle"]): void {
    this.#routes.push({ matches, handle });
  }

  /** Gives a new document sockets that these routes see. */
  watch(window: PageWindow): void {
    const Original = window.WebSocket;
    const sockets = this;
    class WatchedSocket extends Original {
      readonly #seen = new WeakSet<object>();
      readonly #frames = new Map<string, Handler[]>();
      #toServer: Handler | undefined;
      #toPage: Handler | undefined;

      constructor(url: string | URL, protocols?: string | string[]) {
        super(String(url), protocols);
        sockets.#announce(this.url, (event, handler) =>
          this.#frames.set(event, [...(this.#frames.get(event) ?? []), handler]),
        );
        const route = sockets.#routes.find(({ matches }) =>
          typeof matches === "string" ? matches === this.url : matches.test(this.url),
        );
        route?.handle(this.#routed());
      }

      #routed(): SocketRoute {
        const close = async () => this.close();
        const server: Side = {
          send: (message) => super.send(message as string),
          close,
          onMessage: (handler) => (this.#toPage = handler),
        };
        return {
          url: () => this.url,
          send: (message) => this.#deliver(message),
          close,
          onMessage: (handler) => (this.#toServer = handler),
          connectToServer: () => server,
        };
      }

      #deliver(data: Message): void {
        const event = new window.MessageEvent("message", { data });
        this.#seen.add(event);
        super.dispatchEvent(event);
      }

      override send(data: never): void {
        for (const handler of this.#frames.get("framesent") ?? []) handler({ payload: data } as never);
        if (this.#toServer) this.#toServer(data);
        else super.send(data);
      }

      override dispatchEvent(event: InstanceType<typeof window.Event>): boolean {
        // It is called again for each phase of the same event.
        if (event.type !== "message" || this.#seen.has(event)) return super.dispatchEvent(event);
        this.#seen.add(event);
        const { data } = event as unknown as { data: Message };
        for (const handler of this.#frames.get("framereceived") ?? []) handler({ payload: data } as never);
        if (!this.#toPage) return super.dispatchEvent(event);
        this.#toPage(data);
        return true;
      }
    }
    Object.defineProperty(window, "WebSocket", { value: WatchedSocket, configurable: true });
  }

  #announce(url: string, on: (event: string, handler: Handler) => void): void {
    this.#events.emit("websocket", { url: () => url, on });
  }
}

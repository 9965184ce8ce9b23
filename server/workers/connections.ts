import type { Worker } from "node:cluster";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { ToWorker } from "./messages.ts";

/**
 * Hands connections to the running workers, to the worker with the fewest on their way, and in turn. A connection stays
 * open here until its worker has confirmed it: when that worker ends first, another one gets it. Node's own cluster
 * would forget it, and its client would wait until it gives up.
 */
export class Connections {
  readonly #onTheirWay = new Map<Worker, Map<number, Socket>>();
  readonly #answering: Server;
  #last = 0;

  /** @param answering answers while no worker runs */
  constructor(answering: Server) {
    this.#answering = answering;
  }

  addWorker(worker: Worker): void {
    this.#onTheirWay.set(worker, new Map());
  }

  removeWorker(worker: Worker): void {
    const sockets = this.#onTheirWay.get(worker);
    this.#onTheirWay.delete(worker);
    for (const socket of sockets?.values() ?? []) this.hand(socket);
  }

  /** A connection that was accepted and isn't read yet (`pauseOnConnect`). */
  hand(socket: Socket): void {
    if (socket.destroyed) return;
    const worker = this.#nextWorker();
    if (!worker) {
      serveConnection(this.#answering, socket);
      socket.resume();
      return;
    }
    const id = ++this.#last;
    this.#onTheirWay.get(worker)!.set(id, socket);
    socket.on("error", () => socket.destroy());
    const message: ToWorker = { about: "carediary", kind: "connection", id };
    // Node would keep count of its own of where the sockets of a server are.
    (socket as Socket & { server?: unknown }).server = null;
    worker.send(message, socket, { keepOpen: true }, (error) => {
      if (error && this.#onTheirWay.get(worker)?.delete(id)) this.hand(socket);
    });
  }

  /** Closes the connection here; it stays open in its worker. */
  noteTaken(worker: Worker, id: number): void {
    const sockets = this.#onTheirWay.get(worker);
    sockets?.get(id)?.destroy();
    sockets?.delete(id);
  }

  #nextWorker(): Worker | null {
    let found: Worker | null = null;
    let fewest = Number.POSITIVE_INFINITY;
    for (const [worker, { size }] of this.#onTheirWay) {
      if (size >= fewest || !worker.isConnected()) continue;
      found = worker;
      fewest = size;
    }
    if (found) {
      // To the end of the rotation.
      const sockets = this.#onTheirWay.get(found)!;
      this.#onTheirWay.delete(found);
      this.#onTheirWay.set(found, sockets);
    }
    return found;
  }
}

/** Lets a server that doesn't listen serve a connection, with the options and time limits of a listening one. */
export function serveConnection(server: Server, socket: Socket): void {
  socket.allowHalfOpen = true;
  socket.setNoDelay(true);
  server.emit("connection", socket);
}

/** Node begins to check a server's connections against their time limits when it listens. */
export const watchTimeLimits = (server: Server): void => void server.emit("listening");

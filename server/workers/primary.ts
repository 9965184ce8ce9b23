import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { createServer } from "node:net";
import { AggregatorRegistry } from "prom-client";
import type { Config } from "../config.ts";
import { claimDirectory, startDatabase } from "../db/start.ts";
import { freePort } from "../http/free_port.ts";
import { listenAt } from "../http/listen_at.ts";
import { answerWhileStarting } from "../http/starting.ts";
import type { Logger } from "../log.ts";
import { StartError } from "../start_error.ts";
import { watchDisk } from "../troubles.ts";
import { Connections } from "./connections.ts";
import { type FromWorker, isOurs, type ToWorker } from "./messages.ts";

/** The first pause before a worker that ended is replaced; it doubles until the longest. */
const RESTART_MS = { first: 1_000, longest: 30_000 };
/** A worker that ran this long has started well: the next pause is the first one again. */
const SETTLED_MS = 60_000;

/** A node has at most this many connections: its pool, its jobs, and single ones at its start. */
const CONNECTIONS_PER_NODE = 20;

/**
 * Starts `config.workers` processes that each run a whole node and answer requests on one port; this process runs only
 * the embedded PostgreSQL, hands them the connections in turn, and replaces a worker that ends. They are nodes of one
 * service, like those on several machines: nothing else is shared (docs/how/workers.md).
 * @param options.onFailure called when the database is lost for good
 * @throws StartError with the remedy in one line
 */
export async function startWorkers(
  config: Config,
  options: { log: Logger; onFailure: (reason: Error) => void },
): Promise<{ url: string; stop(): Promise<void> }> {
  await using starting = new AsyncDisposableStack();
  // All workers must know the port before the first one listens.
  const port = config.port || (await freePort(config.host));
  const connections = new Connections(answerWhileStarting());
  const listener = createServer({ pauseOnConnect: true }, (socket) => connections.hand(socket));
  await listenAt(listener, { port, host: config.host });
  // The workers keep their own connections.
  starting.defer(() => void listener.close());
  await claimDirectory(config, starting);
  const disk = await watchDisk(config.dataDir, options.log);
  starting.defer(() => disk.stop());
  const most = String(100 + CONNECTIONS_PER_NODE * (config.workers - 1));
  const databaseUrl = await startDatabase(config, {
    ...options,
    starting,
    settings: { max_connections: most },
  });
  const environment = { DATABASE_URL: databaseUrl, PORT: String(port) };
  const workers = new WorkerProcesses({ environment, wanted: config.workers, log: options.log, connections });
  starting.defer(() => workers.stop());
  const url = await workers.start();
  const running = starting.move();
  return { url, stop: () => running.disposeAsync() };
}

class WorkerProcesses {
  readonly #environment: Record<string, string>;
  readonly #wanted: number;
  readonly #log: Logger;
  readonly #connections: Connections;
  readonly #ready = new Set<Worker>();
  readonly #metrics = new AggregatorRegistry();
  readonly #restarts = new Set<NodeJS.Timeout>();
  #pauseMs = RESTART_MS.first;
  /** From the first worker's start to the begin of the stop: only then a worker that ends is replaced. */
  #isRunning = false;

  constructor(given: {
    environment: Record<string, string>;
    wanted: number;
    log: Logger;
    connections: Connections;
  }) {
    this.#connections = given.connections;
    this.#environment = given.environment;
    this.#wanted = given.wanted;
    this.#log = given.log;
  }

  /**
   * Starts one worker, which prepares the database and the keys, and then the others. Resolves to the server's address
   * once all run.
   */
  async start(): Promise<string> {
    const url = await this.#startOne();
    // From now on users are served: a worker that ends while it starts is replaced and ends nothing else.
    this.#isRunning = true;
    await Promise.allSettled(Array.from({ length: this.#wanted - 1 }, () => this.#startOne()));
    return url;
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    for (const timer of this.#restarts) clearTimeout(timer);
    const ends = Object.values(cluster.workers ?? {}).map(async (worker) => {
      if (!worker || worker.isDead()) return;
      const end = once(worker, "exit");
      worker.process.kill("SIGTERM");
      await end;
    });
    await Promise.all(ends);
  }

  /** Resolves to the worker's address. */
  #startOne(): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const worker = cluster.fork(this.#environment);
    const began = Date.now();
    let reason = "a worker process ended while it started";
    worker.on("message", (message: FromWorker) => {
      if (!isOurs(message)) return;
      if (message.kind === "failed") reason = message.reason;
      if (message.kind === "metrics") void this.#sendMetrics(worker, message.request);
      if (message.kind === "taken") this.#connections.noteTaken(worker, message.id);
      if (message.kind !== "ready") return;
      this.#connections.addWorker(worker);
      this.#ready.add(worker);
      this.#tellCount();
      resolve(message.url);
    });
    worker.once("exit", (code, signal) => {
      const wasReady = this.#ready.delete(worker);
      this.#connections.removeWorker(worker);
      this.#tellCount();
      reject(new StartError(reason));
      if (!this.#isRunning) return;
      const why = wasReady ? { code, signal } : { code, signal, reason };
      this.#log.error({ worker: worker.id, ...why }, "a worker process ended; another one starts");
      this.#replace(Date.now() - began);
    });
    return promise;
  }

  #replace(ranMs: number): void {
    if (ranMs > SETTLED_MS) this.#pauseMs = RESTART_MS.first;
    const timer = setTimeout(() => {
      this.#restarts.delete(timer);
      // When it fails, its exit starts the next one.
      this.#startOne().catch(() => {});
    }, this.#pauseMs);
    this.#restarts.add(timer);
    this.#pauseMs = Math.min(this.#pauseMs * 2, RESTART_MS.longest);
  }

  #tellCount(): void {
    for (const worker of this.#ready)
      send(worker, { about: "carediary", kind: "count", running: this.#ready.size, wanted: this.#wanted });
  }

  async #sendMetrics(worker: Worker, request: number): Promise<void> {
    const text = await this.#metrics.clusterMetrics().catch(() => null);
    send(worker, { about: "carediary", kind: "metrics", request, text });
  }
}

/** A worker that ends meanwhile needs no answer. */
function send(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, undefined, undefined, () => {});
}

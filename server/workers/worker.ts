import cluster from "node:cluster";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { AggregatorRegistry, type Registry } from "prom-client";
import { serveConnection, watchTimeLimits } from "./connections.ts";
import { type FromWorker, isOurs, type ToWorker, type WorkerCount } from "./messages.ts";

/** The number of this worker process from 1, null in the only process of a server. */
export const WORKER_ID: number | null = cluster.isWorker ? cluster.worker!.id : null;

/** Called when a worker has started, or why it can't. Without workers it does nothing. */
export const notifyPrimary = (message: DistributiveOmit<FromWorker, "about">): void =>
  void process.send?.({ about: "carediary", ...message });

/** Collecting metrics takes the library 5 seconds at most. */
const METRICS_WITHIN_MS = 6_000;

/** A worker's view of all workers. */
export type Workers = {
  count(): WorkerCount;
  /** The metrics of all workers together, in Prometheus' text format; null when they can't be read. */
  metrics(): Promise<string | null>;
};

/** Joins the other workers of this server; null in the only process. `registry`: this worker's metrics. */
export function joinWorkers(registry: Registry): Workers | null {
  if (!cluster.isWorker) return null;
  // The library answers the primary process with the metrics of these registries.
  AggregatorRegistry.setRegistries(registry);
  new AggregatorRegistry();
  let count: WorkerCount = { running: 1, wanted: 1 };
  const waiting = new Map<number, (text: string | null) => void>();
  let requests = 0;
  process.on("message", (message: ToWorker) => {
    if (!isOurs(message)) return;
    if (message.kind === "count") count = { running: message.running, wanted: message.wanted };
    else if (message.kind === "metrics") waiting.get(message.request)?.(message.text);
  });
  return {
    count: () => count,
    async metrics() {
      const request = ++requests;
      const { promise, resolve } = Promise.withResolvers<string | null>();
      waiting.set(request, resolve);
      const timer = setTimeout(resolve, METRICS_WITHIN_MS, null);
      notifyPrimary({ kind: "metrics", request });
      const text = await promise;
      clearTimeout(timer);
      waiting.delete(request);
      return text;
    },
  };
}

/** Serves the connections that the first process hands over, until the returned function is called. */
export function takeConnections(server: Server): () => void {
  watchTimeLimits(server);
  const take = (message: ToWorker, socket?: Socket) => {
    if (!isOurs(message) || message.kind !== "connection") return;
    notifyPrimary({ kind: "taken", id: message.id });
    // It may have ended on its way.
    if (socket) serveConnection(server, socket);
  };
  process.on("message", take);
  return () => void process.off("message", take);
}

type DistributiveOmit<T, K extends keyof T> = T extends unknown ? Omit<T, K> : never;

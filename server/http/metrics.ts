import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Database } from "../db/database.ts";
import type { LogOutput } from "../log_output.ts";
import type { Room } from "../rooms.ts";
import type { Workers } from "../workers/worker.ts";
import { createCallMetrics } from "./call_metrics.ts";
import { createDeletionMetrics } from "./deletion_metrics.ts";
import { createDeliveryMetrics } from "./delivery_metrics.ts";
import { watchQueues } from "./queue_metrics.ts";

/** Paths that are counted separately; all others are counted together. */
const ROUTES = [
  "/api/query",
  "/api/mutation",
  "/api/action",
  "/api/auth",
  "/api/settings",
  "/api/files",
  "/health",
  "/metrics",
];

/** Methods that are counted separately: Node's parser accepts thirty more. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT"]);

/** The metrics of one node. Every node has its own registry: several may run in one process. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from a request's arrival to the end of its answer",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers,
  });
  const reports = new Counter({
    name: "csp_reports_total",
    help: "Reports of browsers about things that the content security policy stopped",
    labelNames: ["directive"],
    registers,
  });
  let workers: Workers | null = null;
  return {
    registry,
    calls: createCallMetrics(registry),
    deliveries: createDeliveryMetrics(registry),
    onDeleted: createDeletionMetrics(registry),
    /** The metrics of this node, or of all workers of this machine together, in Prometheus' text format. */
    async text(): Promise<string> {
      return (await workers?.metrics()) ?? registry.metrics();
    },
    countReport: (directive: string) => reports.inc({ directive }),
    observeRequest(method: string, path: string, status: number, seconds: number) {
      requests.observe(
        { method: METHODS.has(method) ? method : "other", route: getRoute(path), status },
        seconds,
      );
    },
    /** Registers values that are read when metrics are requested. */
    watch(node: {
      database: Database;
      dataDir: string;
      rooms: readonly Room[];
      sync: { stats(): Record<string, number> };
      logLosses: LogOutput["losses"];
      workers: Workers | null;
    }) {
      workers = node.workers;
      if (node.workers) watchWorkers(node.workers, registers);
      watchQueues(registry, node);
      new Gauge({
        name: "log_lines_lost",
        help: "Lines of the log that couldn't be written since the start: full disk, or a reader that stopped",
        registers,
        collect() {
          this.set(node.logLosses().lines);
        },
      });
      new Gauge({
        name: "sync_state",
        help: "Open sockets and live results of the sync server",
        labelNames: ["what"],
        registers,
        collect() {
          for (const [what, value] of Object.entries(node.sync.stats())) this.set({ what }, value);
        },
      });
      new Gauge({
        name: "database_connections",
        help: "Connections of this node's pool: all, idle, and requests that wait for one",
        labelNames: ["state"],
        registers,
        collect() {
          const { totalCount, idleCount, waitingCount } = node.database.pool;
          this.set({ state: "total" }, totalCount);
          this.set({ state: "idle" }, idleCount);
          this.set({ state: "waiting" }, waitingCount);
        },
      });
    },
  };
}

function watchWorkers(workers: Workers, registers: Registry[]): void {
  new Gauge({
    name: "workers",
    help: "Processes that answer requests: those that run, and those that WORKERS asks for",
    labelNames: ["state"],
    registers,
    aggregator: "max",
    collect() {
      for (const [state, count] of Object.entries(workers.count())) this.set({ state }, count);
    },
  });
}

export type Metrics = ReturnType<typeof createMetrics>;

function getRoute(path: string): string {
  const known = ROUTES.find((route) => path === route || path.startsWith(`${route}/`));
  return known ?? (path.startsWith("/api/") ? "/api" : "client");
}

/** With the token from anywhere; without one only directly from this machine, not through a proxy on it. */
export function mayReadMetrics(request: IncomingMessage, metricsToken: string | null): boolean {
  const given = request.headers.authorization?.match(/^Bearer (.+)$/i)?.[1];
  if (metricsToken !== null && given !== undefined) {
    const [a, b] = [Buffer.from(given), Buffer.from(metricsToken)];
    return a.byteLength === b.byteLength && timingSafeEqual(a, b);
  }
  const isForwarded = ["forwarded", "x-forwarded-for", "x-real-ip"].some((name) => name in request.headers);
  return !isForwarded && /^(::ffff:)?127\.|^::1$/.test(request.socket.remoteAddress ?? "");
}

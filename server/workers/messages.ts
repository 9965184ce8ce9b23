/** Messages from a worker process to its parent. */
export type FromWorker =
  | { about: "carediary"; kind: "ready"; url: string }
  /** The worker ends; `reason` is one line for people. */
  | { about: "carediary"; kind: "failed"; reason: string }
  | { about: "carediary"; kind: "metrics"; request: number }
  /** The worker has the connection that it was handed. */
  | { about: "carediary"; kind: "taken"; id: number };

/** Messages to a worker process. */
export type ToWorker =
  | ({ about: "carediary"; kind: "count" } & WorkerCount)
  /** The metrics of all workers together; null when they can't be read. */
  | { about: "carediary"; kind: "metrics"; request: number; text: string | null }
  /** A connection comes with it. */
  | { about: "carediary"; kind: "connection"; id: number };

/** How many workers answer requests, and how many there should be. */
export type WorkerCount = { running: number; wanted: number };

/** Other messages on the same channel are Node's and the metrics library's. */
export const isOurs = (message: unknown): boolean =>
  (message as { about?: unknown } | null)?.about === "carediary";

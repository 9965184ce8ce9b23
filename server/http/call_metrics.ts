import { Counter, Histogram, type Registry } from "prom-client";
import type { SyncObserver } from "../sync/observer.ts";

const SECONDS = [0.005, 0.025, 0.1, 0.5, 2.5, 10];

/** Counts users' activity: calls of functions with their outcomes, and the passes that update screens. */
export function createCallMetrics(registry: Registry): SyncObserver {
  const registers = [registry];
  const calls = new Counter({
    name: "function_calls_total",
    help: "Mutations, actions and single queries by function and outcome: ok, or the code of the error, such as access-denied",
    labelNames: ["kind", "function", "outcome"],
    registers,
  });
  const durations = new Histogram({
    name: "function_duration_seconds",
    help: "Time that a mutation, an action or a single query took, with waits and repetitions",
    labelNames: ["kind"],
    buckets: SECONDS,
    registers,
  });
  const passes = new Histogram({
    name: "sync_pass_duration_seconds",
    help: "Time of one pass over the live results: what changed is read again and sent",
    buckets: SECONDS,
    registers,
  });
  const reads = new Counter({
    name: "sync_reads_total",
    help: "Checks and queries that passes ran because what they had read was changed",
    registers,
  });
  return {
    onCall({ kind, name, outcome, seconds }) {
      calls.inc({ kind, function: name, outcome });
      durations.observe({ kind }, seconds);
    },
    onPass({ reads: count, seconds }) {
      passes.observe(seconds);
      reads.inc(count);
    },
    onWriteElsewhere() {},
  };
}

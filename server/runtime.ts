import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { ROOT } from "./root.ts";

const COMPILED = join(ROOT, "node_modules", ".cache", "compiled");

/**
 * Prepares Node for loading the server's modules. Call it before they are imported.
 *
 * - Node's compiled code is kept for the next start, which takes a quarter less of the processor. Where the directory
 *   can't be written, Node goes on without it. `NODE_COMPILE_CACHE` names another directory.
 * - The young generation of the heap stays small meanwhile. Modules survive, so V8 would double it again and again, up
 *   to 130 MB that it never gives back.
 */
export function prepareRuntime(): void {
  enableCompileCache(process.env.NODE_COMPILE_CACHE ?? COMPILED);
  setYoungGenerationGrowth(1);
}

/** How large the young generation may become, bytes; V8's own limit is 16 times as much. */
const YOUNG_GENERATION = 8 * 1024 * 1024;
const LOOK_AT_MEMORY_MS = 250;

/**
 * Call it once the server runs: now the young generation grows with the load, up to its limit. Beyond that it saves
 * little time, and V8 never makes it smaller.
 */
export function isRuntimeReady(): void {
  setYoungGenerationGrowth(2);
  const timer = setInterval(() => {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    if (young && young.space_size < YOUNG_GENERATION) return;
    setYoungGenerationGrowth(1);
    clearInterval(timer);
  }, LOOK_AT_MEMORY_MS);
  timer.unref();
}

/** The growth factor of V8's young generation when much of it survives; 1 keeps its size. */
function setYoungGenerationGrowth(factor: 1 | 2): void {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}

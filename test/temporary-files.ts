import { existsSync, readFileSync, statfsSync } from "node:fs";
import { freemem } from "node:os";

const MEMORY = "/dev/shm";
const GIB = 2 ** 30;

/**
 * Puts the temporary files of a run in memory when there is room, unless TMPDIR says where they go. A database is 900 files,
 * and where others were just deleted ext4 takes half a second of the processor to make them (docs/decisions/0230).
 */
export function keepTemporaryFilesInMemory(): void {
  // Drills fill databases with gigabytes.
  if (process.env.TMPDIR || process.env.DRILL) return;
  if (existsSync(MEMORY) && hasRoom() && mayExecute()) process.env.TMPDIR = MEMORY;
}

function hasRoom(): boolean {
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= 3 * GIB && freemem() >= 6 * GIB;
}

/** Tests unpack programs and run them. */
function mayExecute(): boolean {
  const mounts = readFileSync("/proc/self/mounts", "utf8").split("\n");
  const options = mounts.find((line) => line.split(" ")[1] === MEMORY)?.split(" ")[3];
  return options !== undefined && !options.split(",").includes("noexec");
}

import { link, readFile, readlink, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { getErrorCode, StartError } from "../../start_error.ts";
import { startMark } from "./processes.ts";

/** Interval of the heartbeat for a holder whose processes we can't see, such as one in another container. */
const HEARTBEAT_MS = 5_000;
const DEAD_AFTER_MS = 3 * HEARTBEAT_MS;

export type DirectoryLock = { file: string; release(): Promise<void> };

/** `realm`: processes of the same realm see each other. `mark`: distinguishes a later process with the same id. */
type Holder = { pid: number; mark: string; realm: string; host: string };

/**
 * Takes the lock of a data directory: a file with the id of the process that holds it. The lock of a process that was
 * killed is recognised and taken over.
 * @throws StartError that names the file and the process when another server holds it.
 */
export async function lockDirectory(dataDir: string): Promise<DirectoryLock> {
  const file = join(dataDir, "server.lock");
  const mine: Holder = {
    pid: process.pid,
    mark: (await startMark(process.pid)) ?? "",
    realm: await processRealm(),
    host: hostname(),
  };
  const draft = `${file}.${process.pid}-${Math.random().toString(36).slice(2)}`;
  await writeFile(draft, `${JSON.stringify(mine)}\n`, { mode: 0o644 });
  try {
    for (let attempt = 0; ; attempt++) {
      try {
        // `link` creates the complete file at once, and fails when the name exists.
        await link(draft, file);
        break;
      } catch (error) {
        if (getErrorCode(error) !== "EEXIST" || attempt === 20) throw error;
      }
      await removeStaleLock(file, mine.realm);
    }
  } finally {
    await rm(draft, { force: true });
  }
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => {});
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    file,
    async release() {
      clearInterval(heartbeat);
      await rm(file, { force: true });
    },
  };
}

async function removeStaleLock(file: string, myRealm: string): Promise<void> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return;
  const holder = parseHolder(text);
  if (holder && (await isHeld(file, holder, myRealm))) {
    throw new StartError(
      `Another CareDiary server (process ${holder.pid}${holder.realm === myRealm ? "" : ` on ${holder.host}`}) ` +
        `uses this data directory: the lock is ${file}. Stop that server or set another DATA_DIR.`,
    );
  }
  // Two starting servers may find the same stale lock: only the server that manages to rename it removes it.
  const stalePath = `${file}.stale-${process.pid}-${Math.random().toString(36).slice(2)}`;
  try {
    await rename(file, stalePath);
  } catch {
    return;
  }
  if ((await readFile(stalePath, "utf8")) !== text) await link(stalePath, file).catch(() => {});
  await rm(stalePath, { force: true });
}

async function isHeld(file: string, holder: Holder, myRealm: string): Promise<boolean> {
  if (holder.realm === myRealm) {
    const mark = await startMark(holder.pid);
    return mark !== null && mark === holder.mark;
  }
  // The same machine after a reboot, so the holder can't be alive.
  if (holder.host === hostname() && getBootId(holder.realm) !== getBootId(myRealm)) return false;
  const before = await lastHeartbeat(file);
  if (Date.now() - before > DEAD_AFTER_MS) return false;
  for (const end = Date.now() + DEAD_AFTER_MS; Date.now() < end; await sleep(500)) {
    if ((await lastHeartbeat(file)) !== before) return true;
  }
  return false;
}

async function lastHeartbeat(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.mtimeMs ?? 0;
}

async function processRealm(): Promise<string> {
  const bootId = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "");
  const pidNamespace = await readlink("/proc/self/ns/pid").catch(() => "");
  return `${hostname()}/${bootId.trim()}/${pidNamespace}`;
}

function getBootId(ofRealm: string): string {
  return ofRealm.split("/")[1] ?? "";
}

function parseHolder(text: string): Holder | null {
  try {
    const value = JSON.parse(text) as Holder;
    return typeof value.pid === "number" && typeof value.realm === "string" ? value : null;
  } catch {
    return null;
  }
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../../server/root.ts";
import { temporaryDirectory } from "../server-process.ts";

const MB = 1024 * 1024;

/** A file system of its own with a limited size, which only its processes see under `path`. */
export type SmallDisk = {
  /** For the server. */
  path: string;
  /** The same directory for the test. */
  outside: string;
  /** Becomes a program that sees the disk; for `startServer`. */
  by: readonly string[];
  freeMegabytes(): Promise<number>;
  /** Writes a file of somebody else until so much is free; 0 fills the disk. */
  fillUntil(freeMegabytes: number): Promise<void>;
  /** Removes that file. */
  makeRoom(): Promise<void>;
  remove(): Promise<void>;
};

/** @param kind a real file system in a file needs root; memory needs no rights */
export async function smallDisk(megabytes: number, kind: "memory" | "ext4" = "memory"): Promise<SmallDisk> {
  const directory = await temporaryDirectory();
  const image = `${directory.path}.img`;
  const script =
    kind === "memory"
      ? 'mount -t tmpfs -o "size=$2m,mode=0711" tmpfs "$1"'
      : 'truncate -s "$2m" "$3" && mkfs.ext4 -q -m 0 "$3" && mount -o loop "$3" "$1" && chmod 711 "$1"';
  const namespaces =
    process.getuid?.() === 0 ? ["--mount"] : ["--user", "--map-current-user", "--keep-caps", "--mount"];
  const holder = spawn(
    "unshare",
    [
      ...namespaces,
      "sh",
      "-c",
      `${script} && echo ready && exec cat`,
      "sh",
      directory.path,
      String(megabytes),
      image,
    ],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  await ready(holder);
  const outside = `/proc/${holder.pid}/root${directory.path}`;
  const ballast = join(outside, "somebody-elses-file");
  const enter = process.getuid?.() === 0 ? ["--mount"] : ["--user", "--preserve-credentials", "--mount"];
  const freeMegabytes = async () => {
    const { bavail, bsize } = await statfs(outside);
    return (bavail * bsize) / MB;
  };
  return {
    path: directory.path,
    outside,
    by: ["nsenter", "-t", String(holder.pid), ...enter, "sh", "-c", 'cd "$0" && exec "$@"', ROOT],
    freeMegabytes,
    async fillUntil(free) {
      const wanted = Math.floor(((await freeMegabytes()) - free) * MB);
      const has = await readFile(ballast).then(
        ({ length }) => length,
        () => 0,
      );
      await writeFile(ballast, Buffer.alloc(Math.max(has + wanted, 0) + (free === 0 ? MB : 0))).catch(
        (error) => {
          if (free > 0 || error.code !== "ENOSPC") throw error;
        },
      );
    },
    makeRoom: () => rm(ballast, { force: true }),
    async remove() {
      const ended = once(holder, "exit");
      // The mount ends with its last process.
      holder.kill("SIGKILL");
      await ended;
      await directory.remove();
      await rm(image, { force: true });
    },
  };
}

async function ready(holder: ChildProcess): Promise<void> {
  for await (const chunk of holder.stdout!) if (String(chunk).includes("ready")) return;
  throw new Error("The small disk can't be mounted");
}

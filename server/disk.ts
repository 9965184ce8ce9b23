import { statfs } from "node:fs/promises";
import { CareError } from "../lib/errors.ts";
import { systemClock } from "./clock.ts";
import { getLayout } from "./db/embedded/layout.ts";
import { getErrorCode } from "./start_error.ts";

/**
 * The reserve on the disk of the data directory, bytes: PostgreSQL needs room for its write-ahead log (16 MB a piece),
 * for sign-ins, and for revoking access.
 */
export const RESERVE_BYTES = 64 * 1024 * 1024;

/** More frequent questions get the last answer. */
const LOOK_EVERY_MS = 250;

/** The message is for the person whose change isn't saved, the cause for the log. */
export class DiskFull extends CareError {
  constructor(cause?: unknown) {
    super("busy", { key: "refusals.diskFull" }, { cause });
  }
}

/**
 * Whether a file or a statement failed because the disk is full. A statement has then changed nothing; when PostgreSQL
 * ends the connection or itself, the error isn't one of these, because its effect is unknown.
 */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof DiskFull ||
  ["ENOSPC", "EDQUOT"].includes(getErrorCode(error)) ||
  (getErrorCode(error) === "53100" && (error as { severity?: string }).severity === "ERROR");

/** Whether only the reserve is left on a disk. A disk that can't be read isn't full, but gone. */
export async function isOnReserve(directory: string): Promise<boolean> {
  const room = await statfs(directory).catch(() => null);
  return room !== null && room.bavail * room.bsize < RESERVE_BYTES;
}

/** Whether there is room to save on the database's disk, if that is known. */
export type DiskRoom = { isFull(): Promise<boolean> };

/** For a database elsewhere, whose disk can't be seen from here. */
export const UNKNOWN_ROOM: DiskRoom = { isFull: async () => false };

/** The room for the database of this data directory. */
export function getRoom(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | null },
  clock = systemClock,
): DiskRoom {
  // A worker gets the address of the embedded PostgreSQL.
  const isHere =
    databaseUrl === null || new URL(databaseUrl).searchParams.get("host") === getLayout(dataDir).sockets;
  if (!isHere) return UNKNOWN_ROOM;
  let last: { at: number; answer: Promise<boolean> } | null = null;
  return {
    isFull() {
      const now = clock.elapsed();
      if (!last || now - last.at > LOOK_EVERY_MS) last = { at: now, answer: isOnReserve(dataDir) };
      return last.answer;
    },
  };
}

import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The operating system's limit on a socket's path is 104 to 108 bytes. */
const MAX_SOCKET_PATH_LENGTH = 100;

/** The paths of the embedded server inside the data directory. */
export function getLayout(dataDir: string) {
  return {
    cluster: join(dataDir, "postgres"),
    /** Prefix of clusters that are being created; they are renamed to `cluster` once they are complete. */
    unfinished: join(dataDir, "postgres.unfinished-"),
    /** A whole cluster that is about to replace `cluster`; see `carry_over.ts`. */
    next: join(dataDir, "postgres.next"),
    /** Where a cluster of a former major version is kept after it was carried over. */
    former: (major: number) => join(dataDir, `postgres-${major}`),
    logs: join(dataDir, "logs"),
    startLog: join(dataDir, "logs", "postgresql-start.log"),
    formerStartLog: join(dataDir, "logs", "postgresql-former-start.log"),
    sockets: getSocketDirectory(dataDir),
  };
}

/**
 * The directory of the socket: inside the data directory, or below the system's temporary directory when that path
 * would be too long.
 */
export function getSocketDirectory(dataDir: string): string {
  const inside = join(dataDir, "run");
  if (Buffer.byteLength(join(inside, ".s.PGSQL.5432")) < MAX_SOCKET_PATH_LENGTH) return inside;
  const id = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  return join(tmpdir(), `carediary-${id}`);
}

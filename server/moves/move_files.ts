import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { saveNames } from "../backup/write.ts";
import { lockFileRemovals } from "../jobs/removal_lock.ts";
import { StartError } from "../start_error.ts";
import type { FileStorage } from "../storage/storage.ts";

/** Files that are copied at the same time: enough to hide the way to a bucket. */
const AT_ONCE = 8;
const NAMED_MISSING = 100;

export type MovedFiles = {
  /** Files that are in the new place, and were read back and compared there, with their bytes. */
  count: number;
  bytes: number;
  /** Files that this run has copied, and files that it removed there because nothing mentions them any more. */
  copied: number;
  removed: number;
  /** Names that rows mention and the former place doesn't have: the first hundred, and how many. */
  missing: string[];
  missingCount: number;
};

/** A compared file; with a `null` sum it was removed again. */
type Line = { name: string; bytes: number; sha256: string | null };

/**
 * Copies all stored files that the database mentions to another storage, reads each back and compares it; also files of
 * deleted rows that are kept for a while. The content of a name never changes, so a file that was compared once counts
 * in a later run: `record` names a file that remembers them, after a crash too. Servers may go on meanwhile: files they
 * add later take another run. The job that removes files waits.
 * @throws StartError for a file that isn't read back as it was
 */
export async function moveFiles({
  from,
  to,
  connectionString,
  storedFiles,
  record,
  onFile = () => {},
}: {
  from: FileStorage;
  to: FileStorage;
  connectionString: string;
  storedFiles: readonly string[];
  record: string;
  onFile?: (bytes: number) => void;
}): Promise<MovedFiles> {
  const client = new pg.Client({ connectionString, application_name: "carediary files", keepAlive: true });
  client.on("error", () => {});
  await client.connect();
  const directory = await mkdtemp(join(dirname(record), "move-"));
  try {
    await client.query(lockFileRemovals("shared"));
    const [mentioned, leaving] = [join(directory, "mentioned"), join(directory, "leaving")];
    await client.query("begin isolation level repeatable read read only");
    await saveNames(client, storedFiles, mentioned);
    await client.query("close names");
    await saveNames(client, ["select name from file_removals"], leaving);
    await client.query("commit");
    const move = new Move(from, to, record, onFile);
    await move.begin();
    await inParallel(getLines(mentioned), (name) => move.take(name, true));
    await inParallel(getLines(leaving), (name) => move.take(name, false));
    await move.removeRest();
    return move.result;
  } finally {
    await rm(directory, { recursive: true, force: true });
    await client.end();
  }
}

class Move {
  readonly #from: FileStorage;
  readonly #to: FileStorage;
  readonly #record: string;
  readonly #onFile: (bytes: number) => void;
  /**
   * Sizes of the files that former runs have compared, by name. Files that this run finds mentioned are removed from
   * it.
   */
  readonly #before = new Map<string, number>();
  readonly #now = new Set<string>();
  readonly result: MovedFiles = { count: 0, bytes: 0, copied: 0, removed: 0, missing: [], missingCount: 0 };

  constructor(from: FileStorage, to: FileStorage, record: string, onFile: (bytes: number) => void) {
    this.#from = from;
    this.#to = to;
    this.#record = record;
    this.#onFile = onFile;
  }

  async begin(): Promise<void> {
    const text = await readFile(this.#record, "utf8").catch(() => "");
    for (const line of text.split("\n")) {
      const read = readLine(line);
      if (!read) continue;
      if (read.sha256 === null) this.#before.delete(read.name);
      else this.#before.set(read.name, read.bytes);
    }
    // After a line that a crash has cut off.
    if (text !== "") await appendFile(this.#record, "\n");
  }

  /** @param isMentioned whether a row needs the file, which then counts as missing when it isn't there */
  async take(name: string, isMentioned: boolean): Promise<void> {
    if (this.#now.has(name)) return;
    this.#now.add(name);
    const compared = this.#before.get(name);
    this.#before.delete(name);
    const there = await this.#to.size(name);
    if (compared !== undefined && there === compared) return this.#add(compared);
    const file = (there !== null && (await this.#compare(name))) || (await this.#copy(name));
    if (file) {
      await this.#write({ name, ...file });
      return this.#add(file.bytes);
    }
    if (!isMentioned) return;
    this.result.missingCount += 1;
    if (this.result.missing.length < NAMED_MISSING) this.result.missing.push(name);
  }

  #add(bytes: number): void {
    this.result.count += 1;
    this.result.bytes += bytes;
    this.#onFile(bytes);
  }

  /** The sum of a file that is the same in both places, or null. */
  async #compare(name: string): Promise<Sum | null> {
    const [one, other] = await Promise.all([computeSum(this.#from, name), computeSum(this.#to, name)]);
    return one && other && one.sha256 === other.sha256 ? one : null;
  }

  async #copy(name: string): Promise<Sum | null> {
    const content = await this.#from.stream(name);
    if (!content) return null;
    const draft = await this.#to.drafts.newPath();
    const sum = summing();
    try {
      await pipeline(content, sum.through, createWriteStream(draft, { mode: 0o600, flags: "wx" }));
      await this.#to.saveDraft(draft, name);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    const file = sum.end();
    const back = await computeSum(this.#to, name);
    if (back?.sha256 !== file.sha256 || back.bytes !== file.bytes)
      throw new StartError(`${name} isn't read back from the new place as it was written: run this again.`);
    this.result.copied += 1;
    return file;
  }

  /** Removes files that former runs have copied and nothing mentions any more: users have deleted them meanwhile. */
  async removeRest(): Promise<void> {
    for (const name of this.#before.keys()) {
      await this.#to.remove(name);
      await this.#write({ name, bytes: 0, sha256: null });
      this.result.removed += 1;
    }
  }

  #write(line: Line): Promise<void> {
    return appendFile(this.#record, `${JSON.stringify(line)}\n`, { mode: 0o600 });
  }
}

function readLine(line: string): Line | null {
  try {
    const value = JSON.parse(line) as Line;
    return typeof value.name === "string" && typeof value.bytes === "number" ? value : null;
  } catch {
    return null;
  }
}

type Sum = { bytes: number; sha256: string };

/** Adds up the passing bytes; the sum is there at the end. */
function summing(): { through(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer>; end(): Sum } {
  const hash = createHash("sha256");
  let bytes = 0;
  return {
    async *through(chunks) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    end: () => ({ bytes, sha256: hash.digest("hex") }),
  };
}

async function computeSum(storage: FileStorage, name: string): Promise<Sum | null> {
  const content = await storage.stream(name);
  if (!content) return null;
  const sum = summing();
  await pipeline(content, sum.through, async (chunks: AsyncIterable<Buffer>) => {
    for await (const _ of chunks);
  });
  return sum.end();
}

const getLines = (path: string): AsyncIterable<string> =>
  createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });

/** Runs work for each item, some at once; after a failure no more is begun, and it is thrown when all have ended. */
async function inParallel<Item>(
  items: AsyncIterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  let failure: { error: unknown } | null = null;
  for await (const item of items) {
    const one: Promise<void> = work(item)
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => running.delete(one));
    running.add(one);
    if (running.size >= AT_ONCE) await Promise.race(running);
    if (failure) break;
  }
  await Promise.all(running);
  if (failure) throw (failure as { error: unknown }).error;
}

import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { zstdDecompress } from "node:zlib";
import { extract } from "tar-stream";
import { StartError } from "../start-error.ts";
import {
  ENDING,
  type Ending,
  ending,
  type FileSum,
  FORMAT,
  fileSum,
  KEYS,
  type Keys,
  keys,
  MANIFEST,
  type Manifest,
  manifest,
} from "./format.ts";

const decompress = promisify(zstdDecompress);

/** What a reader of an archive does with its parts, in their order; each part is awaited before the next. */
export type ArchiveReader = {
  manifest(manifest: Manifest): Promise<void>;
  keys(keys: Keys): Promise<void>;
  /** The next rows of a table, by `<schema>.<table>`, as `COPY` text. */
  rows(table: string, text: Buffer): Promise<void>;
  /** A stored file; the stream has to be read to its end. */
  file(name: string, bytes: number, content: Readable): Promise<void>;
  sums(sums: FileSum[]): Promise<void>;
  ending(ending: Ending): Promise<void>;
};

/** Reads an archive in clear, once from its beginning to its end. @throws StartError when it isn't whole */
export async function readArchive(archive: Readable, reader: ArchiveReader): Promise<void> {
  const tar = extract();
  archive.once("error", (error) => tar.destroy(error));
  archive.pipe(tar);
  let damage: unknown;
  tar.once("error", (error) => {
    damage = error;
  });
  let failure: unknown;
  /** Remembers a failure of the reader, which isn't one of the archive. */
  const pass = async (work: Promise<void>) => {
    try {
      await work;
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  let begun = false;
  let ended = false;
  try {
    for await (const entry of tar) {
      const { name, size } = entry.header;
      if (!begun && name !== MANIFEST) throw new StartError(NOT_OURS);
      if (ended) throw new StartError("The archive goes on after its end.");
      const table = name.match(/^tables\/([^/]+)\/\d+\.copy\.zst$/)?.[1];
      if (name === MANIFEST) {
        begun = true;
        await pass(reader.manifest(readManifest(await jsonOf(entry))));
      } else if (name === KEYS) await pass(reader.keys(keys.parse(await jsonOf(entry))));
      else if (table) await pass(reader.rows(table, await decompress(await bytesOf(entry))));
      else if (name.startsWith("files/")) {
        await pass(reader.file(name.slice("files/".length), size ?? 0, entry as unknown as Readable));
      } else if (name.startsWith("sums/")) await pass(reader.sums(await sumsOf(entry)));
      else if (name === ENDING) {
        await pass(reader.ending(ending.parse(await jsonOf(entry))));
        ended = true;
      } else throw new StartError(`The archive has a part that this version doesn't know: ${name}.`);
    }
  } catch (error) {
    const isReaders = error === failure && error !== damage && !wasCutOff(error);
    if (error instanceof StartError || isReaders) throw error;
    throw new StartError(begun ? "The archive is damaged: it can't be read to its end." : NOT_OURS);
  } finally {
    archive.destroy();
  }
  if (!begun) throw new StartError(NOT_OURS);
  if (!ended) throw new StartError("The archive was cut off: its end is missing.");
}

/**
 * Whether a part's stream was ended before its content came. When the archive ends first, the reader of a part may get this
 * word of the stream library instead of the archive's own error.
 */
const wasCutOff = (error: unknown): boolean =>
  error instanceof Error && error.message === "Stream was destroyed";

/** Entries are bounded; see `PART_BYTES`. */
const bytesOf = (entry: AsyncIterable<unknown>): Promise<Buffer> => buffer(entry as AsyncIterable<Buffer>);

const NOT_OURS = "This file isn't an archive of CareDiary.";

const jsonOf = async (entry: AsyncIterable<unknown>): Promise<unknown> =>
  JSON.parse((await bytesOf(entry)).toString("utf8"));

async function sumsOf(entry: AsyncIterable<unknown>): Promise<FileSum[]> {
  const lines = (await bytesOf(entry)).toString("utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => fileSum.parse(JSON.parse(line)));
}

function readManifest(value: unknown): Manifest {
  const { format, product } = (value ?? {}) as { format?: unknown; product?: unknown };
  if (product === "carediary" && typeof format === "number" && format > FORMAT) {
    throw new StartError(
      "The archive was made by a newer version of this program: restore it with that version.",
    );
  }
  return manifest.parse(value);
}

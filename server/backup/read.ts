import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { zstdDecompress } from "node:zlib";
import { extract } from "tar-stream";
import { StartError } from "../start_error.ts";
import { STORED_NAME } from "../storage/storage.ts";
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
  PART_BYTES,
} from "./format.ts";

const decompress = promisify(zstdDecompress);

/** The steps of an archive's reader for its parts, in their order; each is awaited before the next. */
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
  /** Remembers a failure of the reader, which isn't the archive's. */
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
      const { name, size, type } = entry.header;
      if (!begun && name !== MANIFEST) throw new StartError(NOT_OURS);
      // Nothing but files is ever in an archive of ours; a link would point to where its maker likes.
      if (type !== "file" && type !== "contiguous-file")
        throw new StartError(`${STRANGE}: ${name} is no file.`);
      if (begun && name === MANIFEST) throw new StartError(`${STRANGE}: it begins twice.`);
      if (ended) throw new StartError("The archive goes on after its end.");
      const table = name.match(/^tables\/([^/]+)\/\d+\.copy\.zst$/)?.[1];
      if (name === MANIFEST) {
        begun = true;
        await pass(reader.manifest(readManifest(await toJson(entry))));
      } else if (name === KEYS) await pass(reader.keys(keys.parse(await toJson(entry))));
      else if (table) await pass(reader.rows(table, await opened(name, await toBytes(entry))));
      else if (name.startsWith("files/")) {
        const file = name.slice("files/".length);
        if (!STORED_NAME.test(file)) throw new StartError(`${STRANGE}: no stored file is called ${file}.`);
        // A stream of the library streamx has all that ours is used for.
        await pass(reader.file(file, size ?? 0, entry as unknown as Readable));
      } else if (name.startsWith("sums/")) await pass(reader.sums(await computeSums(entry)));
      else if (name === ENDING) {
        await pass(reader.ending(ending.parse(await toJson(entry))));
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

/** Far more than a part of ours, whose rows are split at `PART_BYTES` and may be longer one by one. */
const MAX_PART_BYTES = 16 * PART_BYTES;

/** The content of a part that is held in memory. @throws StartError when it is longer than any of ours */
async function toBytes(entry: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of entry as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_PART_BYTES) throw new StartError(`${STRANGE}: a part of it is too long.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** Decompresses a part of a table; a few bytes may decompress to more than any memory holds. */
async function opened(name: string, bytes: Buffer): Promise<Buffer> {
  try {
    return await decompress(bytes, { maxOutputLength: MAX_PART_BYTES });
  } catch (error) {
    if ((error as { code?: string }).code !== "ERR_BUFFER_TOO_LARGE") throw error;
    throw new StartError(`${STRANGE}: ${name} is too long.`);
  }
}

const STRANGE = "This archive isn't one that this program has written";

const NOT_OURS = "This file isn't an archive of CareDiary.";

const toJson = async (entry: AsyncIterable<unknown>): Promise<unknown> =>
  JSON.parse((await toBytes(entry)).toString("utf8"));

async function computeSums(entry: AsyncIterable<unknown>): Promise<FileSum[]> {
  const lines = (await toBytes(entry)).toString("utf8").split("\n");
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

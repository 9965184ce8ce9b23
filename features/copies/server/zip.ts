import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";

/** A file of an archive; its bytes are asked for when its turn comes. */
export type ZipEntry = {
  /** Its path, with slashes. */
  name: string;
  at: Date;
  /** Whether it is worth compressing; pictures aren't. */
  isText: boolean;
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

/**
 * An archive in the ZIP format (ZIP64 where it is needed), which flows as fast as it is read: an entry is asked for when
 * the one before has been taken, and of the files only their directory is held. What fails on the way is the failure of
 * the stream.
 */
export function zipOf(entries: AsyncIterable<ZipEntry>, { forceZip64Format = false } = {}): Readable {
  const zip = new ZipFile();
  const archive = zip.outputStream as Readable;
  let current: Readable | null = null;
  const fail = (error: unknown) => archive.destroy(error as Error);
  zip.on("error", fail);
  // Whoever reads it has gone: nothing asks for the rest, and what is open is closed.
  archive.once("close", () => current?.destroy());
  const add = async () => {
    for await (const { name, at, isText, content } of entries) {
      current = Readable.from(content, { objectMode: false });
      zip.addReadStream(current, name, { mtime: at, compress: isText, forceZip64Format });
      await finished(current);
    }
    zip.end({ forceZip64Format, comment: "" });
  };
  add().catch(fail);
  return archive;
}

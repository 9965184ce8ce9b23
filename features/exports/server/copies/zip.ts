import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";

/** A file of an archive; its bytes are read only when it is written. */
export type ZipEntry = {
  /** Its path, with slashes. */
  name: string;
  at: Date;
  /** Whether to compress it; not worthwhile for pictures. */
  isText: boolean;
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

/**
 * A ZIP archive (ZIP64 where needed) as a stream with backpressure: an entry is read when the previous one has been
 * consumed, and only the directory stays in memory. An error of an entry becomes the stream's error.
 */
export function toZip(entries: AsyncIterable<ZipEntry>, { forceZip64Format = false } = {}): Readable {
  const zip = new ZipFile();
  const archive = zip.outputStream as Readable;
  let current: Readable | null = null;
  const fail = (error: unknown) => archive.destroy(error as Error);
  zip.on("error", fail);
  // The reader is gone: stop, and close the open file.
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

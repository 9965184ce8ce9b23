import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { unzipSync } from "fflate";
import { expect, it } from "vitest";
import { toZip, type ZipEntry } from "./zip.ts";

const at = new Date("2026-03-05T08:04:10Z");

const FILES = {
  "notebook.txt": Buffer.from("She slept until six. ".repeat(5000)),
  "files/Röntgen 薬 דוח.png": Buffer.from(Array.from({ length: 100_000 }, (_, i) => (i * 7919) % 251)),
  "files/empty.bin": Buffer.alloc(0),
  "last.txt": Buffer.from("The end."),
};

async function* entries(files: Record<string, Buffer> = FILES): AsyncGenerator<ZipEntry> {
  for (const [name, bytes] of Object.entries(files)) {
    const half = Math.floor(bytes.length / 2);
    const content = [bytes.subarray(0, half), bytes.subarray(half)];
    yield { name, at, isText: name.endsWith(".txt"), content };
  }
}

const filesOfZip = (zip: Uint8Array) =>
  Object.fromEntries(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, Buffer.from(bytes)]));

it.each([
  ["ordinary", false],
  ["as one above 4 GB", true],
])("other programs read the archive: %s", async (_, forceZip64Format) => {
  const zip = await buffer(toZip(entries(), { forceZip64Format }));
  const read = filesOfZip(zip);
  expect(Object.keys(read)).toEqual(Object.keys(FILES));
  for (const [name, bytes] of Object.entries(FILES)) expect(read[name]!.equals(bytes), name).toBe(true);
  // The text is compressed, the picture isn't.
  expect(zip.length).toBeGreaterThan(100_000);
  expect(zip.length).toBeLessThan(102_000);
});

it("is an empty archive without files", async () => {
  expect(filesOfZip(await buffer(toZip(entries({}))))).toEqual({});
});

it("fails with the error of a source, and reads no further source", async () => {
  let readCount = 0;
  async function* failing(): AsyncGenerator<ZipEntry> {
    readCount++;
    yield {
      name: "a",
      at,
      isText: true,
      content: (async function* () {
        yield Buffer.from("a");
        throw new Error("The disk went away");
      })(),
    };
    readCount++;
  }
  await expect(buffer(toZip(failing()))).rejects.toThrow("The disk went away");
  expect(readCount).toBe(1);
});

it("reads no further source and closes the open one once its reader is gone", async () => {
  let readCount = 0;
  let closed = false;
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield Buffer.alloc(10_000);
    } finally {
      closed = true;
    }
  }
  async function* many(): AsyncGenerator<ZipEntry> {
    for (;;) {
      readCount++;
      yield { name: String(readCount), at, isText: false, content: endless() };
    }
  }
  const archive = toZip(many());
  await once(archive, "readable");
  archive.destroy();
  await expect.poll(() => closed).toBe(true);
  expect(readCount).toBe(1);
});

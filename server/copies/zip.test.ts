import { buffer } from "node:stream/consumers";
import { unzipSync } from "fflate";
import { expect, it } from "vitest";
import { ZIP64, type ZipEntry, zipOf } from "./zip.ts";

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

const unpacked = (zip: Uint8Array) =>
  Object.fromEntries(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, Buffer.from(bytes)]));

it.each([
  ["ordinary", ZIP64],
  ["so large that offsets need more room", { offset: 2000, count: ZIP64.count }],
  ["of so many files that their number does", { offset: ZIP64.offset, count: 3 }],
])("another program reads what was written: %s", async (_, zip64) => {
  const zip = await buffer(zipOf(entries(), zip64));
  const read = unpacked(zip);
  expect(Object.keys(read)).toEqual(Object.keys(FILES));
  for (const [name, bytes] of Object.entries(FILES)) expect(read[name]!.equals(bytes), name).toBe(true);
  // The text is compressed, the picture isn't.
  expect(zip.length).toBeGreaterThan(100_000);
  expect(zip.length).toBeLessThan(102_000);
});

it("is an empty archive without files", async () => {
  expect(unpacked(await buffer(zipOf(entries({}))))).toEqual({});
});

it("breaks off with what fails on the way, and asks for no more", async () => {
  let asked = 0;
  async function* failing(): AsyncGenerator<ZipEntry> {
    asked++;
    yield {
      name: "a",
      at,
      isText: true,
      content: (async function* () {
        yield Buffer.from("a");
        throw new Error("The disk went away");
      })(),
    };
    asked++;
  }
  await expect(buffer(zipOf(failing()))).rejects.toThrow("The disk went away");
  expect(asked).toBe(1);
});

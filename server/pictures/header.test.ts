import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blackPng, jpegOf, pngOf, webpOf, withExif } from "../../test/pictures.ts";
import { readHeader } from "./header.ts";

const SIZE = { width: 37, height: 21 };

describe("the header of a picture", () => {
  it.each([
    ["image/jpeg", () => jpegOf(SIZE)],
    ["image/jpeg", async () => withExif(await jpegOf(SIZE), 6, "x".repeat(5000))],
    ["image/png", () => pngOf(SIZE)],
    ["image/webp", () => webpOf(SIZE)],
  ])("gives the size of a file of type %s", async (type, make) => {
    expect(readHeader(await make())).toEqual({ type, ...SIZE, depth: 8, hasEnd: true });
  });

  it("gives the bits per channel", () => {
    expect(readHeader(blackPng({ width: 2, height: 2 }, 16))).toMatchObject({ depth: 16 });
  });

  it("gives the largest of several sizes", async () => {
    const jpeg = await jpegOf(SIZE);
    const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0x75, 0x30, 0x75, 0x30, 1, 1, 0x11, 0]);
    const two = Buffer.concat([jpeg.subarray(0, 2), frame, jpeg.subarray(2)]);
    expect(readHeader(two)).toMatchObject({ width: 30_000, height: 30_000 });
    const webp = await webpOf(SIZE);
    const canvas = Buffer.alloc(18);
    canvas.write("VP8X\x0a\0\0\0", 0, "latin1");
    canvas.writeUIntLE(29_999, 12, 3);
    canvas.writeUIntLE(29_999, 15, 3);
    expect(readHeader(Buffer.concat([webp.subarray(0, 12), canvas, webp.subarray(12)]))).toMatchObject({
      width: 30_000,
      height: 30_000,
    });
  });

  it("shows when a JPEG is cut off", async () => {
    const jpeg = await jpegOf(SIZE);
    expect(readHeader(jpeg.subarray(0, jpeg.length - 2))).toMatchObject({ hasEnd: false });
    expect(readHeader(Buffer.concat([jpeg, Buffer.from("more")]))).toMatchObject({ hasEnd: true });
  });

  it.each([
    ["nothing", ""],
    ["text", "hello, this is no picture at all, only words"],
    ["SVG", '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'],
    ["HTML", "<!doctype html><script>alert(1)</script>".padEnd(100)],
    ["GIF", "GIF89a\x0a\0\x0a\0".padEnd(100, "\0")],
    ["BMP", "BM".padEnd(100, "\0")],
    ["a script that begins like a GIF", "GIF89a/*".padEnd(60, "x")],
  ])("isn't found in %s", (_, text) => {
    expect(readHeader(Buffer.from(text, "latin1"))).toBeNull();
  });

  it("isn't found in a picture without width or height", () => {
    expect(readHeader(blackPng({ width: 0, height: 5 }))).toBeNull();
  });

  it("can be looked for in any bytes without an error", async () => {
    const starts = [await jpegOf(SIZE), await pngOf(SIZE), await webpOf(SIZE)];
    fc.assert(
      fc.property(
        fc.constantFrom(...starts),
        fc.nat(200),
        fc.uint8Array({ maxLength: 64 }),
        (picture, kept, tail) => {
          const found = readHeader(Buffer.concat([picture.subarray(0, kept), tail]));
          if (found) expect(found.width * found.height).toBeGreaterThan(0);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

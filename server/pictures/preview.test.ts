import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { blackPng, coloursOf, jpegOf, pngOf, webpOf, withExif } from "../../test/pictures.ts";
import { readHeader } from "./header.ts";
import { drawPreview } from "./preview.ts";

const LARGE = { width: 1200, height: 800 };

describe("the small version of a picture", () => {
  it.each([
    ["JPEG", jpegOf],
    ["PNG", pngOf],
    ["WebP", webpOf],
  ])("of a %s is a WebP of the given length with the same content", async (_, make) => {
    const preview = (await drawPreview(await make(LARGE), 320))!;
    expect(readHeader(preview)).toMatchObject({ type: "image/webp", width: 320, height: 213 });
    expect(await coloursOf(preview)).toBe("RGBW");
    expect(preview.length).toBeLessThan(10_000);
  });

  it.each([
    [1, "RGBW", 320, 213],
    [3, "WBGR", 320, 213],
    [6, "BRWG", 213, 320],
    [8, "GWRB", 213, 320],
  ])("is upright for orientation %i", async (orientation, colours, width, height) => {
    const preview = (await drawPreview(withExif(await jpegOf(LARGE), orientation, ""), 320))!;
    expect(await coloursOf(preview)).toBe(colours);
    expect(readHeader(preview)).toMatchObject({ width, height });
  });

  it("has no metadata of the camera", async () => {
    const photo = withExif(await jpegOf(LARGE), 1, "GPS 52.52 N 13.40 E, Rosa's phone");
    const preview = (await drawPreview(photo, 320))!;
    for (const word of ["GPS", "Exif", "EXIF", "Rosa"]) expect(preview.includes(word), word).toBe(false);
  });

  it("isn't larger than the picture", async () => {
    const preview = (await drawPreview(await pngOf({ width: 40, height: 30 }), 320))!;
    expect(readHeader(preview)).toMatchObject({ width: 40, height: 30 });
  });

  it("is made of a transparent picture and of one with 16 bits per channel", async () => {
    expect(await drawPreview(blackPng({ width: 600, height: 400 }, 16), 320)).not.toBeNull();
    expect(await drawPreview(blackPng({ width: 600, height: 400 }, 1), 320)).not.toBeNull();
  });

  it("is refused without decoding for too many pixels", async () => {
    const bomb = blackPng({ width: 30_000, height: 30_000 }, 1);
    expect(bomb.length).toBeLessThan(200_000);
    // The processor's time, also of other threads: how busy the machine is doesn't matter.
    const begin = process.cpuUsage();
    expect(await drawPreview(bomb, 320)).toBeNull();
    // A small header with a large size, too.
    const claimed = Buffer.from(await pngOf());
    claimed.writeUInt32BE(60_000, 16);
    claimed.writeUInt32BE(60_000, 20);
    expect(await drawPreview(claimed, 320)).toBeNull();
    expect(await drawPreview(blackPng({ width: 6_000, height: 5_000 }, 16), 320)).toBeNull();
    const { user, system } = process.cpuUsage(begin);
    expect((user + system) / 1000).toBeLessThan(1000);
  });

  it("is refused for a damaged file and for one that isn't a picture", async () => {
    const jpeg = await jpegOf(LARGE);
    const png = await pngOf(LARGE);
    expect(await drawPreview(jpeg.subarray(0, jpeg.length / 2), 320)).toBeNull();
    expect(await drawPreview(png.subarray(0, png.length / 2), 320)).toBeNull();
    expect(await drawPreview(Buffer.from("GIF89a, nothing more"), 320)).toBeNull();
    expect(await drawPreview(deflateSync(Buffer.alloc(100)), 320)).toBeNull();
    expect(await drawPreview(Buffer.alloc(0), 320)).toBeNull();
  });
});

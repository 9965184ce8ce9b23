import { expect, it } from "vitest";
import { concat, encodeElement, encodeUint, readElements, readHeader, readUint } from "./ebml.ts";
import { WebmIndex } from "./webm-index.ts";

const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TRACKS = 0x1654ae6b;
const CUES = 0x1c53bb6b;

const bytes = (...values: number[]) => new Uint8Array(values);
/** An unknown size, as in a live stream. */
const unknown = (...id: number[]) => bytes(...id, 0x01, 255, 255, 255, 255, 255, 255, 255);

type Block = { track: number; time: number; isKey?: boolean; length?: number };

/** A cluster of unknown size at `time` ms; the blocks' times are relative to it. */
const cluster = (time: number, blocks: Block[]) =>
  concat([
    unknown(0x1f, 0x43, 0xb6, 0x75),
    encodeElement(0xe7, [encodeUint(time)]),
    ...blocks.map(({ track, time, isKey = false, length = 20 }) =>
      encodeElement(0xa3, [
        bytes(0x80 | track, time >> 8, time & 255, isKey ? 0x80 : 0),
        new Uint8Array(length).fill(0x42),
      ]),
    ),
  ]);

const tracks = (...types: number[]) =>
  encodeElement(
    TRACKS,
    types.map((type, index) =>
      encodeElement(0xae, [encodeElement(0xd7, [bytes(index + 1)]), encodeElement(0x83, [bytes(type)])]),
    ),
  );

/** Ten seconds of sound in track 1 and video in track 2 with a key frame every 3 s, in clusters of one second. */
function recording(): Uint8Array {
  const clusters = Array.from({ length: 10 }, (_, second) =>
    cluster(second * 1000, [
      { track: 1, time: 0, isKey: true },
      { track: 2, time: 40, isKey: second % 3 === 0, length: 500 },
      { track: 1, time: 500, isKey: true },
      { track: 2, time: 540 },
    ]),
  );
  return concat([
    encodeElement(EBML, [encodeElement(0x4282, [new TextEncoder().encode("webm")])]),
    unknown(0x18, 0x53, 0x80, 0x67),
    encodeElement(INFO, [
      encodeElement(0x2ad7b1, [bytes(0x0f, 0x42, 0x40)]),
      encodeElement(0x4d80, [bytes(65)]),
    ]),
    tracks(2, 1),
    ...clusters,
  ]);
}

/** Parses a file in parts of `length` bytes and returns the file with its new header. */
function fileWithHeader(file: Uint8Array, length = file.length) {
  const index = new WebmIndex();
  for (let at = 0; at < file.length; at += length) index.push(file.subarray(at, at + length));
  const header = index.finish();
  if (!header) return null;
  const body = file.subarray(header.bodyStart, header.bodyEnd);
  return { ...header, body, whole: concat([header.head, body]) };
}

/** The parts of a file's segment before the first cluster, and the positions of its cues. */
function partsOfSegment(whole: Uint8Array) {
  const ebml = readHeader(whole, 0) as { size: number; start: number };
  const segmentAt = ebml.start + ebml.size;
  const segment = readHeader(whole, segmentAt) as { id: number; size: number; start: number };
  const inside = whole.subarray(segment.start);
  const parts = readElements(inside);
  const partOf = (id: number) => readElements(parts.find((part) => part.id === id)?.bytes ?? bytes());
  const duration = partOf(INFO).find(({ id }) => id === 0x4489)!.bytes;
  const cues = partOf(CUES).map((point) => {
    const fields = readElements(point.bytes);
    const position = readElements(fields[1]!.bytes);
    const cluster = inside.subarray(readUint(position[1]!.bytes));
    return {
      time: readUint(fields[0]!.bytes),
      track: readUint(position[0]!.bytes),
      clusterId: readUint(cluster.subarray(0, 4)),
      clusterTime: readUint(cluster.subarray(12 + 9, 12 + 17)),
    };
  });
  return {
    segment,
    end: segment.start + segment.size,
    ids: parts.map(({ id }) => id),
    duration: new DataView(duration.slice().buffer).getFloat64(0),
    cues,
  };
}

it("the file gets its duration and the points where a player can jump to", () => {
  const file = recording();
  const { seconds, body, whole } = fileWithHeader(file)!;
  // The last sound starts at 9.5 s, the last frame at 9.54 s; each lasts as long as the one before it.
  expect(seconds).toBe(10.04);
  const found = partsOfSegment(whole);
  expect(found.duration).toBe(10_040);
  expect(found.segment.id).toBe(SEGMENT);
  expect(found.end).toBe(whole.length);
  expect(found.ids).toEqual([INFO, TRACKS, CUES]);
  expect(found.cues).toEqual(
    [0, 3, 6, 9].map((second) => ({
      time: second * 1000 + 40,
      track: 2,
      clusterId: 0x1f43b675,
      clusterTime: second * 1000,
    })),
  );
  expect(file.indexOf(0x1f)).toBe(file.length - body.length);
});

it.each([1, 2, 3, 7, 64, 509, 4096])("parts of %i bytes give the same result", (length) => {
  expect(fileWithHeader(recording(), length)).toEqual(fileWithHeader(recording()));
});

it("a recording without a picture can be played from points two seconds apart", () => {
  const blocks = (second: number) => cluster(second * 1000, [{ track: 1, time: 0, isKey: true }]);
  const file = concat([
    encodeElement(EBML, []),
    unknown(0x18, 0x53, 0x80, 0x67),
    encodeElement(INFO, []),
    tracks(2),
    ...[0, 1, 2, 3, 4].map(blocks),
  ]);
  const { whole, seconds } = fileWithHeader(file)!;
  expect(seconds).toBe(5);
  expect(partsOfSegment(whole).cues.map(({ time }) => time)).toEqual([0, 2000, 4000]);
});

it("a wrong duration is replaced, and entries that no longer fit are dropped", () => {
  const file = concat([
    encodeElement(EBML, []),
    unknown(0x18, 0x53, 0x80, 0x67),
    encodeElement(0x114d9b74, [new Uint8Array(30)]),
    encodeElement(INFO, [encodeElement(0x4489, [new Uint8Array(8)])]),
    encodeElement(0xec, [new Uint8Array(60)]),
    tracks(1),
    cluster(0, [{ track: 1, time: 0, isKey: true }]),
    cluster(1000, [{ track: 1, time: 0, isKey: true }]),
    encodeElement(CUES, [new Uint8Array(40)]),
  ]);
  const { whole } = fileWithHeader(file)!;
  const found = partsOfSegment(whole);
  expect(found.ids).toEqual([INFO, TRACKS, CUES]);
  expect(found.duration).toBe(2000);
  expect(found.end).toBe(whole.length);
});

it("a recording that breaks off ends with its last complete picture", () => {
  const file = recording();
  const { whole, body } = fileWithHeader(file.subarray(0, file.length - 5))!;
  expect(body.length).toBe(file.length - file.indexOf(0x1f) - 33);
  expect(partsOfSegment(whole).end).toBe(whole.length);
});

it.each([
  ["nothing", bytes()],
  ["another kind of file", new TextEncoder().encode("RIFF....AVI LIST")],
  ["a header without pictures", recording().subarray(0, 90)],
  ["zeros", new Uint8Array(500)],
  [
    "a size beyond all measure",
    concat([encodeElement(EBML, []), bytes(0x16, 0x54, 0xae, 0x6b, 0x08, 255, 255, 255, 255)]),
  ],
])("there is no index for %s", (_, file) => {
  expect(fileWithHeader(file)).toBeNull();
});

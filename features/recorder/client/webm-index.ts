import { concat, encodeElement, encodeUint, getLength, readElements, readHeader, readUint } from "./ebml.ts";

/** Ids of EBML and Matroska elements (RFC 8794, RFC 9559). */
const ID = {
  ebml: 0x1a45dfa3,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cueTrackPositions: 0xb7,
  cueTrack: 0xf7,
  cueClusterPosition: 0xf1,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  void: 0xec,
};
/** Elements whose children are read. */
const CONTAINERS = new Set([ID.segment, ID.cluster, ID.blockGroup]);
/** Elements of the header that are rewritten or left out. */
const REPLACED = new Set([ID.seekHead, ID.cues, ID.void]);
const VIDEO_TRACK = 1;
const DEFAULT_SCALE = 1_000_000;
/** The largest header; browsers write a few hundred bytes. */
const MAX_PART_LENGTH = 2 ** 20;
/** The minimum number of seconds between two seek points. */
const CUE_SECONDS = 2;
const KEYFRAME = 0x80;
const EMPTY = new Uint8Array(0);

type Cue = { time: number; cluster: number };
type Track = { number: number; last: number; gap: number };

/** A new header: `head` replaces the bytes before `bodyStart`; the bytes from there to `bodyEnd` follow it. */
export type WebmHeader = {
  head: Uint8Array<ArrayBuffer>;
  bodyStart: number;
  bodyEnd: number;
  /** The duration. */
  seconds: number;
};

/**
 * Makes a WebM recording seekable. Browsers record WebM as a live stream without a duration and an index, so players
 * can't show its length or jump. This class parses a recording while it runs, in parts of any size, and makes a new
 * header with both, without the whole file in memory.
 */
export class WebmIndex {
  /** The bytes that aren't parsed yet, and their offset in the file. */
  #rest: Uint8Array = new Uint8Array(0);
  #offset = 0;
  /** How many bytes to skip. */
  #skip = 0;
  #isBroken = false;
  #parts: { id: number; bytes: Uint8Array }[] = [];
  #bodyStart: number | null = null;
  /** The end times of the last two blocks; the very last one may be incomplete. */
  #ends = [0, 0];
  #cluster = { position: 0, time: 0 };
  #tracks = new Map<number, Track>();
  #cues: Cue[] = [];
  #scale = DEFAULT_SCALE;
  /** The track used for seeking: the video's, else the audio's. */
  #cueTrack = 0;
  #hasPicture = false;

  /** Parses the next bytes of the recording. */
  push(bytes: Uint8Array): void {
    if (this.#isBroken) return;
    const passed = Math.min(this.#skip, bytes.length);
    this.#skip -= passed;
    this.#offset += passed;
    if (passed === bytes.length) return;
    const newBytes = bytes.subarray(passed);
    const data = new Uint8Array(this.#rest.length + newBytes.length);
    data.set(this.#rest);
    data.set(newBytes, this.#rest.length);
    let at = 0;
    while (at < data.length) {
      const next = this.#element(data, at);
      if (next === null) break;
      at = next;
      if (this.#isBroken) return;
    }
    // A skipped element may end beyond the available bytes.
    this.#skip = Math.max(0, at - data.length);
    this.#offset += Math.min(at, data.length);
    this.#rest = data.slice(Math.min(at, data.length));
  }

  /** Parses one element at `at`; returns the next offset, or null when more bytes are needed first. */
  #element(data: Uint8Array, at: number): number | null {
    const header = readHeader(data, at);
    if (header === "short") return null;
    if (header === "broken") return this.#giveUp();
    const { id, size, start } = header;
    if (id === ID.cluster) this.#startCluster(this.#offset + at);
    if (CONTAINERS.has(id)) return start;
    if (!Number.isFinite(size)) return this.#giveUp();
    const end = start + size;
    if (id === ID.simpleBlock || id === ID.block) {
      if (start + 4 > data.length) return null;
      this.#block(data, start, id === ID.simpleBlock);
    } else if (this.#bodyStart === null || id === ID.timestamp) {
      if (size > MAX_PART_LENGTH) return this.#giveUp();
      if (end > data.length) return null;
      if (id === ID.timestamp) this.#cluster.time = readUint(data.subarray(start, end));
      else this.#part(id, data.slice(start, end));
    } else {
      // Elements after the clusters are dropped, such as cues, whose positions would be wrong.
      return end;
    }
    if (this.#bodyStart !== null) this.#ends = [this.#ends[1]!, this.#offset + end];
    return end;
  }

  #giveUp(): null {
    this.#isBroken = true;
    return null;
  }

  #part(id: number, bytes: Uint8Array): void {
    if (REPLACED.has(id)) return;
    this.#parts.push({ id, bytes });
    if (id === ID.info) {
      const scale = readElements(bytes).find((child) => child.id === ID.timestampScale);
      if (scale) this.#scale = readUint(scale.bytes) || DEFAULT_SCALE;
    }
    if (id === ID.tracks) this.#readTracks(bytes);
  }

  #readTracks(bytes: Uint8Array): void {
    for (const entry of readElements(bytes).filter((child) => child.id === ID.trackEntry)) {
      const fields = readElements(entry.bytes);
      const getNumber = (id: number) => readUint(fields.find((field) => field.id === id)?.bytes ?? EMPTY);
      const number = getNumber(ID.trackNumber);
      const isPicture = getNumber(ID.trackType) === VIDEO_TRACK;
      if (this.#cueTrack === 0 || (isPicture && !this.#hasPicture)) this.#cueTrack = number;
      this.#hasPicture ||= isPicture;
    }
  }

  #startCluster(position: number): void {
    this.#bodyStart ??= position;
    this.#cluster = { position, time: 0 };
  }

  #block(data: Uint8Array, start: number, isSimple: boolean): void {
    const view = new DataView(data.buffer, data.byteOffset);
    // Track numbers above 127 take more bytes; no browser records that many tracks.
    const number = view.getUint8(start) & 0x7f;
    const time = this.#cluster.time + view.getInt16(start + 1);
    const track = this.#tracks.get(number) ?? { number, last: time, gap: 0 };
    if (time > track.last) Object.assign(track, { gap: time - track.last, last: time });
    this.#tracks.set(number, track);
    const isKey = isSimple && (view.getUint8(start + 3) & KEYFRAME) !== 0;
    if (number !== this.#cueTrack || !isKey) return;
    const latest = this.#cues.at(-1);
    if (latest && (time - latest.time) * this.#scale < CUE_SECONDS * 1e9) return;
    this.#cues.push({ time, cluster: this.#cluster.position });
  }

  /** The new header for everything parsed; null when it isn't a browser's recording, or is empty. */
  finish(): WebmHeader | null {
    const bodyStart = this.#bodyStart;
    if (this.#isBroken || bodyStart === null || this.#tracks.size === 0) return null;
    const bodyEnd = this.#ends[this.#skip > 0 ? 0 : 1]!;
    // The last frame is assumed to last as long as the one before it.
    const end = Math.max(...[...this.#tracks.values()].map(({ last, gap }) => last + gap));
    const parts = this.#parts
      .filter(({ id }) => id !== ID.ebml)
      .map(({ id, bytes }) => this.#rewrite(id, bytes, end));
    const partsLength = getLength(parts);
    // All integers have a fixed width, so that positions don't depend on their own values.
    const inside = partsLength + getLength(this.#cueList(0));
    const cues = this.#cueList(inside - bodyStart);
    const ebml = this.#parts
      .filter(({ id }) => id === ID.ebml)
      .map(({ bytes }) => encodeElement(ID.ebml, [bytes]));
    const segment = encodeElement(ID.segment, [...parts, ...cues], bodyEnd - bodyStart);
    const head = concat([...ebml, segment]);
    return { head, bodyStart, bodyEnd, seconds: (end * this.#scale) / 1e9 };
  }

  #rewrite(id: number, bytes: Uint8Array, end: number): Uint8Array {
    if (id !== ID.info) return encodeElement(id, [bytes]);
    const duration = new DataView(new ArrayBuffer(8));
    duration.setFloat64(0, end);
    const otherElements = readElements(bytes).filter((child) => child.id !== ID.duration);
    return encodeElement(id, [
      ...otherElements.map((child) => encodeElement(child.id, [child.bytes])),
      encodeElement(ID.duration, [new Uint8Array(duration.buffer)]),
    ]);
  }

  #cueList(shift: number): Uint8Array[] {
    if (this.#cues.length === 0) return [];
    const points = this.#cues.map(({ time, cluster }) =>
      encodeElement(ID.cuePoint, [
        encodeElement(ID.cueTime, [encodeUint(time)]),
        encodeElement(ID.cueTrackPositions, [
          encodeElement(ID.cueTrack, [encodeUint(this.#cueTrack)]),
          encodeElement(ID.cueClusterPosition, [encodeUint(cluster + shift)]),
        ]),
      ]),
    );
    return [encodeElement(ID.cues, points)];
  }
}

import { createId } from "../../../lib/ids.ts";
import { t } from "../../../lib/words/t.ts";
import {
  AUDIO,
  AUDIO_BITS,
  DEFAULT_TYPE,
  getRecordingFilename,
  getRecordingType,
  MESSAGES,
  VIDEO,
  VIDEO_BITS,
} from "../rules.ts";
import { claimUnfinished, PART_MS, type RecordingHead, UnfinishedRecording } from "./unfinished-store.ts";
import { WebmIndex } from "./webm-index.ts";

/** A finished recording that isn't saved yet. */
export type FinishedRecording = RecordingHead & {
  blob: Blob;
  /** Whole seconds. */
  duration: number;
  /** Whether its parts are stored too, so that it survives a crash or a closed tab. */
  isStored: boolean;
  /** Releases it for the next page that offers it. */
  release: () => void;
};

/** Whether this browser can record (workspace 5). */
export function canRecord(): boolean {
  return (
    typeof navigator.mediaDevices?.getUserMedia === "function" &&
    typeof MediaRecorder === "function" &&
    getRecordingType(true, (type) => MediaRecorder.isTypeSupported(type)) !== null
  );
}

/** The errors of getUserMedia when there is no camera or it is unavailable. */
const NO_CAMERA = new Set(["NotFoundError", "NotReadableError", "OverconstrainedError"]);

/**
 * Requests camera and microphone; only the microphone when there is no camera, or none is wanted. Throws when the
 * browser or the person refuses.
 */
export async function requestDevices(soundOnly: boolean): Promise<MediaStream> {
  const devices = navigator.mediaDevices;
  try {
    if (soundOnly) return await devices.getUserMedia({ video: false, audio: AUDIO });
    return await devices.getUserMedia({ video: VIDEO, audio: AUDIO }).catch((error: DOMException) => {
      if (!NO_CAMERA.has(error.name)) throw error;
      return devices.getUserMedia({ video: false, audio: AUDIO });
    });
  } catch (cause) {
    console.warn("No camera or microphone", cause);
    throw new Error(t(MESSAGES.access), { cause });
  }
}

/** Releases camera and microphone, which turns their indicators off. */
export function releaseDevices(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Adds a duration and seek index to recorded parts; returns them unchanged where that is impossible. */
function createFile(parts: Blob[], index: WebmIndex, head: RecordingHead, seconds: number) {
  const header = index.finish();
  if (!header) return { blob: new Blob(parts, { type: head.mimeType }), duration: Math.round(seconds) };
  const body = new Blob(parts).slice(header.bodyStart, header.bodyEnd);
  return {
    blob: new Blob([header.head, body], { type: head.mimeType }),
    duration: Math.max(1, Math.round(header.seconds)),
  };
}

/** Assembles a recording from the parts found in this browser. */
export async function assembleRecording(
  { id, filename, timestamp, mimeType, userId }: RecordingHead,
  parts: Blob[],
  release: () => void,
): Promise<FinishedRecording> {
  const head = { id, filename, timestamp, mimeType, userId };
  const index = new WebmIndex();
  for (const part of parts) index.push(new Uint8Array(await part.arrayBuffer()));
  return {
    ...head,
    ...createFile(parts, index, head, (parts.length * PART_MS) / 1000),
    isStored: true,
    release,
  };
}

type CaptureEvents = {
  /** The browser stopped by itself; the recording until then is available. */
  onFailure: () => void;
  /** The parts can't be stored as they arrive: a crash would lose all of them. */
  onStorageFailure: (error: unknown) => void;
};

/** A running recording of a stream. The constructor throws when the browser can't start. */
export class Capture {
  readonly head: RecordingHead;
  readonly #recorder: MediaRecorder;
  readonly #parts: Blob[] = [];
  readonly #index = new WebmIndex();
  readonly #claim: Promise<(() => void) | null>;
  readonly #ended: Promise<void>;
  #isEnding = false;
  #isStored = true;
  /** Parts are read and stored one after the other. */
  #reading: Promise<unknown> = Promise.resolve();

  constructor(stream: MediaStream, userId: string, { onFailure, onStorageFailure }: CaptureEvents) {
    const live = stream.getTracks().filter(({ readyState }) => readyState === "live");
    const hasPicture = live.some(({ kind }) => kind === "video");
    const type = getRecordingType(hasPicture, (type) => MediaRecorder.isTypeSupported(type));
    this.#recorder = new MediaRecorder(new MediaStream(live), {
      mimeType: type ?? DEFAULT_TYPE,
      videoBitsPerSecond: VIDEO_BITS,
      audioBitsPerSecond: AUDIO_BITS,
    });
    const timestamp = Date.now();
    this.head = {
      id: createId(),
      filename: getRecordingFilename(timestamp),
      timestamp,
      mimeType: this.#recorder.mimeType || DEFAULT_TYPE,
      userId,
    };
    this.#ended = new Promise((resolve) => {
      this.#recorder.onstop = () => {
        resolve();
        if (!this.#isEnding) onFailure();
      };
    });
    this.#recorder.onerror = onFailure;
    this.#recorder.start(PART_MS);
    this.#claim = claimUnfinished(this.head.id);
    const unfinished = new UnfinishedRecording(this.head);
    this.#recorder.ondataavailable = ({ data }) => {
      if (data.size === 0) return;
      this.#parts.push(data);
      this.#reading = this.#reading.then(async () => {
        this.#index.push(new Uint8Array(await data.arrayBuffer()));
        if (!this.#isStored) return;
        await unfinished.add(data).catch((error) => {
          // A recording with a missing part can't be played.
          this.#isStored = false;
          onStorageFailure(error);
        });
      });
    };
    void this.#ended.then(() => this.#reading).then(() => unfinished.close());
  }

  /** Stops and returns the recording; null when it is empty. */
  async end(): Promise<FinishedRecording | null> {
    this.#isEnding = true;
    const seconds = (Date.now() - this.head.timestamp) / 1000;
    if (this.#recorder.state !== "inactive") this.#recorder.stop();
    await this.#ended;
    await this.#reading;
    const release = (await this.#claim) ?? (() => {});
    if (this.#parts.length === 0) {
      release();
      return null;
    }
    const file = createFile(this.#parts, this.#index, this.head, seconds);
    return { ...this.head, ...file, isStored: this.#isStored, release };
  }
}

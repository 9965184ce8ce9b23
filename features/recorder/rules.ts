import { toDateField } from "../../lib/dates/time.ts";
import type { Key } from "../../lib/words/keys.ts";

/** The messages (workspace 5 and 8). */
export const MESSAGES = {
  unsupported: "recorder.unsupported",
  access: "recorder.noAccess",
  noStream: "recorder.noStream",
  start: "recorder.notStarted",
  save: "recorder.notSaved",
  remove: "recorder.notDeleted",
} as const satisfies Record<string, Key>;

/** The kinds of errors; their texts are in MESSAGES. */
export type RecorderProblem = Exclude<keyof typeof MESSAGES, "remove">;

/** The constraints for the camera (workspace 9). */
export const VIDEO = {
  width: { ideal: 1280 },
  height: { ideal: 720 },
  frameRate: { ideal: 30 },
} satisfies MediaTrackConstraints;

/** The constraints for the microphone (workspace 9): 48 kHz, 16 bits, 2 channels. */
export const AUDIO = {
  sampleRate: 48_000,
  sampleSize: 16,
  channelCount: 2,
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
} satisfies MediaTrackConstraints;

/** Bits per second (workspace 9). */
export const VIDEO_BITS = 2_500_000;
export const AUDIO_BITS = 128_000;

/** The media type of a recording when the browser doesn't name it. */
export const DEFAULT_TYPE = "video/webm";

const VIDEO_TYPES = ["video/webm;codecs=vp9,opus", "video/webm;codecs=vp8,opus", DEFAULT_TYPE];
const SOUND_TYPES = ["audio/webm;codecs=opus", "audio/webm", DEFAULT_TYPE];

/** The best type that the browser can record (workspace 5): vp9, else vp8, else plain webm; null when there is none. */
export function getRecordingType(
  hasPicture: boolean,
  isSupported: (mimeType: string) => boolean,
): string | null {
  return (hasPicture ? VIDEO_TYPES : SOUND_TYPES).find(isSupported) ?? null;
}

/** `CareDiary-YYYY-MM-DD_HH-mm-ss.webm` for a moment (epoch ms), in the viewer's zone (decisions W1017). */
export function getRecordingFilename(timestamp: number): string {
  const moment = new Date(timestamp);
  const time = [moment.getHours(), moment.getMinutes(), moment.getSeconds()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
  return `CareDiary-${toDateField(timestamp)}_${time}.webm`;
}

/** A duration as "0:07", "12:34", "1:02:03". */
export function formatClockTime(seconds: number): string {
  const two = (part: number) => String(part).padStart(2, "0");
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/**
 * How many minutes of recording fit into `bytes` of storage. A recording needs its space twice until it is saved: as
 * parts, in case the browser crashes, and as a whole.
 */
export function countRecordableMinutes(bytes: number): number {
  const bytesAMinute = ((VIDEO_BITS + AUDIO_BITS) / 8) * 60;
  return Math.max(0, Math.floor(bytes / bytesAMinute / 2));
}

/** From how many remaining minutes on no warning is shown. */
export const ENOUGH_MINUTES = 90;

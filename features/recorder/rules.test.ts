import { expect, it } from "vitest";
import { t } from "../../lib/words/t.ts";
import { spec } from "../../test/spec.ts";
import {
  AUDIO,
  countRecordableMinutes,
  formatClockTime,
  getRecordingFilename,
  getRecordingType,
  MESSAGES,
  VIDEO,
} from "./rules.ts";

const supportedTypes =
  (...types: string[]) =>
  (type: string) =>
    types.includes(type);

it.each([
  [
    "WORK-533 vp9 before all",
    ["video/webm", "video/webm;codecs=vp8,opus", "video/webm;codecs=vp9,opus"],
    "video/webm;codecs=vp9,opus",
  ],
  ["WORK-534 vp8 without it", ["video/webm", "video/webm;codecs=vp8,opus"], "video/webm;codecs=vp8,opus"],
  ["WORK-535 plain webm without both", ["video/webm", "video/mp4"], "video/webm"],
  ["nothing but webm", ["video/mp4"], null],
])("%s", (_, types, expected) => {
  expect(getRecordingType(true, supportedTypes(...types))).toBe(expected);
});

it("a recording without a picture is a sound file", () => {
  const all = () => true;
  expect(getRecordingType(false, all)).toBe("audio/webm;codecs=opus");
  expect(getRecordingType(false, supportedTypes("video/webm"))).toBe("video/webm");
});

it("the recorder asks for the specified devices", () => {
  expect(VIDEO, "@WORK-536 @WORK-537").toEqual({
    width: { ideal: 1280 },
    height: { ideal: 720 },
    frameRate: { ideal: 30 },
  });
  expect(AUDIO, "@WORK-540 @WORK-541 @WORK-542 @WORK-543 @WORK-544 @WORK-545").toEqual({
    sampleRate: 48000,
    sampleSize: 16,
    channelCount: 2,
    echoCancellation: true,
    noiseSuppression: true,
    autoGainControl: true,
  });
});

it("a recording's name is its start in local time", { tags: spec("WORK-556") }, () => {
  expect(getRecordingFilename(new Date(2026, 2, 5, 9, 4, 7).getTime())).toBe(
    "CareDiary-2026-03-05_09-04-07.webm",
  );
});

it.each([
  [0, "0:00"],
  [7.9, "0:07"],
  [754, "12:34"],
  [3723, "1:02:03"],
  [36_000, "10:00:00"],
  [-1, "0:00"],
])("%d seconds read %s", (seconds, words) => {
  expect(formatClockTime(seconds)).toBe(words);
});

it("a recording needs twice its size: for its parts while it runs and for the complete file", () => {
  // A minute of picture and sound is 2,628,000 bits a second: 19,710,000 bytes.
  expect(countRecordableMinutes(2 * 19_710_000)).toBe(1);
  expect(countRecordableMinutes(2 * 19_710_000 - 1)).toBe(0);
  expect(countRecordableMinutes(-5)).toBe(0);
});

it("each problem has its message", () => {
  const texts = Object.entries(MESSAGES).map(([name, key]) => [name, t(key)]);
  expect(Object.fromEntries(texts)).toMatchObject({
    access:
      "Could not access camera or microphone. Please ensure permissions are granted and devices are available.",
    noStream: "No media stream available. Please initialize the camera first.",
    start: "Failed to start recording. Please try again.",
    save: "Failed to save recording. Please try again.",
  });
});

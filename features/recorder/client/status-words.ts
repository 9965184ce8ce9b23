import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import type { NoVideoReason } from "./meeting-recorder.ts";
import type { RecorderState, StoppedBy } from "./recorder-machine.ts";

const READY: Record<NoVideoReason, Key> = {
  wished: "recorder.readySound",
  "no-camera": "recorder.readyNoCamera",
  "camera-lost": "recorder.readyCameraLost",
};

const STOPPED: Record<StoppedBy, Key> = {
  person: "recorder.stopped",
  hidden: "recorder.stoppedHidden",
  device: "recorder.stoppedDevice",
  failure: "recorder.stoppedFailure",
};

/** The recorder's status in a sentence or two; announced on each change. */
export function describeStatus(state: RecorderState, noVideoReason: NoVideoReason | null): string {
  switch (state.name) {
    case "deactivated":
      return t("recorder.off");
    case "requesting-permissions":
      return t("recorder.asking");
    case "ready":
      return t(noVideoReason ? READY[noVideoReason] : "recorder.ready");
    case "error":
      return "";
    case "recording":
      return t(noVideoReason === "camera-lost" ? "recorder.recordingCameraLost" : "recorder.recording");
    case "stopped":
      if (state.isSaving) return t("recorder.saving");
      return t(state.stoppedBy ? STOPPED[state.stoppedBy] : "recorder.interrupted");
  }
}

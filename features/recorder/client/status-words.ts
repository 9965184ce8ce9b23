import type { NoVideoReason } from "./meeting-recorder.ts";
import type { RecorderState, StoppedBy } from "./recorder-machine.ts";

const NO_VIDEO_TEXTS: Record<NoVideoReason, string> = {
  wished: "Only sound will be recorded.",
  "no-camera": "No camera was found: only sound will be recorded.",
  "camera-lost": "The camera was disconnected: only sound is recorded from here on.",
};

const STOPPED: Record<StoppedBy, string> = {
  person: "Recording stopped.",
  hidden: "Recording stopped because this page was no longer in front.",
  device: "Recording stopped because the microphone was disconnected.",
  failure: "Recording stopped because the browser could not go on.",
};

/** The recorder's status in a sentence or two; announced on each change. */
export function describeStatus(state: RecorderState, noVideoReason: NoVideoReason | null): string {
  switch (state.name) {
    case "deactivated":
      return "Camera and microphone are off.";
    case "requesting-permissions":
      return "Waiting for your permission to use camera and microphone.";
    case "ready":
      return noVideoReason ? `Ready to record. ${NO_VIDEO_TEXTS[noVideoReason]}` : "Ready to record.";
    case "error":
      return "";
    case "recording":
      return noVideoReason === "camera-lost" ? `Recording. ${NO_VIDEO_TEXTS[noVideoReason]}` : "Recording.";
    case "stopped": {
      const stopped = state.stoppedBy ? STOPPED[state.stoppedBy] : "This recording was interrupted.";
      return state.isSaving ? "Saving…" : `${stopped} Keep it or discard it.`;
    }
  }
}

import type { RecorderProblem } from "../rules.ts";

/** The names of the recorder's states (workspace 4.5). */
export type StateName =
  | "deactivated"
  | "requesting-permissions"
  | "ready"
  | "error"
  | "recording"
  | "stopped";

/**
 * Why a recording ended: by its button, because the page was hidden, the microphone was lost, or the browser failed.
 */
export type StoppedBy = "person" | "hidden" | "device" | "failure";

export type RecorderState = {
  name: StateName;
  /** The number of device requests, which distinguishes the answer to the latest from an outdated one. */
  attempt: number;
  /** Whether camera or microphone are in use. */
  hasDevices: boolean;
  /** A recording is being saved. */
  isSaving: boolean;
  problem: RecorderProblem | null;
  stoppedBy: StoppedBy | null;
};

export type RecorderEvent =
  | { type: "activate" }
  | { type: "unsupported" }
  | { type: "granted"; attempt: number }
  | { type: "refused"; attempt: number; problem: RecorderProblem }
  /** `isLive`: the devices in use still deliver data. */
  | { type: "start"; isLive: boolean }
  | { type: "start-failed" }
  | { type: "stop"; by: StoppedBy }
  /** Nothing was recorded. */
  | { type: "empty" }
  /** The devices stopped: unplugged, or taken by another program. */
  | { type: "lost" }
  | { type: "save" }
  | { type: "saved" }
  | { type: "save-failed" }
  | { type: "discard" }
  | { type: "deactivate" }
  /** Shows an interrupted recording, to be saved or discarded. */
  | { type: "review" };

/** The recorder's actions after an event, in the order of the list that `step` returns. */
export type RecorderEffect =
  | "request-devices"
  /** Use the stream that was granted. */
  | "use-devices"
  /** Release the devices in use. */
  | "release-devices"
  /** Release a stream that was granted too late. */
  | "release-late-devices"
  | "start-recording"
  | "stop-recording"
  /** Keep the stopped recording, neither saved nor discarded, until the person returns. */
  | "save-for-later"
  | "save-recording"
  | "discard-recording";

export const INITIAL_STATE: RecorderState = {
  name: "deactivated",
  attempt: 0,
  hasDevices: false,
  isSaving: false,
  problem: null,
  stoppedBy: null,
};

type Step = [state: RecorderState, effects: RecorderEffect[]];

/**
 * The recorder's state machine, a pure function: returns the state after an event, and the effects to run. A lengthy
 * effect reports back as another event, perhaps late. An event without a meaning in a state changes nothing.
 */
export function advanceRecorder(state: RecorderState, event: RecorderEvent): Step {
  const { name, attempt, hasDevices } = state;
  const to = (next: StateName, change: Partial<RecorderState> = {}): RecorderState => ({
    ...INITIAL_STATE,
    attempt,
    hasDevices,
    name: next,
    ...change,
  });
  const unchanged: Step = [state, []];
  /** After a stopped recording: ready for the next one when the devices are still in use. */
  const reset = (problem: RecorderProblem | null = null) =>
    to(hasDevices ? "ready" : "deactivated", { problem });

  switch (event.type) {
    case "activate":
      if (name !== "deactivated" && name !== "error") return unchanged;
      return [to("requesting-permissions", { attempt: attempt + 1, hasDevices: false }), ["request-devices"]];
    case "unsupported":
      if (name !== "deactivated" && name !== "error") return unchanged;
      return [to("error", { problem: "unsupported" }), []];
    case "granted":
      if (name !== "requesting-permissions" || event.attempt !== attempt)
        return [state, ["release-late-devices"]];
      return [to("ready", { hasDevices: true }), ["use-devices"]];
    case "refused":
      if (name !== "requesting-permissions" || event.attempt !== attempt) return unchanged;
      return [to("error", { problem: event.problem }), []];
    case "start":
      if (name !== "ready" && name !== "deactivated" && name !== "error") return unchanged;
      if (name === "ready" && event.isLive) return [to("recording"), ["start-recording"]];
      return [to("error", { hasDevices: false, problem: "noStream" }), hasDevices ? ["release-devices"] : []];
    case "start-failed":
      return name === "recording" ? [to("ready", { problem: "start" }), []] : unchanged;
    case "stop":
      return name === "recording" ? [to("stopped", { stoppedBy: event.by }), ["stop-recording"]] : unchanged;
    case "empty":
      return name === "stopped" ? [reset("start"), ["discard-recording"]] : unchanged;
    case "lost":
      if (!hasDevices) return unchanged;
      if (name === "recording")
        return [
          to("stopped", { hasDevices: false, stoppedBy: "device" }),
          ["stop-recording", "release-devices"],
        ];
      if (name === "stopped") return [{ ...state, hasDevices: false }, ["release-devices"]];
      return [to("error", { hasDevices: false, problem: "access" }), ["release-devices"]];
    case "save":
      if (name !== "stopped" || state.isSaving) return unchanged;
      return [{ ...state, isSaving: true, problem: null }, ["save-recording"]];
    case "saved":
      return name === "stopped" && state.isSaving ? [reset(), []] : unchanged;
    case "save-failed":
      if (name !== "stopped" || !state.isSaving) return unchanged;
      return [{ ...state, isSaving: false, problem: "save" }, []];
    case "discard":
      return name === "stopped" && !state.isSaving ? [reset(), ["discard-recording"]] : unchanged;
    case "deactivate": {
      const effects: RecorderEffect[] = [];
      if (name === "recording") effects.push("stop-recording");
      if (hasDevices) effects.push("release-devices");
      if (name === "recording" || name === "stopped") effects.push("save-for-later");
      return [to("deactivated", { hasDevices: false }), effects];
    }
    case "review":
      if (name !== "deactivated" && name !== "ready" && name !== "error") return unchanged;
      return [to("stopped"), []];
  }
}

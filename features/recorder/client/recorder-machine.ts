import type { RecorderProblem } from "../rules.ts";

/*
 * The recorder's states (workspace 4.5) as a pure function: what happens leads from a state to the next one and to
 * what is to be done. All that takes time comes back as an event, maybe late.
 */

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
  /** The number of device requests, to tell the answer to the latest from an outdated one. */
  attempt: number;
  /** Whether camera or microphone are in use. */
  isHeld: boolean;
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
  /** The devices stopped by themselves: unplugged, or taken by another program. */
  | { type: "lost" }
  | { type: "keep" }
  | { type: "kept" }
  | { type: "keep-failed" }
  | { type: "discard" }
  | { type: "deactivate" }
  /** Shows an interrupted recording, to be saved or discarded. */
  | { type: "review" };

/**
 * The effects to run, in this order:
 * request – request the devices · hold – use the stream that was granted · release-late – release a stream that came
 * too late ·
 * release – release the devices in use ·
 * begin, end – the recording · set-aside – set the stopped recording aside · save · drop – the stopped recording.
 */
export type RecorderEffect =
  | "request"
  | "hold"
  | "release"
  | "release-late"
  | "begin"
  | "end"
  | "set-aside"
  | "save"
  | "drop";

export const INITIAL_STATE: RecorderState = {
  name: "deactivated",
  attempt: 0,
  isHeld: false,
  isSaving: false,
  problem: null,
  stoppedBy: null,
};

type Step = [state: RecorderState, effects: RecorderEffect[]];

/** The state after an event, and the effects to run. An event without a meaning in a state changes nothing. */
export function step(state: RecorderState, event: RecorderEvent): Step {
  const { name, attempt, isHeld } = state;
  const to = (next: StateName, change: Partial<RecorderState> = {}): RecorderState => ({
    ...INITIAL_STATE,
    attempt,
    isHeld,
    name: next,
    ...change,
  });
  const stays: Step = [state, []];
  /** After a stopped recording: ready for the next one when the devices are still in use. */
  const reset = (problem: RecorderProblem | null = null) => to(isHeld ? "ready" : "deactivated", { problem });

  switch (event.type) {
    case "activate":
      if (name !== "deactivated" && name !== "error") return stays;
      return [to("requesting-permissions", { attempt: attempt + 1, isHeld: false }), ["request"]];
    case "unsupported":
      if (name !== "deactivated" && name !== "error") return stays;
      return [to("error", { problem: "unsupported" }), []];
    case "granted":
      if (name !== "requesting-permissions" || event.attempt !== attempt) return [state, ["release-late"]];
      return [to("ready", { isHeld: true }), ["hold"]];
    case "refused":
      if (name !== "requesting-permissions" || event.attempt !== attempt) return stays;
      return [to("error", { problem: event.problem }), []];
    case "start":
      if (name !== "ready" && name !== "deactivated" && name !== "error") return stays;
      if (name === "ready" && event.isLive) return [to("recording"), ["begin"]];
      return [to("error", { isHeld: false, problem: "noStream" }), isHeld ? ["release"] : []];
    case "start-failed":
      return name === "recording" ? [to("ready", { problem: "start" }), []] : stays;
    case "stop":
      return name === "recording" ? [to("stopped", { stoppedBy: event.by }), ["end"]] : stays;
    case "empty":
      return name === "stopped" ? [reset("start"), ["drop"]] : stays;
    case "lost":
      if (!isHeld) return stays;
      if (name === "recording")
        return [to("stopped", { isHeld: false, stoppedBy: "device" }), ["end", "release"]];
      if (name === "stopped") return [{ ...state, isHeld: false }, ["release"]];
      return [to("error", { isHeld: false, problem: "access" }), ["release"]];
    case "keep":
      if (name !== "stopped" || state.isSaving) return stays;
      return [{ ...state, isSaving: true, problem: null }, ["save"]];
    case "kept":
      return name === "stopped" && state.isSaving ? [reset(), []] : stays;
    case "keep-failed":
      if (name !== "stopped" || !state.isSaving) return stays;
      return [{ ...state, isSaving: false, problem: "save" }, []];
    case "discard":
      return name === "stopped" && !state.isSaving ? [reset(), ["drop"]] : stays;
    case "deactivate": {
      const effects: RecorderEffect[] = [];
      if (name === "recording") effects.push("end");
      if (isHeld) effects.push("release");
      if (name === "recording" || name === "stopped") effects.push("set-aside");
      return [to("deactivated", { isHeld: false }), effects];
    }
    case "review":
      if (name !== "deactivated" && name !== "ready" && name !== "error") return stays;
      return [to("stopped"), []];
  }
}

import fc from "fast-check";
import { expect, it } from "vitest";
import { spec } from "../../../test/spec.ts";
import {
  INITIAL_STATE,
  type RecorderEffect,
  type RecorderEvent,
  type RecorderState,
  type StateName,
  step,
} from "./recorder-machine.ts";

const at = (name: StateName, change: Partial<RecorderState> = {}): RecorderState => ({
  ...INITIAL_STATE,
  name,
  attempt: 1,
  isHeld: name === "ready" || name === "recording" || name === "stopped",
  stoppedBy: name === "stopped" ? "person" : null,
  ...change,
});
const off = { isHeld: false };
const saving = { isSaving: true };

type Row = [
  what: string,
  from: RecorderState,
  event: RecorderEvent,
  to: RecorderState,
  effects?: RecorderEffect[],
];

const refused: RecorderEvent = { type: "refused", attempt: 1, problem: "access" };
const start: RecorderEvent = { type: "start", isLive: true };
const noStream = at("error", { problem: "noStream" });

const TRANSITIONS: Row[] = [
  [
    "WORK-512 asks for the devices",
    INITIAL_STATE,
    { type: "activate" },
    at("requesting-permissions"),
    ["request"],
  ],
  [
    "W1016 tries again after an error",
    at("error", { problem: "noStream" }),
    { type: "activate" },
    at("requesting-permissions", { attempt: 2 }),
    ["request"],
  ],
  [
    "WORK-529 an unsupported browser",
    INITIAL_STATE,
    { type: "unsupported" },
    at("error", { attempt: 0, problem: "unsupported" }),
  ],
  [
    "still unsupported after Try again",
    at("error"),
    { type: "unsupported" },
    at("error", { problem: "unsupported" }),
  ],
  [
    "WORK-513 permission",
    at("requesting-permissions"),
    { type: "granted", attempt: 1 },
    at("ready"),
    ["hold"],
  ],
  ["WORK-514 WORK-563 refusal", at("requesting-permissions"), refused, at("error", { problem: "access" })],
  [
    "Deactivate while the browser asks",
    at("requesting-permissions"),
    { type: "deactivate" },
    at("deactivated"),
  ],
  [
    "permission after Deactivate or leaving",
    at("deactivated"),
    { type: "granted", attempt: 1 },
    at("deactivated"),
    ["release-late"],
  ],
  [
    "permission of a former request",
    at("requesting-permissions", { attempt: 2 }),
    { type: "granted", attempt: 1 },
    at("requesting-permissions", { attempt: 2 }),
    ["release-late"],
  ],
  [
    "refusal of a former request",
    at("requesting-permissions", { attempt: 2 }),
    refused,
    at("requesting-permissions", { attempt: 2 }),
  ],
  ["refusal after leaving", at("deactivated"), refused, at("deactivated")],
  ["WORK-515 starts", at("ready"), start, at("recording"), ["begin"]],
  ["WORK-564 starts with dead devices", at("ready"), { type: "start", isLive: false }, noStream, ["release"]],
  ["WORK-564 starts without devices", at("deactivated"), start, noStream],
  ["starts without devices after an error", at("error"), start, noStream],
  ["WORK-565 fails to start", at("recording"), { type: "start-failed" }, at("ready", { problem: "start" })],
  [
    "a second attempt to start clears the message",
    at("ready", { problem: "start" }),
    start,
    at("recording"),
    ["begin"],
  ],
  ["WORK-516 stops", at("recording"), { type: "stop", by: "person" }, at("stopped"), ["end"]],
  [
    "WORK-526 stops when hidden",
    at("recording"),
    { type: "stop", by: "hidden" },
    at("stopped", { stoppedBy: "hidden" }),
    ["end"],
  ],
  [
    "stops when the browser gives up",
    at("recording"),
    { type: "stop", by: "failure" },
    at("stopped", { stoppedBy: "failure" }),
    ["end"],
  ],
  ["hidden while nothing is recorded", at("ready"), { type: "stop", by: "hidden" }, at("ready")],
  [
    "the microphone is unplugged while recording",
    at("recording"),
    { type: "lost" },
    at("stopped", { ...off, stoppedBy: "device" }),
    ["end", "release"],
  ],
  [
    "the microphone is unplugged before",
    at("ready"),
    { type: "lost" },
    at("error", { problem: "access" }),
    ["release"],
  ],
  ["the microphone is unplugged after", at("stopped"), { type: "lost" }, at("stopped", off), ["release"]],
  [
    "the microphone is unplugged during a save",
    at("stopped", saving),
    { type: "lost" },
    at("stopped", { ...saving, ...off }),
    ["release"],
  ],
  ["lost devices that nobody holds", at("deactivated"), { type: "lost" }, at("deactivated")],
  ["nothing was recorded", at("stopped"), { type: "empty" }, at("ready", { problem: "start" }), ["drop"]],
  [
    "nothing was recorded, devices gone",
    at("stopped", off),
    { type: "empty" },
    at("deactivated", { problem: "start" }),
    ["drop"],
  ],
  ["WORK-524 keeps", at("stopped"), { type: "keep" }, at("stopped", saving), ["save"]],
  ["keeps once, however often it is pressed", at("stopped", saving), { type: "keep" }, at("stopped", saving)],
  ["WORK-525 ready after Keep", at("stopped", saving), { type: "kept" }, at("ready")],
  [
    "off after Keep without devices",
    at("stopped", { ...saving, ...off }),
    { type: "kept" },
    at("deactivated"),
  ],
  ["WORK-566 can't keep", at("stopped", saving), { type: "keep-failed" }, at("stopped", { problem: "save" })],
  [
    "tries to keep again",
    at("stopped", { problem: "save" }),
    { type: "keep" },
    at("stopped", saving),
    ["save"],
  ],
  ["kept after Deactivate", at("deactivated"), { type: "kept" }, at("deactivated")],
  ["not kept after Deactivate", at("deactivated"), { type: "keep-failed" }, at("deactivated")],
  ["kept while the next one is stopped", at("stopped"), { type: "kept" }, at("stopped")],
  ["WORK-517 ready after Discard", at("stopped"), { type: "discard" }, at("ready"), ["drop"]],
  [
    "WORK-518 off after Discard without devices",
    at("stopped", off),
    { type: "discard" },
    at("deactivated"),
    ["drop"],
  ],
  ["discards nothing that is being saved", at("stopped", saving), { type: "discard" }, at("stopped", saving)],
  [
    "WORK-519 WORK-520 WORK-523 Deactivate lets the devices go",
    at("ready"),
    { type: "deactivate" },
    at("deactivated"),
    ["release"],
  ],
  [
    "WORK-521 Deactivate stops a recording first",
    at("recording"),
    { type: "deactivate" },
    at("deactivated"),
    ["end", "release", "set-aside"],
  ],
  [
    "Deactivate leaves a stopped recording for later",
    at("stopped"),
    { type: "deactivate" },
    at("deactivated"),
    ["release", "set-aside"],
  ],
  [
    "leaving with a stopped recording and no devices",
    at("stopped", off),
    { type: "deactivate" },
    at("deactivated"),
    ["set-aside"],
  ],
  ["Deactivate after an error", at("error"), { type: "deactivate" }, at("deactivated")],
  [
    "shows an interrupted recording",
    at("deactivated"),
    { type: "review" },
    at("stopped", { ...off, stoppedBy: null }),
  ],
  [
    "shows an interrupted recording with the camera on",
    at("ready"),
    { type: "review" },
    at("stopped", { stoppedBy: null }),
  ],
  [
    "shows an interrupted recording after an error",
    at("error"),
    { type: "review" },
    at("stopped", { ...off, stoppedBy: null }),
  ],
];

it("the recorder starts deactivated", { tags: spec("WORK-511") }, () => {
  expect(INITIAL_STATE).toMatchObject({ name: "deactivated", isHeld: false });
});

it.each(TRANSITIONS)("%s", (_, from, event, to, effects = []) => {
  expect(step(from, event)).toEqual([to, effects]);
});

const NAMES: StateName[] = [
  "deactivated",
  "requesting-permissions",
  "ready",
  "error",
  "recording",
  "stopped",
];
const ALL: RecorderEvent[] = [
  ...new Map(TRANSITIONS.map(([, , event]) => [JSON.stringify(event), event])).values(),
];

it("the recorder has no other transitions: all other events change nothing and cause no effect", () => {
  const known = new Set(TRANSITIONS.map(([, { name }, { type }]) => `${name} ${type}`));
  for (const name of NAMES)
    for (const event of ALL) {
      if (known.has(`${name} ${event.type}`)) continue;
      const state = at(name);
      const [to, effects] = step(state, event);
      // Devices that come when nobody asked are let go, wherever the recorder is.
      expect([name, event.type, to, effects]).toEqual([
        name,
        event.type,
        state,
        event.type === "granted" ? ["release-late"] : [],
      ]);
    }
});

it("the recorder releases every device and keeps every recording, whatever happens in whatever order", () => {
  const anything = fc.array(fc.constantFrom(...ALL), { maxLength: 60 });
  fc.assert(
    fc.property(anything, (events) => {
      let state = INITIAL_STATE;
      let held = 0;
      let running = 0;
      for (const event of events) {
        const [next, effects] = step(state, event);
        for (const effect of effects) {
          if (effect === "hold") held++;
          if (effect === "release") held--;
          if (effect === "begin") running++;
          if (effect === "end") running--;
        }
        if (event.type === "start-failed" && state.name === "recording") running--;
        state = next;
        expect(held).toBe(state.isHeld ? 1 : 0);
        expect(running).toBe(state.name === "recording" ? 1 : 0);
        if (state.name === "ready" || state.name === "recording") expect(state.isHeld).toBe(true);
        if (state.name === "deactivated" || state.name === "error") expect(state.isHeld).toBe(false);
      }
    }),
  );
});

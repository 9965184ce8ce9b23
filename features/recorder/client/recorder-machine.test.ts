import fc from "fast-check";
import { expect, it } from "vitest";
import { spec } from "../../../test/spec.ts";
import {
  advanceRecorder,
  INITIAL_STATE,
  type RecorderEffect,
  type RecorderEvent,
  type RecorderState,
  type StateName,
} from "./recorder-machine.ts";

const at = (name: StateName, change: Partial<RecorderState> = {}): RecorderState => ({
  ...INITIAL_STATE,
  name,
  attempt: 1,
  hasDevices: name === "ready" || name === "recording" || name === "stopped",
  stoppedBy: name === "stopped" ? "person" : null,
  ...change,
});
const off = { hasDevices: false };
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
    "WORK-512 requests the devices",
    INITIAL_STATE,
    { type: "activate" },
    at("requesting-permissions"),
    ["request-devices"],
  ],
  [
    "W1016 requests the devices again after an error",
    at("error", { problem: "noStream" }),
    { type: "activate" },
    at("requesting-permissions", { attempt: 2 }),
    ["request-devices"],
  ],
  [
    "WORK-529 shows that the browser is unsupported",
    INITIAL_STATE,
    { type: "unsupported" },
    at("error", { attempt: 0, problem: "unsupported" }),
  ],
  [
    "an unsupported browser stays unsupported after Try again",
    at("error"),
    { type: "unsupported" },
    at("error", { problem: "unsupported" }),
  ],
  [
    "WORK-513 uses the devices once they are granted",
    at("requesting-permissions"),
    { type: "granted", attempt: 1 },
    at("ready"),
    ["use-devices"],
  ],
  ["WORK-514 shows a refusal", at("requesting-permissions"), refused, at("error", { problem: "access" })],
  [
    "is off after Deactivate while the browser asks",
    at("requesting-permissions"),
    { type: "deactivate" },
    at("deactivated"),
  ],
  [
    "releases devices that are granted after Deactivate",
    at("deactivated"),
    { type: "granted", attempt: 1 },
    at("deactivated"),
    ["release-late-devices"],
  ],
  [
    "releases devices that are granted to a former request",
    at("requesting-permissions", { attempt: 2 }),
    { type: "granted", attempt: 1 },
    at("requesting-permissions", { attempt: 2 }),
    ["release-late-devices"],
  ],
  [
    "ignores the refusal of a former request",
    at("requesting-permissions", { attempt: 2 }),
    refused,
    at("requesting-permissions", { attempt: 2 }),
  ],
  ["ignores a refusal after Deactivate", at("deactivated"), refused, at("deactivated")],
  ["WORK-515 starts a recording", at("ready"), start, at("recording"), ["start-recording"]],
  [
    "fails to start with devices that no longer deliver data",
    at("ready"),
    { type: "start", isLive: false },
    noStream,
    ["release-devices"],
  ],
  ["fails to start without devices", at("deactivated"), start, noStream],
  ["fails to start without devices after an error", at("error"), start, noStream],
  [
    "shows that the browser failed to start",
    at("recording"),
    { type: "start-failed" },
    at("ready", { problem: "start" }),
  ],
  [
    "clears the message when it starts again",
    at("ready", { problem: "start" }),
    start,
    at("recording"),
    ["start-recording"],
  ],
  [
    "WORK-516 stops a recording",
    at("recording"),
    { type: "stop", by: "person" },
    at("stopped"),
    ["stop-recording"],
  ],
  [
    "stops when the page is hidden",
    at("recording"),
    { type: "stop", by: "hidden" },
    at("stopped", { stoppedBy: "hidden" }),
    ["stop-recording"],
  ],
  [
    "stops when the browser fails",
    at("recording"),
    { type: "stop", by: "failure" },
    at("stopped", { stoppedBy: "failure" }),
    ["stop-recording"],
  ],
  [
    "ignores a hidden page while nothing is recorded",
    at("ready"),
    { type: "stop", by: "hidden" },
    at("ready"),
  ],
  [
    "stops when the microphone is unplugged while recording",
    at("recording"),
    { type: "lost" },
    at("stopped", { ...off, stoppedBy: "device" }),
    ["stop-recording", "release-devices"],
  ],
  [
    "shows an error when the microphone is unplugged before a recording",
    at("ready"),
    { type: "lost" },
    at("error", { problem: "access" }),
    ["release-devices"],
  ],
  [
    "releases the devices when the microphone is unplugged after a recording",
    at("stopped"),
    { type: "lost" },
    at("stopped", off),
    ["release-devices"],
  ],
  [
    "goes on saving when the microphone is unplugged",
    at("stopped", saving),
    { type: "lost" },
    at("stopped", { ...saving, ...off }),
    ["release-devices"],
  ],
  ["ignores lost devices that it doesn't use", at("deactivated"), { type: "lost" }, at("deactivated")],
  [
    "discards an empty recording",
    at("stopped"),
    { type: "empty" },
    at("ready", { problem: "start" }),
    ["discard-recording"],
  ],
  [
    "discards an empty recording without devices",
    at("stopped", off),
    { type: "empty" },
    at("deactivated", { problem: "start" }),
    ["discard-recording"],
  ],
  ["saves a recording", at("stopped"), { type: "save" }, at("stopped", saving), ["save-recording"]],
  [
    "saves once, however often Keep is pressed",
    at("stopped", saving),
    { type: "save" },
    at("stopped", saving),
  ],
  ["WORK-525 is ready once the recording is saved", at("stopped", saving), { type: "saved" }, at("ready")],
  [
    "is off once the recording is saved without devices",
    at("stopped", { ...saving, ...off }),
    { type: "saved" },
    at("deactivated"),
  ],
  [
    "shows that saving failed",
    at("stopped", saving),
    { type: "save-failed" },
    at("stopped", { problem: "save" }),
  ],
  [
    "tries to save again",
    at("stopped", { problem: "save" }),
    { type: "save" },
    at("stopped", saving),
    ["save-recording"],
  ],
  ["stays off when a save ends after Deactivate", at("deactivated"), { type: "saved" }, at("deactivated")],
  [
    "stays off when a save fails after Deactivate",
    at("deactivated"),
    { type: "save-failed" },
    at("deactivated"),
  ],
  [
    "keeps a stopped recording when the save of another one ends",
    at("stopped"),
    { type: "saved" },
    at("stopped"),
  ],
  ["WORK-517 is ready after Discard", at("stopped"), { type: "discard" }, at("ready"), ["discard-recording"]],
  [
    "WORK-518 is off after Discard without devices",
    at("stopped", off),
    { type: "discard" },
    at("deactivated"),
    ["discard-recording"],
  ],
  [
    "doesn't discard a recording that is being saved",
    at("stopped", saving),
    { type: "discard" },
    at("stopped", saving),
  ],
  [
    "WORK-523 releases the devices on Deactivate",
    at("ready"),
    { type: "deactivate" },
    at("deactivated"),
    ["release-devices"],
  ],
  [
    "WORK-521 stops a recording on Deactivate",
    at("recording"),
    { type: "deactivate" },
    at("deactivated"),
    ["stop-recording", "release-devices", "save-for-later"],
  ],
  [
    "keeps a stopped recording for later on Deactivate",
    at("stopped"),
    { type: "deactivate" },
    at("deactivated"),
    ["release-devices", "save-for-later"],
  ],
  [
    "keeps a stopped recording for later on Deactivate without devices",
    at("stopped", off),
    { type: "deactivate" },
    at("deactivated"),
    ["save-for-later"],
  ],
  ["is off on Deactivate after an error", at("error"), { type: "deactivate" }, at("deactivated")],
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
  expect(INITIAL_STATE).toMatchObject({ name: "deactivated", hasDevices: false });
});

it("asks for the devices when it is activated, and is ready once it has them", {
  tags: spec("WORK-512 WORK-513"),
}, () => {
  const [asking] = advanceRecorder(INITIAL_STATE, { type: "activate" });
  expect(asking.name).toBe("requesting-permissions");
  const [ready] = advanceRecorder(asking, { type: "granted", attempt: asking.attempt });
  expect(ready.name).toBe("ready");
});

it.each(TRANSITIONS)("%s", (_, from, event, to, effects = []) => {
  expect(advanceRecorder(from, event)).toEqual([to, effects]);
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
      const [to, effects] = advanceRecorder(state, event);
      // Devices that are granted without a request are released in every state.
      expect([name, event.type, to, effects]).toEqual([
        name,
        event.type,
        state,
        event.type === "granted" ? ["release-late-devices"] : [],
      ]);
    }
});

it("the recorder releases every device and keeps every recording, whatever happens in whatever order", () => {
  const anything = fc.array(fc.constantFrom(...ALL), { maxLength: 60 });
  fc.assert(
    fc.property(anything, (events) => {
      let state = INITIAL_STATE;
      let heldDevices = 0;
      let running = 0;
      for (const event of events) {
        const [next, effects] = advanceRecorder(state, event);
        for (const effect of effects) {
          if (effect === "use-devices") heldDevices++;
          if (effect === "release-devices") heldDevices--;
          if (effect === "start-recording") running++;
          if (effect === "stop-recording") running--;
        }
        if (event.type === "start-failed" && state.name === "recording") running--;
        state = next;
        expect(heldDevices).toBe(state.hasDevices ? 1 : 0);
        expect(running).toBe(state.name === "recording" ? 1 : 0);
        if (state.name === "ready" || state.name === "recording") expect(state.hasDevices).toBe(true);
        if (state.name === "deactivated" || state.name === "error") expect(state.hasDevices).toBe(false);
      }
    }),
  );
});

import { expect, it } from "vitest";
import { LEAVE_WARNING, warnBeforeLosingQueuedWrites } from "./leave-warning.ts";

type State = ReturnType<Parameters<typeof warnBeforeLosingQueuedWrites>[0]["connectionState"]>;

function leaveWith(inflightMutations: number) {
  const target = new EventTarget();
  const connectionState = () => ({ inflightMutations, isWebSocketConnected: false }) as State;
  warnBeforeLosingQueuedWrites({ connectionState }, target as Window);
  const event = new Event("beforeunload", { cancelable: true });
  target.dispatchEvent(event);
  return event;
}

it("CORE-645 CORE-646 asks before changes that wait for the network are lost", () => {
  expect(LEAVE_WARNING).toBe("Are you sure you want to leave? Your changes may not be saved.");
  expect(leaveWith(1).defaultPrevented).toBe(true);
});

it("CORE-645 lets go when nothing waits", () => {
  expect(leaveWith(0).defaultPrevented).toBe(false);
});

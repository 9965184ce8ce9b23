import { expect, it } from "vitest";
import { createFakeClock } from "./fake_clock.ts";

it("calls what is due in the order of its times, each after the one before", async () => {
  const clock = createFakeClock(0);
  const calls: string[] = [];
  const note = (name: string) => async () => {
    calls.push(`${name} begins at ${clock.now()}`);
    await Promise.resolve();
    calls.push(`${name} ends`);
  };
  clock.every(40, note("round"));
  const cancel = clock.after(60, note("never"));
  clock.after(50, note("once"));
  void clock.sleep(30).then(() => calls.push("sleeper"));
  cancel();
  await clock.advance(85);
  expect(calls).toEqual([
    "sleeper",
    "round begins at 40",
    "round ends",
    "once begins at 50",
    "once ends",
    "round begins at 80",
    "round ends",
  ]);
  expect(clock.now()).toBe(85);
  expect(clock.waiting()).toBe(1);
});

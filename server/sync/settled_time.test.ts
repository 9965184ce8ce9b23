import { expect, it } from "vitest";
import { createFakeClock } from "../../test/fake_clock.ts";
import { SettledTime } from "./snapshot.ts";

it("uses an answer for a second, and asks again afterwards", async () => {
  const clock = createFakeClock();
  const settled = new SettledTime(clock);
  expect(settled.recent).toBeNull();
  settled.keep("1764158400000");
  await clock.advance(999);
  expect(settled.recent).toBe("1764158400000");
  await clock.advance(1);
  expect(settled.recent).toBeNull();
});

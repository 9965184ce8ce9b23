import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clampView, detectSwipe, getFittingSize, LARGEST_SCALE, WHOLE, zoomView } from "./picture-view.ts";

const STAGE = { width: 400, height: 800 };
const FITTING = { width: 400, height: 300 };

describe("a picture on its stage", () => {
  it("fits it, and isn't enlarged", () => {
    expect(getFittingSize({ width: 1600, height: 1200 }, STAGE)).toEqual(FITTING);
    expect(getFittingSize({ width: 100, height: 1600 }, STAGE)).toEqual({ width: 50, height: 800 });
    expect(getFittingSize({ width: 40, height: 30 }, STAGE)).toEqual({ width: 40, height: 30 });
  });

  it("keeps the pressed point in its place when it is zoomed, while there is no gap beside it", () => {
    expect(zoomView(WHOLE, 2, { x: 100, y: 0 }, FITTING, STAGE)).toEqual({ scale: 2, x: -100, y: 0 });
    // It is lower than the stage at this scale: it stays in the middle.
    expect(zoomView(WHOLE, 2, { x: 0, y: 120 }, FITTING, STAGE)).toMatchObject({ scale: 2, y: 0 });
    expect(zoomView({ scale: 3, x: 90, y: 20 }, 0.5, { x: 30, y: 4 }, FITTING, STAGE)).toEqual(WHOLE);
    expect(zoomView(WHOLE, 99, WHOLE, FITTING, STAGE).scale).toBe(LARGEST_SCALE);
  });

  it("never shows a gap beside a picture that is larger than the stage", () => {
    const number = fc.double({ min: -5000, max: 5000, noNaN: true });
    fc.assert(
      fc.property(number, number, fc.double({ min: 1, max: LARGEST_SCALE, noNaN: true }), (x, y, scale) => {
        const view = clampView({ scale, x, y }, FITTING, STAGE);
        for (const [at, length, room] of [
          [view.x, FITTING.width, STAGE.width],
          [view.y, FITTING.height, STAGE.height],
        ] as const) {
          const edge = (length * scale) / 2 - Math.abs(at);
          if (length * scale > room) expect(edge).toBeGreaterThanOrEqual(room / 2 - 1e-6);
          else expect(at).toBe(0);
        }
      }),
    );
  });
});

describe("a drag", () => {
  it.each([
    [{ x: -150, y: 10 }, 2000, "next"],
    [{ x: 150, y: -10 }, 2000, "previous"],
    [{ x: -50, y: 5 }, 100, "next"],
    [{ x: -50, y: 5 }, 1000, null],
    [{ x: -20, y: 0 }, 10, null],
    [{ x: 10, y: 300 }, 2000, "close"],
    [{ x: 10, y: 60 }, 100, "close"],
    [{ x: 10, y: -300 }, 100, null],
    [{ x: 0, y: 0 }, 0, null],
  ])("of %j in %i ms means %s", (way, ms, meaning) => {
    expect(detectSwipe(way, ms, STAGE)).toBe(meaning);
  });
});

import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** The scale of type and space, in rem; sizes for paper and relative to the window aren't part of it. */
const SCALE = {
  "font-size": [0.75, 0.8125, 0.875, 0.9375, 1, 1.0625, 1.125, 1.25, 1.375, 1.5, 1.75, 2, 2.75],
  gap: [0, 0.125, 0.25, 0.375, 0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3],
};

it.each(Object.entries(SCALE))("each %s of the style sheets is on the scale", (property, scale) => {
  const sizes = globSync("{app,features,ui}/**/*.css").flatMap((file) =>
    [
      ...readFileSync(file, "utf8").matchAll(
        new RegExp(`(?<![\\w-])${property}: ((?:[\\d.]+(?:rem)? ?)+);`, "g"),
      ),
    ].flatMap(([, values]) => values!.split(" ").map((value) => ({ file, size: Number.parseFloat(value) }))),
  );
  expect(sizes.length).toBeGreaterThan(100);
  expect(sizes.filter(({ size }) => !scale.includes(size))).toEqual([]);
});

import { expect, it } from "vitest";
import { getNamedPictures } from "./photo-names.ts";

const now = new Date(2026, 2, 5, 8, 4, 9).getTime();

it("a picture without a name of its own is named by the moment; other names stay", async () => {
  const files = ["image.jpg", "x-ray.png", "image.HEIC", "my image.png", "image"].map(
    (name) => new File([name], name, { type: "image/x-some", lastModified: 7 }),
  );
  const named = getNamedPictures(files, now);
  expect(named.map(({ name }) => name)).toEqual([
    "Photo 2026-03-05 08.04.09.jpg",
    "x-ray.png",
    "Photo 2026-03-05 08.04.09 (2).heic",
    "my image.png",
    "image",
  ]);
  expect(named[0]).toMatchObject({ type: "image/x-some", lastModified: 7, size: "image.jpg".length });
  expect(await named[0]!.text()).toBe("image.jpg");
});

// @vitest-environment happy-dom
import { useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { PictureProvider, usePicture } from "./pictures.tsx";

function Photo({ onRendered }: { onRendered: () => void }) {
  const url = usePicture("/api/avatars/rosa");
  useLayoutEffect(onRendered);
  return url ?? "RB";
}

test("a picture is shown that comes between its first render and its effects", async () => {
  const { promise: picture, resolve: arrive } = Promise.withResolvers<Blob>();
  let isAsked = false;
  const fetchPicture = () => {
    isAsked = true;
    return picture;
  };
  const onRendered = () => {
    if (isAsked) arrive(new Blob(["photo"]));
  };
  const place = document.createElement("div");
  const root = createRoot(place);
  root.render(
    <PictureProvider fetchPicture={fetchPicture}>
      <Photo onRendered={onRendered} />
    </PictureProvider>,
  );
  await expect.poll(() => place.textContent).toMatch(/^blob:/);
  root.unmount();
});

// @vitest-environment happy-dom
import { useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { createLazyPart, type LazyPart } from "./lazy-part.tsx";

type Props = { part: LazyPart<object>; onRendered: () => void };

function Screen({ part: Part, onRendered }: Props) {
  useLayoutEffect(onRendered, [onRendered]);
  return <Part />;
}

test("a part is shown whose code comes between its first render and its effects", async () => {
  const { promise: code, resolve: arrive } = Promise.withResolvers<() => string>();
  const Part = createLazyPart(() => code);
  // As when the browser is idle.
  void Part.preload();
  const place = document.createElement("div");
  const root = createRoot(place);
  root.render(<Screen part={Part} onRendered={() => arrive(() => "The dialog")} />);
  await expect.poll(() => place.textContent).toBe("The dialog");
  root.unmount();
});

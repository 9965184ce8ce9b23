// @vitest-environment happy-dom
import { useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { useLoaded } from "./use-loaded.ts";

type Props = { load: () => Promise<string>; onRendered?: () => void };

function Part({ load, onRendered }: Props) {
  useLayoutEffect(() => onRendered?.(), [onRendered]);
  return useLoaded(load, true) ?? "not there";
}

test("a part is shown that another one has asked for, and that comes between the first render and its effects", async () => {
  const { promise: part, resolve: arrive } = Promise.withResolvers<string>();
  let isAsked = false;
  const load = () => {
    isAsked = true;
    return part;
  };
  const first = createRoot(document.createElement("div"));
  first.render(<Part load={load} />);
  await expect.poll(() => isAsked).toBe(true);
  const place = document.createElement("div");
  const second = createRoot(place);
  second.render(<Part load={load} onRendered={() => arrive("Today's doses")} />);
  await expect.poll(() => place.textContent).toBe("Today's doses");
  first.unmount();
  second.unmount();
});

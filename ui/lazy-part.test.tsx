// @vitest-environment happy-dom
import { useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { createLazyPart, createQuietPart, type LazyPart } from "./lazy-part.tsx";
import { reachability } from "./reachability.ts";

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

test("a part that isn't pressed is left out while its code can't be fetched, and comes when the server is back", async () => {
  let isThere = false;
  const fetched: boolean[] = [];
  const Banner = createQuietPart(async () => {
    fetched.push(isThere);
    if (!isThere) throw new Error("This part of the page could not be fetched.");
    return () => "The clock is wrong";
  });
  const place = document.createElement("div");
  const root = createRoot(place);
  root.render(
    <>
      The page. <Banner />
    </>,
  );
  await expect.poll(() => fetched).toEqual([false]);
  expect(place.textContent).toBe("The page. ");
  reachability.set(true);
  isThere = true;
  reachability.set(false);
  await expect.poll(() => place.textContent).toBe("The page. The clock is wrong");
  expect(fetched).toEqual([false, true]);
  root.unmount();
});

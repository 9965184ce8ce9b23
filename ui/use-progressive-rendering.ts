import { startTransition, useEffect, useState } from "react";

/**
 * About a phone's screen of rows first, and how many more at a time: few enough that a slow phone responds to touches
 * in between.
 */
const AT_FIRST = 12;
const MORE = 30;

/**
 * How many of `count` rows to render: the visible ones first, then more after each paint, until all are there. A list
 * of hundreds of rows appears without a pause, and find-in-page, printing and screen readers get all of it.
 */
export function useProgressiveRendering(count: number): number {
  const [renderedCount, setRenderedCount] = useState(AT_FIRST);
  useEffect(() => {
    if (renderedCount < count) startTransition(() => setRenderedCount(renderedCount + MORE));
  }, [renderedCount, count]);
  return Math.min(renderedCount, count);
}

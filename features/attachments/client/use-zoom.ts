import { useLayoutEffect, useRef, useState } from "react";

/** Zoom levels relative to the fitting size; beyond the last one there is the browser's own zoom. */
export const ZOOM_STEPS = [1, 1.5, 2, 3, 4];
/** The widest a page gets in a wide window, in CSS pixels. */
const WIDEST = 900;

/**
 * The width of the pages in a scrolling container, and the zoom steps; the visible part stays in view when it changes.
 */
export function useZoom(place: HTMLElement | null) {
  const [fit, setFit] = useState(0);
  const [step, setStep] = useState(0);
  const width = Math.floor(fit * ZOOM_STEPS[step]!);
  const former = useRef(width);

  useLayoutEffect(() => {
    if (!place) return;
    const updateWidth = () => setFit(Math.min(place.clientWidth, WIDEST));
    updateWidth();
    const observer = new ResizeObserver(updateWidth);
    observer.observe(place);
    return () => observer.disconnect();
  }, [place]);

  useLayoutEffect(() => {
    if (place && former.current > 0) {
      const factor = width / former.current;
      const { scrollLeft, scrollTop, clientWidth } = place;
      place.scrollTop = scrollTop * factor;
      place.scrollLeft = (scrollLeft + clientWidth / 2) * factor - clientWidth / 2;
    }
    former.current = width;
  }, [place, width]);

  return {
    width,
    percent: Math.round(ZOOM_STEPS[step]! * 100),
    smaller: step > 0 ? () => setStep(step - 1) : null,
    larger: step < ZOOM_STEPS.length - 1 ? () => setStep(step + 1) : null,
  };
}

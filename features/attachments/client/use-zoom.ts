import { useLayoutEffect, useRef, useState } from "react";

/** Of the width that fits; beyond the last the browser's own zoom goes on. */
const STEPS = [1, 1.5, 2, 3, 4];
/** A page is never made wider than so many CSS pixels to fill a wide window. */
const WIDEST = 900;

/** How wide pages are shown in a scrolling place, and the steps in which that changes; what is looked at stays in sight. */
export function useZoom(place: HTMLElement | null) {
  const [fit, setFit] = useState(0);
  const [step, setStep] = useState(0);
  const width = Math.floor(fit * STEPS[step]!);
  const former = useRef(width);

  useLayoutEffect(() => {
    if (!place) return;
    const measure = () => setFit(Math.min(place.clientWidth, WIDEST));
    measure();
    const observer = new ResizeObserver(measure);
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
    percent: Math.round(STEPS[step]! * 100),
    smaller: step > 0 ? () => setStep(step - 1) : null,
    larger: step < STEPS.length - 1 ? () => setStep(step + 1) : null,
  };
}

import { useLayoutEffect } from "react";
import { isLoading } from "../../ui/loading-count.ts";

const FONT = '1em "Atkinson Hyperlegible Next Variable"';

let isLoaded = false;
/** How many parts of the page must not move now. */
let steadyParts = 0;

/**
 * Loads the font once the app's start has come, as on a slow line both together would take longer. Until then the page
 * has the device's own font (`tokens.css`), and so has a screen that is complete before the font: its rows would move.
 */
export function loadFont(): void {
  document.fonts.load(FONT).then(() => {
    isLoaded = true;
    // The skeleton of index.html, or a screen that loads.
    if (isLoading() || document.querySelector(".first-rows")) showFont();
  }, console.warn);
}

/** Shows the font if it is there; called when another screen is about to be shown. */
export function showFont(): void {
  if (isLoaded && steadyParts === 0) delete document.documentElement.dataset.font;
}

/**
 * Keeps the font as it is while `isShown`, until the calling component is gone, though parts below it load: a "Give" that
 * moves with the letters above it gives another medicine.
 */
export function useSteadyFont(isShown: boolean): void {
  useLayoutEffect(() => {
    if (!isShown) return;
    steadyParts++;
    return () => {
      steadyParts--;
      showFont();
    };
  }, [isShown]);
}

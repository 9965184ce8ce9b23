import { useLayoutEffect } from "react";

const FONT = '1em "Atkinson Hyperlegible Next Variable"';

/** The skeleton of index.html, and the page that shows nothing but that it loads. */
const BEFORE_SCREENS = ".first-rows, [data-loading-page]";

let isLoaded = false;
/** How many parts of the page must not move now. */
let steadyParts = 0;

/**
 * Loads the font once the app's start has come, as on a slow line both together would take longer. Until then the page
 * has the device's own font (`tokens.css`), and so has a screen that is shown before the font: its heading, buttons and
 * rows would move.
 */
export function loadFont(): void {
  document.fonts.load(FONT).then(() => {
    isLoaded = true;
    if (document.querySelector(BEFORE_SCREENS)) showFont();
  }, console.warn);
}

/** Shows the font if it is there; called when another screen is about to be shown. */
export function showFont(): void {
  if (isLoaded && steadyParts === 0) delete document.documentElement.dataset.font;
}

/**
 * Keeps the font as it is while `isShown`, until the calling component is gone, also while the next screen is on its way: a
 * "Give" that moves with the letters above it gives another medicine.
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

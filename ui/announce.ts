/** The id of the live region that is there from the start; only the words in it change. */
export const RESULTS = "results";

/** Has screen readers announce the result of a press that only the look of the page shows. */
export function announce(message: string): void {
  const region = document.getElementById(RESULTS);
  // The same words a second time are announced only when the region changes.
  if (region) region.textContent = region.textContent === message ? `${message}\u00a0` : message;
}

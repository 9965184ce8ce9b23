import { type RefObject, useEffect } from "react";

/** Elements that are pressed or typed in. */
const CONTROLS =
  "a, button, input, select, textarea, summary, label, [role=button], [role=tab], [role=menuitem]";
/** A control so many times as large as the element, such as a card that is a link, may be covered by a corner. */
const LARGE = 4;
/** Where a control below is looked for, as parts of the element's width and height: no control fits between two. */
const STEPS = [0, 0.25, 0.5, 0.75, 1];

/**
 * Marks a floating element with `data-away` while it covers a control of the page, of a large one its middle. It is
 * checked with each scroll event, and in the frame after a change of the page or of the window's size.
 */
export function useGivesWay(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = ref.current;
    const main = document.getElementById("main");
    if (!element || !main) return;
    let frame = 0;
    const check = () => {
      frame = 0;
      element.toggleAttribute("data-away", coversControl(element, main));
    };
    const schedule = () => {
      frame ||= requestAnimationFrame(check);
    };
    const watchPage = new MutationObserver(schedule);
    watchPage.observe(main, { childList: true, subtree: true, characterData: true });
    window.addEventListener("scroll", check, { passive: true });
    window.addEventListener("resize", schedule);
    schedule();
    return () => {
      cancelAnimationFrame(frame);
      watchPage.disconnect();
      window.removeEventListener("scroll", check);
      window.removeEventListener("resize", schedule);
    };
  }, [ref]);
}

/** Reads what lies below a grid of points, so that the cost doesn't grow with the page. */
function coversControl(element: HTMLElement, main: HTMLElement): boolean {
  if (getComputedStyle(element).position !== "fixed") return false;
  const over = element.getBoundingClientRect();
  const found = new Set<Element>();
  for (const across of STEPS)
    for (const down of STEPS)
      for (const below of document.elementsFromPoint(
        over.left + across * over.width,
        over.top + down * over.height,
      )) {
        const control = main.contains(below) ? below.closest(CONTROLS) : null;
        if (control) found.add(control);
      }
  return [...found].some((control) => isCovered(control.getBoundingClientRect(), over));
}

function isCovered(box: DOMRect, over: DOMRect): boolean {
  const width = Math.min(box.right, over.right) - Math.max(box.left, over.left);
  const height = Math.min(box.bottom, over.bottom) - Math.max(box.top, over.top);
  if (width <= 0 || height <= 0) return false;
  if (box.width * box.height < LARGE * over.width * over.height) return true;
  const x = (box.left + box.right) / 2;
  const y = (box.top + box.bottom) / 2;
  return x > over.left && x < over.right && y > over.top && y < over.bottom;
}

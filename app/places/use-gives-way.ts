import { type RefObject, useEffect } from "react";

/** Elements that are pressed or typed in. */
const CONTROLS =
  "a, button, input, select, textarea, summary, label, [role=button], [role=tab], [role=menuitem]";
/** A control so many times as large as the element, such as a card that is a link, may be covered by a corner. */
const LARGE = 4;
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

/**
 * Compares boxes, and asks the browser for the elements at a point only where two overlap: it finds them by walking through
 * all rows of a list.
 */
function coversControl(element: HTMLElement, main: HTMLElement): boolean {
  if (getComputedStyle(element).position !== "fixed") return false;
  const over = element.getBoundingClientRect();
  for (const control of main.querySelectorAll(CONTROLS)) {
    const middle = findCovered(control.getBoundingClientRect(), over);
    if (middle && document.elementsFromPoint(middle.x, middle.y).includes(control)) return true;
  }
  return false;
}

/** The middle of what `over` covers of a control's box; null when it may. */
function findCovered(box: DOMRect, over: DOMRect): { x: number; y: number } | null {
  const left = Math.max(box.left, over.left);
  const right = Math.min(box.right, over.right);
  const top = Math.max(box.top, over.top);
  const bottom = Math.min(box.bottom, over.bottom);
  if (right <= left || bottom <= top) return null;
  const covered = { x: (left + right) / 2, y: (top + bottom) / 2 };
  if (box.width * box.height < LARGE * over.width * over.height) return covered;
  const x = (box.left + box.right) / 2;
  const y = (box.top + box.bottom) / 2;
  return x > over.left && x < over.right && y > over.top && y < over.bottom ? covered : null;
}

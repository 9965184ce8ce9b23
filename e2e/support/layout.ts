import type { Page } from "@playwright/test";

/**
 * What is wrong with the layout of the screen, in words; nothing for a screen that is all right. It looks at the topmost
 * dialog, or at the page if none is open:
 * - the page is wider than the window, so that people would have to scroll sideways to read a line;
 * - a control is outside of the window or of what shows it, or its words don't fit in;
 * - two controls overlap, or something covers one, so that a press in its middle is for another.
 * What scrolls sideways on purpose, such as a wide table, may be wider than the window.
 */
export const layoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults = new Set<string>();
    const width = document.documentElement.clientWidth;
    const dialogs = [...document.querySelectorAll<HTMLElement>("[role=dialog]")].filter(isShown);
    const scope = dialogs.at(-1) ?? document.body;

    const pageWidth = document.documentElement.scrollWidth;
    if (pageWidth > width) {
      const tooWide = [...document.body.querySelectorAll<HTMLElement>("*")].filter(
        (element) => isShown(element) && endOf(element) > width + 1 && !scrollerOf(element),
      );
      const innermost = tooWide.filter((element) => !tooWide.some((each) => each.parentElement === element));
      faults.add(`the page is ${pageWidth} px wide: ${innermost.slice(0, 3).map(nameOf).join(", ")}`);
    }

    const FIELD = ".mantine-Input-wrapper";
    const CONTROLS =
      "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab], [role=radio], [role=option]";
    const controls = [...scope.querySelectorAll<HTMLElement>(CONTROLS)].filter(
      (element) => isShown(element) && !element.closest("[inert], [aria-hidden=true]"),
    );
    for (const control of controls) {
      const box = control.getBoundingClientRect();
      if (!scrollerOf(control) && (box.left < -1 || box.right > width + 1)) {
        faults.add(`outside of the window: ${nameOf(control)}`);
      }
      for (const element of [control, ...control.querySelectorAll<HTMLElement>("*")]) {
        if (isCut(element)) faults.add(`its words are cut: ${nameOf(control)}`);
      }
      const frame = frameOf(control);
      if (
        frame &&
        (box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 1)
      ) {
        faults.add(`cut off by what is around it: ${nameOf(control)}`);
      }
    }

    for (const control of controls) {
      const covering = getCovering(control);
      if (covering) faults.add(`${nameOf(control)} is covered by ${nameOf(covering)}`);
    }

    controls.forEach((one, index) => {
      for (const other of controls.slice(index + 1)) {
        if (one.contains(other) || other.contains(one) || floats(one) !== floats(other)) continue;
        // A field has its own buttons inside, such as the one that shows a password.
        if (one.closest(FIELD) && one.closest(FIELD) === other.closest(FIELD)) continue;
        // A box to tick is part of its label.
        if (one.closest("label") && one.closest("label") === other.closest("label")) continue;
        if (overlap(one, other)) faults.add(`they overlap: ${nameOf(one)} and ${nameOf(other)}`);
      }
    });
    return [...faults];

    function isShown(element: HTMLElement): boolean {
      const box = element.getBoundingClientRect();
      // What only screen readers read is 1 px large.
      return (
        box.width > 1 &&
        box.height > 1 &&
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        !isClipped(element)
      );
    }

    function isClipped(element: HTMLElement): boolean {
      for (let at: HTMLElement | null = element; at && at !== document.body; at = at.parentElement) {
        if (getComputedStyle(at).clipPath !== "none") return true;
      }
      return false;
    }

    function endOf(element: HTMLElement): number {
      return element.getBoundingClientRect().right;
    }

    /** What gets a press in the middle of a control instead of it; null also for one out of sight. */
    function getCovering(control: HTMLElement): HTMLElement | null {
      // What has opened a menu is covered by it.
      if (control.matches(":disabled, [aria-expanded=true]") || control.closest("label")) return null;
      control.scrollIntoView({ block: "center", inline: "nearest" });
      const box = control.getClientRects()[0]!;
      const found = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      const top = found?.closest<HTMLElement>(":not(svg, svg *)");
      if (!top || control.contains(top) || top.contains(control)) return null;
      return floats(control) === floats(top) ? top : null;
    }

    /** What scrolls sideways around an element. */
    function scrollerOf(element: HTMLElement): HTMLElement | null {
      for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth) return at;
      }
      return null;
    }

    /** The visible part of what cuts off an element, or null. */
    function frameOf(element: HTMLElement): DOMRect | null {
      for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(at);
        if (/auto|scroll/.test(overflowX + overflowY)) return null;
        if (/hidden|clip/.test(overflowX + overflowY)) return at.getBoundingClientRect();
        if (position === "fixed") return null;
      }
      return null;
    }

    /** Whether words don't fit into an element that hides what is too much. */
    function isCut(element: HTMLElement): boolean {
      const { overflowX, overflowY, webkitLineClamp } = getComputedStyle(element);
      // A shortened text that says so with an ellipsis of several lines is meant.
      if (webkitLineClamp !== "none" || element.matches("input, textarea, select") || !isShown(element))
        return false;
      const isWide = /hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 1;
      const isHigh = /hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 4;
      return (isWide || isHigh) && (element.textContent ?? "").trim() !== "";
    }

    /** What an element stands in that stays in its place while the page scrolls. */
    function floats(element: HTMLElement): HTMLElement | null {
      for (let at: HTMLElement | null = element; at && at !== document.body; at = at.parentElement) {
        if (/fixed|sticky/.test(getComputedStyle(at).position)) return at;
      }
      return null;
    }

    /** The boxes of an element that aren't scrolled out of view; each line of a link in a text is one of its own. */
    function boxesOf(element: HTMLElement) {
      let boxes = [...element.getClientRects()].map(({ left, right, top, bottom }) => ({
        left,
        right,
        top,
        bottom,
      }));
      for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(at);
        if (!/auto|scroll/.test(overflowX + overflowY)) continue;
        const frame = at.getBoundingClientRect();
        boxes = boxes.map(({ left, right, top, bottom }) => ({
          left: Math.max(left, frame.left),
          right: Math.min(right, frame.right),
          top: Math.max(top, frame.top),
          bottom: Math.min(bottom, frame.bottom),
        }));
      }
      return boxes;
    }

    function overlap(one: HTMLElement, other: HTMLElement): boolean {
      return boxesOf(one).some((a) =>
        boxesOf(other).some(
          (b) =>
            Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2,
        ),
      );
    }

    function nameOf(element: HTMLElement): string {
      const words = element.ariaLabel ?? (element.textContent || element.id);
      const kind = `${element.tagName.toLowerCase()}.${String(element.className).split(" ")[0]}`;
      return `${kind} “${(words ?? "").replace(/\s+/g, " ").slice(0, 40)}”`;
    }
  });

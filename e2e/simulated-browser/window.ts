import type { BrowserWindow } from "happy-dom";

/** A page's window, with what its scripts give to the tests. */
export type PageWindow = BrowserWindow & { agentOfTests: import("./agent.ts").Agent };

/** What an element is shown in: a box of this size, because nothing is laid out. */
const BOX = { x: 0, y: 0, left: 0, top: 0, right: 200, bottom: 24, width: 200, height: 24 };
const NO_BOX = { x: 0, y: 0, left: 0, top: 0, right: 0, bottom: 0, width: 0, height: 0 };

/** Elements that a browser never shows. */
const UNSHOWN = ["HEAD", "SCRIPT", "STYLE", "TEMPLATE", "META", "LINK", "TITLE", "NOSCRIPT"];

/**
 * Prepares a window before its document is read. No stylesheet is applied: an element is hidden by its attribute, by
 * a style of its own, or by an element around it, which is all that the app's own logic uses.
 */
export function prepareWindow(window: BrowserWindow): void {
  const { Element, HTMLElement } = window;
  type AnyElement = InstanceType<typeof Element>;

  const ownStyle = (element: AnyElement) => (element as InstanceType<typeof HTMLElement>).style;
  const displayOf = (element: AnyElement): string => {
    if (UNSHOWN.includes(element.tagName) || element.hasAttribute("hidden")) return "none";
    return ownStyle(element)?.display || "block";
  };
  const visibilityOf = (element: AnyElement): string => {
    for (let at: AnyElement | null = element; at; at = at.parentElement) {
      const own = ownStyle(at)?.visibility;
      if (own) return own;
    }
    return "visible";
  };
  const isShown = (element: AnyElement): boolean => {
    for (let at: AnyElement | null = element; at; at = at.parentElement) {
      if (displayOf(at) === "none") return false;
      const around: AnyElement | null = at.parentElement;
      if (around?.tagName === "DETAILS" && !around.hasAttribute("open") && at.tagName !== "SUMMARY")
        return false;
    }
    return visibilityOf(element) === "visible";
  };

  const getComputedStyle = (element: AnyElement, pseudo?: string) => {
    const style = ownStyle(element) as unknown as Record<string, unknown>;
    const property = (name: string): unknown => {
      if (pseudo) return name === "content" ? "none" : "";
      if (name === "display") return displayOf(element);
      if (name === "visibility") return visibilityOf(element);
      return style?.[name] ?? "";
    };
    return new Proxy(
      {},
      { get: (_, name) => (name === "getPropertyValue" ? property : property(String(name))) },
    );
  };
  Object.defineProperty(window, "getComputedStyle", { value: getComputedStyle });

  const box = function (this: AnyElement) {
    return { ...(isShown(this) ? BOX : NO_BOX), toJSON: () => BOX };
  };
  Object.assign(Element.prototype, {
    getBoundingClientRect: box,
    getClientRects(this: AnyElement) {
      return isShown(this) ? [box.call(this)] : [];
    },
    checkVisibility(this: AnyElement) {
      return isShown(this);
    },
    scrollIntoView() {},
  });
  for (const [name, value] of [
    ["offsetWidth", BOX.width],
    ["offsetHeight", BOX.height],
    ["clientWidth", BOX.width],
    ["clientHeight", BOX.height],
  ] as const)
    Object.defineProperty(HTMLElement.prototype, name, {
      configurable: true,
      get(this: AnyElement) {
        return isShown(this) ? value : 0;
      },
    });
}

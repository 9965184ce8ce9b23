import {
  type BrowserWindow,
  Element,
  HTMLButtonElement,
  HTMLElement,
  HTMLInputElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
} from "happy-dom";
import type { Agent } from "./agent.ts";

/** A page's window, with what its scripts give to the tests. */
export type PageWindow = BrowserWindow & { agentOfTests: Agent };

/** The box of every shown element, because nothing is laid out. */
const BOX = { x: 0, y: 0, left: 0, top: 0, right: 200, bottom: 24, width: 200, height: 24 };
const NO_BOX = { x: 0, y: 0, left: 0, top: 0, right: 0, bottom: 0, width: 0, height: 0 };

/** Elements that a browser never shows. */
const UNSHOWN = ["HEAD", "SCRIPT", "STYLE", "TEMPLATE", "META", "LINK", "TITLE", "NOSCRIPT"];

const ownStyle = (element: Element) => (element as HTMLElement).style;

function displayOf(element: Element): string {
  if (UNSHOWN.includes(element.tagName) || element.hasAttribute("hidden")) return "none";
  return ownStyle(element)?.display || "block";
}

function visibilityOf(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const own = ownStyle(at)?.visibility;
    if (own) return own;
  }
  return "visible";
}

/**
 * Whether a person sees the element. No stylesheet is read: an element is hidden by its attribute, by a style of its
 * own, or by an element around it, which is all that the app's own logic uses.
 */
function isShown(element: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (displayOf(at) === "none") return false;
    const around: Element | null = at.parentElement;
    if (around?.tagName === "DETAILS" && !around.hasAttribute("open") && at.tagName !== "SUMMARY")
      return false;
  }
  return visibilityOf(element) === "visible";
}

/** The styles that those who find elements ask for. */
function getComputedStyle(element: Element, pseudo?: string): object {
  const style = ownStyle(element) as unknown as Record<string, unknown>;
  const property = (name: string): unknown => {
    if (pseudo) return name === "content" ? "none" : "";
    if (name === "display") return displayOf(element);
    if (name === "visibility") return visibilityOf(element);
    return style?.[name] ?? "";
  };
  const get = (_: object, name: string | symbol) =>
    name === "getPropertyValue" ? property : property(String(name));
  return new Proxy({}, { get });
}

// The elements of all pages have the same classes.
Object.assign(Element.prototype, {
  getBoundingClientRect(this: Element) {
    return { ...(isShown(this) ? BOX : NO_BOX), toJSON: () => BOX };
  },
  getClientRects(this: Element) {
    return isShown(this) ? [this.getBoundingClientRect()] : [];
  },
  checkVisibility(this: Element) {
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
    get(this: HTMLElement) {
      return isShown(this) ? value : 0;
    },
  });
for (const { prototype } of [HTMLInputElement, HTMLButtonElement, HTMLSelectElement, HTMLTextAreaElement])
  Object.defineProperty(prototype, "labels", {
    configurable: true,
    get(this: HTMLElement) {
      const around = this.closest("label");
      const { agentOfTests } = this.ownerDocument.defaultView as unknown as PageWindow;
      return [...(around ? [around] : []), ...(this.id ? agentOfTests.labelsById(this.id) : [])];
    },
  });

/** Prepares a window before its document is read. */
export function prepareWindow(window: BrowserWindow): void {
  Object.defineProperty(window, "getComputedStyle", { value: getComputedStyle });
  // No font is loaded, as nothing is painted.
  Object.defineProperty(window.document, "fonts", { value: { load: async () => [] } });
}

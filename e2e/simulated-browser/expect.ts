import { SimulatedLocator } from "./locator.ts";
import { SimulatedPage } from "./page.ts";

type Text = string | RegExp;
type Options = { timeout?: number; visible?: boolean; checked?: boolean };
/** Whether an expectation holds at this moment, and what there is instead; null when there is nothing to judge. */
type Look = { holds: boolean | null; is: unknown };

const EXPECT_MS = 10_000;

/** The options that are understood; another one would be passed over in silence. */
const OPTIONS = ["timeout", "visible", "checked"];

const normal = (text: string) =>
  text
    .replaceAll(/[\u200b\u00ad]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
const textOf = (element: Element) => normal(element.textContent ?? "");
const tagOf = (element: Element | null | undefined) => element?.outerHTML.slice(0, 200);
const isText = (is: string, wanted: Text) =>
  typeof wanted === "string" ? is === normal(wanted) : wanted.test(is);
const hasText = (is: string, wanted: Text) =>
  typeof wanted === "string" ? is.includes(normal(wanted)) : wanted.test(is);
const isExactly = (is: string, wanted: Text) =>
  typeof wanted === "string" ? is === wanted : wanted.test(is);

/** The expectations of Playwright that screens' tests use, each as one look at the elements. */
const OF_ELEMENTS = {
  toBeVisible: (at, { visible = true }: Options = {}) => {
    const element = at.element();
    return { holds: (element?.checkVisibility() ?? false) === visible, is: tagOf(element) };
  },
  toBeHidden: (at) => {
    const element = at.element();
    return { holds: !element?.checkVisibility(), is: tagOf(element) };
  },
  toBeAttached: (at) => {
    const element = at.element();
    return { holds: element !== null, is: tagOf(element) };
  },
  toHaveCount: (at, count: number) => {
    const { length } = at.elements();
    return { holds: length === count, is: length };
  },
  toBeFocused: (at) =>
    ofElement(at, (element) => {
      const focused = at.page().window().document.activeElement as unknown as Element | null;
      return { holds: element === focused, is: tagOf(focused) };
    }),
  toBeChecked: (at, { checked = true }: Options = {}) =>
    ofControl(at, (element) => {
      const is = at.page().agent().isChecked(element);
      return { holds: is === checked, is };
    }),
  toBeDisabled: (at) =>
    ofElement(at, (element) => ({ holds: at.page().agent().isDisabled(element), is: tagOf(element) })),
  toBeEnabled: (at) =>
    ofElement(at, (element) => ({ holds: !at.page().agent().isDisabled(element), is: tagOf(element) })),
  toHaveText: (at, wanted: Text | Text[]) => ofTexts(at, wanted, isText),
  toContainText: (at, wanted: Text | Text[]) => ofTexts(at, wanted, hasText),
  toHaveValue: (at, wanted: Text) =>
    ofControl(at, (element) => {
      const { value } = element as HTMLInputElement;
      return { holds: isExactly(value, wanted), is: value };
    }),
  toHaveAttribute: (at, name: string, wanted: Text = /(?:)/) =>
    ofElement(at, (element) => {
      const value = element.getAttribute(name);
      return { holds: value !== null && isExactly(value, wanted), is: value };
    }),
  toHaveAccessibleName: (at, wanted: Text) =>
    ofElement(at, (element) => {
      const name = normal(at.page().agent().nameOf(element));
      return { holds: isText(name, wanted), is: name };
    }),
  toHaveAccessibleDescription: (at, wanted: Text) =>
    ofElement(at, (element) => {
      const description = normal(at.page().agent().descriptionOf(element));
      return { holds: isText(description, wanted), is: description };
    }),
} satisfies Record<string, (at: SimulatedLocator, ...wanted: never[]) => Look>;

const OF_PAGES = {
  toHaveURL: (page, wanted: Text | ((url: URL) => boolean)) => {
    const url = page.url();
    if (typeof wanted === "function") return { holds: wanted(new URL(url)), is: url };
    const target = typeof wanted === "string" ? new URL(wanted, page.context().baseUrl).href : wanted;
    return { holds: isExactly(url, target), is: url };
  },
  toHaveTitle: (page, wanted: Text) => {
    const { title } = page.window().document;
    return { holds: isText(normal(title), wanted), is: title };
  },
} satisfies Record<string, (page: SimulatedPage, ...wanted: never[]) => Look>;

/** Judges the element; while it isn't there, neither the expectation nor its opposite holds. */
function ofElement(at: SimulatedLocator, look: (element: Element) => Look): Look {
  const element = at.element();
  return element ? look(element) : { holds: null, is: "no such element" };
}

const ofControl = (at: SimulatedLocator, look: (element: Element) => Look): Look =>
  ofElement(at, (element) => look(at.page().agent().control(element)));

function ofTexts(
  at: SimulatedLocator,
  wanted: Text | Text[],
  matches: (is: string, wanted: Text) => boolean,
): Look {
  if (!Array.isArray(wanted))
    return ofElement(at, (element) => ({ holds: matches(textOf(element), wanted), is: textOf(element) }));
  const is = at.elements().map(textOf);
  const holds = is.length === wanted.length && is.every((text, index) => matches(text, wanted[index]!));
  return { holds, is };
}

/** The expectations of a page or a locator of the simulated browser; undefined for anything else. */
export function simulatedExpectations(actual: unknown, message: unknown): object | undefined {
  if (actual instanceof SimulatedLocator) return matchers(OF_ELEMENTS, actual, actual.page(), message);
  if (actual instanceof SimulatedPage) return matchers(OF_PAGES, actual, actual, message);
  return undefined;
}

function matchers(looks: object, actual: object, page: SimulatedPage, message: unknown) {
  const expectation =
    (isNot: boolean, name: string) =>
    async (...args: unknown[]) => {
      const look = (looks as Record<string, (at: object, ...args: unknown[]) => Look>)[name];
      if (!look) throw new Error(`The simulated browser doesn't know ${name}: use a real one for this test.`);
      const { timeout = EXPECT_MS } = optionsOf(args);
      let last: Look = { holds: null, is: undefined };
      const holds = await page.until(() => {
        last = look(actual, ...args);
        return last.holds === !isNot;
      }, timeout);
      if (holds) return;
      const wanted = args.map((arg) => (arg instanceof RegExp ? String(arg) : JSON.stringify(arg)));
      throw new Error(
        `${message ? `${message}: ` : ""}${actual} ${isNot ? "not " : ""}${name}(${wanted.join(", ")})\n` +
          `Received: ${JSON.stringify(last.is)}\n${page.summary()}`,
      );
    };
  const all = (isNot: boolean): object =>
    new Proxy({}, { get: (_, name) => (name === "not" ? all(!isNot) : expectation(isNot, String(name))) });
  return all(false);
}

/** The options at the end of an expectation's arguments. @throws Error for one that isn't understood */
function optionsOf(args: unknown[]): Options {
  const last = args.at(-1);
  if (typeof last !== "object" || last === null || Array.isArray(last) || last instanceof RegExp) return {};
  const unknown = Object.keys(last).filter((name) => !OPTIONS.includes(name));
  if (unknown.length > 0)
    throw new Error(`The simulated browser's expectations have no option ${unknown.join(", ")}`);
  return last;
}

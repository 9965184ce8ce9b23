import { SimulatedLocator } from "./locator.ts";
import { SimulatedPage } from "./page.ts";

type Text = string | RegExp;
type Options = { timeout?: number; ignoreCase?: boolean };
/** Whether an expectation holds at this moment, and what there is instead. */
type Look = { holds: boolean; is: unknown };

const EXPECT_MS = 10_000;

const normal = (text: string) => text.replaceAll(/[​­]/g, "").replaceAll(/\s+/g, " ").trim();
const textOf = (element: Element) => normal(element.textContent ?? "");
const isText = (is: string, wanted: Text) =>
  typeof wanted === "string" ? is === normal(wanted) : wanted.test(is);
const hasText = (is: string, wanted: Text) =>
  typeof wanted === "string" ? is.includes(normal(wanted)) : wanted.test(is);
const isExactly = (is: string, wanted: Text) =>
  typeof wanted === "string" ? is === wanted : wanted.test(is);

/** The expectations of Playwright that screens' tests use, each as one look at the elements. */
const OF_ELEMENTS = {
  toBeVisible: (at, { visible = true }: { visible?: boolean } = {}) =>
    ofOne(at, (element) => ({
      holds: (element?.checkVisibility() ?? false) === visible,
      is: element?.outerHTML.slice(0, 200),
    })),
  toBeHidden: (at) =>
    ofOne(at, (element) => ({ holds: !element?.checkVisibility(), is: element?.outerHTML.slice(0, 200) })),
  toBeAttached: (at) => ofOne(at, (element) => ({ holds: element !== null, is: element })),
  toBeFocused: (at) =>
    ofOne(at, (element) => {
      const focused = at.page().window().document.activeElement as unknown as Element | null;
      return { holds: element !== null && element === focused, is: focused?.outerHTML.slice(0, 200) };
    }),
  toBeChecked: (at, { checked = true }: { checked?: boolean } = {}) =>
    ofControl(at, (element) => ({
      holds: at.page().agent().isChecked(element) === checked,
      is: at.page().agent().isChecked(element),
    })),
  toBeDisabled: (at) =>
    ofOne(at, (element) => ({
      holds: !!element && at.page().agent().isDisabled(element),
      is: element?.outerHTML.slice(0, 200),
    })),
  toBeEnabled: (at) =>
    ofOne(at, (element) => ({
      holds: !!element && !at.page().agent().isDisabled(element),
      is: element?.outerHTML.slice(0, 200),
    })),
  toBeEmpty: (at) =>
    ofOne(at, (element) => ({ holds: element?.textContent === "", is: element?.textContent })),
  toHaveCount: (at, count: number) => ({ holds: at.elements().length === count, is: at.elements().length }),
  toHaveText: (at, wanted: Text | Text[]) => ofTexts(at, wanted, isText),
  toContainText: (at, wanted: Text | Text[]) => ofTexts(at, wanted, hasText),
  toHaveValue: (at, wanted: Text) =>
    ofControl(at, (element) => {
      const { value } = element as HTMLInputElement;
      return { holds: isExactly(value, wanted), is: value };
    }),
  toHaveAttribute: (at, name: string, wanted: Text = /(?:)/) =>
    ofOne(at, (element) => {
      const value = element?.getAttribute(name) ?? null;
      return { holds: value !== null && isExactly(value, wanted), is: value };
    }),
  toHaveAccessibleName: (at, wanted: Text) =>
    ofOne(at, (element) => {
      const name = element && normal(at.page().agent().nameOf(element));
      return { holds: name !== null && isText(name, wanted), is: name };
    }),
  toHaveAccessibleDescription: (at, wanted: Text) =>
    ofOne(at, (element) => {
      const name = element && normal(at.page().agent().descriptionOf(element));
      return { holds: name !== null && isText(name, wanted), is: name };
    }),
} satisfies Record<string, (at: SimulatedLocator, ...wanted: never[]) => Look>;

const OF_PAGES = {
  toHaveURL: (page, wanted: Text | ((url: URL) => boolean)) => {
    const url = page.url();
    const target = typeof wanted === "string" ? new URL(wanted, page.context().baseUrl).href : wanted;
    const holds = typeof target === "function" ? target(new URL(url)) : isExactly(url, target);
    return { holds, is: url };
  },
  toHaveTitle: (page, wanted: Text) => {
    const title = page.window().document.title;
    return { holds: isText(normal(title), wanted), is: title };
  },
} satisfies Record<string, (page: SimulatedPage, ...wanted: never[]) => Look>;

function ofOne(at: SimulatedLocator, look: (element: Element | null) => Look): Look {
  return look(at.element());
}
function ofControl(at: SimulatedLocator, look: (element: Element) => Look): Look {
  const element = at.element();
  return element ? look(at.page().agent().control(element)) : { holds: false, is: "no such element" };
}
function ofTexts(
  at: SimulatedLocator,
  wanted: Text | Text[],
  matches: (is: string, wanted: Text) => boolean,
): Look {
  if (!Array.isArray(wanted))
    return ofOne(at, (element) => ({
      holds: element !== null && matches(textOf(element), wanted),
      is: element ? textOf(element) : "no such element",
    }));
  const is = at.elements().map(textOf);
  return {
    holds: is.length === wanted.length && is.every((text, index) => matches(text, wanted[index]!)),
    is,
  };
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
      const options = args.find(isOptions) ?? {};
      let last: Look = { holds: false, is: undefined };
      const holds = await page.until(() => {
        last = look(actual, ...args);
        return last.holds !== isNot;
      }, options.timeout ?? EXPECT_MS);
      if (holds) return;
      const wanted = args
        .map((arg) => (arg instanceof RegExp ? String(arg) : JSON.stringify(arg)))
        .join(", ");
      throw new Error(
        `${message ? `${message}: ` : ""}${actual} ${isNot ? "not " : ""}${name}(${wanted})\n` +
          `Received: ${JSON.stringify(last.is)}\n${page.summary()}`,
      );
    };
  const all = (isNot: boolean): object =>
    new Proxy({}, { get: (_, name) => (name === "not" ? all(!isNot) : expectation(isNot, String(name))) });
  return all(false);
}

const isOptions = (argument: unknown): argument is Options =>
  typeof argument === "object" && argument !== null && "timeout" in argument;

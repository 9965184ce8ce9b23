import { getByLabelSelector, getByRoleSelector, getByTestIdSelector, getByTextSelector } from "ivya";
import type { SimulatedPage } from "./page.ts";

type Text = string | RegExp;
type Exact = { exact?: boolean };
type Timeout = { timeout?: number };
type Filter = {
  hasText?: Text;
  hasNotText?: Text;
  has?: SimulatedLocator;
  hasNot?: SimulatedLocator;
  visible?: boolean;
};
type File = { name: string; mimeType: string; buffer: Buffer };
type Wanted = string | { value?: string; label?: string };

/** How long an action waits for its element. */
const ACTION_MS = 10_000;

/** How a text is written within a selector. */
const quoted = (text: Text) => (typeof text === "string" ? `${JSON.stringify(text)}i` : String(text));

/** The ways to find elements that pages and locators have in common: Playwright's. */
export abstract class Finder {
  /** The elements of this selector within this one. */
  abstract within(selector: string): SimulatedLocator;

  getByRole(role: string, options: Parameters<typeof getByRoleSelector>[1] = {}): SimulatedLocator {
    return this.within(getByRoleSelector(role, options));
  }
  getByText(text: Text, options?: Exact): SimulatedLocator {
    return this.within(getByTextSelector(text, options));
  }
  getByLabel(text: Text, options?: Exact): SimulatedLocator {
    return this.within(getByLabelSelector(text, options));
  }
  getByTestId(id: Text): SimulatedLocator {
    return this.within(getByTestIdSelector("data-testid", id));
  }
  locator(inner: string | SimulatedLocator, filter: Filter = {}): SimulatedLocator {
    const found =
      typeof inner === "string"
        ? this.within(inner)
        : this.within(`internal:chain=${JSON.stringify(inner.selector)}`);
    return found.filter(filter);
  }
}

/** A locator of one element that finds several. It is waited for that one remains. */
export class FoundSeveral extends Error {
  constructor(locator: SimulatedLocator, found: Element[]) {
    const shown = found.slice(0, 5).map((element) => `  ${element.outerHTML.slice(0, 160)}`);
    super(`${locator} is found ${found.length} times:\n${shown.join("\n")}`);
  }
}

/** Elements of a page, found anew for each action and expectation, as Playwright's locators do. */
export class SimulatedLocator extends Finder {
  readonly #page: SimulatedPage;
  readonly selector: string;

  constructor(page: SimulatedPage, selector: string) {
    super();
    this.#page = page;
    this.selector = selector;
  }

  page(): SimulatedPage {
    return this.#page;
  }

  override within(selector: string): SimulatedLocator {
    return new SimulatedLocator(this.#page, `${this.selector} >> ${selector}`);
  }

  filter({ hasText, hasNotText, has, hasNot, visible }: Filter): SimulatedLocator {
    let { selector } = this;
    if (hasText !== undefined) selector += ` >> internal:has-text=${quoted(hasText)}`;
    if (hasNotText !== undefined) selector += ` >> internal:has-not-text=${quoted(hasNotText)}`;
    if (has) selector += ` >> internal:has=${JSON.stringify(has.selector)}`;
    if (hasNot) selector += ` >> internal:has-not=${JSON.stringify(hasNot.selector)}`;
    if (visible !== undefined) selector += ` >> visible=${visible}`;
    return new SimulatedLocator(this.#page, selector);
  }

  or(other: SimulatedLocator): SimulatedLocator {
    return this.within(`internal:or=${JSON.stringify(other.selector)}`);
  }
  nth(index: number): SimulatedLocator {
    return this.within(`nth=${index}`);
  }
  first(): SimulatedLocator {
    return this.nth(0);
  }
  last(): SimulatedLocator {
    return this.nth(-1);
  }

  override toString(): string {
    return this.selector;
  }

  /** The elements at this moment. */
  elements(): Element[] {
    return this.#page.agent().find(this.selector);
  }

  /** The only element at this moment, or none. @throws FoundSeveral */
  element(): Element | null {
    const found = this.elements();
    if (found.length > 1) throw new FoundSeveral(this, found);
    return found[0] ?? null;
  }

  /** Waits for the only element, then acts on it. `isReady` says whether that can be done already. */
  async #act<Result>(
    action: (element: Element) => Result | Promise<Result>,
    { timeout = ACTION_MS, ...others }: Timeout = {},
    isReady: (element: Element) => boolean = () => true,
  ): Promise<Result> {
    if (Object.keys(others).length > 0)
      throw new Error(`The simulated browser's actions have no option ${Object.keys(others).join(", ")}`);
    let element: Element | null = null;
    const isFound = await this.#page.until(() => {
      element = this.element();
      return element !== null && isReady(element);
    }, timeout);
    if (!isFound || !element)
      throw new Error(`${this} ${element ? "can't be used" : "isn't there"}\n${this.#page.summary()}`);
    const result = await action(element);
    await this.#page.settle();
    return result;
  }

  /** Whether a person can see and use the element. */
  #isUsable = (element: Element): boolean =>
    element.checkVisibility() && !this.#page.agent().isDisabled(element);

  click(options?: Timeout): Promise<void> {
    return this.#act((element) => this.#page.agent().click(element, 1), options, this.#isUsable);
  }
  dblclick(options?: Timeout): Promise<void> {
    return this.#act((element) => this.#page.agent().click(element, 2), options, this.#isUsable);
  }
  hover(options?: Timeout): Promise<void> {
    return this.#act((element) => this.#page.agent().hover(element), options, this.#isUsable);
  }
  fill(text: string, options?: Timeout): Promise<void> {
    const { agent } = this.#page;
    return this.#act((element) => agent().fill(agent().control(element), text), options, this.#isUsable);
  }
  focus(options?: Timeout): Promise<void> {
    return this.#act((element) => (element as HTMLElement).focus(), options);
  }
  blur(options?: Timeout): Promise<void> {
    return this.#act((element) => (element as HTMLElement).blur(), options);
  }
  async press(key: string, options?: Timeout): Promise<void> {
    await this.focus(options);
    await this.#page.keyboard.press(key);
  }
  async pressSequentially(text: string, options?: Timeout): Promise<void> {
    await this.focus(options);
    await this.#page.keyboard.type(text);
  }
  check(options?: Timeout): Promise<void> {
    return this.setChecked(true, options);
  }
  uncheck(options?: Timeout): Promise<void> {
    return this.setChecked(false, options);
  }
  setChecked(wanted: boolean, options?: Timeout): Promise<void> {
    const { agent } = this.#page;
    return this.#act(
      async (element) => {
        if (agent().isChecked(agent().control(element)) !== wanted) await agent().click(element, 1);
      },
      options,
      this.#isUsable,
    );
  }
  selectOption(wanted: Wanted, options?: Timeout): Promise<void> {
    const { agent } = this.#page;
    const choices = typeof wanted === "string" ? [{ value: wanted }, { label: wanted }] : [wanted];
    const choice = (element: Element) =>
      choices.find((each) => agent().hasOption(agent().control(element), each));
    return this.#act(
      (element) => agent().select(agent().control(element), choice(element)!),
      options,
      (element) => this.#isUsable(element) && choice(element) !== undefined,
    );
  }
  setInputFiles(files: File | File[], options?: Timeout): Promise<void> {
    const chosen = [files].flat().map(({ name, mimeType, buffer }) => ({ name, mimeType, bytes: buffer }));
    return this.#act((element) => this.#page.agent().upload(element, chosen), options);
  }
  dispatchEvent(type: string, init: object = {}): Promise<void> {
    return this.#act((element) => {
      const { Event } = this.#page.window();
      element.dispatchEvent(new Event(type, { bubbles: true, ...init }) as unknown as globalThis.Event);
    });
  }

  async count(): Promise<number> {
    return this.elements().length;
  }
  async all(): Promise<SimulatedLocator[]> {
    return this.elements().map((_, index) => this.nth(index));
  }
  textContent(options?: Timeout): Promise<string | null> {
    return this.#act((element) => element.textContent, options);
  }
  async allTextContents(): Promise<string[]> {
    return this.elements().map((element) => element.textContent ?? "");
  }
  inputValue(options?: Timeout): Promise<string> {
    return this.#act((element) => (this.#page.agent().control(element) as HTMLInputElement).value, options);
  }
  async isVisible(): Promise<boolean> {
    return this.element()?.checkVisibility() ?? false;
  }
  evaluate<Result>(
    use: (element: Element, argument: unknown) => Result,
    argument?: unknown,
  ): Promise<Result> {
    return this.#act((element) => this.#page.inPage(use)(element, argument));
  }
  async evaluateAll<Result>(
    use: (elements: Element[], argument: unknown) => Result,
    argument?: unknown,
  ): Promise<Result> {
    return this.#page.inPage(use)(this.elements(), argument);
  }
}

import { type Locator, type Page, test } from "@playwright/test";
import { expect } from "./test.ts";

/** What a journey costs a person at most. */
export type Cost = {
  /** Taps, or with the keyboard what is pressed and what is typed into. */
  taps: number;
  /** Pages and dialogs that the person sees, each once. */
  screens: number;
  characters: number;
};

/** How somebody uses the app: on a phone with one thumb, or at a desk with the keyboard alone. */
export const HANDS = {
  "with a thumb": { viewport: { width: 390, height: 664 }, hasTouch: true },
  "with the keyboard": { viewport: { width: 1280, height: 800 } },
} as const;
export type Hand = keyof typeof HANDS;

/** So many presses of Tab lead to whatever a screen offers. */
const MOST_STEPS = 60;

/** Counts what somebody does to get something done. */
export class Journey {
  readonly page: Page;
  readonly #hand: Hand;
  readonly #screens = new Set<string>();
  #taps = 0;
  #characters = 0;
  #steps = 0;

  private constructor(page: Page, hand: Hand) {
    this.page = page;
    this.#hand = hand;
  }

  /** Begins on the page as it is. */
  static begin = (page: Page, hand: Hand): Journey => new Journey(page, hand);

  async tap(target: Locator): Promise<void> {
    await this.#lookFor(target);
    if (this.#hand === "with a thumb") {
      await target.tap();
    } else {
      await this.#stepTo(target);
      // Enter would submit the form of a choice.
      const isChoice = ["checkbox", "radio"].includes((await target.getAttribute("type")) ?? "");
      await this.page.keyboard.press(isChoice ? "Space" : "Enter");
    }
    this.#taps++;
  }

  /** Takes what a list proposes below the field with the focus: with the keyboard the first one, by Enter. */
  async choose(proposed: Locator): Promise<void> {
    if (this.#hand === "with a thumb") return this.tap(proposed);
    await this.#lookFor(proposed);
    await this.page.keyboard.press("Enter");
    this.#taps++;
  }

  /** Types into a field; going to it counts as a tap unless it has the focus already. */
  async type(field: Locator, text: string): Promise<void> {
    await this.#lookFor(field);
    if (!(await hasFocus(field))) {
      if (this.#hand === "with a thumb") await field.tap();
      else await this.#stepTo(field);
      this.#taps++;
    }
    if (this.#hand === "with a thumb") await field.fill(text);
    else {
      await this.page.keyboard.press("ControlOrMeta+a");
      await this.page.keyboard.type(text);
    }
    this.#characters += text.length;
  }

  /** Chooses one of a field's options: with the keyboard by typing its name. */
  async select(field: Locator, option: string): Promise<void> {
    await this.#lookFor(field);
    if (this.#hand === "with a thumb") await field.selectOption({ label: option });
    else {
      await this.#stepTo(field);
      await this.page.keyboard.type(option);
    }
    this.#taps++;
  }

  /** Ends the journey where this is to be seen. */
  async arriveAt(goal: Locator, most: Cost): Promise<void> {
    await this.#lookFor(goal);
    const cost: Cost = { taps: this.#taps, screens: this.#screens.size, characters: this.#characters };
    const said = JSON.stringify({ ...cost, steps: this.#steps });
    test.info().annotations.push({ type: "cost", description: said });
    console.log(`${test.info().title}: ${said}`);
    expect(cost.taps, "taps").toBeLessThanOrEqual(most.taps);
    expect(cost.screens, "screens").toBeLessThanOrEqual(most.screens);
    expect(cost.characters, "characters").toBeLessThanOrEqual(most.characters);
  }

  /** Presses Tab until the target has the focus. Looking the target up by its role costs more than a press. */
  async #stepTo(target: Locator): Promise<void> {
    let element = await target.elementHandle();
    for (let step = 0; ; step++, this.#steps++) {
      const place = await element!.evaluate((node) =>
        node.isConnected ? node === document.activeElement : null,
      );
      if (place) return;
      expect(step, `presses of Tab to ${target}`).toBeLessThan(MOST_STEPS);
      if (place === null) element = await target.elementHandle();
      else await this.page.keyboard.press("Tab");
    }
  }

  /** Counts the screen on which this is to be seen. */
  async #lookFor(target: Locator): Promise<void> {
    await target.waitFor();
    const dialogs = this.page.getByRole("dialog");
    const titles = await dialogs.evaluateAll((open) =>
      open.map((each) => each.getAttribute("aria-labelledby")),
    );
    this.#screens.add(`${new URL(this.page.url()).pathname} ${titles.at(-1) ?? ""}`);
  }
}

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

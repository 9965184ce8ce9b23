import { type Locator, type Page, test } from "@playwright/test";
import { expect } from "./test.ts";

/** What a journey costs a person at most. */
export type Cost = {
  taps: number;
  /** Pages and dialogs that the person sees, each once. */
  screens: number;
  characters: number;
};

/** The viewport of a phone without its bars. */
export const PHONE = { viewport: { width: 390, height: 664 }, hasTouch: true };

/** Counts what somebody does on a phone to get something done. */
export class Journey {
  readonly page: Page;
  readonly #screens = new Set<string>();
  #taps = 0;
  #characters = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async tap(target: Locator): Promise<void> {
    await this.#lookFor(target);
    await target.tap();
    this.#taps++;
  }

  /** Types into a field; the tap into it counts unless it has the focus already. */
  async type(field: Locator, text: string): Promise<void> {
    await this.#lookFor(field);
    const isFocused = await field.evaluate((element) => element === document.activeElement);
    if (!isFocused) {
      await field.tap();
      this.#taps++;
    }
    await field.fill(text);
    this.#characters += text.length;
  }

  /** Ends the journey where this is to be seen. */
  async arriveAt(goal: Locator, most: Cost): Promise<void> {
    await this.#lookFor(goal);
    const cost: Cost = { taps: this.#taps, screens: this.#screens.size, characters: this.#characters };
    test.info().annotations.push({ type: "cost", description: JSON.stringify(cost) });
    console.log(`${test.info().title}: ${JSON.stringify(cost)}`);
    expect(cost.taps, "taps").toBeLessThanOrEqual(most.taps);
    expect(cost.screens, "screens").toBeLessThanOrEqual(most.screens);
    expect(cost.characters, "characters").toBeLessThanOrEqual(most.characters);
  }

  /** Counts the screen on which this is to be seen. */
  async #lookFor(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    const dialogs = this.page.getByRole("dialog");
    const titles = await dialogs.evaluateAll((open) =>
      open.map((each) => each.getAttribute("aria-labelledby")),
    );
    this.#screens.add(`${new URL(this.page.url()).pathname} ${titles.at(-1) ?? ""}`);
  }
}

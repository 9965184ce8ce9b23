import type { SimulatedPage } from "./page.ts";

type Time = string | number | Date;

const milliseconds = (time: Time) => new Date(time).getTime();

/** "01:30" or "10:00:00" or milliseconds, as Playwright takes a duration. */
function duration(ticks: number | string): number {
  if (typeof ticks === "number") return ticks;
  return ticks.split(":").reduce((sum, part) => sum * 60 + Number(part), 0) * 1000;
}

/** The clock of a page, with Playwright's interface. It is set again in each document that the page opens. */
export class SimulatedClock {
  readonly #page: SimulatedPage;
  #start: ((page: SimulatedPage) => void) | undefined;

  constructor(page: SimulatedPage) {
    this.#page = page;
  }

  /** Sets the clock of a new document, before the app starts. */
  startDocument(): void {
    this.#start?.(this.#page);
  }

  async #set(start: (page: SimulatedPage) => void): Promise<void> {
    this.#start = start;
    if (this.#page.agent()) start(this.#page);
  }

  /** From now on timers and dates are the page's own; they run on from this time. */
  install({ time = Date.now() }: { time?: Time } = {}): Promise<void> {
    const [at, begin] = [milliseconds(time), Date.now()];
    return this.#set((page) => page.agent().clock.install(at + Date.now() - begin));
  }
  /** The time stands still, timers run. */
  setFixedTime(time: Time): Promise<void> {
    return this.#set((page) => page.agent().clock.fix(milliseconds(time)));
  }
  /** Jumps forward; each timer fires at most once. */
  async fastForward(ticks: number | string): Promise<void> {
    await this.#page.agent().clock.jump(duration(ticks));
    await this.#page.settle();
  }
  /** Lets time pass, with all that happens in it. */
  async runFor(ticks: number | string): Promise<void> {
    await this.#page.agent().clock.run(duration(ticks));
    await this.#page.settle();
  }
  async pauseAt(time: Time): Promise<void> {
    await this.#set((page) => page.agent().clock.pause(milliseconds(time)));
    await this.#page.settle();
  }
  async resume(): Promise<void> {
    this.#page.agent().clock.resume();
  }
}

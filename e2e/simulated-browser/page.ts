import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { userEvent } from "@testing-library/user-event";
import { type BrowserPage, Storage } from "happy-dom";
import type { Agent } from "./agent.ts";
import { SimulatedClock } from "./clock.ts";
import type { SimulatedContext } from "./context.ts";
import { typed, userEventKeys } from "./keys.ts";
import { Finder, FoundSeveral, SimulatedLocator } from "./locator.ts";
import type { PageScripts } from "./scripts.ts";
import { SimulatedSockets, type SocketRoute } from "./sockets.ts";
import type { PageWindow } from "./window.ts";

/** How long a page may take until the app runs. */
const LOAD_MS = 30_000;
/** The shortest and the longest time between two looks at a page that somebody waits for. */
const LOOK_MS = 5;
const UNCHANGED_LOOK_MS = 60;

/** A page of the simulated browser, with the part of Playwright's `Page` that screens' tests use. */
export class SimulatedPage extends Finder {
  readonly #context: SimulatedContext;
  readonly #page: BrowserPage;
  readonly #events = new EventEmitter();
  readonly #sessionStorage = new Storage();
  readonly #scripts: PageScripts;
  readonly #sockets = new SimulatedSockets(this.#events);
  readonly #startScripts: (() => void)[] = [];
  readonly clock = new SimulatedClock(this);

  constructor(context: SimulatedContext, page: BrowserPage, scripts: PageScripts) {
    super();
    this.#context = context;
    this.#page = page;
    this.#scripts = scripts;
  }

  context(): SimulatedContext {
    return this.#context;
  }

  /** The window of the document that the page shows now. */
  window(): PageWindow {
    return this.#page.mainFrame.window as PageWindow;
  }

  agent = (): Agent => this.window().agentOfTests;

  override within(selector: string): SimulatedLocator {
    return new SimulatedLocator(this, selector);
  }

  readonly keyboard = {
    press: async (key: string) => {
      await this.agent().keyboard(userEventKeys(key));
      await this.settle();
    },
    type: async (text: string) => {
      await this.agent().keyboard(typed(text));
      await this.settle();
    },
  };

  url(): string {
    return this.#page.url;
  }

  /** Opens an address; resolves when its document is there and the app has begun to run. */
  async goto(address: string): Promise<void> {
    const url = new URL(address, this.#context.baseUrl).href;
    this.#leave();
    await this.#page.goto(url);
    await this.#loaded();
  }
  async reload(): Promise<void> {
    this.#leave();
    await this.#page.reload();
    await this.#loaded();
  }
  async goBack(): Promise<void> {
    this.window().history.back();
    await this.settle();
  }

  /** What a browser tells a document that it leaves. */
  #leave(): void {
    const window = this.window();
    window.dispatchEvent(new window.Event("beforeunload", { cancelable: true }));
    window.dispatchEvent(new window.Event("pagehide"));
  }

  async #loaded(): Promise<void> {
    const end = Date.now() + LOAD_MS;
    while (!this.#isRunning()) {
      if (Date.now() > end) throw new Error(`${this.url()} didn't load:\n${this.summary()}`);
      await sleep(LOOK_MS);
    }
  }

  /** Whether the app runs in the present document; starts it as soon as the document has been read. */
  #isRunning(): boolean {
    if (this.agent()) return true;
    const { document } = this.window();
    if (!/^https?:/.test(this.url()) || document.readyState === "loading") return false;
    this.#context.keepStorage(this.window(), this.#sessionStorage);
    this.#sockets.watch(this.window());
    this.#page.evaluate(this.#scripts.agent);
    // Nothing is laid out, so nothing can lie above what is clicked.
    this.agent().actAs(userEvent.setup({ document: document as never, delay: null, pointerEventsCheck: 0 }));
    this.clock.startDocument();
    for (const start of this.#startScripts) start();
    if (document.getElementById("root")) this.#page.evaluate(this.#scripts.app);
    return true;
  }

  /** Runs a function within the page; it sees nothing of the test except for its argument. */
  async evaluate<Result>(use: (argument: unknown) => Result, argument?: unknown): Promise<Awaited<Result>> {
    return (await this.inPage(use)(argument)) as Awaited<Result>;
  }
  /** The same function, made anew within the page. */
  inPage<Use extends (...args: never[]) => unknown>(use: Use): Use {
    return this.window().eval(`(${use})`) as Use;
  }

  /** Runs a function at the start of each document that the page opens from now on. */
  async addInitScript(use: (argument: unknown) => void, argument?: unknown): Promise<void> {
    this.#startScripts.push(() => this.inPage(use as never as (argument: unknown) => void)(argument));
  }

  /** Shows a test each socket to such an address that the page opens from now on. */
  async routeWebSocket(address: RegExp | string, handle: (socket: SocketRoute) => void): Promise<void> {
    this.#sockets.route(address, handle);
  }

  /** Only sockets are told of: a test that counts anything else would count none and pass. */
  on(event: string, listener: (...args: unknown[]) => void): void {
    if (event !== "websocket") throw new Error(`The simulated browser has no event "${event}"`);
    this.#events.on(event, listener);
  }
  isClosed(): boolean {
    return this.#page.closed;
  }
  async close(): Promise<void> {
    await this.#page.close();
  }

  /** Lets the app do what follows from an action at once. */
  settle(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }

  /** Whether this becomes true within the time; it is asked again whenever the document or the address changes. */
  async until(isTrue: () => boolean, timeoutMs: number): Promise<boolean> {
    const end = Date.now() + timeoutMs;
    for (;;) {
      const [state, from] = [this.#state(), Date.now()];
      try {
        if (this.#isRunning() && isTrue()) return true;
      } catch (error) {
        if (!(error instanceof FoundSeveral) || Date.now() >= end) throw error;
      }
      if (Date.now() >= end) return false;
      do await sleep(LOOK_MS);
      while (this.#state() === state && Date.now() - from < UNCHANGED_LOOK_MS);
    }
  }
  #state = () => `${this.agent()?.changes()} ${this.url()}`;

  /** What a failed test says of the page: its address, its text, and the errors of its scripts. */
  summary(): string {
    const text = this.window().document.getElementById("root")?.textContent ?? "";
    const errors = this.#page.virtualConsolePrinter.readAsString().trim();
    return `at ${this.url()}\n${text.slice(0, 1500)}${errors && `\nConsole:\n${errors.slice(0, 1500)}`}`;
  }
}

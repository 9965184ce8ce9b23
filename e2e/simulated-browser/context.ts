import { IDBFactory } from "fake-indexeddb";
import { Browser, type BrowserWindow, CookieSameSiteEnum, Storage } from "happy-dom";
import { SimulatedPage } from "./page.ts";
import type { PageScripts } from "./scripts.ts";
import { prepareWindow } from "./window.ts";

type Cookie = { name: string; value: string; url: string };

/** What one person's browser stores, and its pages. */
export class SimulatedContext {
  readonly baseUrl: string;
  readonly #browser: Browser;
  readonly #scripts: PageScripts;
  readonly #pages: SimulatedPage[] = [];
  readonly #localStorage = new Storage();
  readonly #databases = new IDBFactory();

  constructor(baseUrl: string, scripts: PageScripts) {
    this.baseUrl = baseUrl;
    this.#scripts = scripts;
    this.#browser = new Browser({
      settings: {
        enableJavaScriptEvaluation: true,
        suppressInsecureJavaScriptEnvironmentWarning: true,
        // The one script of `scripts.ts` stands for the modules, and nothing is laid out.
        disableJavaScriptFileLoading: true,
        disableCSSFileLoading: true,
        handleDisabledFileLoadingAsSuccess: true,
        // Nobody sees a transition.
        device: { prefersReducedMotion: "reduce" },
        viewport: { width: 1280, height: 900 },
        navigation: {
          beforeContentCallback: (window: BrowserWindow) => {
            if (!/^https?:/.test(window.location.href)) return;
            prepareWindow(window);
          },
        },
      },
    });
  }

  /** Gives a document what earlier ones stored: in this context, and in its page's session. */
  keepStorage(window: BrowserWindow, sessionStorage: Storage): void {
    const kept = { localStorage: this.#localStorage, sessionStorage, indexedDB: this.#databases };
    for (const [name, value] of Object.entries(kept))
      Object.defineProperty(window, name, { value, configurable: true });
  }

  pages(): SimulatedPage[] {
    return this.#pages.filter((page) => !page.isClosed());
  }

  async newPage(): Promise<SimulatedPage> {
    const page = new SimulatedPage(this, this.#browser.defaultContext.newPage(), this.#scripts);
    this.#pages.push(page);
    return page;
  }

  async addCookies(cookies: Cookie[]): Promise<void> {
    this.#browser.defaultContext.cookieContainer.addCookies(
      cookies.map(({ name: key, value, url }) => ({
        key,
        value,
        originURL: new URL(url) as never,
        path: "/",
        sameSite: CookieSameSiteEnum.lax,
      })),
    );
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }
}

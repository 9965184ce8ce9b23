import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { type FaultProxy, startProxy, type Target } from "../../test/proxy.ts";
import { CHROMIUM_FLAGS, findChromium } from "./chromium.ts";

type Cookie = { name: string; value: string; url: string };

/**
 * A real browser with a profile of its own on the disk, and a line of its own to the server. It can be killed as by an
 * empty battery, and opened again.
 */
export class Device {
  readonly #profile: string;
  readonly #line: FaultProxy;
  readonly #origin: string;
  readonly #cookie: Cookie;
  #context: BrowserContext | null = null;
  #page: Page | null = null;

  private constructor(profile: string, line: FaultProxy, origin: string, cookie: Cookie) {
    this.#profile = profile;
    this.#line = line;
    this.#origin = origin;
    this.#cookie = cookie;
  }

  /** @param origin the server's public address, which this browser reaches over its own line */
  static async create(origin: string, target: Target, cookie: Cookie): Promise<Device> {
    const profile = await mkdtemp(join(tmpdir(), "carediary-device-"));
    return new Device(profile, await startProxy(target), origin, cookie);
  }

  get page(): Page {
    if (!this.#page) throw new Error("The device isn't on");
    return this.#page;
  }

  /** @param clockAhead how far the device's clock is ahead, ms; Date alone, also of pages that are opened later */
  async open(path: string, clockAhead = 0): Promise<void> {
    this.#context = await chromium.launchPersistentContext(this.#profile, {
      executablePath: findChromium(),
      args: [
        ...CHROMIUM_FLAGS,
        `--host-resolver-rules=MAP ${new URL(this.#origin).host} 127.0.0.1:${this.#line.port}`,
      ],
      baseURL: this.#origin,
      locale: "en-US",
      timezoneId: "Europe/Berlin",
      serviceWorkers: "allow",
    });
    await this.#context.addCookies([this.#cookie]);
    await this.#context.addInitScript((ahead) => {
      const real = Date.now.bind(Date);
      const own = () => real() + ahead;
      Date.now = own;
      window.Date = new Proxy(Date, {
        construct: (target, args, made) =>
          Reflect.construct(target, args.length === 0 ? [own()] : args, made === target ? target : made),
      });
    }, clockAhead);
    this.#page = this.#context.pages()[0] ?? (await this.#context.newPage());
    // Without the app's files and without a line there is no page.
    await this.#page.goto(path).catch(() => {});
  }

  /** Ends all processes of the browser at once. */
  async kill(): Promise<void> {
    try {
      execFileSync("pkill", ["-9", "-f", this.#profile]);
    } catch {
      // None was running.
    }
    await this.#context?.close().catch(() => {});
    this.#context = null;
    this.#page = null;
  }

  cut(): void {
    this.#line.faults.refuse = true;
    this.#line.cut();
  }

  mend(target: Target): void {
    this.#line.target = target;
    this.#line.faults.refuse = false;
  }

  /** From now on the line leads to another server. */
  move(target: Target): void {
    this.#line.target = target;
    this.#line.cut();
  }

  async remove(): Promise<void> {
    await this.kill();
    await this.#line.close();
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

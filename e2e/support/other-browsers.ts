import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import puppeteer, { type Browser, type ElementHandle, type Page } from "puppeteer-core";
import { freePort } from "../../server/http/free_port.ts";

/** A browser that Playwright can't drive as it is installed. It shows one page. */
export type OtherBrowser = {
  open: (url: string) => Promise<void>;
  /** Evaluates a function body in the page. */
  evaluate: (body: string) => Promise<unknown>;
  /** Types into the first field with this label. */
  type: (label: string, text: string) => Promise<void>;
  /** Presses the first button whose text begins so. */
  press: (name: string) => Promise<void>;
  /** Closes it and opens it again with what it has stored; false where its driver can't. */
  restart: () => Promise<boolean>;
  close: () => Promise<void>;
};

/** A function body: the first shown element that has the name. */
const FIND = {
  field: (label: string) =>
    `return [...document.querySelectorAll("input, textarea")].find((each) => each.checkVisibility() &&
       [each.ariaLabel, ...[...(each.labels ?? [])].map((one) => one.textContent)].some((one) => one?.startsWith(${JSON.stringify(label)})))`,
  button: (name: string) =>
    `return [...document.querySelectorAll("button")].find((each) => each.checkVisibility() &&
       each.textContent.trim().startsWith(${JSON.stringify(name)}))`,
};

/** A function body: where a button is, what is there, and what is open above the page. */
const describePlace = (name: string) => `
  const find = () => { ${FIND.button(name)} };
  const { x, y, width, height } = find().getBoundingClientRect();
  const there = document.elementFromPoint(x + width / 2, y + height / 2)?.outerHTML.slice(0, 200);
  const open = [...document.querySelectorAll("dialog[open], [popover]:popover-open")].map((each) => each.innerText);
  return JSON.stringify({ x, y, width, height, innerWidth, innerHeight, there, open });`;

/** Firefox, over WebDriver BiDi. */
export async function openFirefox(): Promise<OtherBrowser> {
  const profile = await mkdtemp(join(tmpdir(), "carediary-firefox-"));
  let browser: Browser;
  let page: Page;
  async function start() {
    browser = await puppeteer.launch({
      browser: "firefox",
      executablePath: "/usr/bin/firefox-esr",
      userDataDir: profile,
      env: { ...process.env, HOME: profile } as Record<string, string>,
    });
    page = await browser.newPage();
  }
  const find = async (body: string) =>
    (await page.waitForFunction(`(() => { ${body} })()`)) as ElementHandle<Element>;
  await start();
  return {
    open: async (url) => void (await page.goto(url)),
    evaluate: (body) => page.evaluate(`(async () => { ${body} })()`),
    type: async (label, text) => (await find(FIND.field(label))).type(text),
    press: async (name) => (await find(FIND.button(name))).click(),
    async restart() {
      await browser.close();
      await start();
      return true;
    },
    async close() {
      await browser.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const MINI_BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";
/** The name of an element in WebDriver's answers. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** WebKitGTK, the engine of Safari on Linux, over WebDriver. Its automated windows forget everything when they close. */
export async function openWebKit(): Promise<OtherBrowser> {
  const port = await freePort();
  // A group of its own: the display's server and the browser end with it.
  const driver = spawn("xvfb-run", ["--auto-servernum", "WebKitWebDriver", `--port=${port}`], {
    stdio: "ignore",
    detached: true,
  });
  await expect(async () => {
    expect(driver.exitCode).toBeNull();
    await fetch(`http://127.0.0.1:${port}/status`);
  }).toPass({ timeout: 30_000 });
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const binary = { binary: MINI_BROWSER, args: ["--automation"] };
  const made = await call("POST", "", {
    capabilities: { alwaysMatch: { "webkitgtk:browserOptions": binary } },
  });
  const session = `/${made.sessionId}`;
  const evaluate = (body: string) =>
    call("POST", `${session}/execute/async`, {
      script: `const done = arguments[0]; (async () => { ${body} })().then(done, (error) => done(String(error)))`,
      args: [],
    });
  const find = async (body: string): Promise<string> => {
    let found: Record<string, string> | null = null;
    await expect(async () => {
      found = await call("POST", `${session}/execute/sync`, { script: body, args: [] });
      expect(found, body).not.toBeNull();
    }).toPass({ timeout: 20_000 });
    return found![ELEMENT]!;
  };
  return {
    open: (url) => call("POST", `${session}/url`, { url }),
    evaluate,
    type: async (label, text) =>
      call("POST", `${session}/element/${await find(FIND.field(label))}/value`, { text }),
    // Its driver refuses a button whose middle is out of sight or isn't drawn yet, and doesn't scroll to one that is seen
    // in part. What moves, or is drawn anew, is looked for again: it wasn't pressed then.
    press: (name) =>
      expect(async () => {
        const button = await find(FIND.button(name));
        await evaluate(`(() => { ${FIND.button(name)} })()?.scrollIntoView({ block: "center" });
          await new Promise(requestAnimationFrame);`);
        await call("POST", `${session}/element/${button}/click`, {}).catch(async (error: Error) => {
          throw new Error(`${name}: ${error.message} ${await evaluate(describePlace(name))}`);
        });
      }).toPass({ timeout: 30_000 }),
    restart: async () => false,
    async close() {
      await call("DELETE", session);
      process.kill(-driver.pid!, "SIGTERM");
      if (driver.exitCode === null && driver.signalCode === null) await once(driver, "exit");
    },
  };
}

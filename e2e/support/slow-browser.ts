import type { BrowserContext } from "@playwright/test";
import { SEED } from "../../test/random.ts";

/*
 * A browser that is late, as on a busy machine, so that a fault which is seen there by chance is seen each time:
 * `SLOW=tasks` delays what React leaves for later, and with it all effects; `SLOW=answers` delays what the server answers.
 */

/** By how much a task comes later, ms. */
const TASK_MS = 40;
/** The most by which an answer comes later, ms. */
const ANSWER_MS = 200;

/** Makes the pages of a context late: in the ways that `SLOW` names, separated by commas, unless the test names some. */
export async function slowDown(
  context: BrowserContext,
  kinds: readonly string[] = process.env.SLOW?.split(",") ?? [],
): Promise<void> {
  if (kinds.includes("tasks")) await context.addInitScript(delayTasks, TASK_MS);
  if (kinds.includes("answers")) await context.addInitScript(delayAnswers, { mostMs: ANSWER_MS, seed: SEED });
}

function delayTasks(ms: number): void {
  // That of the browser, also when a test installs a clock.
  const later = window.setTimeout.bind(window);
  const { set } = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage")!;
  window.MessageChannel = class extends MessageChannel {
    constructor() {
      super();
      Object.defineProperty(this.port1, "onmessage", {
        set(listener: (event: MessageEvent) => void) {
          set!.call(this, (event: MessageEvent) => later(listener, ms, event));
        },
      });
    }
  };
}

function delayAnswers({ mostMs, seed }: { mostMs: number; seed: number }): void {
  const later = window.setTimeout.bind(window);
  let state = (seed % 2147483646) + 1;
  const nextMs = () => {
    state = (state * 16807) % 2147483647;
    return state % mostMs;
  };
  const { set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage")!;
  window.WebSocket = class extends WebSocket {
    override set onmessage(listener: (event: MessageEvent) => void) {
      const waiting: MessageEvent[] = [];
      // One after the other: a later message must not overtake an earlier one.
      const deliver = () => {
        listener.call(this, waiting.shift()!);
        if (waiting.length > 0) later(deliver, nextMs() / 4);
      };
      set!.call(this, (event: MessageEvent) => {
        if (waiting.push(event) === 1) later(deliver, nextMs());
      });
    }
  };
  const { fetch } = window;
  window.fetch = async (...args) => {
    const answer = await fetch(...args);
    await new Promise((resolve) => later(resolve, nextMs()));
    return answer;
  };
}

import type { SyncObserver } from "./sync/observer.ts";

/** How important a step of work in bulk is: what is urgent goes first. */
export type Urgency = "urgent" | "later";

/** The share of its time that work in bulk takes while people are about, at first, and the least and most of it. */
const SHARE = { first: 0.5, least: 0.1, most: 0.9 } as const;
/** Somebody is about for so long after a call of theirs. */
const ABOUT_MS = 2_000;
/** A call that took so many times as long as usually has waited for something. */
const SLOW_TIMES = 2;
/** What a slow call and one that isn't change: about one in ten is slow where both are even, as it is without us. */
const AFTER_SLOW = 0.7;
const AFTER_GOOD = 0.03;
/** A call this long after the last step of ours shows how long calls take by themselves. */
const ALONE_MS = 500;
/** How far what is usual moves with each call. */
const USUAL_MOVES = 0.05;
const LONGEST_PAUSE_MS = 1_000;

type Clock = { now(): number; sleep(ms: number): Promise<void> };

const REAL: Clock = {
  now: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/**
 * Keeps a node's work in bulk, such as reminders that are due by the thousand, from crowding out what people wait for. The
 * work is divided into short steps, of which one runs at a time, and one of what is urgent beside it. While people are about, a pause follows each step: half of
 * the time at first, then more whenever their calls take longer than they usually do, and less when they don't. While nobody
 * is there, steps follow each other at once. Few steps are never delayed by more than their own time.
 */
export class Pace {
  readonly #clock: Clock;
  #share: number = SHARE.first;
  #aboutUntil = Number.NEGATIVE_INFINITY;
  #lastStepAt = Number.NEGATIVE_INFINITY;
  readonly #usual = new Map<string, number>();
  readonly #waiting: Record<Urgency, (() => void)[]> = { urgent: [], later: [] };
  readonly #running: Record<Urgency, boolean> = { urgent: false, later: false };
  /** Of which urgency the step was whose pause isn't over. */
  #pausing: Urgency | null = null;

  constructor(clock: Clock = REAL) {
    this.#clock = clock;
  }

  /** The share of its time that work in bulk takes now, 0 to 1. */
  get share(): number {
    return this.#clock.now() < this.#aboutUntil ? this.#share : 1;
  }

  /** Tells of calls of people and of their writes on other nodes, and passes all on. */
  watching(observer: SyncObserver): SyncObserver {
    return {
      ...observer,
      onCall: (call) => {
        if (call.kind === "mutation" && call.outcome === "ok") this.#noteCall(call.name, call.seconds * 1000);
        else this.#noteSomebody();
        observer.onCall(call);
      },
      onWriteElsewhere: () => {
        this.#noteSomebody();
        observer.onWriteElsewhere();
      },
    };
  }

  /** Runs a step once it is its turn. A step is short, and doesn't run another one. */
  async run<Result>(urgency: Urgency, step: () => Promise<Result>): Promise<Result> {
    if (!this.#mayBegin(urgency)) await new Promise<void>((resolve) => this.#waiting[urgency].push(resolve));
    else this.#running[urgency] = true;
    const began = this.#clock.now();
    try {
      return await step();
    } finally {
      const ended = this.#clock.now();
      this.#lastStepAt = ended;
      this.#running[urgency] = false;
      this.#pause(urgency, ended - began);
      this.#next();
    }
  }

  /** What is urgent waits neither for a step nor for the pause of what isn't. */
  #mayBegin(urgency: Urgency): boolean {
    const { urgent, later } = this.#running;
    if (urgency === "urgent") return !urgent && this.#pausing !== "urgent";
    return !urgent && !later && this.#pausing === null;
  }

  #pause(urgency: Urgency, tookMs: number): void {
    const ms = Math.min(tookMs * (1 / this.share - 1), LONGEST_PAUSE_MS);
    // Timers are no finer.
    if (ms < 1) return;
    this.#pausing = urgency;
    void this.#clock.sleep(ms).then(() => {
      this.#pausing = null;
      this.#next();
    });
  }

  #next(): void {
    for (const urgency of ["urgent", "later"] as const) {
      if (!this.#mayBegin(urgency)) continue;
      const begin = this.#waiting[urgency].shift();
      if (!begin) continue;
      this.#running[urgency] = true;
      begin();
      return;
    }
  }

  #noteSomebody(): void {
    this.#aboutUntil = this.#clock.now() + ABOUT_MS;
  }

  #noteCall(name: string, ms: number): void {
    this.#noteSomebody();
    const usual = this.#usual.get(name);
    const isAlone =
      !this.#running.urgent && !this.#running.later && this.#clock.now() - ms - this.#lastStepAt > ALONE_MS;
    // Moves towards the middle of what calls take, whatever single ones do.
    if (isAlone)
      this.#usual.set(
        name,
        usual === undefined ? ms : usual * (ms > usual ? 1 + USUAL_MOVES : 1 - USUAL_MOVES),
      );
    else if (usual !== undefined) {
      const share = ms > SLOW_TIMES * usual ? this.#share * AFTER_SLOW : this.#share + AFTER_GOOD;
      this.#share = Math.min(SHARE.most, Math.max(SHARE.least, share));
    }
  }
}

import { type Clock, systemClock } from "./clock.ts";
import type { SyncObserver } from "./sync/observer.ts";

/**
 * How important a step of work in bulk is. What is urgent goes first and beside the rest; of the rest what is "next" goes
 * before all that came for "later".
 */
export type Urgency = "urgent" | "next" | "later";

/** The share of its time that work in bulk takes while people are about, at first, and the least and most of it. */
const SHARE = { first: 0.5, least: 0.2, most: 0.9 } as const;
/** Somebody is about for so long after a call of theirs. */
const ABOUT_MS = 2_000;
/** A call that took so many times as long as nine of ten usually do has waited for something. */
const SLOW_TIMES = 1.5;
/** What a slow call and one that isn't change. Both are even where about one in twenty is slow. */
const AFTER_SLOW = 0.7;
const AFTER_GOOD = 0.008;
/** Work in bulk is over for so long before calls show again how long they take by themselves. */
const BULK_MS = 1_000;
/** How far what is usual moves with a call that took longer, or less long: even where nine of ten are below. */
const USUAL_GROWS = 0.09;
const USUAL_SHRINKS = 0.01;
const LONGEST_PAUSE_MS = 1_000;

/**
 * Keeps a node's work in bulk, such as reminders that are due by the thousand, from crowding out what people wait for.
 * The work is divided into short steps, of which one runs at a time, and one of what is urgent beside it. While people
 * are about, a pause follows each step: half of the time at first, then more whenever their calls take longer than they
 * usually do, and less when they don't. While nobody is there, steps follow each other at once. What isn't much, as
 * `noteMore` says, never pauses.
 */
export class Pace {
  readonly #clock: Pick<Clock, "elapsed" | "sleep">;
  #share: number = SHARE.first;
  #aboutUntil = Number.NEGATIVE_INFINITY;
  #bulkUntil = Number.NEGATIVE_INFINITY;
  readonly #usual = new Map<string, number>();
  readonly #waiting: Record<Urgency, (() => void)[]> = { urgent: [], next: [], later: [] };
  readonly #running: Record<Urgency, boolean> = { urgent: false, next: false, later: false };
  /** Of short steps, the pauses that weren't taken yet. */
  #owedMs = 0;
  /** Of which urgency the step was whose pause isn't over. */
  #pausing: Urgency | null = null;

  constructor(clock: Pick<Clock, "elapsed" | "sleep"> = systemClock) {
    this.#clock = clock;
  }

  /** The share of its time that work in bulk takes now, 0 to 1. */
  get share(): number {
    return this.#clock.elapsed() < this.#aboutUntil ? this.#share : 1;
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

  /** Whether there was more than one step could do, a moment ago. */
  get isBulk(): boolean {
    return this.#clock.elapsed() <= this.#bulkUntil;
  }

  /** There is more than one step can do. */
  noteMore(): void {
    this.#bulkUntil = this.#clock.elapsed() + BULK_MS;
  }

  /** Runs a step once it is its turn. A step is short, and doesn't run another one. */
  async run<Result>(urgency: Urgency, step: () => Promise<Result>): Promise<Result> {
    if (!this.#mayBegin(urgency)) await new Promise<void>((resolve) => this.#waiting[urgency].push(resolve));
    else this.#running[urgency] = true;
    const began = this.#clock.elapsed();
    try {
      return await step();
    } finally {
      this.#running[urgency] = false;
      this.#pause(urgency, this.#clock.elapsed() - began);
      this.#next();
    }
  }

  /** What is urgent waits neither for a step nor for the pause of what isn't. */
  #mayBegin(urgency: Urgency): boolean {
    const { urgent, next, later } = this.#running;
    if (urgency === "urgent") return !urgent && this.#pausing !== "urgent";
    return !urgent && !next && !later && this.#pausing === null;
  }

  #pause(urgency: Urgency, tookMs: number): void {
    if (!this.isBulk) return;
    const ms = Math.min(this.#owedMs + tookMs * (1 / this.share - 1), LONGEST_PAUSE_MS);
    // Timers are no finer: the pauses of several short steps are taken together.
    this.#owedMs = ms < 1 ? ms : 0;
    if (ms < 1) return;
    this.#pausing = urgency;
    void this.#clock.sleep(ms).then(() => {
      this.#pausing = null;
      this.#next();
    });
  }

  #next(): void {
    for (const urgency of ["urgent", "next", "later"] as const) {
      if (!this.#mayBegin(urgency)) continue;
      const begin = this.#waiting[urgency].shift();
      if (!begin) continue;
      this.#running[urgency] = true;
      begin();
      return;
    }
  }

  #noteSomebody(): void {
    this.#aboutUntil = this.#clock.elapsed() + ABOUT_MS;
  }

  #noteCall(name: string, ms: number): void {
    this.#noteSomebody();
    const usual = this.#usual.get(name);
    if (this.#clock.elapsed() - ms > this.#bulkUntil) {
      const moved = usual === undefined ? ms : usual * (ms > usual ? 1 + USUAL_GROWS : 1 - USUAL_SHRINKS);
      this.#usual.set(name, moved);
    } else if (usual !== undefined) {
      const share = ms > SLOW_TIMES * usual ? this.#share * AFTER_SLOW : this.#share + AFTER_GOOD;
      this.#share = Math.min(SHARE.most, Math.max(SHARE.least, share));
    }
  }
}

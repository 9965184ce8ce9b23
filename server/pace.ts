import { type Clock, systemClock } from "./clock.ts";
import type { SyncObserver } from "./sync/observer.ts";

/**
 * The priority of a step of bulk work. "urgent" goes first and in parallel with the rest; then "next" goes before all
 * "later" steps.
 */
export type Urgency = "urgent" | "next" | "later";

/** The share of its time that bulk work takes while users are active: the first, least and greatest value. */
const SHARE = { first: 0.5, least: 0.2, most: 0.9 } as const;
/** How long users count as active after a call. */
const ABOUT_MS = 2_000;
/** A call that took so many times as long as nine of ten usually do has waited for something. */
const SLOW_TIMES = 1.5;
/** Factors of the share after a slow and a good call. They balance where about one in twenty is slow. */
const AFTER_SLOW = 0.7;
const AFTER_GOOD = 0.008;
/** How long after bulk work calls are undisturbed again. */
const BULK_MS = 1_000;
/** How far the usual time moves with a slower or a faster call: balanced where nine of ten are below. */
const USUAL_GROWS = 0.09;
const USUAL_SHRINKS = 0.01;
const LONGEST_PAUSE_MS = 1_000;

/**
 * Keeps a node's bulk work, such as thousands of due reminders, from delaying users' calls. The work is divided into
 * short steps; one runs at a time, with one urgent step in parallel. While users are active, a pause follows each step:
 * half of the time at first, then more whenever calls take longer than usual, and less when they don't. While no user
 * is active, steps follow each other at once. Small amounts of work, as reported by `noteMore`, never pause.
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
  /** The urgency of the step whose pause isn't over. */
  #pausing: Urgency | null = null;

  constructor(clock: Pick<Clock, "elapsed" | "sleep"> = systemClock) {
    this.#clock = clock;
  }

  /** The share of its time that work in bulk takes now, 0 to 1. */
  get share(): number {
    return this.#clock.elapsed() < this.#aboutUntil ? this.#share : 1;
  }

  /** Notes users' calls and writes on other nodes, and passes all on. */
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

  /** Runs a step once the steps before it have ended. A step is short, and doesn't run another one. */
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

  /** An urgent step waits neither for other steps nor for their pauses. */
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

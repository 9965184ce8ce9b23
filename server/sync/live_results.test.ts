import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { KEEP_MS, MAX_KEPT, MAX_KEPT_LENGTH } from "./kept_results.ts";
import { type Call, LiveResults, type ResultNode, toOutcome, type Watcher } from "./live_results.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const call: Call = { args: {}, argsJson: "{}", identity: null, userKey: "-" };
const watcher: Watcher = { socket: {} };

function watchedResult(refreshMs?: number) {
  let dueCount = 0;
  const results = new LiveResults(() => dueCount++);
  const fn = { refreshMs } as never;
  const access = results.watchCheck(watcher, "list", fn, call);
  const result = results.watchResult(watcher, access, { value: null, key: "null", scopes: new Set() }, null);
  for (const node of [access, result]) results.settle(node, new Set(["tasks"]));
  const stale = () => [...results.staleNodes()];
  return { results, access, result, stale, due: () => dueCount };
}

/** As a pass does. */
const settleAll = (results: LiveResults, ...nodes: { scopes: ReadonlySet<string> }[]) => {
  for (const node of nodes) results.settle(node as ResultNode, new Set(["tasks"]));
};

describe("a result of a whole table", () => {
  it("is computed again once it is old enough, once for all changes until then", () => {
    const { results, access, result, stale, due } = watchedResult(500);
    results.invalidate(["tasks"]);
    expect(stale()).toEqual([access]);
    settleAll(results, access);
    vi.advanceTimersByTime(499);
    results.invalidate(["tasks/diary_id=1"]);
    settleAll(results, access);
    expect([stale(), due()]).toEqual([[], 0]);
    vi.advanceTimersByTime(1);
    expect([stale(), due()]).toEqual([[result], 1]);
    settleAll(results, result);
    vi.advanceTimersByTime(5000);
    expect([stale(), due()]).toEqual([[], 1]);
  });

  it("is computed at once when the last time was long ago, and after a gap in the known changes", () => {
    const { results, access, result, stale } = watchedResult(500);
    vi.advanceTimersByTime(500);
    results.invalidate(["tasks"]);
    expect(stale()).toEqual([access, result]);
    settleAll(results, access, result);
    results.invalidateEverything();
    expect(stale()).toEqual([access, result]);
  });

  it("is no longer scheduled when nobody watches it", () => {
    const { results, result, due } = watchedResult(500);
    results.invalidate(["tasks"]);
    results.unwatch(result, watcher);
    vi.advanceTimersByTime(5000);
    expect([due(), vi.getTimerCount()]).toEqual([0, 0]);
  });
});

it("doesn't register a result again whose last watcher leaves during its computation", () => {
  const { results, access, result, stale } = watchedResult();
  results.unwatch(result, watcher);
  results.unwatch(access, watcher);
  settleAll(results, access, result);
  results.invalidate(["tasks"]);
  expect(results.stats()).toEqual({ checks: 0, results: 0, kept: 0, scopes: 0 });
  expect(stale()).toEqual([]);
});

describe("a result whose last watcher leaves", () => {
  /** Watches `tasks/diary_id=…` with a text, and leaves; returns the entries. */
  function watchAndLeave(results: LiveResults, diaryId: string, text = "[]") {
    const fn = {} as never;
    const key = { ...call, argsJson: diaryId };
    const access = results.watchCheck(watcher, "list", fn, key);
    access.outcome = { value: null, key: "null", scopes: new Set() };
    const result = results.watchResult(watcher, access, access.outcome, null);
    result.outcome = toOutcome({ json: text }, null);
    for (const node of [access, result]) results.settle(node, new Set([`tasks/diary_id=${diaryId}`]));
    for (const node of [access, result]) results.unwatch(node, watcher);
    return { access, result, again: () => results.watchCheck(watcher, "list", fn, key) };
  }

  it("is given to the next watcher without a new read", () => {
    const results = new LiveResults();
    const { access, again } = watchAndLeave(results, "1");
    expect(results.stats()).toEqual({ checks: 0, results: 0, kept: 2, scopes: 1 });
    expect(again()).toBe(access);
    expect(access.stale).toBe(false);
    expect(results.stats()).toEqual({ checks: 1, results: 0, kept: 1, scopes: 1 });
  });

  it.each([
    ["its data change", (results: LiveResults) => results.invalidate(["tasks/diary_id=1"])],
    ["its whole table changes", (results: LiveResults) => results.invalidate(["tasks"])],
    ["changes are unknown", (results: LiveResults) => results.invalidateEverything()],
    [
      "a minute has passed",
      (results: LiveResults) => {
        vi.advanceTimersByTime(KEEP_MS);
        results.dropSurplus();
      },
    ],
  ])("is dropped when %s", (_, change) => {
    const results = new LiveResults();
    const { access, result, again } = watchAndLeave(results, "1");
    change(results);
    expect(results.stats()).toEqual({ checks: 0, results: 0, kept: 0, scopes: 0 });
    expect([access.stale, result.stale]).toEqual([true, true]);
    expect(again()).not.toBe(access);
    expect([...results.staleNodes()]).toEqual([]);
  });

  it("isn't kept while a change waits for its delay, nor when it is a refusal", () => {
    const { results, access, result } = watchedResult(500);
    result.outcome = toOutcome({ json: "[]" }, null);
    results.invalidate(["tasks"]);
    settleAll(results, access);
    results.unwatch(result, watcher);
    access.outcome = { errorMessage: "No access" };
    results.unwatch(access, watcher);
    expect(results.stats()).toEqual({ checks: 0, results: 0, kept: 0, scopes: 0 });
  });

  it("gives way, the oldest first, to later ones beyond the limits of number and text", () => {
    const results = new LiveResults();
    for (let i = 0; i < MAX_KEPT; i++) watchAndLeave(results, `${i}`);
    expect(results.stats().kept).toBe(MAX_KEPT);
    const { access, again } = watchAndLeave(results, "long", "x".repeat(MAX_KEPT_LENGTH - 100));
    expect(results.stats().kept).toBeLessThan(MAX_KEPT);
    expect(again()).toBe(access);
    watchAndLeave(results, "longer", "x".repeat(MAX_KEPT_LENGTH + 1));
    expect(results.stats().kept).toBe(0);
  });
});

it("computes every other result again at once", () => {
  const { results, access, result, stale } = watchedResult();
  results.invalidate(["tasks/diary_id=1"]);
  expect(stale()).toEqual([access, result]);
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Call, LiveResults, type ResultNode, type Watcher } from "./live_results.ts";

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
  expect(results.stats()).toEqual({ checks: 0, results: 0, scopes: 0 });
  expect(stale()).toEqual([]);
});

it("computes every other result again at once", () => {
  const { results, access, result, stale } = watchedResult();
  results.invalidate(["tasks/diary_id=1"]);
  expect(stale()).toEqual([access, result]);
});

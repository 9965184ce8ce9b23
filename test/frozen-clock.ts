import { vi } from "vitest";

/** What tests without a database take for now: a quarter past eleven in Berlin, on a day like others. */
const NOW = Date.parse("2026-11-27T10:15:00Z");

// Timers and performance.now go on. A test that needs another clock replaces this one.
vi.useFakeTimers({ toFake: ["Date"], now: NOW });

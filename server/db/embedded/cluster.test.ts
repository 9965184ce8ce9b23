import { afterEach, expect, it, vi } from "vitest";
import { getServerEnvironment } from "./cluster.ts";

afterEach(() => vi.unstubAllEnvs());

it("gives PostgreSQL the clock of the server, and no other setting", () => {
  // A run with another clock has more of these (FAKETIME_SHARED).
  for (const name of Object.keys(process.env)) if (name.startsWith("FAKETIME")) vi.stubEnv(name, undefined);
  vi.stubEnv("SECRET_KEY", "secret");
  vi.stubEnv("LD_PRELOAD", "");
  vi.stubEnv("FAKETIME", "@2026-10-24 23:58:00");
  expect(getServerEnvironment()).toEqual({
    LD_PRELOAD: "",
    FAKETIME: "@2026-10-24 23:58:00",
    PATH: process.env.PATH,
    LC_ALL: "C",
    TZ: "UTC",
  });
});

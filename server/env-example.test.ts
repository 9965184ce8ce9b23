import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadConfig, VARIABLES } from "./config.ts";

const text = await readFile(join(import.meta.dirname, "..", ".env.example"), "utf8");
const entries = [...text.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name, value]) => [
  name!,
  value!.replace(/^"(.*)"$/, "$1"),
]);

describe(".env.example", () => {
  it("lists every variable once, and no other", () => {
    expect(entries.map(([name]) => name).sort()).toEqual([...VARIABLES].sort());
  });

  it("shows the defaults", () => {
    expect(loadConfig(Object.fromEntries(entries))).toEqual(loadConfig({}));
  });
});

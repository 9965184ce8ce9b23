import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SECRETS } from "./config/secret_files.ts";
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

  it("names every secret that may stand in a file", () => {
    const head = text.slice(0, text.indexOf("# ---"));
    for (const name of SECRETS) expect(head).toContain(name);
    // A new setting with such a name must be one of them.
    const secret = VARIABLES.filter((name) => /SECRET|PASSPHRASE|MASTER_KEY|TOKEN/.test(name));
    expect(SECRETS).toEqual(expect.arrayContaining(secret));
  });

  it("shows the defaults", () => {
    expect(loadConfig(Object.fromEntries(entries))).toEqual(loadConfig({}));
  });
});

import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const DECISIONS = join(ROOT, "docs/decisions");
const MAX_WORDS = 400;

const isDecision = (name: string) => /^\d{4}-.*\.md$/.test(name);

/** Documents of the project, without the specification, which isn't ours to change. */
const listDocuments = async (): Promise<string[]> => [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "bench/README.md",
  ...(await readdir(join(ROOT, "docs"), { recursive: true }))
    .filter((name) => name.endsWith(".md") && !name.startsWith("spec/"))
    .map((name) => `docs/${name}`),
];

describe("decisions", () => {
  it("have a date and a status, at most 400 words, and a line in the index", async () => {
    const index = await readFile(join(DECISIONS, "README.md"), "utf8");
    const names = (await readdir(DECISIONS)).filter(isDecision);
    expect(names.length).toBeGreaterThan(50);
    const wrong: string[] = [];
    for (const name of names) {
      const text = await readFile(join(DECISIONS, name), "utf8");
      if (!/^\d{1,2} [A-Z][a-z]+ 20\d\d\. (?:Accepted|Replaced)/m.test(text))
        wrong.push(`${name}: no date and status`);
      const words = text.split(/\s+/).length;
      if (words > MAX_WORDS + 20) wrong.push(`${name}: ${words} words; a page of docs/how may be longer`);
      if (!index.includes(`](${name})`)) wrong.push(`${name}: not in the index`);
    }
    expect(wrong).toEqual([]);
  });
});

describe("documents", () => {
  it("link to files that exist", async () => {
    const missing: string[] = [];
    for (const document of await listDocuments()) {
      const text = await readFile(join(ROOT, document), "utf8");
      for (const [, target] of text.matchAll(/\[[^\]\n]*\]\(([^)\s]+)\)/g)) {
        const path = target!.split("#")[0]!;
        if (path === "" || /^[a-z]+:/.test(path) || path.startsWith("/")) continue;
        if (!existsSync(join(ROOT, dirname(document), path))) missing.push(`${document}: ${target}`);
      }
    }
    expect(missing).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { measureHouse } from "./measures.ts";
import { beginsWithVerb, endsInPreposition, hasDialectWord } from "./words.ts";

const measure = (files: Record<string, string>) => {
  const measures = measureHouse(new Map(Object.entries(files)));
  return (name: string) => measures[name]!.places;
};

describe("the measure of the house", () => {
  it.each([
    ["readNote", true],
    ["isOpen", true],
    ["useNow", true],
    ["onClose", true],
    ["amountOf", false],
    ["newestFirst", false],
  ])("knows whether %s begins with a verb: %s", (name, begins) => {
    expect(beginsWithVerb(name)).toBe(begins);
  });

  it.each([
    ["amountOf", true],
    ["mentionsIn", true],
    ["signIn", false],
    ["readAmount", false],
    ["proof", false],
  ])("knows whether %s ends in a preposition: %s", (name, ends) => {
    expect(endsInPreposition(name)).toBe(ends);
  });

  it("finds words of the dialect as whole parts of names", () => {
    expect(
      ["isToldOf", "toldAs", "matters", "nothing", "standard", "understands"].filter(hasDialectWord),
    ).toEqual(["isToldOf", "toldAs", "matters"]);
  });

  it("names the places of comments, functions and casts in the product's own code", () => {
    const places = measure({
      "lib/a.ts": `// Somebody is told of it.
export const amountOf = (x: number) => x as never;
function Card() {
  return x as unknown as Row;
}`,
      "lib/a.test.ts": "// Somebody is told of it.\nexport const amountOf = () => 1 as never;",
    });
    expect(places("comments: somebody, someone")).toEqual(["lib/a.ts:1 Somebody: Somebody is told of it."]);
    expect(places("comments: tells, told")).toHaveLength(1);
    expect(places("exported functions without a verb")).toEqual(["lib/a.ts:2 amountOf"]);
    expect(places("functions that end in a preposition")).toEqual(["lib/a.ts:2 amountOf"]);
    expect(places("casts")).toEqual(["lib/a.ts:2 as never", "lib/a.ts:4 as Row"]);
  });

  it("finds texts that people read and that have no key, in what a browser shows", () => {
    const code = `import { t } from "../lib/words/t.ts";
const row = <p title="Search everything" className="soft wide">Nothing was found {t("search.title")}</p>;
const sql = sql\`select title from notes\`;
fail(\`\${name} can't be reached\`, "notes.list");`;
    const places = measure({ "ui/a.tsx": code, "server/a.ts": code, "features/notes/server/a.ts": code });
    expect(places("texts without a key")).toEqual([
      "ui/a.tsx:2 Search everything",
      "ui/a.tsx:2 Nothing was found",
      "ui/a.tsx:4 {} can't be reached",
    ]);
  });

  it("finds rooms that import each other", () => {
    const places = measure({
      "features/notes/rules.ts": 'import { a } from "../tasks/rules.ts";',
      "features/tasks/rules.ts": 'import type { B } from "../notes/rules.ts";',
      "features/files/rules.ts": 'import { a } from "../tasks/rules.ts";',
    });
    expect(places("rooms")).toEqual(["files", "notes", "tasks"]);
    expect(places("rooms in a circle")).toEqual(["notes, tasks"]);
    expect(places("pairs of rooms that import each other")).toEqual(["notes, tasks"]);
  });
});

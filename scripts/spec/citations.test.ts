import { describe, expect, it } from "vitest";
import { readChecklist } from "./checklist.ts";
import { citationsOf, listCiting } from "./citations.ts";

// Ids are put together here, so that this file cites nothing itself.
const id = (number: string) => `CORE-${number}`;
const cited = (text: string) => [...citationsOf("a.test.ts", text)].sort();

describe("citations", () => {
  it("are read from titles, tags and rows", () => {
    expect(cited(`it("${id("001")}, ${id("002")} does it", () => {});`)).toEqual([id("001"), id("002")]);
    expect(cited(`test(\`${id("003")} \${x}\`, { tag: ["@${id("004")}"] }, () => {});`)).toEqual([
      id("003"),
      id("004"),
    ]);
    expect(cited(`describe("${id("005")}", () => { it("x", () => {}); });`)).toEqual([id("005")]);
    expect(cited(`it.each([["${id("006")}", 1]])("%s", () => {});`)).toEqual([id("006")]);
    expect(cited(`test.describe("${id("007")}", () => {});`)).toEqual([id("007")]);
  });

  it("are read from the tables of loops when the titles show them", () => {
    const table = `const TABLE = [["${id("001")} ${id("002")}", "${id("003")}"], ["${id("004")}", "x"]] as const;`;
    const loop = (title: string) =>
      `${table} for (const [lines, path] of TABLE) { test(\`${title}\`, () => {}); }`;
    expect(cited(loop(`\${lines} works`))).toEqual([id("001"), id("002"), id("004")]);
    expect(cited(loop("works"))).toEqual([]);
    expect(cited(`for (const line of ["${id("005")}"]) it(\`\${line}\`, () => {});`)).toEqual([id("005")]);
    expect(cited(`for (const line of ["${id("006")}"]) it.skip(\`\${line}\`, () => {});`)).toEqual([]);
  });

  it("are read from the tables of loops when messages of expectations show them", () => {
    const rows = `[["${id("001")}", [["${id("002")}", 1], ["${id("003")}", 2]]], ["x", [["${id("004")}", 3]]]]`;
    const nested = (message: string) =>
      `it("y", () => { for (const [lines, cells] of ${rows}) { expect(a, lines).toBe(1); for (const [cell, value] of cells) expect(value, ${message}).toBe(2); } });`;
    expect(cited(nested("cell"))).toEqual([id("001"), id("002"), id("003"), id("004")]);
    expect(cited(nested(`\`in \${cell}\``))).toEqual([id("001"), id("002"), id("003"), id("004")]);
    expect(cited(nested('"cell"'))).toEqual([id("001")]);
  });

  it("aren't taken from comments, bodies and tests that don't run", () => {
    expect(cited(`// ${id("001")}\nit("x", () => { say("${id("002")}"); });`)).toEqual([]);
    expect(cited(`it.skip("${id("001")}", () => {}); it.todo("${id("002")}");`)).toEqual([]);
    expect(cited(`describe.skip("x", () => { it("${id("003")}", () => {}); });`)).toEqual([]);
  });
});

describe("the lines that a test cites", () => {
  const counts = (text: string) =>
    listCiting("a.test.ts", text).map(({ title, ids }) => [title, [...ids].sort()]);

  it("are those of its title and tags; each row and each expectation cites for itself", () => {
    expect(counts(`it("x", { tag: ["@${id("001")}", "@${id("002")}"] }, () => {});`)).toEqual([
      ["x", [id("001"), id("002")]],
    ]);
    expect(counts(`it.each([["${id("001")}"], ["${id("002")}"]])("%s", () => {});`)).toEqual([
      ["%s", [id("001")]],
      ["%s", [id("002")]],
    ]);
    const test = `it("y", () => { expect(a, "@${id("003")}").toBe(b); expect.poll(c, "${id("004")}").toBe(1); });`;
    expect(counts(test)).toEqual([
      [`@${id("003")}`, [id("003")]],
      [id("004"), [id("004")]],
    ]);
  });
});

describe("a checklist", () => {
  it("is read as lines with their sections", () => {
    const text = `# A\n## 1 Access\n### Part\n- \`${id("001")}\` [rule] Must be so.\ntext\n## Open\n- \`${id("002")}\` [open] Unclear.\n`;
    expect(readChecklist(text)).toEqual([
      { id: id("001"), tag: "rule", text: "Must be so.", section: "1 Access" },
      { id: id("002"), tag: "open", text: "Unclear.", section: "Open" },
    ]);
  });
});

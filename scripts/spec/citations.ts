import { parseSync } from "vite";
import { citedCells } from "./loops.ts";
import { type AstNode, type Chain, childrenOf, expectMessage, isSkipped, testChain } from "./syntax.ts";

const ID = /\b(?:CORE|WORK)-\d{3,4}\b/g;

/** A test, or what groups tests, with the checklist lines that it cites by itself. */
export type Citing = { title: string; ids: Set<string> };

/**
 * The tests of a file that cite checklist lines: in titles of `it`, `test` and `describe`, in their tags, in the rows of
 * `.each`, in messages of `expect`, and in tables whose cells a loop puts into any of these. Skipped tests don't count.
 */
export function listCiting(path: string, text: string): Citing[] {
  const program = parseSync(path, text).program as unknown as AstNode;
  const found: Citing[] = [];
  visit(program, program, { title: "", ids: new Set() }, found);
  return found.filter(({ ids }) => ids.size > 0);
}

/** The checklist lines that a test file cites. */
export const citationsOf = (path: string, text: string): Set<string> =>
  new Set(listCiting(path, text).flatMap(({ ids }) => [...ids]));

function visit(node: AstNode, program: AstNode, inside: Citing, found: Citing[]): void {
  const chain = getTest(node);
  let citing = inside;
  if (chain) {
    if (isSkipped(chain)) return;
    const [title, options] = node.arguments as AstNode[];
    citing = { title: title ? getText(title) : "", ids: new Set() };
    found.push(citing);
    for (const part of [title, options?.type === "ObjectExpression" ? options : undefined])
      if (part) collect(part, citing.ids);
    // Each row is a test of its own.
    for (const row of chain.rows) collectRows(row, citing.title, found);
  }
  if (node.type === "ForOfStatement")
    for (const cell of citedCells(node, program)) collectRows(cell, "", found);
  const message = expectMessage(node);
  // A message belongs to one expectation, so it doesn't count for the test as a whole.
  if (message && inside.title !== "")
    found.push({ title: getText(message), ids: collect(message, new Set()) });
  for (const child of childrenOf(node)) visit(child, program, citing, found);
}

/** The chain of a test; `it.each(rows)` alone is none, since its rows are in the chain of the call around it. */
function getTest(node: AstNode): Chain | null {
  const chain = testChain(node);
  return chain && (chain.names.at(-1) !== "each" || chain.rows.length > 0) ? chain : null;
}

function collectRows(node: AstNode, title: string, found: Citing[]): void {
  if (node.type === "ArrayExpression")
    for (const row of childrenOf(node)) found.push({ title, ids: collect(row, new Set()) });
  else found.push({ title, ids: collect(node, new Set()) });
}

const getText = (node: AstNode): string =>
  node.type === "Literal"
    ? String(node.value)
    : node.type === "TemplateElement"
      ? (node.value as { raw: string }).raw
      : [...childrenOf(node)].map(getText).join("");

/** Adds the checklist lines in the texts of a node. */
function collect(node: AstNode, cited: Set<string>): Set<string> {
  const text = node.type === "Literal" || node.type === "TemplateElement" ? getText(node) : "";
  for (const id of text.match(ID) ?? []) cited.add(id);
  for (const child of childrenOf(node)) collect(child, cited);
  return cited;
}

import { parseSync } from "vite";
import { citedCells } from "./loops.ts";
import { type AstNode, childrenOf, isSkipped, testChain } from "./syntax.ts";

const ID = /\b(?:CORE|WORK)-\d{3,4}\b/g;

/**
 * The checklist lines that a test file cites: in titles of `it`, `test` and `describe`, in their tags, in the
 * rows of `.each`, and in tables whose cells a loop puts into titles. Those of skipped tests don't count.
 */
export function citationsOf(path: string, text: string): Set<string> {
  const cited = new Set<string>();
  const program = parseSync(path, text).program as unknown as AstNode;
  visit(program, program, cited);
  return cited;
}

function visit(node: AstNode, program: AstNode, cited: Set<string>): void {
  const chain = testChain(node);
  if (chain) {
    if (isSkipped(chain)) return;
    const [title, options] = node.arguments as AstNode[];
    for (const part of [title, options?.type === "ObjectExpression" ? options : undefined, ...chain.rows]) {
      if (part) collect(part, cited);
    }
  }
  if (node.type === "ForOfStatement") {
    for (const cell of citedCells(node, program)) collect(cell, cited);
  }
  for (const child of childrenOf(node)) visit(child, program, cited);
}

function collect(node: AstNode, cited: Set<string>): void {
  const text =
    node.type === "Literal"
      ? String(node.value)
      : node.type === "TemplateElement"
        ? (node.value as { raw: string }).raw
        : "";
  for (const id of text.match(ID) ?? []) cited.add(id);
  for (const child of childrenOf(node)) collect(child, cited);
}

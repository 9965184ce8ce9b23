import { parseSync } from "vite";

const ID = /\b(?:CORE|WORK)-\d{3,4}\b/g;
const TEST_FUNCTIONS = new Set(["it", "test", "describe"]);
/** A test that doesn't run shows nothing. */
const NOT_RUN = new Set(["skip", "todo", "fixme", "fails"]);

type AstNode = { type: string; [key: string]: unknown };

/**
 * The checklist lines that a test file cites: in titles of `it`, `test` and `describe`, in their tags, and
 * in the rows of `.each`. Those of skipped tests don't count.
 */
export function citationsOf(path: string, text: string): Set<string> {
  const cited = new Set<string>();
  visit(parseSync(path, text).program as unknown as AstNode, cited);
  return cited;
}

function visit(node: AstNode, cited: Set<string>): void {
  if (node.type === "CallExpression") {
    const callee = node.callee as AstNode;
    const chain = chainOf(callee);
    if (chain && TEST_FUNCTIONS.has(chain.root)) {
      if (chain.names.some((name) => NOT_RUN.has(name))) return;
      const [title, options] = node.arguments as AstNode[];
      for (const part of [title, options?.type === "ObjectExpression" ? options : undefined, ...chain.rows]) {
        if (part) collect(part, cited);
      }
    }
  }
  for (const child of childrenOf(node)) visit(child, cited);
}

/** `it.only.each([...])` → root "it", names ["only", "each"], rows the arguments of `each`. */
function chainOf(node: AstNode): { root: string; names: string[]; rows: AstNode[] } | null {
  if (node.type === "Identifier") return { root: node.name as string, names: [], rows: [] };
  if (node.type === "MemberExpression") {
    const inner = chainOf(node.object as AstNode);
    const name = (node.property as AstNode).name as string;
    return inner && { ...inner, names: [...inner.names, name] };
  }
  if (node.type === "CallExpression") {
    const inner = chainOf(node.callee as AstNode);
    return inner && { ...inner, rows: [...inner.rows, ...(node.arguments as AstNode[])] };
  }
  return null;
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

function childrenOf(node: AstNode): AstNode[] {
  return Object.values(node)
    .flat()
    .filter((value): value is AstNode => typeof (value as AstNode | null)?.type === "string");
}

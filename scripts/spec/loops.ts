import { type AstNode, childrenOf, isRun } from "./syntax.ts";

/**
 * The cells of a loop's table that appear in the titles or tags of its tests: `for (const [line, path] of TABLE)
 * test("…", { tag: spec(`${line} CORE-001`) })` gives the first cell of every row.
 */
export function citedCells(loop: AstNode, program: AstNode): AstNode[] {
  const names = loopVariables(loop.left as AstNode);
  const shown = names.filter((name) => name !== null && titlesShow(loop.body as AstNode, name));
  return rowsOf(loop.right as AstNode, program).flatMap((row) => {
    if (row.type !== "ArrayExpression") return shown.length > 0 ? [row] : [];
    const cells = row.elements as AstNode[];
    return shown.map((name) => cells[names.indexOf(name)]).filter((cell) => cell !== undefined);
  });
}

/** The variable names of a loop's element, or of the cells of its row. */
function loopVariables(left: AstNode): (string | null)[] {
  const [declarator] = (left.declarations as AstNode[] | undefined) ?? [];
  const id = declarator?.id as AstNode | undefined;
  if (id?.type === "Identifier") return [id.name as string];
  if (id?.type !== "ArrayPattern") return [];
  return (id.elements as (AstNode | null)[]).map((each) =>
    each?.type === "Identifier" ? (each.name as string) : null,
  );
}

function titlesShow(node: AstNode, name: string): boolean {
  if (isRun(node)) {
    const [title, options] = node.arguments as AstNode[];
    if (
      [title, options?.type === "ObjectExpression" ? options : undefined].some((part) => inserts(part, name))
    )
      return true;
  }
  return childrenOf(node).some((child) => titlesShow(child, name));
}

/** Whether a template in a title or in tags contains a variable of this name. */
function inserts(node: AstNode | undefined, name: string): boolean {
  if (!node) return false;
  const inserted = node.type === "TemplateLiteral" ? (node.expressions as AstNode[]) : [];
  if (inserted.some((each) => each.type === "Identifier" && each.name === name)) return true;
  return childrenOf(node).some((child) => inserts(child, name));
}

/** The elements of the list that a loop iterates over, written in place or in a constant of the same file. */
function rowsOf(node: AstNode, program: AstNode): AstNode[] {
  if (node.type === "ArrayExpression") return (node.elements as AstNode[]).map(plain);
  if (node.type === "TSAsExpression" || node.type === "TSSatisfiesExpression") {
    return rowsOf(node.expression as AstNode, program);
  }
  if (node.type !== "Identifier") return [];
  const declared = declarationOf(program, node.name as string);
  return declared ? rowsOf(declared, program) : [];
}

const plain = (node: AstNode): AstNode =>
  node.type === "TSAsExpression" ? plain(node.expression as AstNode) : node;

function declarationOf(node: AstNode, name: string): AstNode | null {
  if (node.type === "VariableDeclarator" && (node.id as AstNode).name === name)
    return node.init as AstNode | null;
  for (const child of childrenOf(node)) {
    const found = declarationOf(child, name);
    if (found) return found;
  }
  return null;
}

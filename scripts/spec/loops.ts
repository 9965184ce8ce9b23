import { type AstNode, childrenOf, expectMessage, isRun } from "./syntax.ts";

/**
 * The cells of a loop's table that appear in the titles or tags of its tests, or in messages of its expectations: `for
 * (const [line, path] of TABLE) test("…", { tag: spec(`${line} CORE-001`) })` gives the first cell of every row. The
 * table may also be a cell of the table of a loop around this one.
 */
export function citedCells(loop: AstNode, program: AstNode): AstNode[] {
  const names = loopVariables(loop.left as AstNode);
  const shown = names.filter((name) => name !== null && isShown(loop.body as AstNode, name));
  return rowsOf(loop.right as AstNode, program).flatMap((row) => {
    if (row.type !== "ArrayExpression") return shown.length > 0 ? [row] : [];
    return shown.flatMap((name) => cellAt(row, names.indexOf(name)));
  });
}

const cellAt = (row: AstNode, index: number): AstNode[] => {
  const cell = (row.elements as AstNode[] | undefined)?.[index];
  return cell ? [cell] : [];
};

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

/** Whether a title, a tag or a message of an expectation contains a variable of this name. */
function isShown(node: AstNode, name: string): boolean {
  const message = expectMessage(node);
  if (message && (isVariable(message, name) || inserts(message, name))) return true;
  if (isRun(node)) {
    const [title, options] = node.arguments as AstNode[];
    if (
      [title, options?.type === "ObjectExpression" ? options : undefined].some((part) => inserts(part, name))
    )
      return true;
  }
  return childrenOf(node).some((child) => isShown(child, name));
}

const isVariable = (node: AstNode, name: string): boolean => node.type === "Identifier" && node.name === name;

/** Whether a template in a title or in tags contains a variable of this name. */
function inserts(node: AstNode | undefined, name: string): boolean {
  if (!node) return false;
  const inserted = node.type === "TemplateLiteral" ? (node.expressions as AstNode[]) : [];
  if (inserted.some((each) => isVariable(each, name))) return true;
  return childrenOf(node).some((child) => inserts(child, name));
}

/** The elements of the list that a loop iterates over, written in place or in a constant of the same file. */
function rowsOf(node: AstNode, program: AstNode): AstNode[] {
  if (node.type === "ArrayExpression") return (node.elements as AstNode[]).map(plain);
  if (node.type === "TSAsExpression" || node.type === "TSSatisfiesExpression") {
    return rowsOf(node.expression as AstNode, program);
  }
  if (node.type !== "Identifier") return [];
  const around = loopAround(program, node);
  if (around)
    return rowsOf(around.right as AstNode, program)
      .flatMap((row) => cellAt(row, loopVariables(around.left as AstNode).indexOf(node.name as string)))
      .flatMap((cell) => rowsOf(cell, program));
  const declared = declarationOf(program, node.name as string);
  return declared ? rowsOf(declared, program) : [];
}

/** The innermost loop around a variable that gives it its value. */
function loopAround(root: AstNode, variable: AstNode): AstNode | null {
  const [start, end] = [variable.start as number, variable.end as number];
  for (const child of childrenOf(root)) {
    if ((child.start as number) > start || (child.end as number) < end) continue;
    const inner = loopAround(child, variable);
    if (inner) return inner;
  }
  const isLoop =
    root.type === "ForOfStatement" &&
    start >= ((root.body as AstNode).start as number) &&
    loopVariables(root.left as AstNode).includes(variable.name as string);
  return isLoop ? root : null;
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

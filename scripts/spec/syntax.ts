export type AstNode = { type: string; [key: string]: unknown };

const TEST_FUNCTIONS = new Set(["it", "test", "screenTest", "describe"]);
/** Tests with these modifiers don't run, so they prove nothing. */
const NOT_RUN = new Set(["skip", "todo", "fixme", "fails"]);

/**
 * The parts of a call of a test function: `it.only.each([...])` has the names "only" and "each" and the rows of
 * `each`.
 */
export type Chain = { root: string; names: string[]; rows: AstNode[] };

export function chainOf(node: AstNode): Chain | null {
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

/** The chain of a call of `it`, `test` or `describe`, else null. */
export function testChain(node: AstNode): Chain | null {
  if (node.type !== "CallExpression") return null;
  const chain = chainOf(node.callee as AstNode);
  return chain && TEST_FUNCTIONS.has(chain.root) ? chain : null;
}

export const isSkipped = ({ names }: Chain): boolean => names.some((name) => NOT_RUN.has(name));

/** Whether a node declares a test that runs. */
export function isRun(node: AstNode): boolean {
  const chain = testChain(node);
  return chain !== null && !isSkipped(chain);
}

/** The second argument of `expect(value, "message")`, also of `expect.poll` and `expect.soft`. */
export function expectMessage(node: AstNode): AstNode | null {
  if (node.type !== "CallExpression") return null;
  const callee = node.callee as AstNode;
  const base = callee.type === "MemberExpression" ? (callee.object as AstNode) : callee;
  if (base.type !== "Identifier" || base.name !== "expect") return null;
  return (node.arguments as AstNode[])[1] ?? null;
}

export function childrenOf(node: AstNode): AstNode[] {
  return Object.values(node)
    .flat()
    .filter((value): value is AstNode => typeof (value as AstNode | null)?.type === "string");
}

import { parseSync } from "vite";

export type Named = { name: string /** 1 for the first. */; line: number; isExported: boolean };
export type Found = { text: string; line: number };
export type SourceNames = {
  comments: Found[];
  /** Functions with a name of their own, without components of React. */
  functions: Named[];
  /** Names that the file declares: functions, variables, parameters, types and their properties. */
  declared: Found[];
  /** Casts by which a wrong type compiles. */
  casts: Found[];
};

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

const isFunction = (node: unknown): boolean =>
  isNode(node) && ["ArrowFunctionExpression", "FunctionExpression"].includes(node.type);

const getName = (node: unknown): string | null =>
  isNode(node) && node.type === "Identifier" ? (node.name as string) : null;

const isComponent = (name: string): boolean => /^[A-Z][a-z]/.test(name) || /^[A-Z]$/.test(name);

/** Comments, names and casts of a source file. */
export function readNames(path: string, text: string): SourceNames {
  const { program, comments } = parseSync(path, text);
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const getLine = (offset: number) => lineStarts.findLastIndex((start) => start <= offset) + 1;
  const found: SourceNames = { comments: [], functions: [], declared: [], casts: [] };
  for (const { value, start } of comments) found.comments.push({ text: value, line: getLine(start) });

  const declare = (node: unknown) => {
    const name = getName(node);
    if (name !== null) found.declared.push({ text: name, line: getLine((node as Node).start) });
  };
  const addFunction = (id: unknown, isExported: boolean) => {
    const name = getName(id);
    if (name !== null && !isComponent(name))
      found.functions.push({ name, line: getLine((id as Node).start), isExported });
  };

  function visit(node: Node, isExported: boolean): void {
    if (node.type === "FunctionDeclaration") {
      addFunction(node.id, isExported);
      declare(node.id);
    }
    if (node.type === "VariableDeclarator") {
      if (isFunction(node.init)) addFunction(node.id, isExported);
      declare(node.id);
    }
    if (node.type === "TSPropertySignature" || node.type === "TSMethodSignature") declare(node.key);
    if (node.type === "TSTypeAliasDeclaration" || node.type === "TSInterfaceDeclaration") declare(node.id);
    if (node.type === "TSAsExpression") {
      const to = text.slice((node.typeAnnotation as Node).start, node.end);
      const isTwofold = isNode(node.expression) && node.expression.type === "TSAsExpression";
      if (
        to === "never" ||
        (isTwofold && /as unknown\s*$/.test(text.slice(node.start, (node.expression as Node).end)))
      )
        found.casts.push({ text: `as ${to}`, line: getLine(node.start) });
    }
    const exported =
      node.type === "ExportNamedDeclaration" ||
      node.type === "ExportDefaultDeclaration" ||
      (isExported && node.type === "VariableDeclaration");
    for (const value of Object.values(node)) {
      if (isNode(value)) visit(value, exported);
      else if (Array.isArray(value)) for (const each of value) if (isNode(each)) visit(each, exported);
    }
  }
  visit(program as unknown as Node, false);
  return found;
}

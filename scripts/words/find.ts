import { parseSync } from "vite";

/** A text that people read and that has no key yet. */
export type Text = {
  text: string;
  line: number;
  start: number;
  end: number;
  kind: "jsx" | "string" | "template";
};

type Node = { type: string; start: number; end: number; [key: string]: unknown };

/** Reads as words for people: begins with a capital letter, or has a space between words. */
const READS = /^[^a-zA-Z]*[A-Z][a-z’']+(?:[\s,.:;!?…]|$)|[a-z,;:’'] [a-zA-Z]{2,}|^[A-Z]$/;
/** SQL, addresses, media types, classes and other texts for programs. */
const FOR_PROGRAMS =
  /^\s*(?:select|insert|update|delete|with|create|alter|drop|from|where|order by|and|or|not|set|on|join|left join|lock|do|begin|end|return|if|case|coalesce)\b|^[\w-]+\/[\w-]+|^https?:|^\/|^[\w.-]+$|[{}<>=]{1}|^@|^\.|^#|^--|::/;

/** The texts of a module. */
export function findTexts(path: string, source: string): Text[] {
  const { program } = parseSync(path, source);
  const found: Text[] = [];
  const lines = [0];
  for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) lines.push(at + 1);
  const lineOf = (at: number) => {
    let low = 0;
    let high = lines.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (lines[middle]! <= at) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
  const add = (node: Node, kind: Text["kind"], text: string) =>
    found.push({ text, line: lineOf(node.start), start: node.start, end: node.end, kind });
  const visit = (node: unknown, parent: Node | null, key: string): void => {
    if (Array.isArray(node)) {
      for (const each of node) visit(each, parent, key);
      return;
    }
    if (typeof node !== "object" || node === null || typeof (node as Node).type !== "string") return;
    const one = node as Node;
    if (one.type.startsWith("TS") && !/TSAsExpression|TSSatisfies|TSNonNull|TSEnum/.test(one.type)) return;
    if (/^(Import|ExportAll)/.test(one.type) && one.type !== "ImportExpression") return;
    if (one.type === "TaggedTemplateExpression") {
      visit((one.quasi as Node).expressions, one, "expressions");
      return;
    }
    if (one.type === "JSXText") {
      const text = String(one.value).trim();
      if (/[A-Za-z]{2}|^[A-Z]$/.test(text)) add(one, "jsx", text);
      return;
    }
    if (one.type === "Literal" && typeof one.value === "string") {
      const text = one.value;
      const isKey = parent?.type === "Property" && key === "key";
      if (!isKey && READS.test(text) && !FOR_PROGRAMS.test(text)) add(one, "string", text);
      else if (!isKey && /^[A-Z][a-z]+$/.test(text) && parent?.type !== "BinaryExpression")
        add(one, "string", text);
      return;
    }
    if (one.type === "TemplateLiteral") {
      const text = (one.quasis as { value: { cooked: string } }[])
        .map(({ value }) => value.cooked)
        .join("{}");
      if (
        READS.test(text.replaceAll("{}", " X ")) &&
        /[a-z]{2}/.test(text) &&
        !FOR_PROGRAMS.test(text.replaceAll("{}", ""))
      )
        add(one, "template", text);
      visit(one.expressions, one, "expressions");
      return;
    }
    for (const [name, value] of Object.entries(one)) if (name !== "parent") visit(value, one, name);
  };
  visit(program, null, "");
  return found;
}

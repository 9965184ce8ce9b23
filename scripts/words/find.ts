import { parseSync } from "vite";

/** A text that people read and that has no key. `line` counts from 1; `{}` stands for a value. */
export type Text = { text: string; line: number };

type Node = { type: string; start: number; [key: string]: unknown };

/** Reads as words for people: a capital letter and small ones, or two words. */
const READS = /^[^a-zA-Z]*[A-Z][a-z’']+(?:[\s,.:;!?…]|$)|[a-z,;:’'] [a-zA-Z]{2,}/;
/** SQL, addresses, media types, names and other texts for programs. */
const FOR_PROGRAMS =
  /^\s*(?:select|insert|update|delete|with|create|alter|drop|from|where|order by|and|or|not|set|on|join|left join|lock|do|begin|end|return|if|case|coalesce)\b|^[\w-]+\/[\w-]+|^https?:|^\/|[{}<>=]|^[@.#]|^--|::/;
/** Attributes that no one reads. */
const FOR_BROWSERS =
  /^(?:className|d|viewBox|style|to|href|rel|id|key|type|autoComplete|inputMode|role|sizes|allow|transform)$|^data-/;

const isRead = (text: string): boolean => READS.test(text) && !FOR_PROGRAMS.test(text);

/** The texts of a module that have no key: of elements and their attributes, in strings and in templates. */
export function findTexts(path: string, source: string): Text[] {
  const found: Text[] = [];
  const lineStarts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const add = ({ start }: Node, text: string) =>
    found.push({ text, line: lineStarts.findLastIndex((each) => each <= start) + 1 });

  function visit(node: unknown, parent: Node | null, name: string): void {
    if (Array.isArray(node)) {
      for (const each of node) visit(each, parent, name);
      return;
    }
    if (typeof node !== "object" || node === null || typeof (node as Node).type !== "string") return;
    const one = node as Node;
    if (/^TS(?!AsExpression|Satisfies|NonNull)|^Import(?!Expression)|^ExportAll/.test(one.type)) return;
    if (one.type === "JSXAttribute" && FOR_BROWSERS.test(String((one.name as Node).name))) return;
    if (one.type === "JSXText") {
      const text = String(one.value).trim();
      if (/[A-Za-z]{2}/.test(text)) add(one, text);
    } else if (one.type === "Literal" && typeof one.value === "string") {
      const isName = (parent?.type === "Property" && name === "key") || parent?.type === "BinaryExpression";
      if (!isName && isRead(one.value)) add(one, one.value);
    } else if (one.type === "TaggedTemplateExpression") visit((one.quasi as Node).expressions, one, "");
    else if (one.type === "TemplateLiteral") {
      const parts = (one.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
      if (
        READS.test(parts.join(" X ")) &&
        /[a-z]{2}/.test(parts.join("")) &&
        !FOR_PROGRAMS.test(parts.join(""))
      )
        add(one, parts.join("{}"));
      visit(one.expressions, one, "");
    } else for (const [key, value] of Object.entries(one)) visit(value, one, key);
  }
  visit(parseSync(path, source).program, null, "");
  return found;
}

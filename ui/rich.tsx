import { Children, createElement, Fragment, type ReactNode } from "react";
import type { Key } from "../lib/words/keys.ts";
import { writeParts } from "../lib/words/t.ts";

type Tags = Record<string, string | number | ((content: ReactNode) => ReactNode)>;

/** What all texts may have: `<hidden>` is read by screen readers alone. */
const TAGS: Tags = { hidden: (content) => <span className="visually-hidden">{content}</span> };

/** A text with elements in it: each tag of the message is a function of its content. */
export function Rich({ text, values }: { text: Key; values?: Tags }): ReactNode {
  const all = Object.entries({ ...TAGS, ...values }).map(([name, value]) => [
    name,
    typeof value === "function" ? (content: ReactNode[]) => value(Children.toArray(content)) : value,
  ]);
  // As children of their own, which need no keys.
  return createElement(Fragment, null, ...writeParts<ReactNode>(text, Object.fromEntries(all)));
}

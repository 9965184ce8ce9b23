import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { parseSync } from "vite";

/** The texts of a language: messages by room and name. */
export type Rooms = Record<string, Record<string, string>>;

/** What a message needs: its arguments with their kinds, and its tags. */
type Needs = Map<string, string>;

const KINDS: Partial<Record<TYPE, string>> = {
  [TYPE.argument]: "text",
  [TYPE.number]: "number",
  [TYPE.date]: "date",
  [TYPE.time]: "time",
  [TYPE.select]: "select",
  [TYPE.plural]: "plural",
  [TYPE.tag]: "tag",
};

/** What a message needs, and where its plural forms aren't those of a language. Throws where it isn't valid. */
export function readMessage(message: string, locale: string): { needs: Needs; faults: string[] } {
  const needs: Needs = new Map();
  const faults: string[] = [];
  const add = (name: string, type: TYPE) => {
    const kind = KINDS[type]!;
    const former = needs.get(name);
    // A count may be written once more as a number.
    if (former && former !== kind && ![former, kind].includes("number"))
      faults.push(`{${name}} is ${former} and ${kind}`);
    if (former !== "plural") needs.set(name, kind);
  };
  const visit = (elements: MessageFormatElement[]): void => {
    for (const one of elements) {
      if (one.type === TYPE.literal || one.type === TYPE.pound) continue;
      add(one.value, one.type);
      if (one.type === TYPE.tag) visit(one.children);
      if (one.type === TYPE.select || one.type === TYPE.plural) {
        for (const { value } of Object.values(one.options)) visit(value);
        if (one.type === TYPE.plural) {
          const type = one.pluralType ?? "cardinal";
          const wanted = new Intl.PluralRules(locale, { type }).resolvedOptions().pluralCategories;
          const lacking = wanted.filter((category) => !(category in one.options));
          if (lacking.length > 0) faults.push(`{${one.value}, plural} lacks ${lacking.join(", ")}`);
        }
      }
    }
  };
  visit(parse(message, { shouldParseSkeletons: false }));
  return { needs, faults };
}

/** A use of a text in the code: its key, and the names of the values that it gets; null where they can't be read. */
export type Use = { key: string; values: string[] | null; place: string };

type Node = { type: string; start: number; [key: string]: unknown };

/** All keys that a module names, and the values with which it asks for them. */
export function findUses(path: string, source: string): Use[] {
  if (!/\bt\(|writeOnce|writeParts|<Rich|Key\b|Message\b|\bkey: /.test(source)) return [];
  const found: Use[] = [];
  const lineOf = (at: number) => source.slice(0, at).split("\n").length;
  const keysOf = (node: unknown): string[] => {
    const one = node as Node | null;
    if (one?.type === "Literal" && typeof one.value === "string" && /^[a-z]+\.[a-zA-Z\d]+$/.test(one.value))
      return [one.value];
    if (one?.type === "ConditionalExpression") return [...keysOf(one.consequent), ...keysOf(one.alternate)];
    if (one?.type === "JSXExpressionContainer") return keysOf(one.expression);
    return [];
  };
  const valuesOf = (node: unknown): string[] | null => {
    const one = node as Node | null | undefined;
    if (!one) return [];
    if (one.type === "JSXExpressionContainer") return valuesOf(one.expression);
    if (one.type !== "ObjectExpression") return null;
    const names: string[] = [];
    for (const property of one.properties as Node[]) {
      if (property.type !== "Property") return null;
      const key = property.key as Node;
      names.push(String(key.name ?? key.value));
    }
    return names;
  };
  const add = (keys: string[], values: string[] | null, at: number) => {
    for (const key of keys) found.push({ key, values, place: `${path}:${lineOf(at)}` });
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== "object" || node === null || typeof (node as Node).type !== "string") return;
    const one = node as Node;
    if (one.type === "CallExpression") {
      const name = (one.callee as Node).name;
      const [first, second] = one.arguments as Node[];
      if (name === "t" || name === "writeOnce" || name === "writeParts") {
        add(keysOf(first), valuesOf(second), one.start);
        visit(second);
        return;
      }
    }
    if (one.type === "JSXOpeningElement" && (one.name as Node).name === "Rich") {
      const attributes = one.attributes as Node[];
      const get = (wanted: string) =>
        attributes.find((each) => (each.name as Node | undefined)?.name === wanted)?.value;
      add(keysOf(get("text")), valuesOf(get("values")), one.start);
      visit(get("values"));
      return;
    }
    if (one.type === "ObjectExpression") {
      const get = (wanted: string) =>
        (one.properties as Node[]).find((each) => (each.key as Node | undefined)?.name === wanted)?.value;
      const isMessage = (one.properties as Node[]).every((each) =>
        ["key", "values"].includes(String((each.key as Node | undefined)?.name)),
      );
      const keys = isMessage ? keysOf(get("key")) : [];
      if (keys.length > 0) {
        add(keys, valuesOf(get("values")), one.start);
        visit(get("values"));
        return;
      }
    }
    // A key that is given on, such as in a list of labels.
    if (one.type === "Literal") add(keysOf(one), null, one.start);
    for (const value of Object.values(one)) visit(value);
  };
  visit(parseSync(path, source).program);
  return found;
}

/** Tags that every text may have (ui/rich.tsx). */
const SHARED_TAGS = ["hidden"];

/** Faults of the code's uses: keys that no text has, texts that nothing uses, and values that don't fit. */
export function checkUses(english: Rooms, uses: readonly Use[], locale: string): string[] {
  const faults: string[] = [];
  const used = new Set<string>();
  for (const { key, values, place } of uses) {
    const [room, name] = key.split(".") as [string, string];
    const message = english[room]?.[name];
    // "care.something" may be another text for programs.
    if (message === undefined) {
      if (values !== null) faults.push(`${place}: there is no text "${key}"`);
      continue;
    }
    used.add(key);
    if (values === null) continue;
    const { needs } = readMessage(message, locale);
    const wanted = [...needs.keys()].filter((each) => !SHARED_TAGS.includes(each));
    for (const each of wanted) if (!values.includes(each)) faults.push(`${place}: "${key}" needs {${each}}`);
  }
  for (const [room, messages] of Object.entries(english))
    for (const name of Object.keys(messages))
      if (!used.has(`${room}.${name}`)) faults.push(`words/en/${room}.json: nothing uses "${name}"`);
  return faults;
}

/** Faults of a language: invalid messages, other arguments or tags than in English, and plural forms that it lacks. */
export function checkLanguage(english: Rooms, own: Rooms, language: string, locale: string): string[] {
  const faults: string[] = [];
  for (const [room, messages] of Object.entries(own))
    for (const [name, message] of Object.entries(messages)) {
      const place = `words/${language}/${room}.json: "${name}"`;
      const original = english[room]?.[name];
      if (original === undefined) {
        faults.push(`${place} isn't in English`);
        continue;
      }
      try {
        const { needs, faults: forms } = readMessage(message, locale);
        for (const fault of forms) faults.push(`${place} ${fault}`);
        const { needs: wanted } = readMessage(original, "en-US");
        for (const [each, kind] of needs)
          if (!wanted.has(each)) faults.push(`${place} has {${each}}, which English hasn't`);
          else if ((kind === "tag") !== (wanted.get(each) === "tag"))
            faults.push(`${place}: {${each}} is a ${kind}`);
        for (const each of wanted.keys()) if (!needs.has(each)) faults.push(`${place} lacks {${each}}`);
      } catch (error) {
        faults.push(`${place} isn't valid: ${error instanceof Error ? error.message : error}`);
      }
    }
  return faults;
}

/** The names of texts that a language lacks. */
export const listMissing = (english: Rooms, own: Rooms): string[] =>
  Object.entries(english).flatMap(([room, messages]) =>
    Object.keys(messages)
      .filter((name) => own[room]?.[name] === undefined)
      .map((name) => `${room}.${name}`),
  );

import { globSync, readFileSync } from "node:fs";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";

// Words that would make a notebook sound as if it judged, advised or watched (docs/how/pauses-stock-and-what-knows-the-ledger.md). They are searched in
// every text of the sources: screens, messages, letters, PDFs and copies.

const FORBIDDEN: readonly [name: string, pattern: RegExp][] = [
  ["a promise of safety", /\bsafe(?:ly|r)?\b/i],
  ["permission to take something", /\byou (?:can|may|should|must) (?:take|give)\b/i],
  ["overdose", /\boverdos/i],
  ["advice", /\brecommend/i],
  ["a missed dose", /\bmissed (?:dose|medic|tablet)|\b(?:dose|medicine)s? (?:was|were|is|are) missed\b/i],
  ["a judged value", /\b(?:abnormal|critical(?:ly)?|dangerous(?:ly)?|alarming)\b/i],
  [
    "a judged level",
    /\b(?:too|very|is|are|looks?) (?:high|low|normal)\b|\b(?:high|normal) (?:dose|value|level|pressure|pulse)s?\b/i,
  ],
  ["diagnosing", /\bdiagnos(?:es?|ed|ing)\b/i],
  ["detecting", /\bdetect(?:s|ed|ing)?\b/i],
  ["watching", /\bwatch(?:es|ed|ing)? over\b|\bmonitors? (?:her|him|them|the person|you|your|patients?)\b/i],
  ["calculating doses", /\bcalculat\w* (?:the |a )?doses?\b/i],
  ["adherence as a judgement", /\b(?:good|poor|bad) (?:adherence|compliance)\b/i],
];

/** Sentences that may have such a word: they deny it, or speak of something else. */
const ALLOWED: readonly RegExp[] = [
  /It doesn't diagnose, calculate doses, judge values, or watch over anybody/,
  /it doesn't watch over anybody/,
  /nobody watches over (?:it|the notes)/,
  // Not of medicines.
  /so that you can take your data with you/,
  /Keep these backup codes in a safe place/,
];

/** Sources whose texts nobody reads on a screen, or that are other people's words. */
const isRead = (path: string) => !/\.test\.tsx?$|\.bench\.ts$|\/bench\/|server\/db\/tables\.ts$/.test(path);

const sources = ["features", "app", "ui", "lib", "server", "registry"].flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,tsx}`).filter(isRead),
);

type AnyNode = { type: string; start: number } & Record<string, unknown>;

/** The texts of a source that people may read, with their lines; one across several lines of JSX is one text. */
function textsOf(path: string, source: string): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = [];
  const add = ({ start }: AnyNode, text: string) => {
    const words = text.replace(/\s+/g, " ").trim();
    // Names of files, classes and functions have no space.
    if (words.includes(" ")) found.push({ line: source.slice(0, start).split("\n").length, text: words });
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (node === null || typeof node !== "object") return;
    const each = node as AnyNode;
    if (each.type === "ImportDeclaration" || (each.type?.startsWith("Export") && each.source)) return;
    if (each.type === "Literal" && typeof each.value === "string") add(each, each.value);
    if (each.type === "JSXText") add(each, each.value as string);
    if (each.type === "TemplateLiteral") {
      const quasis = each.quasis as { value: { cooked: string } }[];
      add(each, quasis.map(({ value }) => value.cooked).join(" … "));
    }
    for (const inner of Object.values(each)) visit(inner);
  };
  visit(parseSync(path, source).program.body);
  return found;
}

/** What is forbidden in a text, without the sentences that may stand. */
function forbiddenIn(text: string): string[] {
  const rest = ALLOWED.reduce((words, allowed) => words.replace(allowed, ""), text);
  return FORBIDDEN.filter(([, pattern]) => pattern.test(rest)).map(([name]) => name);
}

describe("the texts that people read", () => {
  it("never judge, advise, promise safety or claim to watch", () => {
    const found = sources.flatMap((path) =>
      textsOf(path, readFileSync(path, "utf8")).flatMap(({ line, text }) =>
        forbiddenIn(text).map((name) => `${path}:${line} has ${name}: ${text}`),
      ),
    );
    expect(sources.length).toBeGreaterThan(500);
    expect(found).toEqual([]);
  });

  it.each([
    ["It is safe to give it now.", ["a promise of safety"]],
    ["You can take one tablet.", ["permission to take something"]],
    ["This would be an overdose", ["overdose"]],
    ["We recommend to wait", ["advice"]],
    ["A missed dose", ["a missed dose"]],
    ["Her pulse is high", ["a judged level"]],
    ["It isn't a device. It doesn't diagnose, calculate doses, judge values, or watch over anybody.", []],
    ["It watches over Ana.", ["watching"]],
    ["By the limits you entered: from 16:40", []],
  ])("%s", (text, expected) => {
    expect(forbiddenIn(text)).toEqual(expected);
  });

  it("are found in JSX, templates and messages", () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a source with a template
    const source = 'const a = `It is ${b} safe`; const c = <p>\n  a safe\n  place\n</p>; import "is safe";';
    expect(textsOf("x.tsx", source).map(({ text }) => text)).toEqual(["It is … safe", "a safe place"]);
  });
});

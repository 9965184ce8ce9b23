import { findTexts } from "../words/find.ts";
import { readNames } from "./names.ts";
import { readRooms } from "./rooms.ts";
import { beginsWithVerb, countWords, DIALECT, endsInPreposition, hasDialectWord } from "./words.ts";

/** A number, and the places that make it: "file:line text". */
export type Measure = {
  count: number;
  places: string[];
  /** How it is shown, where the count alone says little. */
  shown?: string;
  goal?: string;
};

const PRODUCT = /^(app|features|ui|lib|server|registry)\/.*\.tsx?$/;
const TEST = /\.(test|spec)\.tsx?$/;
const GENERATED = new Set(["server/db/tables.ts"]);

/** Where texts for people are written that a browser shows. */
const SHOWN = /^(?:app|ui)\/|^features\/[^/]+\/(?:components|screens|client)\//;

/**
 * How the product's own code reads: words of comments, names of functions, casts, and how rooms depend on each other.
 * @param files texts by their path from the root
 */
export function measureHouse(files: ReadonlyMap<string, string>): Record<string, Measure> {
  const product = new Map(
    [...files].filter(([path]) => PRODUCT.test(path) && !TEST.test(path) && !GENERATED.has(path)),
  );
  let words = 0;
  const places = new Map<string, string[]>();
  const add = (name: string, place: string) => {
    const list = places.get(name) ?? [];
    places.set(name, list);
    list.push(place);
  };
  let functions = 0;
  for (const [path, text] of product) {
    const names = readNames(path, text);
    for (const { text: comment, line } of names.comments) {
      words += countWords(comment);
      for (const [name, { pattern }] of Object.entries(DIALECT))
        for (const [word] of comment.matchAll(pattern))
          add(
            `comments: ${name}`,
            `${path}:${line} ${word}: ${comment.trim().replaceAll(/\s*\n\s*\*?\s*/g, " ")}`,
          );
    }
    functions += names.functions.length;
    for (const { name, line, isExported } of names.functions) {
      if (!beginsWithVerb(name)) {
        add("functions without a verb", `${path}:${line} ${name}`);
        if (isExported) add("exported functions without a verb", `${path}:${line} ${name}`);
      }
      if (endsInPreposition(name)) add("functions that end in a preposition", `${path}:${line} ${name}`);
    }
    for (const { text: name, line } of names.declared)
      if (hasDialectWord(name)) add("names with words of the dialect", `${path}:${line} ${name}`);
    for (const { text: cast, line } of names.casts) add("casts", `${path}:${line} ${cast}`);
    if (SHOWN.test(path))
      for (const { text: words, line } of findTexts(path, text))
        add("texts without a key", `${path}:${line} ${words.replaceAll(/\s+/g, " ")}`);
  }
  const rooms = readRooms(product);
  const measures: Record<string, Measure> = {};
  for (const [name, { goal }] of Object.entries(DIALECT)) {
    const list = places.get(`comments: ${name}`) ?? [];
    const rate = (10_000 * list.length) / words;
    measures[`comments: ${name}`] = {
      count: list.length,
      places: list,
      shown: `${rate.toFixed(1)} in 10,000 words`,
      goal: `at most ${goal}`,
    };
  }
  const percent = (count: number) => `${((100 * count) / functions).toFixed(1)} % of ${functions}`;
  const counted = (name: string, goal: string, shown?: (count: number) => string) => {
    const list = places.get(name) ?? [];
    measures[name] = { count: list.length, places: list, goal, ...(shown && { shown: shown(list.length) }) };
  };
  counted("functions without a verb", "at most 35 %", percent);
  counted("exported functions without a verb", "none");
  counted("functions that end in a preposition", "less than 1 %", percent);
  counted("names with words of the dialect", "none");
  counted("casts", "fewer than 40");
  counted("texts without a key", "none");
  measures.rooms = { count: rooms.names.length, places: rooms.names, goal: "about 25" };
  measures["rooms in a circle"] = {
    count: rooms.circles.flat().length,
    places: rooms.circles.map((circle) => circle.join(", ")),
    goal: "none",
  };
  measures["pairs of rooms that import each other"] = {
    count: rooms.pairs.length,
    places: rooms.pairs,
    goal: "none",
  };
  return measures;
}

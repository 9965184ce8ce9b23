import { expect, it } from "vitest";
import { z } from "zod";
import { createInvalidArguments, describeArgument, getLabel } from "../server/functions/argument_words.ts";
import { FIELD_LABELS } from "../server/functions/field_labels.ts";
import { functions } from "./functions.ts";

type Schema = {
  _zod: { def: Record<string, unknown> & { shape?: Record<string, Schema>; options?: Schema[] } };
};
type Path = (string | number)[];

/** The path of each argument that a schema takes, the parts of objects, lists and alternatives too. */
function pathsOf(schema: Schema, path: Path = []): Path[] {
  const { def } = schema._zod;
  const inside = ["innerType", "in", "out"].flatMap((part) => (def[part] ? [def[part] as Schema] : []));
  return [
    ...Object.entries(def.shape ?? {}).flatMap(([name, field]) => [
      [...path, name],
      ...pathsOf(field, [...path, name]),
    ]),
    ...[...inside, ...(def.options ?? [])].flatMap((part) => pathsOf(part, path)),
    ...(def.element ? [[...path, 0], ...pathsOf(def.element as Schema, [...path, 0])] : []),
  ];
}

/** Arguments that hold `value` at `path` and nothing else. */
const argumentsWith = ([key, ...rest]: Path, value: unknown): unknown =>
  key === undefined
    ? value
    : typeof key === "number"
      ? [argumentsWith(rest, value)]
      : { [key]: argumentsWith(rest, value) };

const LONG = "x".repeat(200_000);
const WRONG_VALUES = [
  undefined,
  null,
  "",
  "x",
  LONG,
  -1,
  0.5,
  1e300,
  true,
  {},
  { x: 1 },
  [],
  Array(2000).fill(LONG.slice(0, 9)),
];

const FIELDS = new Set(
  [...functions.values()].flatMap(({ args }) =>
    pathsOf(args as never)
      .flat()
      .filter((key) => typeof key === "string"),
  ),
);

it("every argument of every function has a label, and no label is unused", () => {
  expect(Object.keys(FIELD_LABELS).sort()).toEqual([...FIELDS].sort());
});

it.each([...functions])("%s refuses every invalid argument with a readable message", (_, { args }) => {
  for (const path of [[], ...pathsOf(args as never)]) {
    for (const value of WRONG_VALUES) {
      const given = path.length === 0 ? { unheardOf: value } : argumentsWith(path, value);
      const read = args.safeParse(given, { error: describeArgument });
      for (const issue of read.error?.issues ?? []) {
        const { message, code, path: field } = createInvalidArguments(new z.ZodError([issue as never]));
        expect(code).toBe("invalid");
        expect(field).not.toBe("");
        expect(message).toMatch(/^[A-Z][^\0]*$/);
        // No name of a field, none of the library's own words, no limit that only a program can read.
        expect(message).not.toMatch(/[a-z][A-Z]|Invalid input|expected|undefined|null|\d{9}/);
      }
    }
  }
});

it.each([
  [["content", "data", "medications", 2, "dosage"], "The dosage (entry 3)"],
  [["tags", 0], "The tags (entry 1)"],
  [["personInfo", "unheardOf"], "The information about the person"],
  [["toString"], "This request"],
  [[], "This request"],
])('the argument %j is called "%s"', (path, label) => expect(getLabel(path)).toBe(label));

import fc from "fast-check";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Texts that often break programs: empty, too long, and with characters that databases and JSON treat differently.
 */
const HOSTILE_TEXTS = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udc00 \ud83d",
  "\ufeff\u200b\u202e",
  "👩‍👩‍👧‍👦".repeat(40),
  "é".normalize("NFD").repeat(90),
  "x".repeat(201),
  "x".repeat(100_001),
  "%_\\'\"`;--",
  "{{1}}<script>",
  "__proto__",
  "constructor",
  "toString",
  "NaN",
  "null",
  "2026-13-45",
  "0000-00-00",
  "9".repeat(400),
] as const;

const HOSTILE_NUMBERS = [
  0,
  -0,
  -1,
  0.1,
  1e21,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  8.64e15,
  253402300800000,
  5e-324,
];

/** Values with a meaning in the protocol's own encoding: bigints, bytes, NaN and infinities, and lookalikes. */
const ENCODED: Json[] = [
  { $integer: "AQAAAAAAAAA=" },
  { $integer: "x" },
  { $float: "AAAAAAAA+H8=" },
  { $float: "AAAAAAAA8H8=" },
  { $float: "AAAAAAAA8P8=" },
  { $bytes: "AAEC" },
  { $unknown: 1 },
  { "": 1 },
];

const key = fc.oneof(
  fc.constantFrom(
    "__proto__",
    "constructor",
    "toString",
    "$set",
    "_id",
    "",
    "a\u0000",
    "\ud800",
    "diaryId",
    "noteId",
  ),
  fc.string({ unit: "binary", maxLength: 12 }),
);

/** Any JSON, with a preference for values that often break programs. */
export const hostileJson: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.constantFrom<Json>(null, true, false),
    fc.constantFrom<Json>(...HOSTILE_TEXTS),
    fc.constantFrom<Json>(...HOSTILE_NUMBERS),
    fc.constantFrom<Json>(...ENCODED),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.uuid(),
    fc.array(tie("value"), { maxLength: 5 }),
    fc
      .array(fc.tuple(key, tie("value")), { maxLength: 5 })
      .map((entries) => ownProperties(entries as [string, Json][])),
  ),
})).value;

const RULE_PARTS = [
  "FREQ",
  "INTERVAL",
  "COUNT",
  "UNTIL",
  "WKST",
  "BYDAY",
  "BYMONTH",
  "BYMONTHDAY",
  "BYYEARDAY",
];
const MORE_RULE_PARTS = ["BYWEEKNO", "BYHOUR", "BYMINUTE", "BYSECOND", "BYSETPOS", "DTSTART", "X", ""];
const RULE_VALUES = [
  "YEARLY",
  "MONTHLY",
  "WEEKLY",
  "DAILY",
  "HOURLY",
  "MINUTELY",
  "SECONDLY",
  "MO",
  "-1FR",
  "99MO",
];
const MORE_RULE_VALUES = [
  "1",
  "0",
  "-1",
  "25",
  "61",
  "366",
  "999",
  "99999999",
  "1e9",
  "20270131",
  "20279999",
  "",
];

/** Rules of custom recurrences: valid ones, forbidden ones, and ones that take long to compute or never occur. */
export const hostileRule: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    ";",
    "=",
    "RRULE:",
    "FREQ=SECONDLY",
    "FREQ=DAILY;BYHOUR=25",
    "FREQ=DAILY;INTERVAL=99999999",
  ),
  fc.constantFrom(
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=MINUTELY",
    "FREQ=YEARLY;INTERVAL=9999;BYMONTHDAY=31",
  ),
  fc
    .array(
      fc.tuple(
        fc.constantFrom(...RULE_PARTS, ...MORE_RULE_PARTS),
        fc.constantFrom(...RULE_VALUES, ...MORE_RULE_VALUES),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((parts) => parts.map(([name, value]) => `${name}=${value}`).join(";")),
  fc
    .tuple(
      fc.constantFrom("DAILY", "WEEKLY", "MONTHLY", "YEARLY"),
      fc.constantFrom(...RULE_PARTS.slice(1)),
      hostileText(),
    )
    .map(([frequency, name, value]) => `FREQ=${frequency};${name}=${value}`),
);

function hostileText(): fc.Arbitrary<string> {
  return fc.constantFrom(...HOSTILE_TEXTS);
}

/** An object whose keys are all its own, including `__proto__`, as JSON text creates it. */
function ownProperties(entries: [string, Json][]): { [key: string]: Json } {
  const object = {};
  for (const [name, value] of entries) {
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return object;
}

type Path = (string | number)[];

/** The paths to all values inside, including the outermost. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (value === null || typeof value !== "object") return [path];
  return [path, ...Object.entries(value).flatMap(([name, part]) => pathsOf(part, [...path, name]))];
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce((inside, name) => (inside as Record<string, unknown>)[name], value);

function withValueAt(value: unknown, [first, ...rest]: Path, replacement: Json): unknown {
  if (first === undefined) return replacement;
  const copy = Array.isArray(value) ? [...value] : ownProperties(Object.entries(value as object));
  Object.defineProperty(copy, first, {
    value: withValueAt((value as Record<string, unknown>)[first], rest, replacement),
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return copy;
}

/** Valid arguments with one value replaced, one field removed or one field too many. */
export function nearlyValid(valid: Record<string, unknown>): fc.Arbitrary<unknown> {
  const inside = pathsOf(valid).filter((path) => path.length > 0);
  const mutations: fc.Arbitrary<unknown>[] = [
    fc.tuple(key, hostileJson).map(([name, extra]) => withValueAt(valid, [name], extra)),
  ];
  if (inside.length > 0) {
    const path = fc.constantFrom(...inside);
    mutations.push(
      fc.tuple(path, hostileJson).map(([where, value]) => withValueAt(valid, where, value)),
      fc
        .tuple(path, fc.constantFrom<Json>(...HOSTILE_TEXTS))
        .map(([where, text]) => withValueAt(valid, where, text)),
      path.map((where) => withoutValueAt(valid, where)),
      fc.tuple(path, key, hostileJson).map(([where, name, extra]) => {
        const parent = where.slice(0, -1);
        // An array has no other property named "length", and JSON can't set it.
        if (name === "length" && Array.isArray(valueAt(valid, parent)))
          return withValueAt(valid, parent, extra);
        return withValueAt(valid, [...parent, name], extra);
      }),
    );
  }
  return fc.oneof(...mutations);
}

function withoutValueAt(value: unknown, [first, ...rest]: Path): unknown {
  if (rest.length > 0) {
    return withValueAt(
      value,
      [first!],
      withoutValueAt((value as Record<string, unknown>)[first!], rest) as Json,
    );
  }
  if (Array.isArray(value)) return value.filter((_, i) => String(i) !== first);
  return Object.fromEntries(Object.entries(value as object).filter(([name]) => name !== first));
}

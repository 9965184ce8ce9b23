import { expect, it } from "vitest";
import type { Weekday } from "../../../lib/recurrence/recurrence.ts";
import { runInLanguage } from "../../../server/words/texts.ts";
import { randomFrom, SEED } from "../../../test/random.ts";
import { type Phrase, TABLES, type Table } from "../../../test/schedule-tables.ts";
import { formatAmount } from "./amount-words.ts";
import { UNIT_NAMES, type Unit } from "./amounts.ts";
import { MEAL_RELATIONS, type MealRelation } from "./meals.ts";
import type { ClockSchedule, HoursSchedule, PlannedDays, Schedule, Step } from "./schedule.ts";
import { formatMeal, formatSchedule, limitLines, type TypedLimits } from "./schedule-words.ts";

/**
 * Sentences about plans in each language are read back by a parser with a table of words of its own. An amount, a time, a
 * day, a limit or a meal that a translation has lost or changed makes another plan.
 */

type Plan = {
  unit: Unit;
  schedule: Schedule;
  limits: TypedLimits;
  meal: MealRelation;
  minutes: number | null;
};

const quote = (text: string) => text.replace(/[.]/g, "\\.");
const toWords = (list: string) => list.split(" ").map((word) => word.replaceAll("_", " "));
const FRACTIONS: Record<string, number> = { "¼": 0.25, "½": 0.5, "¾": 0.75 };

function createParser(table: Table) {
  const listOf = (part: string) => `(?:${part})(?:(?:${[table.comma, table.and].join("|")})(?:${part}))*`;
  const units = toWords(table.units);
  const number = `[¼½¾]|\\d{1,3}(?:${quote(table.group)}\\d{3})*(?:${quote(table.decimal)}\\d+)?`;
  const dose = `(?:${number}) (?:${units.join("|")})`;
  const time = table.time.replace("{h}", "\\d\\d?").replace("{m}", "\\d\\d");
  const months = toWords(table.months);
  const date = quote(table.date)
    .replace("{month}", `(?:${months.map(quote).join("|")})`)
    .replace("{d}", "\\d+")
    .replace("{y}", "\\d{4}");
  const hours = table.hours.replaceAll("#", "\\d");
  const minutes = table.minutes.replaceAll("#", "\\d");
  const every = table.phrases.everyHours.replaceAll("#", "\\d");
  const range = `${fill(table.phrases.range, { least: number, dose }, false)}|${dose}`;
  const slots: Record<string, string> = {
    dose,
    least: number,
    time,
    times: listOf(time),
    first: time,
    every,
    hours,
    doses: table.doses.replace("{number}", `(?:${number})`),
    duration: `(?:${hours})${table.duration}(?:${minutes})|${hours}|${minutes}`,
    begin: date,
    end: date,
    rest: ".+",
    weekdays: listOf(toWords(table.weekdays).join("|")),
    numbers: listOf("\\d+"),
  };
  function read(phrase: string, text: string, own = slots): Record<string, string | undefined> | undefined {
    const match = new RegExp(`^(?:${fill(phrase.replaceAll("#", "\\d"), own)})$`, "u").exec(text);
    return match ? { ...match.groups } : undefined;
  }
  const isIn = (phrase: Phrase, text: string) => read(table.phrases[phrase], text) !== undefined;
  const matchAll = (text: string, part: string) => text.match(new RegExp(part, "gu")) ?? [];

  function readNumber(text: string): number {
    return FRACTIONS[text] ?? Number(text.replaceAll(table.group, "").replace(table.decimal, "."));
  }
  function readCount(text: string): number {
    if (table.ones.split("|").includes(text)) return 1;
    if (table.twos.split("|").includes(text)) return 2;
    return readNumber(matchAll(text, number)[0] ?? "-");
  }
  function readDose(text: string) {
    const [found = ""] = matchAll(text, number);
    const word = text.slice(found.length + 1);
    const index = units.findIndex((each) => new RegExp(`^(?:${each})$`, "u").test(word));
    return { amount: readNumber(found), unit: UNIT_NAMES[index]! };
  }
  function readTime(text: string): string {
    const [hour, minute] = text.split(/[: ]/).map(Number);
    if (table.isAfternoon === "-") return `${two(hour!)}:${two(minute!)}`;
    return `${two((hour! % 12) + (text.endsWith(table.isAfternoon) ? 12 : 0))}:${two(minute!)}`;
  }
  function readDate(text: string): string {
    const month = months.findIndex((each) => text.includes(each));
    const [day, year] = text.replace(/,/, "").match(/\d+/g)!;
    return `${year}-${two(month + 1)}-${two(Number(day))}`;
  }
  function readDuration(text: string): number {
    const found = read(`(?<h>${hours})?(?:${table.duration})?(?<m>${minutes})?`, text)!;
    return (found.h ? readCount(found.h) * 60 : 0) + (found.m ? readCount(found.m) : 0);
  }
  function readDays(text: string): PlannedDays {
    if (isIn("everyDays", text)) return { everyDays: readCount(text) };
    if (isIn("everyWeeks", text)) return { everyWeeks: readCount(text) };
    const month = read(table.phrases.monthDays, text);
    if (month) return { monthDays: matchAll(month.numbers!, "\\d+").map(Number) };
    const names = toWords(table.weekdays);
    const week = read(table.phrases.weekdays, text)!;
    return {
      weekdays: matchAll(week.weekdays!, names.join("|")).map((name) => MONDAY_FIRST[names.indexOf(name)]!),
    };
  }

  const found = new Set<Unit>();
  function readAmount(text: string): number {
    const { amount, unit } = readDose(text);
    found.add(unit);
    return amount;
  }
  function readTimed(text: string): ClockSchedule | HoursSchedule {
    const { phrases } = table;
    const hourly =
      read(phrases.hoursFirst, text) ?? read(phrases.hoursNamed, text) ?? read(phrases.hoursFrom, text);
    if (hourly) {
      const every = readCount(hourly.every!);
      const times = matchAll(hourly.times ?? "", time).map(readTime);
      const from = hourly.first ? readTime(hourly.first) : times[0]!;
      if (hourly.times) expect(times).toEqual(listHours(every, from));
      return { kind: "everyHours", hours: every, from, amount: readAmount(hourly.dose!) };
    }
    const group = fill(phrases.group, { dose, times: slots.times! }, false);
    const parts = read(`(?<groups>${listOf(group)})${table.comma}(?<days>.+)`, text);
    const times = matchAll(parts!.groups!, group).flatMap((one) => {
      const amount = readAmount(one.match(new RegExp(`^(?:${dose})`, "u"))![0]);
      return matchAll(one.replace(new RegExp(`^(?:${dose})`, "u"), ""), time).map((at) => ({
        at: readTime(at),
        amount,
      }));
    });
    return { kind: "clock", times, days: readDays(parts!.days!) };
  }
  function readStep(line: string): Step | null {
    for (const phrase of ["span", "from", "on"] as const) {
      const step = read(table.phrases[phrase], line);
      if (!step) continue;
      const from = readDate(step.begin!);
      const until = phrase === "from" ? null : phrase === "on" ? from : readDate(step.end!);
      return { from, until, schedule: readTimed(step.rest!) };
    }
    return null;
  }
  function readSchedule(text: string): Schedule {
    if (isIn("freeText", text)) return { kind: "freeText" };
    const needed = read(table.phrases.asNeeded, text, { dose: range });
    if (needed) {
      const both = read(table.phrases.range, needed.dose!);
      if (!both) return { kind: "asNeeded", amount: readAmount(needed.dose!), most: null };
      return { kind: "asNeeded", amount: readNumber(both.least!), most: readAmount(both.dose!) };
    }
    const after = read(table.phrases.afterLast, text);
    if (after) return { kind: "afterLast", hours: readCount(after.hours!), amount: readAmount(after.dose!) };
    const steps = text.split(table.semicolon).map(readStep);
    if (steps.every((step) => step !== null)) return { kind: "steps", steps };
    return readTimed(text);
  }
  function readLimits(lines: readonly string[]): TypedLimits {
    const limits: TypedLimits = { minGapMinutes: null, maxCount: null, maxAmount: null, windowHours: 24 };
    for (const line of lines.map((each) => each.charAt(0).toLowerCase() + each.slice(1))) {
      const [gap, count, much] = (["minGap", "maxCount", "maxAmount"] as const).map((phrase) =>
        read(table.phrases[phrase], line),
      );
      if (gap) limits.minGapMinutes = readDuration(gap.duration!);
      else if (count) limits.maxCount = readCount(count.doses!);
      else limits.maxAmount = readAmount(much!.dose!);
      const window = (count ?? much)?.hours;
      if (window) limits.windowHours = readCount(window);
    }
    return limits;
  }
  function readMeal(text: string): { meal: MealRelation; minutes: number | null } {
    if (text === "") return { meal: "none", minutes: null };
    const meal = MEAL_RELATIONS.find((each) => each !== "none" && isIn(each, text))!;
    const { duration } = read(table.phrases[meal as Exclude<MealRelation, "none">], text)!;
    return { meal, minutes: duration ? readDuration(duration) : null };
  }

  return ({ schedule, limits, meal }: Sentences): Plan => {
    found.clear();
    const plan = { schedule: readSchedule(schedule), limits: readLimits(limits), ...readMeal(meal) };
    expect(found.size).toBeLessThan(2);
    return { unit: [...found][0] ?? "tablet", ...plan };
  };
}

/** A phrase as a regular expression, with a named group for each part. */
const fill = (phrase: string, slots: Record<string, string>, isNamed = true): string =>
  phrase
    .replace(/\((?!\?)/g, "(?:")
    .replace(/\{([a-z]+)\}/g, (_, name: string) => `(?${isNamed ? `<${name}>` : ":"}${slots[name]})`);

const two = (part: number) => String(part).padStart(2, "0");

/** All times of a day that are so many hours apart. */
function listHours(hours: number, from: string): string[] {
  const [hour, minute] = from.split(":").map(Number) as [number, number];
  return Array.from({ length: 24 }, (_, each) => each)
    .filter((each) => (each - hour) % hours === 0)
    .map((each) => `${two(each)}:${two(minute)}`);
}

const MONDAY_FIRST: Weekday[] = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

function createGenerator(random: () => number) {
  const below = (most: number) => Math.floor(random() * most);
  const pick = <One>(all: readonly One[]): One => all[below(all.length)]!;
  const isTrue = () => random() < 0.5;
  const createTime = () => `${two(below(24))}:${pick(["00", "30", "45"])}`;
  const createAmount = () =>
    pick([
      0.25,
      0.5,
      0.75,
      0.33,
      1,
      1,
      1.5,
      2,
      3,
      5,
      11,
      12,
      22,
      25,
      100,
      1000,
      12_345.5,
      (1 + below(9999)) / 100,
    ]);
  const createSome = <One>(all: readonly One[]) => {
    const chosen = all.filter(() => random() < 0.4);
    return chosen.length > 0 ? chosen : [pick(all)];
  };
  function createDays(): PlannedDays {
    return pick([
      () => ({ everyDays: pick([1, 1, 2, 3, 5, 12, 21, 100]) }),
      () => ({ everyWeeks: pick([1, 2, 3, 5, 12, 22]) }),
      () => ({ weekdays: isTrue() ? createSome(MONDAY_FIRST) : [...MONDAY_FIRST] }),
      () => ({ monthDays: createSome(Array.from({ length: 31 }, (_, index) => index + 1)) }),
    ])();
  }
  function createTimed(): ClockSchedule | HoursSchedule {
    if (random() < 0.3)
      return {
        kind: "everyHours",
        hours: pick([1, 2, 3, 4, 5, 6, 8, 12, 24, 36]),
        from: createTime(),
        amount: createAmount(),
      };
    const amount = createAmount();
    const times = [...new Set(Array.from({ length: 1 + below(5) }, createTime))].sort();
    return {
      kind: "clock",
      times: times.map((at) => ({ at, amount: isTrue() ? amount : createAmount() })),
      days: createDays(),
    };
  }
  function createSteps(): Schedule {
    let at = Date.UTC(2026, below(12), 1 + below(28));
    const nextDay = () => {
      at += (1 + below(40)) * 86_400_000;
      return new Date(at).toISOString().slice(0, 10);
    };
    const count = 1 + below(4);
    const steps = Array.from({ length: count }, (_, index): Step => {
      const from = nextDay();
      const until = index === count - 1 && isTrue() ? null : isTrue() ? from : nextDay();
      return { from, until, schedule: createTimed() };
    });
    return { kind: "steps", steps };
  }
  function createSchedule(): Schedule {
    switch (pick(["timed", "timed", "timed", "afterLast", "steps", "asNeeded", "freeText"])) {
      case "timed":
        return createTimed();
      case "steps":
        return createSteps();
      case "afterLast":
        return { kind: "afterLast", hours: pick([1, 2, 3, 8, 11, 22, 672]), amount: createAmount() };
      case "asNeeded": {
        const [amount, most] = [createAmount(), createAmount()].sort((a, b) => a - b) as [number, number];
        return { kind: "asNeeded", amount, most: isTrue() || most === amount ? null : most };
      }
      default:
        return { kind: "freeText" };
    }
  }
  return (): Plan => {
    const meal = pick(MEAL_RELATIONS);
    const maxCount = isTrue() ? null : pick([1, 2, 3, 4, 11, 22, 1000]);
    const maxAmount = isTrue() ? null : createAmount();
    return {
      unit: pick(UNIT_NAMES),
      schedule: createSchedule(),
      limits: {
        minGapMinutes: isTrue() ? null : pick([1, 2, 30, 60, 61, 120, 270, 1320, 3 * 60 + 2]),
        maxCount,
        maxAmount,
        windowHours: maxCount === null && maxAmount === null ? 24 : pick([1, 2, 3, 12, 24, 48, 72, 744]),
      },
      meal,
      minutes:
        (meal === "before" || meal === "after") && isTrue() ? pick([1, 2, 15, 30, 60, 90, 120, 720]) : null,
    };
  };
}

/** The plan as far as its sentences carry it. */
function normalize({ unit, schedule, ...rest }: Plan): Plan {
  const isCounted = schedule.kind !== "freeText" || rest.limits.maxAmount !== null;
  return { unit: isCounted ? unit : "tablet", schedule: normalizeSchedule(schedule), ...rest };
}

function normalizeSchedule<One extends Schedule>(schedule: One): One {
  if (schedule.kind === "steps")
    return {
      ...schedule,
      steps: schedule.steps.map((step) => ({ ...step, schedule: normalizeSchedule(step.schedule) })),
    };
  if (schedule.kind === "clock" && "weekdays" in schedule.days && schedule.days.weekdays.length === 7)
    return { ...schedule, days: { everyDays: 1 } };
  return schedule;
}

type Sentences = { schedule: string; limits: string[]; meal: string };

function write(language: string, { unit, schedule, limits, meal, minutes }: Plan): Sentences {
  const of = { unit, locale: language === "en" ? "en-US" : undefined };
  // Lines may be broken at other places.
  // Without the marks that keep filled-in texts together in Arabic.
  const clean = (text: string) => text.replace(/\s/g, " ").replace(/[\u2068\u2069]/g, "");
  return runInLanguage(language, () => ({
    schedule: clean(formatSchedule(schedule, of)),
    limits: limitLines(limits, of).map(clean),
    meal: clean(formatMeal(meal, minutes)),
  }));
}

const LANGUAGES = Object.keys(TABLES);
const COUNT = 300;

function createPlans(): Plan[] {
  const create = createGenerator(randomFrom(SEED));
  return Array.from({ length: COUNT }, create);
}

it.each(LANGUAGES)("sentences in %s are read as the plan that they were written from", (language) => {
  const parse = createParser(TABLES[language]!);
  for (const plan of createPlans()) {
    const sentences = write(language, plan);
    let read: Plan | unknown;
    try {
      read = parse(sentences);
    } catch (error) {
      read = error;
    }
    expect(read, JSON.stringify(sentences)).toEqual(normalize(plan));
  }
});

/** One wrong word or digit in a sentence; the same text where there is nothing to change. */
const MISTAKES: Record<
  string,
  (text: string, table: Table, language: string, plan: Plan, random: () => number) => string
> = {
  digit(text, _table, _language, _plan, random) {
    const places = [...text.matchAll(/\d/g)].map(({ index }) => index);
    const at = places[Math.floor(random() * places.length)];
    if (at === undefined) return text;
    return `${text.slice(0, at)}${(Number(text[at]) + 1 + Math.floor(random() * 9)) % 10}${text.slice(at + 1)}`;
  },
  fraction: (text) => text.replace(/[¼½¾]/, (sign) => (sign === "½" ? "¼" : "½")),
  unit(text, table, language, { unit }) {
    const index = UNIT_NAMES.indexOf(unit);
    const other = UNIT_NAMES[(index + 1) % UNIT_NAMES.length]!;
    const [, word = ""] = runInLanguage(language, () => formatAmount(5, other)).split(/\s/);
    return text.replace(
      new RegExp(`(?<=[\\d¼½¾] )(?:${toWords(table.units)[index]})(?![\\p{L}\\p{M}])`, "u"),
      word,
    );
  },
  limit(text, { phrases }) {
    const [least, most] = [phrases.minGap, phrases.maxCount].map((phrase) => phrase.split(" {")[0]!);
    const found = new RegExp(`^(?:(${least})|${most})(?= )`, "i");
    return text.replace(found, (_, isLeast) => (isLeast ? most! : least!));
  },
  day(text, table) {
    const names = toWords(table.weekdays);
    return text.replace(new RegExp(names.join("|")), (name) => names[(names.indexOf(name) + 1) % 7]!);
  },
  meal(text, { phrases }) {
    const [before, after] = [phrases.before, phrases.after].map((phrase) => phrase.replace(/\(.*?\)\?/, ""));
    return text.replace(new RegExp(`(${before})|${after}`), (_, isBefore) => (isBefore ? after! : before!));
  },
};

it.each(LANGUAGES)("sentences in %s with one mistake are read as another plan or not at all", (language) => {
  const table = TABLES[language]!;
  const parse = createParser(table);
  const random = randomFrom(SEED + 1);
  const caught: Record<string, number> = {};
  for (const plan of createPlans()) {
    const sentences = write(language, plan);
    for (const [kind, spoil] of Object.entries(MISTAKES)) {
      const change = (text: string) => spoil(text, table, language, plan, random);
      const spoilt = {
        schedule: change(sentences.schedule),
        limits: sentences.limits.map(change),
        meal: change(sentences.meal),
      };
      if (JSON.stringify(spoilt) === JSON.stringify(sentences)) continue;
      let read: Plan | null = null;
      try {
        read = parse(spoilt);
      } catch {
        // It isn't a sentence about a plan any more.
      }
      expect(read, `${kind}: ${JSON.stringify(spoilt)}`).not.toEqual(normalize(plan));
      caught[kind] = (caught[kind] ?? 0) + 1;
    }
  }
  for (const kind of Object.keys(MISTAKES)) expect(caught[kind], kind).toBeGreaterThan(10);
});

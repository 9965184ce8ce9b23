import { KBV_UNITS, MIN_GAP_URL, NEEDED_FOR_URL, UCUM } from "../features/plans/rules/fhir-dosage-schema.ts";

// FHIR dosages in a notation of ours: one word for each field, entries joined with " + ".
//   2/3d           frequency and period; 1-2/4-6h with their maxima
//   MORN mon @8:00 when, day of the week, time of day
//   =1 =1..2 =5[mg] amount, range, amount with another unit than "piece"
//   prn for gap4h max6/24h  as needed, what for, least time between doses, largest amount in a period
//   during3wk from2026-06-05 to2026-07-05  length, beginning, end; "!x" writes the unit of a length otherwise
//   any other word  a field that has some value

const DAYS = new Set(["mon", "tue", "wed", "thu", "fri", "sat", "sun"]);
const UNIT_WORDS: Record<string, string> = {
  h: "Stunde(n)",
  d: "Tag(e)",
  wk: "Woche(n)",
  mo: "Monat(e)",
  a: "Jahr(e)",
};
const SOMETHING = { text: "something" };

/** The FHIR dosages of a text in our notation. */
export const dosagesOf = (notation: string): object[] =>
  notation === "none" ? [] : notation.split(" + ").map(dosageOf);

type Fields = Record<string, unknown>;

function dosageOf(notation: string): object {
  const dosage: Fields = {};
  const repeat: Fields = {};
  const timing: Fields = {};
  const dose: Fields = {};
  const add = (to: Fields, key: string, value: unknown) => {
    to[key] = [...((to[key] as unknown[]) ?? []), value];
  };
  for (const word of notation.split(" ")) {
    const rest = (from: string) => word.slice(from.length);
    const rhythm = /^(\d+)?(?:-(\d+))?\/([\d.]+)(?:-(\d+))?(\w+)$/.exec(word);
    if (word === "text") dosage.text = "As written";
    else if (word === "prn") dosage.asNeededBoolean = true;
    else if (word === "prn=false") dosage.asNeededBoolean = false;
    else if (word === "for")
      add(dosage, "extension", { url: NEEDED_FOR_URL, valueCodeableConcept: { text: "Headache" } });
    else if (word.startsWith("gap"))
      add(dosage, "modifierExtension", { url: MIN_GAP_URL, valueDuration: duration(rest("gap")) });
    else if (word.startsWith("instruction")) dosage.patientInstruction = rest("instruction");
    else if (/^max\d/.test(word)) {
      const [most, period] = rest("max").split("/");
      dosage.maxDosePerPeriod = { numerator: amount(most!), denominator: duration(period!) };
    } else if (rhythm) {
      const [, frequency, frequencyMax, period, periodMax, periodUnit] = rhythm;
      Object.assign(repeat, numbers({ frequency, frequencyMax, period, periodMax }), { periodUnit });
    } else if (word.startsWith("@")) add(repeat, "timeOfDay", `${rest("@")}:00`);
    else if (DAYS.has(word)) add(repeat, "dayOfWeek", word);
    else if (/^[A-Z]/.test(word)) add(repeat, "when", word);
    else if (word.startsWith("during")) repeat.boundsDuration = duration(rest("during"));
    else if (word.startsWith("from") || word.startsWith("to20")) {
      const key = word.startsWith("from") ? "start" : "end";
      repeat.boundsPeriod = {
        ...(repeat.boundsPeriod as object),
        [key]: word.slice(key === "start" ? 4 : 2),
      };
    } else if (word.startsWith("=")) Object.assign(dose, amounts(rest("=")));
    else if (/^(count|countMax|offset)\d/.test(word))
      repeat[/^[A-Za-z]+/.exec(word)![0]] = Number(/\d+/.exec(word));
    else if (word === "boundsRange") repeat.boundsRange = SOMETHING;
    else if (word === "event") timing.event = ["2026-06-05"];
    else if (word.startsWith("rate")) dose[word] = SOMETHING;
    else dosage[word] = SOMETHING;
  }
  const isTimed = Object.keys(repeat).length > 0 || Object.keys(timing).length > 0;
  return {
    ...dosage,
    ...(isTimed && { timing: { ...timing, repeat } }),
    ...(Object.keys(dose).length > 0 && { doseAndRate: [dose] }),
  };
}

const numbers = (texts: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(texts).flatMap(([key, text]) => (text ? [[key, Number(text)]] : [])));

function amounts(text: string): object {
  if (!text.includes("..")) return { doseQuantity: amount(text) };
  const [low, high] = text.split("..");
  return { doseRange: { ...(low && { low: amount(low) }), ...(high && { high: amount(high) }) } };
}

function amount(text: string): object {
  const [, value, code] = /^([\d.]+)(?:\[(.+)\])?$/.exec(text)!;
  const system = code === "mg" || code === "mL" ? UCUM : KBV_UNITS;
  return { value: Number(value), unit: code ?? "Stück", system, code: code ?? "1" };
}

function duration(text: string): object {
  const [, value, code, unit] = /^([\d.]+)(\w+?)(?:!(.+))?$/.exec(text)!;
  return { value: Number(value), unit: unit ?? UNIT_WORDS[code!] ?? code, system: UCUM, code };
}

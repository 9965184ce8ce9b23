import { FORMER_MEMBER } from "../../../lib/product.ts";
import { namePauseKind } from "../../doses/rules/pause-words.ts";
import { nameReason } from "../../doses/rules/reasons.ts";
import { formatAmount } from "../../plans/rules/amount-words.ts";
import type { Handover } from "../schema.ts";
import type { Entry } from "./page.ts";
import { formatList, formatMoment, type WordsFor } from "./words.ts";

/** Entries about plans and doses. They state what was entered and when, never what it means. */

type Dose = Handover["doses"]["shown"][number];

const NAMED = 6;

const formatMedicine = ({ name, strength }: { name: string; strength: string }) =>
  [name || "A medicine that can't be read any more", strength].filter(Boolean).join(" ");

const formatAuthor = (name: string | null) => name?.trim() || FORMER_MEMBER;

/** Lists doses that conflict with another dose or with an entered limit, and haven't been reviewed. */
export const listUnusualDoses = ({ doses }: Handover, words: WordsFor): Entry[] =>
  doses.shown.filter(({ isToReview }) => isToReview).map((dose) => toDoseEntry(dose, words));

type OpenDose = Handover["openDoses"]["shown"][number];

/** How urgent an open dose is, as its line begins. */
const formatUrgency = ({ isDue, isOpen }: OpenDose) => (isDue ? "Due now" : isOpen ? "Late" : "Not recorded");

/** Planned doses without an entry, one line a plan and urgency, in their order: due now, late, not recorded. */
export const listOpenDoses = ({ openDoses }: Handover, words: WordsFor): Entry[] =>
  [...Map.groupBy(openDoses.shown, (dose) => `${dose.planId} ${formatUrgency(dose)}`)].map(([key, group]) => {
    const [first] = group;
    const times = formatList(
      group
        .map(({ dueAt }) => dueAt)
        .sort((a, b) => a - b)
        .map((dueAt) => formatMoment(dueAt, words)),
      NAMED,
    );
    const ending = first!.isOpen && !first!.isDue ? ", no entry yet" : "";
    return {
      key: `open:${key}`,
      text: `${formatMedicine(first!)}, ${formatAmount(first!.amount ?? 1, first!.unit)}`,
      detail: `${formatUrgency(first!)}: planned for ${times}${ending}`,
      facts: [],
      marks: group.some(({ unanswered }) => unanswered) ? [NOBODY_ANSWERED] : [],
      at: null,
      target: { type: "doses" } as const,
    };
  });

/** The mark of a subject whose reminders escalated without an answer. */
export const NOBODY_ANSWERED = "Nobody answered";

const PLAN_WORDS = { begun: "plan begun", changed: "plan changed", ended: "plan ended" } as const;
const PAUSE_NEWS_WORDS = { begun: "pause begun", changed: "pause changed", ended: "pause ended" } as const;

/** Lists plans that began, changed or ended, and pauses in which medicines are given elsewhere. */
export const listPlans = ({ plans, pauses }: Handover, words: WordsFor): Entry[] => [
  ...plans.shown.map(
    (plan): Entry => ({
      key: plan.key,
      text: formatMedicine(plan),
      detail: plan.reason,
      facts: [PLAN_WORDS[plan.news], formatAuthor(plan.by), formatMoment(plan.at, words)],
      marks: [],
      at: plan.at,
      target: { type: "plan", id: plan.planId },
    }),
  ),
  ...pauses.shown.map(
    (pause): Entry => ({
      key: pause.key,
      text: `Medicines paused: ${namePauseKind(pause.kind)}`,
      detail: `From ${formatMoment(pause.from, words)}${pause.until === null ? "" : ` until ${formatMoment(pause.until, words)}`}`,
      facts: [PAUSE_NEWS_WORDS[pause.news], formatAuthor(pause.by), formatMoment(pause.at, words)],
      marks: [],
      at: pause.at,
      target: { type: "doses" },
    }),
  ),
];

/** What else was written about doses: not given, corrected, withdrawn; and those without a planned time, by plan. */
export function listDoses({ doses }: Handover, words: WordsFor): Entry[] {
  const rest = doses.shown.filter(({ isToReview }) => !isToReview);
  const unplanned = rest.filter(({ kind, slot }) => kind === "given" && slot === null);
  const others = rest.filter(({ kind, slot }) => !(kind === "given" && slot === null));
  return [
    ...others.map((dose) => toDoseEntry(dose, words)),
    ...[...Map.groupBy(unplanned, ({ planId }) => planId).values()].map((group): Entry => {
      const [first] = group;
      return {
        key: first!.key,
        text: `${formatMedicine(first!)}, without a planned time`,
        detail: formatList(
          group.map(
            (dose) =>
              `${formatDoseAmount(dose)} ${formatMoment(dose.givenAt ?? dose.at, words)} (${formatAuthor(dose.givenBy ?? dose.by)})`,
          ),
          NAMED,
        ),
        facts: [],
        marks: [],
        at: first!.at,
        target: { type: "doses" },
      };
    }),
  ];
}

const formatDoseAmount = ({ amount, unit }: Dose) => (amount === null ? "" : formatAmount(amount, unit));

/** Why a dose was withdrawn; why one wasn't given is worded by the ledger. */
const WITHDRAWN_WORDS: Readonly<Record<string, string>> = {
  mistake: "entered by mistake",
  same_dose: "the same dose",
  not_taken: "not taken",
  other: "other reason",
};

function formatReason({ kind, reason }: Dose): string {
  if (reason === null) return "";
  return kind === "withdrawn" ? (WITHDRAWN_WORDS[reason] ?? "") : nameReason(reason);
}

/** Formats what is unusual about a given dose, and its note. */
const formatDetail = ({ kind, isExtra, isAgainst, isToReview, words }: Dose): string =>
  [
    kind === "withdrawn" || kind === "not_given"
      ? ""
      : isExtra
        ? `Recorded beside another entry for the same planned dose.${isToReview ? " Given twice?" : ""}`
        : isAgainst
          ? "Against its plan, a limit or another dose."
          : "",
    words,
  ]
    .filter(Boolean)
    .join(" ");

/** One dose: which, what became of it and who wrote so. */
function toDoseEntry(dose: Dose, words: WordsFor): Entry {
  const planned = dose.dueAt === null ? [] : [`planned for ${formatMoment(dose.dueAt, words)}`];
  const given = dose.givenAt === null ? [] : [`given ${formatMoment(dose.givenAt, words)}`];
  const reason = formatReason(dose);
  const what = {
    given: "given",
    not_given: reason ? `not given: ${reason}` : "not given",
    corrected: "corrected",
    withdrawn: reason ? `withdrawn: ${reason}` : "withdrawn",
    followed_up: "followed up",
    noted: "with a note",
  }[dose.kind];
  return {
    key: dose.key,
    text: [formatMedicine(dose), formatDoseAmount(dose)].filter(Boolean).join(", "),
    detail: formatDetail(dose),
    facts: [
      what,
      ...planned,
      ...(dose.kind === "given" || dose.kind === "corrected" ? given : []),
      formatAuthor(dose.by),
      formatMoment(dose.at, words),
    ],
    marks: [],
    at: dose.at,
    target: { type: "doses" },
  };
}

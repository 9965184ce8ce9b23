import { FORMER_MEMBER } from "../../../lib/product.ts";
import { PAUSE_WORDS } from "../../doses/rules/pauses.ts";
import { REASON_WORDS, readReason } from "../../doses/rules/reasons.ts";
import { formatAmount } from "../../plans/rules/amounts.ts";
import type { Handover } from "../schema.ts";
import type { Line } from "./page.ts";
import { listed, momentWords, type WordsFor } from "./words.ts";

/** The lines about plans and doses. They say what was entered and when, never what it means. */

type Dose = Handover["doses"]["shown"][number];

const NAMED = 6;

const nameOf = ({ name, strength }: { name: string; strength: string }) =>
  [name || "A medicine that can't be read any more", strength].filter(Boolean).join(" ");

const by = (name: string | null) => name?.trim() || FORMER_MEMBER;

/** Doses beside another one or against a limit that somebody entered, at which nobody has looked yet. */
export const unusualDoseLines = ({ doses }: Handover, words: WordsFor): Line[] =>
  doses.shown.filter(({ isToReview }) => isToReview).map((dose) => doseLine(dose, words));

type OpenDose = Handover["openDoses"]["shown"][number];

/** How urgent an open dose is, as its line begins. */
const urgencyWords = ({ isDue, isOpen }: OpenDose) => (isDue ? "Due now" : isOpen ? "Late" : "Not recorded");

/** Planned doses without an entry, one line a plan and urgency, in their order: due now, late, not recorded. */
export const openDoseLines = ({ openDoses }: Handover, words: WordsFor): Line[] =>
  [...Map.groupBy(openDoses.shown, (dose) => `${dose.planId} ${urgencyWords(dose)}`)].map(([key, group]) => {
    const [first] = group;
    const times = listed(
      group
        .map(({ dueAt }) => dueAt)
        .sort((a, b) => a - b)
        .map((dueAt) => momentWords(dueAt, words)),
      NAMED,
    );
    const ending = first!.isOpen && !first!.isDue ? ", no entry yet" : "";
    return {
      key: `open:${key}`,
      text: `${nameOf(first!)}, ${formatAmount(first!.amount ?? 1, first!.unit)}`,
      detail: `${urgencyWords(first!)}: planned for ${times}${ending}`,
      facts: [],
      marks: group.some(({ unanswered }) => unanswered) ? [NOBODY_ANSWERED] : [],
      at: null,
      target: { type: "doses" } as const,
    };
  });

/** Said of what reminders were passed on of, and nobody answered any. */
export const NOBODY_ANSWERED = "Nobody answered";

const PLAN_WORDS = { begun: "plan begun", changed: "plan changed", ended: "plan ended" } as const;
const PAUSE_NEWS_WORDS = { begun: "pause begun", changed: "pause changed", ended: "pause ended" } as const;

/** Plans that were begun, changed or ended, and times in which somebody else gives the medicines. */
export const planLines = ({ plans, pauses }: Handover, words: WordsFor): Line[] => [
  ...plans.shown.map(
    (plan): Line => ({
      key: plan.key,
      text: nameOf(plan),
      detail: plan.reason,
      facts: [PLAN_WORDS[plan.news], by(plan.by), momentWords(plan.at, words)],
      marks: [],
      at: plan.at,
      target: { type: "plan", id: plan.planId },
    }),
  ),
  ...pauses.shown.map(
    (pause): Line => ({
      key: pause.key,
      text: `Medicines paused: ${PAUSE_WORDS[pause.kind]}`,
      detail: `From ${momentWords(pause.from, words)}${pause.until === null ? "" : ` until ${momentWords(pause.until, words)}`}`,
      facts: [PAUSE_NEWS_WORDS[pause.news], by(pause.by), momentWords(pause.at, words)],
      marks: [],
      at: pause.at,
      target: { type: "doses" },
    }),
  ),
];

/** What else was written about doses: not given, corrected, withdrawn; and those without a planned time, by plan. */
export function doseLines({ doses }: Handover, words: WordsFor): Line[] {
  const rest = doses.shown.filter(({ isToReview }) => !isToReview);
  const unplanned = rest.filter(({ kind, slot }) => kind === "given" && slot === null);
  const others = rest.filter(({ kind, slot }) => !(kind === "given" && slot === null));
  return [
    ...others.map((dose) => doseLine(dose, words)),
    ...[...Map.groupBy(unplanned, ({ planId }) => planId).values()].map((group): Line => {
      const [first] = group;
      return {
        key: first!.key,
        text: `${nameOf(first!)}, without a planned time`,
        detail: listed(
          group.map(
            (dose) =>
              `${amountOf(dose)} ${momentWords(dose.givenAt ?? dose.at, words)} (${by(dose.givenBy ?? dose.by)})`,
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

const amountOf = ({ amount, unit }: Dose) => (amount === null ? "" : formatAmount(amount, unit));

/** Why a dose was withdrawn; why one wasn't given is worded by the ledger. */
const WITHDRAWN_WORDS: Readonly<Record<string, string>> = {
  mistake: "entered by mistake",
  same_dose: "the same dose",
  not_taken: "not taken",
  other: "other reason",
};

function reasonWords({ kind, reason }: Dose): string {
  if (reason === null) return "";
  return kind === "withdrawn" ? (WITHDRAWN_WORDS[reason] ?? "") : REASON_WORDS[readReason(reason)];
}

/** What is unusual about a dose that was given, and what somebody said about it. */
const detailOf = ({ kind, isExtra, isAgainst, isToReview, words }: Dose): string =>
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
function doseLine(dose: Dose, words: WordsFor): Line {
  const planned = dose.dueAt === null ? [] : [`planned for ${momentWords(dose.dueAt, words)}`];
  const given = dose.givenAt === null ? [] : [`given ${momentWords(dose.givenAt, words)}`];
  const reason = reasonWords(dose);
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
    text: [nameOf(dose), amountOf(dose)].filter(Boolean).join(", "),
    detail: detailOf(dose),
    facts: [
      what,
      ...planned,
      ...(dose.kind === "given" || dose.kind === "corrected" ? given : []),
      by(dose.by),
      momentWords(dose.at, words),
    ],
    marks: [],
    at: dose.at,
    target: { type: "doses" },
  };
}

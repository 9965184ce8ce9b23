import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
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
  [name || t("handover.medicineUnreadable"), strength].filter(Boolean).join(" ");

const formatAuthor = (name: string | null) => name?.trim() || t("handover.formerMember");

/** Lists doses that conflict with another dose or with an entered limit, and haven't been reviewed. */
export const listUnusualDoses = ({ doses }: Handover, words: WordsFor): Entry[] =>
  doses.shown.filter(({ isToReview }) => isToReview).map((dose) => toDoseEntry(dose, words));

type OpenDose = Handover["openDoses"]["shown"][number];

/** How urgent an open dose is, as its line begins. */
const getUrgency = ({ isDue, isOpen }: OpenDose) => (isDue ? "due" : isOpen ? "late" : "unrecorded");

/** Planned doses without an entry, one line a plan and urgency, in their order: due now, late, not recorded. */
export const listOpenDoses = ({ openDoses }: Handover, words: WordsFor): Entry[] =>
  [...Map.groupBy(openDoses.shown, (dose) => `${dose.planId} ${getUrgency(dose)}`)].map(([key, group]) => {
    const [first] = group;
    const times = formatList(
      group
        .map(({ dueAt }) => dueAt)
        .sort((a, b) => a - b)
        .map((dueAt) => formatMoment(dueAt, words)),
      NAMED,
    );
    return {
      key: `open:${key}`,
      text: t("handover.dose", {
        medicine: formatMedicine(first!),
        amount: formatAmount(first!.amount ?? 1, first!.unit),
      }),
      detail: t("handover.openDose", {
        urgency: getUrgency(first!),
        times,
        noEntry: String(first!.isOpen && !first!.isDue),
      }),
      facts: [],
      marks: describeUnanswered(group),
      at: null,
      target: { type: "doses" } as const,
    };
  });

/** The mark of subjects whose reminders escalated without an answer. */
export const describeUnanswered = (parts: { unanswered?: true | undefined }[]): string[] =>
  parts.some(({ unanswered }) => unanswered) ? [t("handover.nobodyAnswered")] : [];

const PLAN_WORDS = {
  begun: "handover.planBegun",
  changed: "handover.planChanged",
  ended: "handover.planEnded",
} as const;
const PAUSE_NEWS_WORDS = {
  begun: "handover.pauseBegun",
  changed: "handover.pauseChanged",
  ended: "handover.pauseEnded",
} as const;

/** Lists plans that began, changed or ended, and pauses in which medicines are given elsewhere. */
export const listPlans = ({ plans, pauses }: Handover, words: WordsFor): Entry[] => [
  ...plans.shown.map(
    (plan): Entry => ({
      key: plan.key,
      text: formatMedicine(plan),
      detail: plan.reason,
      facts: [t(PLAN_WORDS[plan.news]), formatAuthor(plan.by), formatMoment(plan.at, words)],
      marks: [],
      at: plan.at,
      target: { type: "plan", id: plan.planId },
    }),
  ),
  ...pauses.shown.map(
    (pause): Entry => ({
      key: pause.key,
      text: t("handover.paused", { why: namePauseKind(pause.kind) }),
      detail: t("handover.pauseFrom", {
        hasEnd: String(pause.until !== null),
        from: formatMoment(pause.from, words),
        until: pause.until === null ? "" : formatMoment(pause.until, words),
      }),
      facts: [t(PAUSE_NEWS_WORDS[pause.news]), formatAuthor(pause.by), formatMoment(pause.at, words)],
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
        text: t("handover.unplanned", { medicine: formatMedicine(first!) }),
        detail: formatList(
          group.map((dose) =>
            t("handover.givenOnce", {
              amount: formatDoseAmount(dose),
              when: formatMoment(dose.givenAt ?? dose.at, words),
              name: formatAuthor(dose.givenBy ?? dose.by),
            }),
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
const WITHDRAWN_WORDS: Readonly<Record<string, Key>> = {
  mistake: "handover.givenMistake",
  same_dose: "handover.sameDose",
  not_taken: "handover.notTaken",
  other: "handover.otherReason",
};

function formatReason({ kind, reason }: Dose): string {
  if (reason === null) return "";
  if (kind !== "withdrawn") return nameReason(reason);
  const key = WITHDRAWN_WORDS[reason];
  return key ? t(key) : "";
}

/** Formats what is unusual about a given dose, and its note. */
const formatDetail = ({ kind, isExtra, isAgainst, isToReview, words }: Dose): string =>
  [
    kind === "withdrawn" || kind === "not_given"
      ? ""
      : isExtra
        ? t(isToReview ? "handover.isExtraToReview" : "handover.isExtra")
        : isAgainst
          ? t("handover.isAgainst")
          : "",
    words,
  ]
    .filter(Boolean)
    .join(" ");

/** One dose: which, what became of it and who wrote so. */
function toDoseEntry(dose: Dose, words: WordsFor): Entry {
  const planned =
    dose.dueAt === null ? [] : [t("handover.plannedFor", { when: formatMoment(dose.dueAt, words) })];
  const given =
    dose.givenAt === null ? [] : [t("handover.givenAt", { when: formatMoment(dose.givenAt, words) })];
  const reason = formatReason(dose);
  const what = {
    given: t("handover.given"),
    not_given: reason ? t("handover.notGivenWhy", { reason }) : t("handover.notGiven"),
    corrected: t("handover.corrected"),
    withdrawn: reason ? t("handover.withdrawnWhy", { reason }) : t("handover.withdrawn"),
    followed_up: t("handover.followedUp"),
    noted: t("handover.withNote"),
  }[dose.kind];
  return {
    key: dose.key,
    text:
      dose.amount === null
        ? formatMedicine(dose)
        : t("handover.dose", { medicine: formatMedicine(dose), amount: formatDoseAmount(dose) }),
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

import type { Message } from "../../lib/words/message.ts";
/** What can be escalated: a task that is due, or a planned dose. */
export const ESCALATED_KINDS = ["task-due", "dose-due"] as const;
export type EscalatedKind = (typeof ESCALATED_KINDS)[number];

/** At most so many people in the list. */
export const MAX_PEOPLE = 8;
/** At most so many reminders again. */
export const MAX_AGAIN = 6;
export const MIN_AGAIN_MINUTES = 5;
export const MAX_AGAIN_MINUTES = 60;
/** Waits before the next member is notified, in minutes. */
export const MIN_WAIT_MINUTES = 5;
export const MAX_WAIT_MINUTES = 240;
/** The last step comes before an escalation that nobody answers ends. */
export const MAX_LAST_MINUTES = 600;
/** “I'm on it” pauses so long. */
export const TAKEN_MINUTES = 30;
/** So many are listed at once. */
export const MAX_LISTED_RUNS = 200;
/** So many of those reminded first are named with their last contact. */
export const MAX_CONTACTS = 3;

/** Whom a reminder goes to when nobody answers, as a notebook has set it up. */
export type EscalationSetup = {
  /** Repeats the reminder to its first recipients. */
  again: { everyMinutes: number; times: number };
  /** The next people in their order; each waits for so long after the one before, the first after it was due. */
  people: readonly { userId: string; waitMinutes: number }[];
  /** Minutes from the last member to the notification of all leaders; null for never. */
  leadersWaitMinutes: number | null;
};

/** What a notebook is offered at first. */
export const FIRST_SETUP: EscalationSetup = {
  again: { everyMinutes: 10, times: 3 },
  people: [],
  leadersWaitMinutes: 90,
};
/** Default minutes before the first member, and between members. */
const FIRST_WAIT_MINUTES = 60;
const NEXT_WAIT_MINUTES = 30;

/** One step: whom it is for, and how many minutes after it was due. */
export type Step =
  | { after: number; recipient: "again" }
  | { after: number; recipient: "next"; userId: string }
  | { after: number; recipient: "leaders" };

/** The steps of a setup in the order of their times. */
export function listSteps({ again, people, leadersWaitMinutes }: EscalationSetup): Step[] {
  const steps: Step[] = Array.from({ length: again.times }, (_, n) => ({
    after: (n + 1) * again.everyMinutes,
    recipient: "again",
  }));
  let after = 0;
  for (const { userId, waitMinutes } of people) {
    after += waitMinutes;
    steps.push({ after, recipient: "next", userId });
  }
  if (leadersWaitMinutes !== null) steps.push({ after: after + leadersWaitMinutes, recipient: "leaders" });
  return steps.sort((a, b) => a.after - b.after);
}

/** Whether a clock time, "23:10", is within usual quiet hours. */
export const isNight = (clock: string): boolean => clock >= "22:00" || clock < "07:00";

export const ESCALATION_MESSAGES = {
  nobody: { key: "escalationrules.nobody" },
  twice: { key: "escalationrules.twice" },
  member: { key: "escalationrules.member" },
  task: { key: "escalationrules.task" },
  dose: { key: "escalationrules.dose" },
  again: { key: "escalationrules.again" },
  long: { key: "escalationrules.long", values: { most: MAX_LAST_MINUTES / 60 } },
  changed: { key: "escalationrules.changed" },
  over: { key: "escalationrules.over" },
} as const satisfies Record<string, Message>;

/** Why a setup can't be, with the field that is meant; null when it can. */
export function checkSetup(setup: EscalationSetup): { path: string[]; message: Message } | null {
  const steps = listSteps(setup);
  if (steps.length === 0) return { path: ["people"], message: ESCALATION_MESSAGES.nobody };
  const ids = setup.people.map(({ userId }) => userId);
  if (new Set(ids).size < ids.length) return { path: ["people"], message: ESCALATION_MESSAGES.twice };
  const next = steps.find(({ recipient }) => recipient !== "again");
  const lastAgain = setup.again.times * setup.again.everyMinutes;
  if (next && lastAgain >= next.after)
    return { path: ["again", "times"], message: ESCALATION_MESSAGES.again };
  if (steps.at(-1)!.after > MAX_LAST_MINUTES)
    return { path: ["leadersWaitMinutes"], message: ESCALATION_MESSAGES.long };
  return null;
}

/** Returns a setup without a member; the following members keep their times. */
export function removePerson(setup: EscalationSetup, userId: string): EscalationSetup {
  const place = setup.people.findIndex((person) => person.userId === userId);
  if (place === -1) return setup;
  const { waitMinutes } = setup.people[place]!;
  const others = setup.people.filter((_, index) => index !== place);
  const people = others.map((person, index) =>
    index === place ? { ...person, waitMinutes: person.waitMinutes + waitMinutes } : person,
  );
  const isLast = place === others.length;
  return {
    ...setup,
    people,
    leadersWaitMinutes:
      isLast && setup.leadersWaitMinutes !== null
        ? setup.leadersWaitMinutes + waitMinutes
        : setup.leadersWaitMinutes,
  };
}

/** Returns a setup with a member at the end of the list; leaders keep their time, or follow half an hour later. */
export function addPerson(setup: EscalationSetup, userId: string): EscalationSetup {
  const waitMinutes = setup.people.length === 0 ? FIRST_WAIT_MINUTES : NEXT_WAIT_MINUTES;
  const leadersWaitMinutes =
    setup.leadersWaitMinutes === null
      ? null
      : setup.leadersWaitMinutes - waitMinutes >= MIN_WAIT_MINUTES
        ? setup.leadersWaitMinutes - waitMinutes
        : NEXT_WAIT_MINUTES;
  return { ...setup, people: [...setup.people, { userId, waitMinutes }], leadersWaitMinutes };
}

/** Returns a setup with two neighbouring members swapped; times stay at their positions. */
export function movePerson(setup: EscalationSetup, place: number, by: -1 | 1): EscalationSetup {
  const [one, other] = [setup.people[place], setup.people[place + by]];
  if (!one || !other) return setup;
  const people = setup.people.map((person, index) =>
    index === place
      ? { ...person, userId: other.userId }
      : index === place + by
        ? { ...person, userId: one.userId }
        : person,
  );
  return { ...setup, people };
}

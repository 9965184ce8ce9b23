import { HOUR, MINUTE } from "../../../lib/dates/time.ts";
import { describeDay, toDayInZone } from "../../../lib/dates/zone-day.ts";

/** An escalation that is open for longer ends as stale. */
export const STALE_AFTER = 12 * 60 * MINUTE;

/** Which message of a run a notification is. */
export type EscalationStep = "again" | "next" | "leaders" | "taken" | "stale";

/** When a device of a first recipient was last connected; epoch ms. */
export type NamedContact = { name: string; device: "phone" | "computer"; at: number };

/** Formats the message of a step, without the subject's name. */
export function formatStep(step: EscalationStep, actorName: string | null): string {
  if (step === "again") return "Still open";
  if (step === "taken") return `${actorName?.trim() || "Somebody"} is on it`;
  if (step === "stale") return `Nobody has answered for ${STALE_AFTER / HOUR} hours`;
  return "Nobody has answered";
}

/** The state of a run; see `runState`. Times in epoch ms. */
export type RunState = {
  occurrence: number;
  assignee: { userId: string; name: string } | null;
  told: readonly { userId: string; name: string; at: number }[];
  taken: { byId: string; by: string | null; until: number } | null;
};

/** The most members named at one time; the rest are a number. */
const NAMED = 3;

/**
 * Formats who was notified when, or who has taken a run on: "Ben was told at 09:00; Anna at 09:20", "Ben is on it until
 * 09:50". "" while only the first recipients were notified.
 */
export function formatRun({ occurrence, assignee, told, taken }: RunState, reading: RunReading): string {
  const { myId, now } = reading;
  if (taken && taken.until > now) {
    const until = reading.clockOf(taken.until);
    return taken.byId === myId
      ? `You are on it until ${until}`
      : `${taken.by?.trim() || "Somebody"} is on it until ${until}`;
  }
  if (told.length === 0) return "";
  const steps = [...Map.groupBy(told, ({ at }) => at)].map(([at, people]) => ({ at, people }));
  const all = assignee ? [{ at: occurrence, people: [assignee] }, ...steps] : steps;
  return all
    .map(({ at, people }, index) => {
      const names = people.map(({ userId, name }) => (userId === myId ? "you" : name.trim() || "somebody"));
      if (index > 0) return `${formatNames(names)} ${formatWhen(at, reading)}`;
      const were = names.length > 1 || names[0] === "you" ? "were" : "was";
      return capitalize(`${formatNames(names)} ${were} told ${formatWhen(at, reading)}`);
    })
    .join("; ");
}

function formatNames(names: readonly string[]): string {
  const named = names.length > NAMED ? names.slice(0, NAMED - 1) : names.slice(0, -1);
  const last = names.length > NAMED ? `${names.length - NAMED + 1} others` : names.at(-1)!;
  return named.length === 0 ? last : `${named.join(", ")} and ${last}`;
}

const capitalize = (words: string): string => words[0]!.toUpperCase() + words.slice(1);

type ClockReading = {
  timeZone: string;
  now: number;
  /** Writes a time of the clock as its reader does: "13:40", "1:40 PM". */
  clockOf: (at: number) => string;
};
type Reading = ClockReading & { isDose: boolean };
/** `myId` is the reader, who is "you". */
export type RunReading = ClockReading & { myId: string | null };

function formatWhen(at: number, reading: ClockReading): string {
  const { timeZone, now, clockOf } = reading;
  const [day, today] = [toDayInZone(at, timeZone), toDayInZone(now, timeZone)];
  const clock = clockOf(at);
  return day === today ? `at ${clock}` : `${describeDay(day, today)}, ${clock}`;
}

/**
 * That an entry may still be on a device without a connection, in a sentence or two: "Anna's phone was last connected at
 * 13:40; Anna may have logged it offline. Ask before you give it." "" without contacts.
 */
export function formatContacts(contacts: readonly NamedContact[], reading: Reading): string {
  const [first, ...others] = contacts;
  if (!first) return "";
  const parts = [
    `${first.name}’s ${first.device} was last connected ${formatWhen(first.at, reading)}`,
    ...others.map(({ name, at }) => `${name}’s ${formatWhen(at, reading)}`),
  ];
  const listed = parts.length === 1 ? parts[0]! : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)!}`;
  const who = others.length === 0 ? first.name : "they";
  return `${listed}; ${who} may have logged it offline. Ask before you ${reading.isDose ? "give" : "do"} it.`;
}

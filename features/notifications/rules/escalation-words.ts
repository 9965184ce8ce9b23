import { HOUR, MINUTE } from "../../../lib/dates/time.ts";
import { describeDay, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { listInSentence } from "../../../lib/words/list.ts";
import { getLocale, t } from "../../../lib/words/t.ts";

/** An escalation that is open for longer ends as stale. */
export const STALE_AFTER = 12 * 60 * MINUTE;

/** Which message of a run a notification is. */
export type EscalationStep = "again" | "next" | "leaders" | "taken" | "stale";

/** When a device of a first recipient was last connected; epoch ms. */
export type NamedContact = { name: string; device: "phone" | "computer"; at: number };

/** Formats the message of a step, without the subject's name. */
export function formatStep(step: EscalationStep, actorName: string | null): string {
  if (step === "again") return t("runs.again");
  if (step === "stale") return t("runs.stale", { hours: STALE_AFTER / HOUR });
  if (step !== "taken") return t("runs.unanswered");
  const name = actorName?.trim();
  return name ? t("runs.onIt", { name }) : t("runs.somebodyOnIt");
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
    const time = reading.clockOf(taken.until);
    if (taken.byId === myId) return t("runs.youUntil", { time });
    const name = taken.by?.trim();
    return name ? t("runs.onItUntil", { name, time }) : t("runs.somebodyUntil", { time });
  }
  if (told.length === 0) return "";
  const steps = [...Map.groupBy(told, ({ at }) => at)].map(([at, people]) => ({ at, people }));
  const all = assignee ? [{ at: occurrence, people: [assignee] }, ...steps] : steps;
  return all
    .map(({ at, people }, index) => {
      const isYou = people.some(({ userId }) => userId === myId);
      const members = people.map(({ userId, name }) =>
        userId === myId ? t("runs.you") : name.trim() || t("runs.somebody"),
      );
      const [names, when] = [formatNames(members), formatWhen(at, reading)];
      if (index > 0) return t("runs.toldNext", { names, when });
      return capitalize(
        t("runs.told", { names, when, who: members.length > 1 || isYou ? "several" : "one" }),
      );
    })
    .reduce((before, next) => t("runs.toldThen", { told: before, next }));
}

function formatNames(names: readonly string[]): string {
  const rest = names.length - NAMED + 1;
  return listInSentence(rest > 1 ? [...names.slice(0, NAMED - 1), t("runs.others", { count: rest })] : names);
}

const capitalize = (words: string): string => words.charAt(0).toLocaleUpperCase(getLocale()) + words.slice(1);

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
  return day === today ? t("runs.at", { clock }) : t("runs.onDay", { day: describeDay(day, today), clock });
}

/**
 * That an entry may still be on a device without a connection, in a sentence or two: "Anna's phone was last connected at
 * 13:40; Anna may have logged it offline. Ask before you give it." "" without contacts.
 */
export function formatContacts(contacts: readonly NamedContact[], reading: Reading): string {
  const [first, ...others] = contacts;
  if (!first) return "";
  const { name, device, at } = first;
  const connected = listInSentence([
    t("runs.connected", { name, device, when: formatWhen(at, reading) }),
    ...others.map((other) =>
      t("runs.connectedToo", { name: other.name, when: formatWhen(other.at, reading) }),
    ),
  ]);
  const [who, what] = [others.length === 0 ? "one" : "several", reading.isDose ? "dose" : "task"];
  return t("runs.ask", { connected, who, name, what });
}

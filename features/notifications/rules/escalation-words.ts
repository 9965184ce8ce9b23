import { HOUR, MINUTE } from "../../../lib/dates/time.ts";
import { describeDay, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { listInSentence } from "../../../lib/words/list.ts";
import { t } from "../../../lib/words/t.ts";

/** An escalation that is open for longer ends as stale. */
export const STALE_AFTER = 12 * 60 * MINUTE;

/** Which message of a run a notification is. */
export type EscalationStep = "again" | "next" | "leaders" | "taken" | "stale";

/** When a device of a first recipient was last connected; epoch ms. */
export type NamedContact = { name: string; device: "phone" | "computer"; at: number };

/** Formats the message of a step, without the subject's name. */
export function formatStep(step: EscalationStep, actorName: string | null): string {
  if (step === "again") return t("passedon.stillOpen");
  const name = actorName?.trim() ?? "";
  if (step === "taken") return t("passedon.taken", { isKnown: String(name !== ""), name });
  if (step === "stale") return t("passedon.noAnswerFor", { count: STALE_AFTER / HOUR });
  return t("passedon.noAnswer");
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
    const name = taken.by?.trim() ?? "";
    const by = taken.byId === myId ? "you" : name ? "named" : "somebody";
    return t("passedon.takenUntil", { by, name, time: reading.clockOf(taken.until) });
  }
  if (told.length === 0) return "";
  const steps = [...Map.groupBy(told, ({ at }) => at)].map(([at, people]) => ({ at, people }));
  const all = assignee ? [{ at: occurrence, people: [assignee] }, ...steps] : steps;
  return all
    .map(({ at, people }, index) => {
      const names = people.map(({ userId, name }, place) => {
        const isFirst = String(index + place === 0);
        return userId === myId
          ? t("passedon.you", { isFirst })
          : name.trim() || t("passedon.somebody", { isFirst });
      });
      const values = { names: formatNames(names), ...readWhen(at, reading) };
      if (index > 0) return t("passedon.toldThen", values);
      const isOne = names.length === 1 && people[0]!.userId !== myId;
      return t("passedon.told", { isOne: String(isOne), ...values });
    })
    .join("; ");
}

function formatNames(names: readonly string[]): string {
  if (names.length <= NAMED) return listInSentence(names);
  const others = t("passedon.others", { count: names.length - NAMED + 1 });
  return listInSentence([...names.slice(0, NAMED - 1), others]);
}

type ClockReading = {
  timeZone: string;
  now: number;
  /** Writes a time of the clock as its reader does: "13:40", "1:40 PM". */
  clockOf: (at: number) => string;
};
type Reading = ClockReading & { isDose: boolean };
/** `myId` is the reader, who is "you". */
export type RunReading = ClockReading & { myId: string | null };

/** A moment as messages need it. */
function readWhen(at: number, { timeZone, now, clockOf }: ClockReading) {
  const [day, today] = [toDayInZone(at, timeZone), toDayInZone(now, timeZone)];
  return { isToday: String(day === today), day: describeDay(day, today), time: clockOf(at) };
}

/**
 * That an entry may still be on a device without a connection, in a sentence or two: "Anna's phone was last connected at
 * 13:40; Anna may have logged it offline. Ask before you give it." "" without contacts.
 */
export function formatContacts(contacts: readonly NamedContact[], reading: Reading): string {
  const [first, ...others] = contacts;
  if (!first) return "";
  const { name, device, at } = first;
  const parts = [
    t("passedon.contact", { name, device, ...readWhen(at, reading) }),
    ...others.map(({ name, at }) => t("passedon.contactThen", { name, ...readWhen(at, reading) })),
  ];
  return t("passedon.mayBeLogged", {
    connected: listInSentence(parts),
    isOne: String(others.length === 0),
    name,
    isDose: String(reading.isDose),
  });
}

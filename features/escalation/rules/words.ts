import { clockInZone, dayInWords, dayInZone } from "../../../lib/zone-day.ts";

/** Which message of a run a notification is. */
export type EscalationStep = "again" | "next" | "leaders" | "taken";

/** When the device of somebody who was reminded first was last connected; epoch ms. */
export type NamedContact = { name: string; device: "phone" | "computer"; at: number };

/** What a message of a run is about, without a name of the matter. */
export function stepWords(step: EscalationStep, actorName: string | null): string {
  if (step === "again") return "Still open";
  if (step === "taken") return `${actorName?.trim() || "Somebody"} is on it`;
  return "Nobody has answered";
}

function when(at: number, timeZone: string, now: number): string {
  const [day, today] = [dayInZone(at, timeZone), dayInZone(now, timeZone)];
  const clock = clockInZone(at, timeZone).slice(0, 5);
  return day === today ? `at ${clock}` : `${dayInWords(day, today)}, ${clock}`;
}

/**
 * That an entry may still be on a device without a connection, in a sentence or two: "Anna's phone was last connected at
 * 13:40; Anna may have logged it offline. Ask before you give it." "" without contacts.
 */
export function contactWords(
  contacts: readonly NamedContact[],
  { isDose, timeZone, now }: { isDose: boolean; timeZone: string; now: number },
): string {
  const [first, ...others] = contacts;
  if (!first) return "";
  const parts = [
    `${first.name}’s ${first.device} was last connected ${when(first.at, timeZone, now)}`,
    ...others.map(({ name, at }) => `${name}’s ${when(at, timeZone, now)}`),
  ];
  const listed = parts.length === 1 ? parts[0]! : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)!}`;
  const who = others.length === 0 ? first.name : "they";
  return `${listed}; ${who} may have logged it offline. Ask before you ${isDose ? "give" : "do"} it.`;
}

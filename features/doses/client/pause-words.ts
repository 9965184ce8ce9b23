import { dateInWords } from "../../../lib/dates/moment-words.ts";
import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import { isOver, isPauseActive, PAUSE_WORDS, type PauseKind } from "../rules/pauses.ts";

type Pause = {
  kind: PauseKind;
  planIds: readonly string[] | null;
  from: number;
  until: number | null;
};

/** A moment by the notebook's clock: "yesterday, 18:00". */
export const formatPauseMoment = (at: number, timeZone: string, now: number): string =>
  dateInWords({ day: toDayInZone(at, timeZone), at }, timeZone, now);

/**
 * A pause in a sentence: "Paused since yesterday, 18:00: hospital. Nothing is due." `names` are its plans' names, empty
 * for all.
 */
export function formatPause(
  { kind, from, until }: Pause,
  { names, timeZone, now }: { names: readonly string[]; timeZone: string; now: number },
): string {
  const who = names.length > 0 ? `${names.join(", ")}: paused` : "Paused";
  const when = isPauseActive({ from, until }, now)
    ? `since ${formatPauseMoment(from, timeZone, now)}`
    : `from ${formatPauseMoment(from, timeZone, now)}`;
  const end = until === null ? "" : ` until ${formatPauseMoment(until, timeZone, now)}`;
  const due = isPauseActive({ from, until }, now) && names.length === 0 ? " Nothing is due." : "";
  return `${who} ${when}${end}: ${PAUSE_WORDS[kind]}.${due}`;
}

/** The current and coming pauses, in the order in which they begin. */
export const openPauses = <Each extends Pause>(pauses: readonly Each[], now: number): Each[] =>
  pauses.filter((pause) => !isOver(pause, now)).sort((a, b) => a.from - b.from);

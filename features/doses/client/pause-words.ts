import { dateInWords } from "../../../lib/dates/moment-words.ts";
import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import { listNames } from "../../../lib/words/list.ts";
import { t } from "../../../lib/words/t.ts";
import { namePauseKind } from "../rules/pause-words.ts";
import { isOver, isPauseActive, type PauseKind } from "../rules/pauses.ts";

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
  const isActive = isPauseActive({ from, until }, now);
  const hasNames = names.length > 0;
  return t("pauses.sentence", {
    hasNames: String(hasNames),
    names: listNames(names),
    isActive: String(isActive),
    from: formatPauseMoment(from, timeZone, now),
    hasEnd: String(until !== null),
    until: until === null ? "" : formatPauseMoment(until, timeZone, now),
    kind: namePauseKind(kind),
    isNothingDue: String(isActive && !hasNames),
  });
}

/** The current and coming pauses, in the order in which they begin. */
export const openPauses = <Each extends Pause>(pauses: readonly Each[], now: number): Each[] =>
  pauses.filter((pause) => !isOver(pause, now)).sort((a, b) => a.from - b.from);

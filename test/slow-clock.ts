/**
 * Local times without arithmetic of zones: what a wall clock shows at each quarter of an hour, asked one by one of the
 * platform. Slow, and independent of `lib/dates/zone-day.ts` and of the recurrence engine.
 */

const QUARTER = 15 * 60_000;

/** The zones of the tests: an hour, half an hour, midnight, no change, and a day that was left out. */
export const DOSE_ZONES = [
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Asia/Kolkata",
  "America/Santiago",
];

/** What a wall clock shows, and when it shows it first. */
export type WallClock = {
  /** The instant (epoch ms) at which it shows a time, `YYYY-MM-DDTHH:MM`; undefined for a time that it never shows. */
  at(local: string): number | undefined;
  /** What it shows at each quarter of an hour, in order. */
  shown: { instant: number; local: string }[];
  /** The local days on which the clock is put forward or back. */
  changes: string[];
};

export function wallClock(timeZone: string, fromDay: string, toDay: string): WallClock {
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  const shown: { instant: number; local: string }[] = [];
  const first = new Map<string, number>();
  const changes: string[] = [];
  const end = Date.parse(toDay) + 2 * 86_400_000;
  for (let instant = Date.parse(fromDay) - 2 * 86_400_000; instant < end; instant += QUARTER) {
    const local = format.format(instant).replace(" ", "T");
    const before = shown.at(-1);
    if (before && naive(local) - naive(before.local) !== QUARTER) changes.push(local.slice(0, 10));
    shown.push({ instant, local });
    if (!first.has(local)) first.set(local, instant);
  }
  return { at: (local) => first.get(local), shown, changes };
}

/** A local time as a number that grows by a minute each minute, whatever clocks do. */
export const naive = (local: string): number => Date.parse(`${local}:00Z`);
export const localOf = (number: number): string => new Date(number).toISOString().slice(0, 16);

/**
 * When something that is planned for a local time is due: when the clock shows it first or, where the clock leaves it out,
 * as much later as the clock was put forward. Null on a day that was left out.
 */
export function slowlyDue({ at, shown }: WallClock, local: string): number | null {
  const found = at(local);
  if (found !== undefined) return found;
  const after = shown.findIndex((each) => naive(each.local) > naive(local));
  const [before, next] = [shown[after - 1]!, shown[after]!];
  if (!shown.some((each) => each.local.startsWith(local.slice(0, 10)))) return null;
  return next.instant - QUARTER + (naive(local) - naive(before.local));
}

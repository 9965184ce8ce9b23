/**
 * The locale that dates and numbers are written in: undefined, which is the reader's own, in a browser; English where no
 * reader's is known (PDF reports, mails, copies, scripts).
 */
export const readerLocale = (): string | undefined => (typeof document === "undefined" ? "en-US" : undefined);

/** What newer and older browsers have; Firefox has neither. */
type WithWeekInfo = Intl.Locale & {
  getWeekInfo?: () => { firstDay: number };
  weekInfo?: { firstDay: number };
};

/** The weekday that weeks begin with for a locale: 0 is Monday, 6 is Sunday, also where it isn't known (workspace 9). */
export function firstWeekday(
  locale: string = new Intl.DateTimeFormat(readerLocale()).resolvedOptions().locale,
): number {
  const known: WithWeekInfo = new Intl.Locale(locale);
  return ((known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 7) - 1;
}

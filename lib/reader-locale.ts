/**
 * The locale of dates and numbers: undefined in a browser, which is the reader's own; English where the reader's
 * locale is unknown (PDF reports, mails, copies, scripts).
 */
export const getReaderLocale = (): string | undefined =>
  typeof document === "undefined" ? "en-US" : undefined;

/** Week data in newer and older browsers; Firefox has neither. */
type WithWeekInfo = Intl.Locale & {
  getWeekInfo?: () => { firstDay: number };
  weekInfo?: { firstDay: number };
};

/** The first day of the week in a locale: 0 is Monday, 6 is Sunday, also the default when unknown (workspace 9). */
export function getFirstWeekday(
  locale: string = new Intl.DateTimeFormat(getReaderLocale()).resolvedOptions().locale,
): number {
  const known: WithWeekInfo = new Intl.Locale(locale);
  return ((known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 7) - 1;
}

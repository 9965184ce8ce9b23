const formats = new WeakMap<Intl.DateTimeFormatOptions, Map<string, Intl.DateTimeFormat>>();

/**
 * `ts` (epoch ms) in a style, in the viewer's zone unless another is named; `locale` undefined is the viewer's language. Making a format costs a
 * hundred times what using it does, so each style, a constant of its module, keeps its own. Throws a RangeError on an
 * invalid time.
 */
export function formatDate(
  ts: number,
  style: Intl.DateTimeFormatOptions,
  locale?: string,
  timeZone?: string,
): string {
  const ofStyle = formats.get(style) ?? new Map<string, Intl.DateTimeFormat>();
  formats.set(style, ofStyle);
  // A format keeps the zone in which it was made; a viewer may travel with the page open.
  const key = `${locale ?? ""} ${timeZone ?? new Date(ts).getTimezoneOffset()}`;
  let format = ofStyle.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, timeZone ? { ...style, timeZone } : style);
    ofStyle.set(key, format);
  }
  return format.format(ts);
}

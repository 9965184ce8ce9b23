/** What nearly every value looks like; lists have hundreds of them. */
const UTC_OF_OUR_TIME = /^[12]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/;

/**
 * Reads PostgreSQL's text form of a `timestamptz` ("0044-03-15 09:30:00.25+00") as epoch ms. Written as ISO 8601
 * first: read as it is, JavaScript takes the year 44 for 2044.
 */
export function readTimestamp(text: string): number {
  if (UTC_OF_OUR_TIME.test(text)) return Date.parse(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
  return Date.parse(text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00"));
}

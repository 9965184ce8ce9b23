/**
 * Reads PostgreSQL's text form of a `timestamptz` ("0044-03-15 09:30:00.25+00") as epoch ms. Written as ISO 8601
 * first: read as it is, JavaScript takes the year 44 for 2044.
 */
export function readTimestamp(text: string): number {
  return Date.parse(text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00"));
}

/** Tags of a test for the lines of the specification that it shows: `{ tags: spec("CORE-012 CORE-013") }`. */
export const spec = (lines: string): string[] => lines.split(" ");

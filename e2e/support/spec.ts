/** Tags of a browser test for the lines of the specification that it shows: `{ tag: spec("WORK-012 WORK-013") }`. */
export const spec = (lines: string): string[] => lines.split(" ").map((line) => `@${line}`);

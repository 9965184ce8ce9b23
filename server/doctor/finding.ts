/** The result of a check. A `fault` keeps people from using the server; a `warning` is a risk or a missing part. */
export type Finding = {
  level: "ok" | "warning" | "fault";
  /** The part that was checked, such as "Mail". */
  part: string;
  /** The finding, in a sentence. */
  words: string;
  /** The operator's remedy, in a sentence; null when none is needed. */
  remedy: string | null;
};

/** Findings about one part. */
export const createFindings = (part: string) => ({
  ok: (words: string): Finding => ({ level: "ok", part, words, remedy: null }),
  warning: (words: string, remedy: string): Finding => ({ level: "warning", part, words, remedy }),
  fault: (words: string, remedy: string | null): Finding => ({ level: "fault", part, words, remedy }),
});

/** The lines to print for findings: each with its level, the remedy below it. */
export const getLines = (findings: readonly Finding[]): string[] =>
  findings.flatMap(({ level, part, words, remedy }) => [
    `${LABELS[level]} ${part}: ${words}`,
    ...(remedy === null ? [] : [`         → ${remedy}`]),
  ]);

const LABELS = { ok: "ok      ", warning: "warning ", fault: "FAULT   " } as const;

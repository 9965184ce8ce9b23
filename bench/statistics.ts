/** The value below which the share `p` (0 to 1) of the sample lies. */
export function percentile(sample: readonly number[], p: number): number {
  const sorted = [...sample].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN;
}

export const round = (value: number, digits = 2): number => Number(value.toFixed(digits));

/** One line of the report: a figure of ours beside the floor's and whether the goal is met. */
export type Row = {
  what: string;
  ours: string;
  floor: string;
  ratio: number | null;
  goal: string;
  met: boolean;
};

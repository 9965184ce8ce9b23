const STEP = 1024;

function inUnits(bytes: number, units: readonly string[], decimals: (value: number) => string): string {
  let value = bytes;
  let unit = 0;
  while (value >= STEP && unit < units.length - 1) {
    value /= STEP;
    unit++;
  }
  return `${unit === 0 ? value : decimals(value)} ${units[unit]}`;
}

/** A size in B, KB or MB with 2 decimals, whole bytes without (workspace 9, administrator tables). */
export function getAdminSize(bytes: number): string {
  return inUnits(bytes, ["B", "KB", "MB"], (value) => value.toFixed(2));
}

/** A size in Bytes, KB, MB or GB with at most 2 decimals (workspace 9, saved recordings; limits, too). */
export function getRecordingSize(bytes: number): string {
  return inUnits(bytes, ["Bytes", "KB", "MB", "GB"], (value) => String(Number(value.toFixed(2))));
}

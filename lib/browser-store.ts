const PREFIX = "carediary.";

/** A value that this browser keeps (JSON), or null when there is none or storage is switched off. */
export function readStored<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key) ?? "null");
  } catch {
    return null;
  }
}

/** Keeps a value in this browser; null takes it away. Without storage nothing happens. */
export function writeStored(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Full or switched off: the program works without, it only forgets.
  }
}

/** Takes away everything kept here about a person, for the next one at this browser; but for one item, if named whole. */
export function forgetStored(except?: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX) && key !== except) localStorage.removeItem(key);
    }
  } catch {
    // Nothing was kept then.
  }
}

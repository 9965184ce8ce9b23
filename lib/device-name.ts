import { t } from "./words/t.ts";

const BROWSERS: [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
];

const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "Mac"],
  [/Linux/, "Linux"],
];

const match = (text: string, list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(text))?.[1];

const UNKNOWN = "A browser";

/** A stored name for a browser's user-agent string: "Chrome on Android". Screens and letters show `nameDevice`. */
export function describeDevice(userAgent: string | null | undefined): string {
  const browser = match(userAgent ?? "", BROWSERS) ?? UNKNOWN;
  const system = match(userAgent ?? "", SYSTEMS);
  return system ? `${browser} on ${system}` : browser;
}

const hasName = (list: [RegExp, string][], name: string) => list.some(([, each]) => each === name);

/** A stored name in the reader's language; a name that a person gave stays. */
export function nameDevice(stored: string): string {
  const [browser = "", system, ...more] = stored.split(" on ");
  const isKnown = browser === UNKNOWN || hasName(BROWSERS, browser);
  if (!isKnown || more.length > 0 || (system !== undefined && !hasName(SYSTEMS, system))) return stored;
  if (browser !== UNKNOWN) return system ? t("shared.browserOn", { browser, system }) : browser;
  return system ? t("shared.someBrowserOn", { system }) : t("shared.someBrowser");
}

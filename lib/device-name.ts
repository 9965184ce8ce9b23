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

/** A readable name for a browser's user-agent string: "Chrome on Android". */
export function describeDevice(userAgent: string | null | undefined): string {
  const browser = match(userAgent ?? "", BROWSERS) ?? "A browser";
  const system = match(userAgent ?? "", SYSTEMS);
  return system ? `${browser} on ${system}` : browser;
}

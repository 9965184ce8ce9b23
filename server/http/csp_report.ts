import { z } from "zod";

const classic = z.object({
  "csp-report": z.object({
    "effective-directive": z.string().optional(),
    "violated-directive": z.string().optional(),
    "blocked-uri": z.string().optional(),
  }),
});

/** The directives of the standard (CSP level 3), and browsers' own. */
const DIRECTIVES = new Set([
  ...[
    "default",
    "script",
    "style",
    "img",
    "font",
    "connect",
    "media",
    "object",
    "frame",
    "child",
    "worker",
  ].map((kind) => `${kind}-src`),
  ...[
    "script-src-elem",
    "script-src-attr",
    "style-src-elem",
    "style-src-attr",
    "manifest-src",
    "prefetch-src",
  ],
  ...["base-uri", "form-action", "frame-ancestors", "navigate-to", "sandbox", "report-uri", "report-to"],
  ...["require-trusted-types-for", "trusted-types", "upgrade-insecure-requests", "webrtc"],
]);
const MAX_ORIGIN_LENGTH = 100;

/**
 * Reads a browser's report, or anything sent as one, without anything that a person wrote: the directive, and of the
 * blocked address only its origin or kind ("inline", "eval", "data").
 */
export function readReport(body: unknown): { directive: string; blocked: string } {
  const parsed = classic.safeParse(body);
  const report = parsed.success ? parsed.data["csp-report"] : {};
  const directive = (report["effective-directive"] ?? report["violated-directive"] ?? "").split(" ")[0]!;
  return {
    directive: DIRECTIVES.has(directive) ? directive : "other",
    blocked: getKind(report["blocked-uri"] ?? ""),
  };
}

function getKind(blocked: string): string {
  if (/^[a-z-]{1,20}$/.test(blocked)) return blocked;
  if (!URL.canParse(blocked)) return "unknown";
  const { origin, protocol } = new URL(blocked);
  return (origin === "null" ? protocol : origin).slice(0, MAX_ORIGIN_LENGTH);
}
